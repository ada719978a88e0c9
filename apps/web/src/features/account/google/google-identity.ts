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

/** The only script of somebody else, and only where Google sign-in is configured (see the policy of the server). */
const SCRIPT = 'https://accounts.google.com/gsi/client';

let loading: Promise<GoogleIdentity> | null = null;

/** Loads Google's script once; rejects when it does not arrive. */
export function loadGoogleIdentity(): Promise<GoogleIdentity> {
  if (globalThis.google) return Promise.resolve(globalThis.google.accounts.id);
  loading ??= new Promise<GoogleIdentity>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    const fail = () => {
      loading = null;
      script.remove();
      reject(new Error('the Google script did not arrive'));
    };
    script.addEventListener('error', fail);
    script.addEventListener('load', () => (globalThis.google ? resolve(globalThis.google.accounts.id) : fail()));
    document.head.append(script);
  });
  return loading;
}

/** After a logout nobody is signed in again by themselves (spec §2, user settings). Never holds a logout back. */
export async function disableGoogleAutoSelect(): Promise<void> {
  try {
    (await loadGoogleIdentity()).disableAutoSelect();
  } catch {
    // Without the script there is no automatic selection either.
  }
}
