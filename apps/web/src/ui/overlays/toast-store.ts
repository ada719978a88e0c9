import { createStore } from '../../lib/store.ts';

const KEY = 'toasts';

/**
 * Keeps what is being said for the document that comes next in this tab.
 * @param path of that document: what belongs to another page ends with this one
 */
export function saveToasts(path: string): void {
  // Drops toasts with an action, because the action is a function of this document.
  const keptToasts = toasts.snapshot().filter(({ at, action }) => !action && (at === undefined || at === path));
  if (keptToasts.length === 0) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(keptToasts));
  } catch {
    // Storage refused by the browser's settings: the message ends with its page.
  }
}

/** Whether the page before left something to say. */
export function hasSavedToasts(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false; // storage refused by the browser's settings
  }
}

/** Says it, once. */
export function showSavedToasts(): void {
  try {
    const storedToast = sessionStorage.getItem(KEY);
    if (storedToast === null) return;
    sessionStorage.removeItem(KEY);
    for (const { type, text, ...of } of JSON.parse(storedToast) as Toast[]) showToast(type, text, of);
  } catch {
    // Storage refused, or not ours.
  }
}

export type ToastType = 'success' | 'error' | 'info';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly type: ToastType;
  /** When it was first shown, epoch ms. */
  readonly since: number;
  /** Path of the only page that it belongs to; without one it stays its time everywhere. */
  readonly at?: string | undefined;
  /** Subject of which only the newest message is true: it takes the place of those before. */
  readonly about?: 'connection' | 'undo';
  /** Action in answer to the message. A message with it has no end of its own (WCAG 2.2.1). */
  readonly action?: { readonly label: string; readonly run: () => void };
}

const toasts = createStore<readonly Toast[]>([]);
const nothing: readonly Toast[] = [];
let lastId = 0;
let isHeld = false;

function hold(isHolding: boolean): void {
  isHeld = isHolding;
  toasts.set([...toasts.snapshot()]);
}

export const toastStore = {
  subscribe: toasts.subscribe,
  /** Toasts that are shown now. */
  all: () => (isHeld ? nothing : toasts.snapshot()),
  /** Messages wait, and have their whole time afterwards. @returns shows them */
  hold: () => {
    hold(true);
    return () => hold(false);
  },
  dismiss: (id: number) => toasts.set(toasts.snapshot().filter((toast) => toast.id !== id)),
  /** Another page is shown: messages that belong to the one before go. */
  arrive: (path: string) => {
    const remainingToasts = toasts.snapshot().filter((toast) => toast.at === undefined || toast.at === path);
    if (remainingToasts.length < toasts.snapshot().length) toasts.set(remainingToasts);
  },
};

/** Shows a message at the bottom right. It takes the place of one that says the same, or of the same thing. */
export function showToast(type: ToastType, text: string, of: Pick<Toast, 'at' | 'about' | 'action'> = {}): void {
  add(toasts.snapshot(), { ...of, text, type });
}

function add(before: readonly Toast[], toast: Omit<Toast, 'id' | 'since'>): void {
  lastId += 1;
  const others = before.filter(
    ({ type, text, about }) => (type !== toast.type || text !== toast.text) && (!about || about !== toast.about),
  );
  toasts.set([...others, { ...toast, id: lastId, since: Date.now() }]);
}

/**
 * A message about what was done on this page: it does not follow to the next one. The error of the attempt before gives
 * way to it.
 */
export function showToastHere(type: ToastType, text: string): void {
  const at = location.pathname;
  const before = toasts.snapshot().filter((toast) => toast.type !== 'error' || toast.at !== at);
  add(before, { text, type, at });
}
