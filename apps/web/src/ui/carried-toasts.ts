import { showToast, type Toast, toastStore } from './toast-store.ts';

const KEY = 'toasts';

/** Keeps what is being said for the document that comes next in this tab. */
export function carryToasts(): void {
  const said = toastStore.all().filter(({ at }) => at === undefined);
  if (said.length === 0) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(said));
  } catch {
    // Storage refused by the browser's settings: the message ends with its page.
  }
}

/** Says it, once. */
export function showCarriedToasts(): void {
  try {
    const kept = sessionStorage.getItem(KEY);
    if (kept === null) return;
    sessionStorage.removeItem(KEY);
    for (const { type, text } of JSON.parse(kept) as Toast[]) showToast(type, text);
  } catch {
    // Storage refused, or not ours.
  }
}
