import { KeyRound } from 'lucide-react';
import { type ComponentProps, type FormEvent, type RefObject, useRef, useState, useSyncExternalStore } from 'react';
import { ApiError, statusText } from '../../lib/api/api-error.ts';
import { noAnswerText } from './no-answer.ts';
import { addressAfterLogin } from '../../lib/login-address.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { AccountScreen } from '../site/account-frame.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { appTexts } from '../site/app-texts.ts';
import { CaptchaForm } from './captcha/captcha.tsx';
import { useCaptcha } from './captcha/use-captcha.ts';
import { Conditions, EmailEntry, PurchaseLine } from './email-entry.tsx';
import { useEmailEntry } from './use-email-entry.ts';
import { emailProblem } from './form-fields.ts';
import { GoogleSignIn } from './google/google-sign-in.tsx';
import { authTexts as t } from './texts.ts';
import { useEntering, useSearch } from './use-entering.ts';
import { Link } from '../../ui/navigation.tsx';
import { useScreenParams } from '../../lib/screen-data.ts';

/** Time for which the error banner is shown, ms. */
const BANNER_MS = 3000;

const problemsOf = ({ email, password }: { email: string; password: string }) => ({
  email: emailProblem(email),
  password: password === '' ? t.passwordRequired : undefined,
});

/** Shows an element for a fixed time, which starts anew at each call. */
function useShownFor(ms: number): readonly [boolean, () => void] {
  const [isShown, setShown] = useState(false);
  const end = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = () => {
    clearTimeout(end.current);
    setShown(true);
    end.current = setTimeout(() => setShown(false), ms);
  };
  return [isShown, show];
}

/** Login. */
export function LoginForm({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const fields = useFields({ email: '', password: '' }, problemsOf);
  const emailInput = useRef<HTMLInputElement>(null);
  const entry = useEmailEntry(fields, { input: emailInput, alone: fields.values.password === '' });
  const captcha = useCaptcha('login');
  const passwordInput = useRef<HTMLInputElement>(null);
  const { busy, run } = useTask();
  const [refused, refuse] = useShownFor(BANNER_MS);

  const startAnew = () => {
    captcha.renew();
    fields.change('password', '');
    passwordInput.current?.focus();
  };
  // Shows one message per failure: wrong credentials in the banner, all others in a toast.
  const fail = (error: unknown) => {
    startAnew();
    if (error instanceof ApiError && error.status === 401) {
      refuse();
    } else showToastHere('error', failureText(error));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (entry.isMeant()) return entry.goOn();
    if (busy) return;
    if (!fields.validate(event.currentTarget)) return showToastHere('error', t.completeFields);
    const { email, password } = fields.values;
    await run(async (leave) => {
      try {
        const { signIn } = await import('./api.ts');
        if (await signIn({ username: email.trim(), password, captcha: await captcha.answer() })) {
          leave();
          onSignedIn();
        } else startAnew();
      } catch (error) {
        fail(error);
      }
    });
  };
  return (
    <CaptchaForm captcha={captcha} onSubmit={submit}>
      {refused && <Banner title={t.wrongCredentialsBanner}>{t.loginFailures[401]}</Banner>}
      <EmailEntry entry={entry} input={emailInput} autoComplete="username" />
      <PasswordField field={fields.field('password')} input={passwordInput} />
      <Button type="submit" size="large" full busy={busy}>
        {t.signIn}
      </Button>
      <Conditions />
    </CaptchaForm>
  );
}

interface PasswordFieldProps {
  readonly field: ComponentProps<'input'> & { readonly error?: string | undefined };
  readonly input: RefObject<HTMLInputElement | null>;
}

/** The password's field, with the link to recovery, which leads back to the current target. */
function PasswordField({ field, input }: PasswordFieldProps) {
  const after = addressAfterLogin(useSearch(), useScreenParams()['book_id']);
  const next = after === '/user-library' ? '' : `?next=${encodeURIComponent(after)}`;
  return (
    <div>
      <TextField label={t.password} type="password" autoComplete="current-password" ref={input} {...field} />
      <Link to={`/forgot-password${next}`} className="link mt-1 inline-flex min-h-11 items-center text-sm">
        {t.forgot}
      </Link>
    </div>
  );
}

function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return noAnswerText();
  return t.loginFailures[error.status] ?? (error.detail || statusText(error.status)) ?? noAnswerText();
}

const never = () => () => {};

/** The sign-in with a passkey; absent where the browser has none. Its code is loaded when it is pressed. */
export function PasskeyEntry({ onSignedIn }: { readonly onSignedIn: () => void }) {
  // Checked by hand, because the library is not loaded yet.
  const isKnown = useSyncExternalStore(
    never,
    () => 'PublicKeyCredential' in globalThis,
    () => true,
  );
  const { busy, run } = useTask();
  const enter = async (leave: () => void) => {
    try {
      const { enterWithPasskey } = await import('./api.ts');
      await enterWithPasskey();
      leave();
      onSignedIn();
    } catch (error) {
      showToastHere('error', passkeyFailure(error));
    }
  };
  if (!isKnown) return null;
  return (
    <Button
      size="large"
      full
      busy={busy}
      className="mt-5"
      icon={<KeyRound aria-hidden="true" />}
      onClick={() => void run(enter)}
    >
      {t.withPasskey}
    </Button>
  );
}

function passkeyFailure(error: unknown): string {
  if (error instanceof ApiError) {
    // In that list 400 is Google's; here the server's own sentence gives the reason.
    const failureText = error.status === 400 ? undefined : t.loginFailures[error.status];
    return failureText ?? (error.detail || noAnswerText());
  }
  // Error names of WebAuthn; a script that fails to load is a TypeError.
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return t.noPasskey;
  return name === 'TypeError' ? noAnswerText() : t.passkeyUnable;
}

/** The login screen; keeps the book for the next screen. */
export function LoginScreen() {
  const bookId = useScreenParams()['book_id'];
  const store = useStoreName();
  const suffix = (bookId ? `/${bookId}` : '') + useSearch();
  const enter = useEntering(bookId);
  return (
    <AccountScreen title={t.loginTitle} lead={t.loginLead} bookId={bookId}>
      <PrivateMeta title={appTexts.metaLogin(store)} />
      <PurchaseLine bookId={bookId} isBuying={false} />
      <LoginForm onSignedIn={enter} />
      <PasskeyEntry onSignedIn={enter} />
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
