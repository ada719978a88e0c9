import { loadScript } from '../../../lib/load-script.ts';

/** Google Identity Services, as much of it as we use. https://developers.google.com/identity/gsi/web/reference/js-reference */
export interface GoogleIdentity {
  initialize(settings: {
    readonly client_id: string;
    readonly nonce: string;
    readonly callback: (answer: { readonly credential: string }) => void;
  }): void;
  renderButton(
    parent: HTMLElement,
    look: {
      readonly type: 'standard';
      readonly theme: 'outline' | 'filled_black';
      readonly size: 'large';
      readonly text: 'continue_with';
      readonly shape: 'rectangular';
      readonly logo_alignment: 'center';
      readonly width: number;
      readonly locale: string;
    },
  ): void;
  disableAutoSelect(): void;
}

declare global {
  // oxlint-disable-next-line no-var -- the script's own global
  var google: { readonly accounts: { readonly id: GoogleIdentity } } | undefined;
}

/** The only foreign script, and only where Google sign-in is configured (see the policy of the server). */
const SCRIPT = 'https://accounts.google.com/gsi/client';

/** Loads Google's script once; rejects when it does not arrive. */
export async function loadGoogleIdentity(): Promise<GoogleIdentity> {
  if (!globalThis.google) await loadScript(SCRIPT);
  if (!globalThis.google) throw new Error('the Google script brought nothing');
  return globalThis.google.accounts.id;
}

/** After a logout Google signs no account in by itself. Never holds a logout back. */
export async function disableGoogleAutoSelect(): Promise<void> {
  try {
    (await loadGoogleIdentity()).disableAutoSelect();
  } catch {
    // Does nothing without the script, which would do the automatic selection.
  }
}
