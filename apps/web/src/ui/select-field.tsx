import { type ComponentProps, useId } from 'react';
import { describedBy, FieldMessage } from './field-message.tsx';
import { invalidClass } from './invalid-class.ts';
import { NativeSelect } from './native-select.tsx';

interface SelectFieldProps extends ComponentProps<'select'> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** Marks the field as wrong when the sentence about it stands elsewhere. */
  readonly invalid?: boolean;
}

/** Label, native select and its message; options are the children. */
export function SelectField({ label, error, hint, invalid = false, className, children, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <div className={`grid content-start gap-1.5 ${className ?? ''}`}>
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
