import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, statusText } from '../../lib/api/api-error.ts';
import { NO_ANSWER_TEXT } from '../../lib/api/texts.ts';
import { loginAddress } from '../../lib/login-address.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { TextField } from '../../ui/forms/text-field.tsx';
import { showToast, showToastHere } from '../../ui/overlays/toast-store.ts';
import { AccountScreen } from '../site/account-frame.tsx';
import { PrivateMeta } from '../site/page-meta.tsx';
import { appTexts } from '../site/app-texts.ts';
import { CaptchaForm } from './captcha/captcha.tsx';
import { useCaptcha } from './captcha/use-captcha.ts';
import { noteWayBack, useCarriedEmail, wayBack } from './carried-email.ts';
import { emailProblem } from './form-fields.ts';
import { type FieldProblem, NewPasswordForm } from './new-password-form.tsx';
import { passwordFailure } from './password-failure.ts';
import { passwordTexts as t } from './account-texts.ts';
import { useSearch } from './use-entering.ts';
import { authTexts } from './texts.ts';
import { Link } from '../../ui/navigation.tsx';
import { useNavigation } from '../../ui/use-navigation.ts';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useTask } from '../../ui/forms/use-task.ts';
import { Waiting } from '../../ui/waiting.tsx';
import { useScreenParams } from '../../lib/screen-data.ts';

const problemsOf = ({ email }: { email: string }) => ({ email: emailProblem(email) });

/** Asks for the mail with the steps. */
function ForgotForm({ onSent }: { readonly onSent: (email: string) => void }) {
  const fields = useFields({ email: '' }, problemsOf);
  const captcha = useCaptcha('forgot-password');
  const input = useRef<HTMLInputElement>(null);
  useCarriedEmail({ input, email: fields.values.email, fill: (email) => fields.change('email', email) });
  const { busy, run } = useTask();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !fields.validate(event.currentTarget)) return;
    const email = fields.values.email.trim();
    await run(async () => {
      try {
        const { requestRecovery } = await import('./api.ts');
        await requestRecovery(email, await captcha.answer());
        onSent(email);
      } catch (error) {
        captcha.renew();
        showToastHere('error', failureText(error));
      }
    });
  };
  return (
    <CaptchaForm captcha={captcha} onSubmit={submit}>
      <TextField
        label={authTexts.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        ref={input}
        {...fields.field('email')}
      />
      <Button type="submit" variant="primary" size="large" full busy={busy}>
        {t.sendSteps}
      </Button>
    </CaptchaForm>
  );
}

/** 400 shows the server's sentence, 403 a sentence of its own. */
function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return NO_ANSWER_TEXT;
  if (error.status === 403) return t.forbidden;
  return (error.detail || statusText(error.status)) ?? NO_ANSWER_TEXT;
}

const LOGIN = '/login';

/** New password by the link of the recovery mail. Opening the link changes nothing, sending the form does. */
export function RecoverPasswordScreen() {
  const token = useScreenParams()['token'] ?? '';
  const store = useStoreName();
  const { go } = useNavigation();
  /** Null until the server has checked the link, which decides which page is shown. */
  const [isLinkOver, setIsLinkOver] = useState<boolean | null>(null);
  useEffect(() => {
    void import('./api.ts')
      .then(async ({ isRecoveryGood }) => isRecoveryGood(token))
      .then(
        (good) => setIsLinkOver(!good),
        () => setIsLinkOver(false), // the sending will show it
      );
  }, [token]);

  const send = async ({ password }: { password: string }): Promise<FieldProblem | undefined> => {
    try {
      const { resetPassword } = await import('./api.ts');
      await resetPassword(token, password);
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) {
        showToastHere('error', t.linkTooOld);
        setIsLinkOver(true);
      } else {
        const failure = passwordFailure(error, { current: false });
        if (failure.kind === 'field') return failure.problem;
        showToastHere('error', failure.kind === 'toast' ? failure.text : t.updateFailed);
      }
      return undefined;
    }
    const here = wayBack(Date.now());
    const login = here === null ? LOGIN : loginAddress(here);
    showToast('success', t.updated, { at: login.split('?')[0] });
    // The link is used up, so a step back must not lead to its form.
    go(login, { replace: true });
    return undefined;
  };
  return (
    <AccountScreen
      title={isLinkOver ? t.linkOverTitle : t.recoverTitle}
      lead={isLinkOver ? t.linkOverLead : t.recoverLead}
      waiting={isLinkOver === null && <Waiting className="skeleton h-72" />}
    >
      <PrivateMeta title={appTexts.titled(t.recoverTitle, store)} />
      {isLinkOver ? (
        <Link to="/forgot-password" className={buttonClass({ variant: 'primary', size: 'large', full: true })}>
          {t.askAgain}
        </Link>
      ) : (
        <NewPasswordForm onSend={send} />
      )}
      <p className="mt-5 flex flex-wrap gap-x-6">
        <BackLink to={LOGIN}>{t.backToLogin}</BackLink>
        <BackLink to="/">{authTexts.backToStart}</BackLink>
      </p>
    </AccountScreen>
  );
}

/** Request of a recovery mail. */
export function ForgotPasswordScreen() {
  const store = useStoreName();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const next = new URLSearchParams(useSearch()).get('next');
  return (
    <AccountScreen
      title={sentTo === null ? t.forgotTitle : t.sentTitle}
      lead={sentTo === null ? t.forgotLead : t.sentLead(sentTo)}
    >
      <PrivateMeta title={appTexts.titled(t.forgotTitle, store)} />
      {sentTo === null ? (
        <ForgotForm
          onSent={(email) => {
            noteWayBack(next, Date.now());
            setSentTo(email);
          }}
        />
      ) : (
        <>
          <p className="mb-6 text-sm text-ink-3">{t.sentHint}</p>
          <Button size="large" full onClick={() => setSentTo(null)}>
            {t.sendAgain}
          </Button>
        </>
      )}
      <p className="mt-5">
        <BackLink to={next === null ? LOGIN : loginAddress(next)}>{t.backToLogin}</BackLink>
      </p>
    </AccountScreen>
  );
}
