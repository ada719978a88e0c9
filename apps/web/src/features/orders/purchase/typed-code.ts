import { createStore } from '../../../lib/store.ts';

/** In the tab's storage; `entry-public.ts` writes it too, since a public page loads none of this before paying. */
const KEY = 'discount-code';
/** The code that the last order of this tab was made with. */
const ORDERED_KEY = 'discount-code-ordered';

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null; // storage refused by the browser's settings
  }
}

function store(key: string, code: string | null): void {
  try {
    if (code === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, code);
  } catch {
    // Lives as long as the page.
  }
}

const typed = createStore<string | null>(stored(KEY));

function set(code: string | null): void {
  typed.set(code);
  store(KEY, code);
}

/** The code that was typed in this tab: a sheet that is opened again still has it, also on the way by a login. */
export const typedCode = {
  subscribe: typed.subscribe,
  snapshot: typed.snapshot,
  set,
  /** An order was made. @param isUsed the code took something off it */
  ordered(isUsed: boolean): void {
    store(ORDERED_KEY, isUsed ? typed.snapshot() : null);
  },
  /** Forgets the code once its order is paid or was free. */
  settled(): void {
    if (typed.snapshot() === stored(ORDERED_KEY)) set(null);
    store(ORDERED_KEY, null);
  },
};

/**
 * A link may bring a discount code, as `?codigo=`: it is there when the tab comes to paying, by whatever way.
 * @param search the query of the page's address
 */
export function keepCodeOfAddress(search: string): void {
  const code = new URLSearchParams(search).get('codigo')?.trim().slice(0, 60);
  if (code) set(code);
}
