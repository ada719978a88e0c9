import { MailQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { showToastHere } from '../../../ui/toast-store.ts';
import { profileTexts as t } from '../profile-texts.ts';
import { resendVerification } from '../verify-address.ts';

/** The address was never confirmed; the link can be asked for again. */
export function UnverifiedNotice() {
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const resend = async () => {
    setBusy(true);
    try {
      await resendVerification();
      setSent(true);
      showToastHere('success', t.resent);
    } catch {
      // The failed call has already said so.
    }
    setBusy(false);
  };
  return (
    <section
      aria-labelledby="unverified-title"
      className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3.5 rounded-2 border border-line bg-sheet p-4 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:text-ink-3"
    >
      <MailQuestionMark aria-hidden="true" />
      <div className="grid justify-items-start gap-1">
        <h2 id="unverified-title" className="font-sans text-base font-semibold tracking-normal">
          {t.unverifiedTitle}
        </h2>
        <p className="text-sm text-ink-2">{t.unverifiedText}</p>
        {!sent && (
          <Button className="mt-2" busy={busy} onClick={() => void resend()}>
            {t.resend}
          </Button>
        )}
      </div>
    </section>
  );
}
