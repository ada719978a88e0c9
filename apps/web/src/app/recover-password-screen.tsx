import { useNavigate, useParams } from 'react-router';
import { type FieldProblem, NewPasswordForm } from '../features/account/components/new-password-form.tsx';
import { passwordFailure } from '../features/account/password-failure.ts';
import { passwordTexts as t } from '../features/account/password-texts.ts';
import { accountTexts } from '../features/account/texts.ts';
import { useStoreName } from '../lib/store-name.ts';
import { ApiError } from '../lib/api-error.ts';
import { BackLink } from '../ui/back-link.tsx';
import { showToast, showToastHere } from '../ui/toast-store.ts';
import { AccountScreen } from './account-screen.tsx';
import { PrivateMeta } from './page-meta.tsx';
import { appTexts } from './texts.ts';

const LOGIN = '/login';

/** New password by the link of the recovery mail. Opening it changes nothing, sending does. */
export function RecoverPasswordScreen() {
  const token = useParams()['token'] ?? '';
  const store = useStoreName();
  const navigate = useNavigate();

  const send = async ({ password }: { password: string }): Promise<FieldProblem | undefined> => {
    try {
      const { resetPassword } = await import('../features/account/password-calls.ts');
      await resetPassword(token, password);
    } catch (error) {
      if (error instanceof ApiError && error.status === 400) showToastHere('error', t.linkTooOld);
      else {
        const failure = passwordFailure(error, { current: false });
        if (failure.kind === 'field') return failure.problem;
        showToastHere('error', failure.kind === 'toast' ? failure.text : t.updateFailed);
      }
      return undefined;
    }
    showToast('success', t.updated, LOGIN);
    // The link is used up: the way back is not to its form.
    await navigate(LOGIN, { replace: true });
    return undefined;
  };
  return (
    <AccountScreen title={t.recoverTitle} lead={t.recoverLead}>
      <PrivateMeta title={appTexts.titled(t.recoverTitle, store)} />
      <NewPasswordForm onSend={send} />
      <p className="mt-5 flex flex-wrap gap-x-6">
        <BackLink to={LOGIN}>{t.backToLogin}</BackLink>
        <BackLink to="/">{accountTexts.backToStart}</BackLink>
      </p>
    </AccountScreen>
  );
}
