import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../../lib/api-error.ts';
import { NO_ANSWER_TEXT, statusText } from '../../../lib/error-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToastHere } from '../../../ui/toast-store.ts';
import { CaptchaForm } from '../captcha/captcha-form.tsx';
import { useCaptcha } from '../captcha/use-captcha.ts';
import { accountTexts as t } from '../texts.ts';
import { useFields } from '../use-fields.ts';
import { emailProblem } from '../validation.ts';

/** Login error banner. */
const BANNER_MS = 3000;

const problemsOf = ({ email, password }: { email: string; password: string }) => ({
  email: emailProblem(email),
  password: password === '' ? t.passwordRequired : undefined,
});

/** Login. */
export function LoginForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const fields = useFields({ email: '', password: '' }, problemsOf);
  const captcha = useCaptcha('login');
  const passwordInput = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);

  // One message per failure: wrong credentials speak in the banner, everything else in a toast.
  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) {
      setRefused(true);
      setTimeout(() => setRefused(false), BANNER_MS);
    } else showToastHere('error', failureText(error));
    captcha.renew();
    fields.change('password', '');
    passwordInput.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!fields.validate(event.currentTarget)) return showToastHere('error', t.completeFields);
    setBusy(true);
    const { email, password } = fields.values;
    try {
      const { signIn } = await import('../sign-in.ts');
      await signIn({ username: email.trim(), password, captcha: await captcha.answer() });
      onSignedIn();
    } catch (error) {
      fail(error);
    }
    setBusy(false);
  };
  return (
    <CaptchaForm captcha={captcha} onSubmit={submit}>
      {refused && <Banner title={t.wrongCredentialsBanner}>{t.loginFailures[401]}</Banner>}
      <TextField label={t.email} type="email" autoComplete="username" inputMode="email" {...fields.field('email')} />
      <div>
        <TextField
          label={t.password}
          type="password"
          autoComplete="current-password"
          ref={passwordInput}
          {...fields.field('password')}
        />
        <Link to="/forgot-password" className="link mt-1 inline-flex min-h-11 items-center text-sm">
          {t.forgot}
        </Link>
      </div>
      <Button type="submit" variant="primary" size="large" full busy={busy}>
        {t.signIn}
      </Button>
    </CaptchaForm>
  );
}

function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return NO_ANSWER_TEXT;
  return t.loginFailures[error.status] ?? (error.detail || statusText(error.status)) ?? NO_ANSWER_TEXT;
}
