import { HOUR_MS } from '@cuentos/domain/time/durations';
import { type RefObject, useEffect, useRef } from 'react';

/** Session storage key of the typed address, which the tab carries from form to form, never in a URL. */
const EMAIL = 'account-email';
/** Session storage key of the last request of a code: its time, epoch milliseconds, and address. */
const CODE_ASKED = 'entry-code-asked';
const WAY_BACK = 'recovery-way-back';

/** Null where the browser blocks storage: the address must be typed again. */
function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Storage is blocked: the form starts empty.
  }
}

function carryEmail(email: string): void {
  write(EMAIL, email.trim());
}

/** Records that a code was sent to this address. */
export function noteCodeAsked(email: string, now: number): void {
  carryEmail(email);
  write(CODE_ASKED, `${now} ${email.trim()}`);
}

/** The address to which a code was sent, and when; null when this tab requested none. */
export function codeAsked(): { readonly email: string; readonly at: number } | null {
  const [at, email] = read(CODE_ASKED)?.split(' ') ?? [];
  return email && at ? { email, at: Number(at) } : null;
}

/** Lifetime of the recovery's target, ms: that of a recovery link. */
const WAY_BACK_MS = HOUR_MS;

/**
 * Local storage key of the address to return to after a new password. All tabs know it, since the mail's link opens
 * another tab.
 */
export function noteWayBack(address: string | null, now: number): void {
  try {
    if (address === null) localStorage.removeItem(WAY_BACK);
    else localStorage.setItem(WAY_BACK, `${now} ${address}`);
  } catch {
    // Without a target the login leads to the library.
  }
}

/** Address from which this browser requested a recovery mail; null when there is none, or it has expired. */
export function wayBack(now: number): string | null {
  try {
    const [at, address] = localStorage.getItem(WAY_BACK)?.split(' ') ?? [];
    return address && now - Number(at) < WAY_BACK_MS ? address : null;
  } catch {
    return null;
  }
}

/** Deletes these entries at a sign-in: the next user of the device must not see them. */
export function forgetCarried(): void {
  write(EMAIL, null);
  write(CODE_ASKED, null);
  noteWayBack(null, 0);
}

interface EmailField {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly email: string;
  readonly fill: (email: string) => void;
}

/** Fills a form's field with the text of the form before, and stores its text for the next form. */
export function useCarriedEmail({ input, email, fill }: EmailField): void {
  const filling = useRef(fill);
  useEffect(() => {
    filling.current = fill;
  });
  useEffect(() => {
    const carried = read(EMAIL);
    const field = input.current;
    // Does not overwrite the text of a password manager or of the user.
    if (carried && field?.value === '' && field !== document.activeElement) filling.current(carried);
  }, [input]);
  useEffect(() => {
    if (email !== '') carryEmail(email);
  }, [email]);
}
