import { type ComponentProps, useId } from 'react';
import { FieldMessage } from './field-message.tsx';
import { describedBy } from './described-by.ts';

interface CheckFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

/** Checkbox with its label beside it. */
export function CheckField({ label, error, hint, className, ...rest }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={`grid ${className ?? ''}`}>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 text-[0.9375rem] font-medium">
        <input
          {...rest}
          type="checkbox"
          id={id}
          {...describedBy({ id, error, hint })}
          className="size-5 shrink-0 accent-(--cb-accent)"
        />
        {label}
      </label>
      <div className="pl-8">
        <FieldMessage id={id} error={error} hint={hint} />
      </div>
    </div>
  );
}
