import { createStore } from '../../../lib/store.ts';

/** Key of session storage; `entry-public.ts` writes it too, since a public page loads none of this before paying. */
const KEY = 'discount-code';
/** The code of this tab's last order. */
const ORDERED_KEY = 'discount-code-ordered';

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null; // storage is refused by the browser's settings
  }
}

function store(key: string, code: string | null): void {
  try {
    if (code === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, code);
  } catch {
    // Used where storage is refused: it lasts as long as the page.
  }
}

const typed = createStore<string | null>(stored(KEY));

function set(code: string | null): void {
  typed.set(code);
  store(KEY, code);
}

/** The code typed in this tab: a reopened sheet still has it, also after a login. */
export const typedCode = {
  subscribe: typed.subscribe,
  snapshot: typed.snapshot,
  set,
  /** Called when an order was made. @param isUsed whether the code reduced its price */
  ordered(isUsed: boolean): void {
    store(ORDERED_KEY, isUsed ? typed.snapshot() : null);
  },
  /** Deletes the code once its order is paid or was free. */
  settled(): void {
    if (typed.snapshot() === stored(ORDERED_KEY)) set(null);
    store(ORDERED_KEY, null);
  },
};

/**
 * Stores the discount code of a link, `?codigo=`, until the tab reaches the payment.
 * @param search query of the page's address
 */
export function keepCodeOfAddress(search: string): void {
  const code = new URLSearchParams(search).get('codigo')?.trim().slice(0, 60);
  if (code) set(code);
}
