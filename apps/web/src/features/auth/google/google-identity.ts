import { loadScript } from '../../../lib/load-script.ts';

/** The used part of Google Identity Services. https://developers.google.com/identity/gsi/web/reference/js-reference */
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

/** The only foreign script here, loaded only where Google's sign-in is configured (see the server's policy). */
const SCRIPT = 'https://accounts.google.com/gsi/client';

/** Loads Google's script once; rejects when it does not arrive. */
export async function loadGoogleIdentity(): Promise<GoogleIdentity> {
  if (!globalThis.google) await loadScript(SCRIPT);
  if (!globalThis.google) throw new Error('the Google script brought nothing');
  return globalThis.google.accounts.id;
}

/** Turns Google's automatic selection off after a logout. Never delays a logout. */
export async function disableGoogleAutoSelect(): Promise<void> {
  try {
    (await loadGoogleIdentity()).disableAutoSelect();
  } catch {
    // Without the script there is no automatic selection to turn off.
  }
}
