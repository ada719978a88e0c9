import { type ComponentProps, type FormEvent, useRef } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { noAnswerText } from './no-answer.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { AccountScreen } from '../site/account-frame.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { appTexts } from '../site/app-texts.ts';
import { CaptchaForm } from './captcha/captcha.tsx';
import { useCaptcha } from './captcha/use-captcha.ts';
import { Conditions, EmailEntry, PurchaseLine } from './email-entry.tsx';
import { useEmailEntry } from './use-email-entry.ts';
import { confirmationProblem, emailProblem, nameProblem, newPasswordProblem } from './form-fields.ts';
import { GoogleSignIn } from './google/google-sign-in.tsx';
import { useEntering, useSearch } from './use-entering.ts';
import { authTexts as t } from './texts.ts';
import { Link } from '../../ui/navigation.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { useScreenParams } from '../../lib/screen-data.ts';

/** Whether the address is the only field that was filled in. */
const isAlone = ({ name, password, confirmPassword }: typeof empty) => name + password + confirmPassword === '';

const empty = { name: '', email: '', password: '', confirmPassword: '' };

const problemsOf = (values: typeof empty) => ({
  email: emailProblem(values.email),
  name: nameProblem(values.name),
  password: newPasswordProblem(values.password),
  confirmPassword: confirmationProblem(values.password, values.confirmPassword),
});

/** Registration. */
export function RegisterForm({ onRegistered }: { readonly onRegistered: () => void }) {
  const fields = useFields(empty, problemsOf);
  const emailInput = useRef<HTMLInputElement>(null);
  const entry = useEmailEntry(fields, { input: emailInput, alone: isAlone(fields.values) });
  const captcha = useCaptcha('register');
  const { busy, run } = useTask();

  const fail = (error: unknown, form: EventTarget) => {
    captcha.renew();
    if (!(error instanceof ApiError) || error.status === 0) return showToastHere('error', noAnswerText());
    if (error.status === 409) fields.show({ email: t.emailTaken }, form);
    if (error.status !== 422) return;
    const wrong = error.code === 'password_too_common' ? { password: error.detail } : error.fields;
    fields.show(wrong, form);
    if (!Object.keys(wrong).some((name) => name in empty)) showToastHere('error', error.detail || t.completeFields);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (entry.isMeant()) return entry.goOn();
    if (busy || !fields.validate(form)) return;
    await run(async (leave) => {
      try {
        const { register } = await import('./api.ts');
        const isRegistered = await register({ ...fields.values, captcha: await captcha.answer() });
        if (isRegistered) {
          leave();
          return onRegistered();
        }
        captcha.renew();
        showToastHere('error', t.captchaInvalid);
      } catch (error) {
        fail(error, form);
      }
    });
  };
  return (
    <CaptchaForm captcha={captcha} onSubmit={submit}>
      {fields.incomplete && (
        // Screen readers hear this before the focus moves to the first invalid field, whose own sentence is visible.
        <p role="alert" className="sr-only">
          {t.completeFields}
        </p>
      )}
      <EmailEntry entry={entry} input={emailInput} autoComplete="email" />
      <TextField label={t.name} autoComplete="name" {...fields.field('name')} />
      <NewPasswordFields password={fields.field('password')} confirmation={fields.field('confirmPassword')} />
      <Conditions />
      <Button type="submit" size="large" full busy={busy}>
        {t.createAccount}
      </Button>
    </CaptchaForm>
  );
}

type Field = ComponentProps<'input'> & { readonly error?: string | undefined };

function NewPasswordFields({ password, confirmation }: { readonly password: Field; readonly confirmation: Field }) {
  return (
    <>
      <TextField label={t.password} type="password" autoComplete="new-password" hint={t.passwordHint} {...password} />
      <TextField label={t.confirmPassword} type="password" autoComplete="new-password" {...confirmation} />
    </>
  );
}

/** The registration screen; a signed-in user is redirected as from the login, with the chosen book and part. */
export function RegisterScreen() {
  const bookId = useScreenParams()['book_id'];
  const store = useStoreName();
  const login = (bookId ? `/login/${bookId}` : '/login') + useSearch();
  const enter = useEntering(bookId);
  return (
    <AccountScreen title={t.registerTitle} lead={t.registerLead} bookId={bookId}>
      <PrivateMeta title={appTexts.metaRegister(store)} />
      <PurchaseLine bookId={bookId} isBuying />
      <RegisterForm onRegistered={enter} />
      <GoogleSignIn onSignedIn={enter} />
      <p className="mt-6 text-sm text-ink-2">
        {t.haveAccount}{' '}
        <Link to={login} className="link">
          {t.signIn}
        </Link>
      </p>
      <p className="mt-1">
        <BackLink to="/">{t.backToStart}</BackLink>
      </p>
    </AccountScreen>
  );
}
