import { type ComponentProps, useId } from 'react';
import { FieldMessage } from './field-message.tsx';
import { describedBy } from './described-by.ts';
import { inputClass, invalidClass } from './field-classes.ts';

interface TextAreaFieldProps extends ComponentProps<'textarea'> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
}

/** Label, multi-line field that grows with its text, and its message. */
export function TextAreaField({ label, error, hint, className, rows = 3, ...rest }: TextAreaFieldProps) {
  const id = useId();
  return (
    <div className={`field grid content-start gap-1.5 ${className ?? ''}`}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <textarea
        rows={rows}
        {...rest}
        id={id}
        {...describedBy({ id, error, hint })}
        className={`${inputClass} field-sizing-content max-h-80 min-h-24 resize-y ${error ? invalidClass : ''}`}
      />
      <FieldMessage id={id} error={error} hint={hint} />
    </div>
  );
}
