import type { FormEvent, ReactNode } from 'react';
import type { useCaptcha } from './use-captcha.ts';

type Captcha = ReturnType<typeof useCaptcha>;

interface CaptchaFormProps {
  readonly captcha: Captcha;
  readonly onSubmit: (event: FormEvent) => Promise<void>;
  readonly children: ReactNode;
}

/** A form whose captcha starts when one of its fields gets the focus. */
export function CaptchaForm({ captcha, onSubmit, children }: CaptchaFormProps) {
  return (
    // oxlint-disable-next-line no-noninteractive-element-interactions -- nothing is done to the form but to notice it
    <form
      // `method="dialog"` makes sending do nothing before the script has loaded, outside of a dialog.
      method="dialog"
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      onFocus={() => void captcha.start()}
      className="grid gap-4.5"
    >
      {children}
    </form>
  );
}
