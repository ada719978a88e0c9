import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../../lib/api-error.ts';
import { NO_ANSWER_TEXT } from '../../../lib/error-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToastHere } from '../../../ui/toast-store.ts';
import { CaptchaForm } from '../captcha/captcha-form.tsx';
import { useCaptcha } from '../captcha/use-captcha.ts';
import { accountTexts as t } from '../texts.ts';
import { useFields } from '../use-fields.ts';
import { confirmationProblem, emailProblem, nameProblem, newPasswordProblem } from '../validation.ts';

const empty = { name: '', email: '', password: '', confirmPassword: '' };

const problemsOf = (values: typeof empty) => ({
  name: nameProblem(values.name),
  email: emailProblem(values.email),
  password: newPasswordProblem(values.password),
  confirmPassword: confirmationProblem(values.password, values.confirmPassword),
});

/** Registration. */
export function RegisterForm({ onRegistered }: { readonly onRegistered: () => void }) {
  const fields = useFields(empty, problemsOf);
  const captcha = useCaptcha('register');
  const [busy, setBusy] = useState(false);

  const fail = (error: unknown, form: EventTarget) => {
    captcha.renew();
    if (!(error instanceof ApiError) || error.status === 0) return showToastHere('error', NO_ANSWER_TEXT);
    if (error.status === 409) {
      fields.show({ email: t.emailTaken }, form);
      showToastHere('error', t.emailTaken);
    }
    if (error.status === 422) {
      fields.show(error.code === 'password_too_common' ? { password: error.detail } : error.fields, form);
      showToastHere('error', error.detail || t.completeFields);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    if (!fields.validate(form)) return showToastHere('error', t.completeFields);
    setBusy(true);
    try {
      const { register } = await import('../sign-in.ts');
      const done = await register({ ...fields.values, captcha: await captcha.answer() });
      if (done) return onRegistered();
      captcha.renew();
      showToastHere('error', t.captchaInvalid);
    } catch (error) {
      fail(error, form);
    } finally {
      setBusy(false);
    }
  };
  return (
    <CaptchaForm captcha={captcha} onSubmit={submit}>
      <TextField label={t.name} autoComplete="name" {...fields.field('name')} />
      <TextField label={t.email} type="email" autoComplete="email" inputMode="email" {...fields.field('email')} />
      <TextField label={t.password} type="password" autoComplete="new-password" {...fields.field('password')} />
      <TextField
        label={t.confirmPassword}
        type="password"
        autoComplete="new-password"
        {...fields.field('confirmPassword')}
      />
      <Conditions />
      <Button type="submit" variant="primary" size="large" full busy={busy}>
        {t.createAccount}
      </Button>
    </CaptchaForm>
  );
}

function Conditions() {
  return (
    <p className="text-xs text-ink-3">
      {t.acceptBefore}{' '}
      <Link to="/terms-and-conditions" className="link">
        {t.terms}
      </Link>{' '}
      {t.acceptBetween}{' '}
      <Link to="/privacy-policy" className="link">
        {t.privacy}
      </Link>
      .
    </p>
  );
}
