import { createStore } from '../../lib/store.ts';

const KEY = 'toasts';

/**
 * Stores the shown messages for the next document in this tab.
 * @param path of that document: messages of other pages are dropped
 */
export function saveToasts(path: string): void {
  // Drops toasts with an action, because the action is a function of this document.
  const keptToasts = toasts.snapshot().filter(({ at, action }) => !action && (at === undefined || at === path));
  if (keptToasts.length === 0) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(keptToasts));
  } catch {
    // Drops the messages: the browser's settings refuse storage.
  }
}

/** Whether the previous page stored messages. */
export function hasSavedToasts(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false; // storage refused by the browser's settings
  }
}

/** Shows the stored messages, once. */
export function showSavedToasts(): void {
  try {
    const storedToast = sessionStorage.getItem(KEY);
    if (storedToast === null) return;
    sessionStorage.removeItem(KEY);
    for (const { type, text, ...of } of JSON.parse(storedToast) as Toast[]) showToast(type, text, of);
  } catch {
    // Shows nothing: storage is refused, or the stored value is not valid.
  }
}

export type ToastType = 'success' | 'error' | 'info';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly type: ToastType;
  /** Time at which it was first shown, epoch ms. */
  readonly since: number;
  /** Path of the page to which the message belongs; without it the message is shown on any page. */
  readonly at?: string | undefined;
  /** Subject of the message; a newer message on the same subject replaces it. */
  readonly about?: 'connection' | 'undo' | 'edition';
  /** Action that the message offers. A message with an action stays until it is dismissed (WCAG 2.2.1). */
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
  /**
   * Hides the messages, which get their full time afterwards.
   * @returns function that shows them
   */
  hold: () => {
    hold(true);
    return () => hold(false);
  },
  dismiss: (id: number) => toasts.set(toasts.snapshot().filter((toast) => toast.id !== id)),
  /** Drops messages of other pages when the page at `path` is shown. */
  arrive: (path: string) => {
    const remainingToasts = toasts.snapshot().filter((toast) => toast.at === undefined || toast.at === path);
    if (remainingToasts.length < toasts.snapshot().length) toasts.set(remainingToasts);
  },
};

/** Shows a message at the bottom right; it replaces a message with the same text, or on the same subject. */
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
 * Shows a message that belongs to this page and ends with it. It replaces errors of this page, because they belong to
 * an earlier attempt.
 */
export function showToastHere(type: ToastType, text: string): void {
  const at = location.pathname;
  const before = toasts.snapshot().filter((toast) => toast.type !== 'error' || toast.at !== at);
  add(before, { text, type, at });
}
