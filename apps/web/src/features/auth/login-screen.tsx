import { type FormEvent, useRef, useState } from 'react';
import { ApiError, NO_ANSWER_TEXT, statusText } from '../../lib/api/api-error.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { AccountScreen } from '../site/account-frame.tsx';
import { appTexts, PrivateMeta } from '../site/page-meta.tsx';
import { CaptchaForm, useCaptcha } from './captcha/captcha.tsx';
import { emailProblem, useFields } from './form-fields.ts';
import { GoogleSignIn } from './google/google-sign-in.tsx';
import { authTexts as t } from './texts.ts';
import { Link, useNavigation } from '../../ui/navigation.tsx';
import { useScreenParams } from '../../lib/screen-data.ts';

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

  const startAnew = () => {
    captcha.renew();
    fields.change('password', '');
    passwordInput.current?.focus();
  };
  // One message per failure: wrong credentials speak in the banner, everything else in a toast.
  const fail = (error: unknown) => {
    startAnew();
    if (error instanceof ApiError && error.status === 401) {
      setRefused(true);
      setTimeout(() => setRefused(false), BANNER_MS);
    } else showToastHere('error', failureText(error));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!fields.validate(event.currentTarget)) return showToastHere('error', t.completeFields);
    setBusy(true);
    const { email, password } = fields.values;
    try {
      const { signIn } = await import('./api.ts');
      if (await signIn({ username: email.trim(), password, captcha: await captcha.answer() })) onSignedIn();
      else startAnew();
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

/** Login; carries the book through. */
export function LoginScreen() {
  const bookId = useScreenParams()['book_id'];
  const { go } = useNavigation();
  const store = useStoreName();
  const suffix = bookId ? `/${bookId}` : '';
  // The way back is to where one came from, not to a form that was sent.
  const enter = () => go(`/user-library${suffix}`, { replace: true });
  return (
    <AccountScreen title={t.loginTitle} lead={t.loginLead} bookId={bookId}>
      <PrivateMeta title={appTexts.metaLogin(store)} />
      <LoginForm onSignedIn={enter} />
      <GoogleSignIn onSignedIn={enter} />
      <p className="mt-6 text-sm text-ink-2">
        {t.firstTime}{' '}
        <Link to={`/register${suffix}`} className="link">
          {t.createYours}
        </Link>
      </p>
      <p className="mt-1">
        <BackLink to="/">{t.backToStart}</BackLink>
      </p>
    </AccountScreen>
  );
}
