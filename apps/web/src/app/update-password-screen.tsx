import { useState } from 'react';
import { useNavigate } from 'react-router';
import { type FieldProblem, NewPasswordForm } from '../features/account/components/new-password-form.tsx';
import { updatePassword } from '../features/account/password-calls.ts';
import { passwordFailure } from '../features/account/password-failure.ts';
import { passwordTexts as t } from '../features/account/password-texts.ts';
import { useStoreName } from '../features/storefront/components/brand-link.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { showToast, showToastHere } from '../ui/toast-store.ts';
import { PrivateMeta } from './page-meta.tsx';
import { SignedInFrame } from './signed-in-frame.tsx';
import { appTexts } from './texts.ts';

const SETTINGS = '/user-settings';

/** Change of the password, spec §2; back to the profile. */
export function UpdatePasswordScreen() {
  const store = useStoreName();
  const navigate = useNavigate();
  const [asksCurrent, setAsksCurrent] = useState(false);

  const send = async (values: { password: string; currentPassword: string }): Promise<FieldProblem | undefined> => {
    try {
      await updatePassword(values.password, values.currentPassword);
    } catch (error) {
      const failure = passwordFailure(error, { current: asksCurrent });
      if (failure.kind === 'field') return failure.problem;
      if (failure.kind === 'toast') showToastHere('error', failure.text);
      else setAsksCurrent(true);
      return undefined;
    }
    showToast('success', t.updated, SETTINGS);
    await navigate(SETTINGS);
    return undefined;
  };
  return (
    <SignedInFrame>
      <PrivateMeta title={appTexts.titled(t.updateTitle, store)} />
      <div className="pt-3 pb-24">
        <BackLink to={SETTINGS}>{t.backToProfile}</BackLink>
        <h1 className="type-3 mt-4">{t.updateTitle}</h1>
        <p className="mt-2 mb-8 text-ink-2">{t.updateLead}</p>
        <div className="max-w-[400px]">
          <NewPasswordForm asksCurrent={asksCurrent} onSend={send} />
        </div>
      </div>
    </SignedInFrame>
  );
}
