import { type RefObject, useEffect, useRef } from 'react';

/** What was typed once is carried from form to form in this tab, and never in an address. */
const EMAIL = 'account-email';
/** When a code was last asked for, epoch milliseconds. */
const CODE_ASKED = 'entry-code-asked';

/** Storage may be switched off: then it is typed again. */
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
    // Nothing is carried.
  }
}

export function carryEmail(email: string): void {
  write(EMAIL, email.trim());
}

/** A code is on its way to this address. */
export function noteCodeAsked(email: string, now: number): void {
  carryEmail(email);
  write(CODE_ASKED, String(now));
}

/** The address that a code was sent to, and when; null when none was asked for in this tab. */
export function codeAsked(): { readonly email: string; readonly at: number } | null {
  const [email, at] = [read(EMAIL), read(CODE_ASKED)];
  return email && at ? { email, at: Number(at) } : null;
}

/** Whoever is in needs none of it, and the next at this device should not see it. */
export function forgetCarried(): void {
  write(EMAIL, null);
  write(CODE_ASKED, null);
}

/** Fills the field of a form with what was typed in the one before; what stands there already stays. */
export function useCarriedEmail(input: RefObject<HTMLInputElement | null>, fill: (email: string) => void): void {
  const filling = useRef(fill);
  useEffect(() => {
    filling.current = fill;
  });
  useEffect(() => {
    const email = read(EMAIL);
    if (email && input.current?.value === '') filling.current(email);
  }, [input]);
}
