import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { GoogleSignIn } from '../auth/google/google-sign-in.tsx';
import { type FieldProblem, NewPasswordForm } from '../auth/new-password-form.tsx';
import { passwordFailure } from '../auth/password-failure.ts';
import { passwordTexts as t } from '../auth/account-texts.ts';
import { updatePassword } from '../auth/api.ts';
import { useStoreName } from '../../lib/page-data.ts';
import { session } from '../../lib/api/session.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { showToast, showToastHere } from '../../ui/overlays/toast-store.ts';
import { PrivateMeta } from '../site/page-meta.tsx';
import { appTexts } from '../site/app-texts.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { SignedInFrame } from '../site/page-frames.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { profileQuery } from './queries.ts';

const SETTINGS = '/user-settings';

/** Changes the password; leads back to the profile. */
export function UpdatePasswordScreen() {
  const store = useStoreName();
  const navigate = useNavigate();
  const profile = useQuery(profileQuery, queryClient);
  const title = profile.data?.has_password === false ? t.addTitle : t.updateTitle;
  const [asksCurrent, setAsksCurrent] = useState(false);
  // The new password of an account that must sign in by Google once more.
  const [waiting, setWaiting] = useState<string | null>(null);

  const send = async (values: { password: string; currentPassword: string }): Promise<FieldProblem | undefined> => {
    try {
      await updatePassword(values.password, values.currentPassword);
    } catch (error) {
      const failure = passwordFailure(error, { current: asksCurrent });
      if (failure.kind === 'field') return failure.problem;
      if (failure.kind === 'toast') showToastHere('error', failure.text);
      else if (failure.kind === 'ask-google') setWaiting(values.password);
      else setAsksCurrent(true);
      return undefined;
    }
    showToast('success', t.updated, { at: SETTINGS });
    await navigate(SETTINGS, { replace: true });
    return undefined;
  };
  return (
    <SignedInFrame>
      <PrivateMeta title={appTexts.titled(title, store)} />
      <div className="pt-3 pb-24">
        <BackLink to={SETTINGS}>{t.backToProfile}</BackLink>
        {profile.isPending ? (
          <Waiting className="skeleton mt-4 h-11 max-w-[400px]" />
        ) : (
          <h1 className="type-3 mt-4">{title}</h1>
        )}
        <p className="mt-2 mb-8 text-ink-2">{t.updateLead}</p>
        <div className="max-w-[400px]">
          <NewPasswordForm asksCurrent={asksCurrent} onSend={send} />
          {waiting !== null && <GoogleProof onProven={() => void send({ password: waiting, currentPassword: '' })} />}
        </div>
      </div>
    </SignedInFrame>
  );
}

/** Signs in by Google again, as the same person, for an account without a password. */
function GoogleProof({ onProven }: { readonly onProven: () => void }) {
  const navigate = useNavigate();
  const [owner] = useState(() => session.claims()?.uid);
  const proven = () => {
    if (session.claims()?.uid === owner) return onProven();
    queryClient.clear();
    showToast('error', t.googleOther);
    void navigate('/user-library');
  };
  return (
    <div className="mt-6 border-t border-line pt-5">
      <output className="block">{t.googleAgain}</output>
      <GoogleSignIn onSignedIn={proven} />
      <Link to="/forgot-password" className="link mt-3 inline-flex min-h-11 items-center text-sm">
        {t.googleOrLink}
      </Link>
    </div>
  );
}
