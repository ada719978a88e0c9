import { useEffect, useRef, useState } from 'react';
import { ApiError, statusText } from '../../../lib/api/api-error.ts';
import { noAnswerText } from '../no-answer.ts';
import { showToastHere } from '../../../ui/overlays/toast-store.ts';
import { authTexts as t } from '../texts.ts';
import { fetchGoogleNonce, signInWithGoogle } from '../api.ts';
import { loadGoogleIdentity } from './google-identity.ts';

/** Largest width of Google's button, px. */
const WIDTH_MAX = 400;

interface GoogleButtonProps {
  readonly clientId: string;
  readonly onSignedIn: () => void;
  /** Called when Google cannot be reached, so that the section is hidden. */
  readonly onUnavailable: () => void;
}

/** Google's own button; each attempt has a nonce of its own. */
export function GoogleButton({ clientId, onSignedIn, onUnavailable }: GoogleButtonProps) {
  const place = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ onSignedIn, onUnavailable });
  useEffect(() => {
    latest.current = { onSignedIn, onUnavailable };
  });

  useEffect(() => {
    let isMounted = true;
    const enter = async (credential: string) => {
      try {
        const entered = await signInWithGoogle(credential);
        if (!isMounted) return;
        if (entered) latest.current.onSignedIn();
        else setAttempt((number) => number + 1);
      } catch (error) {
        if (!isMounted) return;
        const text = failureText(error);
        if (text) showToastHere('error', text);
        setAttempt((number) => number + 1);
      }
    };
    const show = async () => {
      const [identity, nonce] = await Promise.all([loadGoogleIdentity(), fetchGoogleNonce()]);
      if (!isMounted || !place.current) return;
      identity.initialize({ client_id: clientId, nonce, callback: ({ credential }) => void enter(credential) });
      place.current.replaceChildren();
      identity.renderButton(place.current, {
        type: 'standard',
        theme: matchMedia('(prefers-color-scheme: dark)').matches ? 'filled_black' : 'outline',
        size: 'large',
        text: 'continue_with',
        shape: 'rectangular',
        logo_alignment: 'center',
        width: Math.min(WIDTH_MAX, place.current.clientWidth),
        locale: 'es-419',
      });
    };
    show().catch(() => isMounted && latest.current.onUnavailable());
    return () => {
      isMounted = false;
    };
    // oxlint-disable-next-line exhaustive-effect-dependencies -- each attempt needs a nonce of its own
  }, [clientId, attempt]);
  // Sets a light colour scheme: Google's frame is light, and in a dark page the browser would paint white behind its
  // corners.
  return <div ref={place} className="flex min-h-11 justify-center [color-scheme:light]" />;
}

/** A 401 shows no message. */
function failureText(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status === 0) return noAnswerText();
  if (error.status === 401) return null;
  return t.googleFailures[error.status] ?? statusText(error.status) ?? noAnswerText();
}
