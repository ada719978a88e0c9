import { CircleAlert, Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { inputClass } from './input-class.ts';
import { uiTexts } from './texts.ts';

interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  /** Sentence under the field; its presence marks the field as wrong. */
  readonly error?: string | undefined;
  /** Sentence under the field while nothing is wrong. */
  readonly hint?: string | undefined;
}

/** Label, input and its error (look §6, inputs); passwords get a button that shows them. */
export function TextField({ label, error, hint, type = 'text', className, ...rest }: TextFieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const secret = type === 'password';
  return (
    <div className={`grid gap-1.5 ${className ?? ''}`}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={id}
          type={secret && shown ? 'text' : type}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
          className={`${inputClass} ${secret ? 'pr-12' : ''} ${error ? 'border-danger shadow-[inset_0_0_0_1px_var(--cb-danger)] focus-visible:shadow-(--cb-focus)' : ''}`}
        />
        {secret && (
          <IconButton
            label={shown ? uiTexts.hidePassword : uiTexts.showPassword}
            icon={shown ? <EyeOff /> : <Eye />}
            onClick={() => setShown((value) => !value)}
            className="absolute top-0.5 right-0.5"
          />
        )}
      </div>
      {hint && !error && (
        <p id={`${id}-hint`} className="text-sm text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p
          id={`${id}-error`}
          className="flex items-start gap-1.5 text-sm font-medium text-danger [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0"
        >
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}
