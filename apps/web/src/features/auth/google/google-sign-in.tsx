import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useSite } from '../../../lib/page-data.ts';
import { authTexts as t } from '../texts.ts';

const GoogleButton = lazy(async () => ({ default: (await import('./google-button.tsx')).GoogleButton }));

const never = () => () => {};
const yes = () => true;
const no = () => false;

/** Google's sign-in under an 'o' rule; absent when it is not configured or cannot be reached. */
export function GoogleSignIn({ onSignedIn }: { readonly onSignedIn: () => void }) {
  const clientId = useSite()?.googleClientId;
  const awake = useSyncExternalStore(never, yes, no);
  const [unavailable, setUnavailable] = useState(false);
  if (!clientId || unavailable) return null;
  return (
    <section aria-label={t.google} className="mt-5">
      <p aria-hidden="true" className="mb-5 flex items-center gap-4 text-sm text-ink-2">
        <span className="h-px flex-1 bg-line" />
        {t.or}
        <span className="h-px flex-1 bg-line" />
      </p>
      <div className="min-h-11">
        <Suspense>
          {awake && (
            <GoogleButton clientId={clientId} onSignedIn={onSignedIn} onUnavailable={() => setUnavailable(true)} />
          )}
        </Suspense>
      </div>
    </section>
  );
}
