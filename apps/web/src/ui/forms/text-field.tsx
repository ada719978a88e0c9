import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { FieldMessage } from './field-message.tsx';
import { describedBy } from './described-by.ts';
import { IconButton } from '../button.tsx';
import { inputClass, invalidClass } from './field-classes.ts';
import { passwordTexts } from './texts.ts';

interface TextFieldProps extends ComponentProps<'input'> {
  readonly label: string;
  /** Error under the field; its presence marks the field as invalid. */
  readonly error?: string | undefined;
  /** Hint under the field while it has no error. */
  readonly hint?: string | undefined;
}

/** Label, input and its error; passwords get a button that shows them. */
export function TextField({ label, error, hint, type = 'text', className, ...rest }: TextFieldProps) {
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const secret = type === 'password';
  return (
    <div className={`field grid content-start gap-1.5 ${className ?? ''}`}>
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <input
          {...rest}
          id={id}
          type={secret && isShown ? 'text' : type}
          {...describedBy({ id, error, hint })}
          className={`${inputClass} ${secret ? 'pr-12' : ''} ${error ? invalidClass : ''}`}
        />
        {secret && (
          <IconButton
            label={isShown ? passwordTexts.hidePassword : passwordTexts.showPassword}
            icon={isShown ? <EyeOff /> : <Eye />}
            onClick={() => setIsShown((value) => !value)}
            className="absolute top-0.5 right-0.5"
          />
        )}
      </div>
      <FieldMessage id={id} error={error} hint={hint} />
    </div>
  );
}
