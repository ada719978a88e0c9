import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import { inputClass, invalidClass } from './field-classes.ts';
import { FieldMessage } from './field-message.tsx';
import { describedBy } from './described-by.ts';

interface SelectFieldProps extends ComponentProps<'select'> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Marks the field as invalid when its error is shown elsewhere. */
  readonly invalid?: boolean;
}

/** Label, native select and its message; options are the children. */
export function SelectField({ label, error, hint, invalid = false, className, children, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={`field grid content-start gap-1.5 ${className ?? ''}`}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <NativeSelect
        {...rest}
        id={id}
        {...describedBy({ id, error, hint })}
        {...(invalid ? { 'aria-invalid': true } : {})}
        className={error || invalid ? invalidClass : ''}
      >
        {children}
      </NativeSelect>
      <FieldMessage id={id} error={error} hint={hint} />
    </div>
  );
}

/** Native select styled like an input; it opens the browser's own list. */
export function NativeSelect({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select {...rest} className={`${inputClass} cursor-pointer appearance-none pr-10 ${className ?? ''}`} />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-[18px] -translate-y-1/2 text-ink-2"
      />
    </span>
  );
}
