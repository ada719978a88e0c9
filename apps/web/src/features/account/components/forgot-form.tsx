import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../lib/api-error.ts';
import { NO_ANSWER_TEXT, statusText } from '../../../lib/error-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToastHere } from '../../../ui/toast-store.ts';
import { CaptchaForm } from '../captcha/captcha-form.tsx';
import { useCaptcha } from '../captcha/use-captcha.ts';
import { passwordTexts as t } from '../password-texts.ts';
import { accountTexts } from '../texts.ts';
import { useFields } from '../use-fields.ts';
import { emailProblem } from '../validation.ts';

const problemsOf = ({ email }: { email: string }) => ({ email: emailProblem(email) });

/** Asks for the mail with the steps. */
export function ForgotForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const fields = useFields({ email: '' }, problemsOf);
  const captcha = useCaptcha('forgot-password');
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !fields.validate(event.currentTarget)) return;
    setBusy(true);
    const email = fields.values.email.trim();
    try {
      const { askForRecovery } = await import('../password-calls.ts');
      await askForRecovery(email, await captcha.answer());
      onSent(email);
    } catch (error) {
      captcha.renew();
      showToastHere('error', failureText(error));
    }
    setBusy(false);
  };
  return (
    <CaptchaForm captcha={captcha} onSubmit={submit}>
      <TextField
        label={accountTexts.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        {...fields.field('email')}
      />
      <Button type="submit" variant="primary" size="large" full busy={busy}>
        {t.sendSteps}
      </Button>
    </CaptchaForm>
  );
}

/** 400 shows the server's sentence, 403 one of its own. */
function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return NO_ANSWER_TEXT;
  if (error.status === 403) return t.forbidden;
  return (error.detail || statusText(error.status)) ?? NO_ANSWER_TEXT;
}
