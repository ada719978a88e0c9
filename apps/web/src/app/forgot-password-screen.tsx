import { useState } from 'react';
import { ForgotForm } from '../features/account/components/forgot-form.tsx';
import { passwordTexts as t } from '../features/account/password-texts.ts';
import { useStoreName } from '../lib/store-name.ts';
import { BackLink } from '../ui/back-link.tsx';
import { Button } from '../ui/button.tsx';
import { AccountScreen } from './account-screen.tsx';
import { PrivateMeta } from './page-meta.tsx';
import { appTexts } from './texts.ts';

/** Request of a recovery mail. */
export function ForgotPasswordScreen() {
  const store = useStoreName();
  const [sentTo, setSentTo] = useState<string | null>(null);
  return (
    <AccountScreen
      title={sentTo === null ? t.forgotTitle : t.sentTitle}
      lead={sentTo === null ? t.forgotLead : t.sentLead(sentTo)}
    >
      <PrivateMeta title={appTexts.titled(t.forgotTitle, store)} />
      {sentTo === null ? (
        <ForgotForm onSent={setSentTo} />
      ) : (
        <>
          <p className="mb-6 text-sm text-ink-3">{t.sentHint}</p>
          <Button size="large" full onClick={() => setSentTo(null)}>
            {t.sendAgain}
          </Button>
        </>
      )}
      <p className="mt-5">
        <BackLink to="/login">{t.backToLogin}</BackLink>
      </p>
    </AccountScreen>
  );
}
