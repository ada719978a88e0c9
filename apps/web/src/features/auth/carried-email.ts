import { HOUR_MS } from '@cuentos/domain/time/durations';
import { type RefObject, useEffect, useRef } from 'react';

/** Key of the typed address, which this tab carries from form to form, and never in a URL. */
const EMAIL = 'account-email';
/** When a code was last asked for, epoch milliseconds, and for which address. */
const CODE_ASKED = 'entry-code-asked';
const WAY_BACK = 'recovery-way-back';

/** Null where the browser blocks storage; the address is typed again then. */
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
    // The form begins empty.
  }
}

function carryEmail(email: string): void {
  write(EMAIL, email.trim());
}

/** A code is on its way to this address. */
export function noteCodeAsked(email: string, now: number): void {
  carryEmail(email);
  write(CODE_ASKED, `${now} ${email.trim()}`);
}

/** The address that a code was sent to, and when; null when none was asked for in this tab. */
export function codeAsked(): { readonly email: string; readonly at: number } | null {
  const [at, email] = read(CODE_ASKED)?.split(' ') ?? [];
  return email && at ? { email, at: Number(at) } : null;
}

/** Lifetime of the way back: that of a recovery link. */
const WAY_BACK_MS = HOUR_MS;

/** Where a new password is to lead back to. The mail's link opens in another tab, so that all tabs may know it. */
export function noteWayBack(address: string | null, now: number): void {
  try {
    if (address === null) localStorage.removeItem(WAY_BACK);
    else localStorage.setItem(WAY_BACK, `${now} ${address}`);
  } catch {
    // It leads to the library.
  }
}

/** Address from which a recovery mail was asked for in this browser; null when there is none, or too long ago. */
export function wayBack(now: number): string | null {
  try {
    const [at, address] = localStorage.getItem(WAY_BACK)?.split(' ') ?? [];
    return address && now - Number(at) < WAY_BACK_MS ? address : null;
  } catch {
    return null;
  }
}

/** A signed-in user needs none of it, and the next user of the device must not see it. */
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

/** Fills the field of a form with what was typed in the one before, and keeps what is typed here for the next. */
export function useCarriedEmail({ input, email, fill }: EmailField): void {
  const filling = useRef(fill);
  useEffect(() => {
    filling.current = fill;
  });
  useEffect(() => {
    const carried = read(EMAIL);
    const field = input.current;
    // Keeps what a password manager or the user has put into the field meanwhile.
    if (carried && field?.value === '' && field !== document.activeElement) filling.current(carried);
  }, [input]);
  useEffect(() => {
    if (email !== '') carryEmail(email);
  }, [email]);
}
