export type ToastType = 'success' | 'error' | 'info';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly type: ToastType;
}

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  all: () => toasts,
  dismiss: (id: number) => set(toasts.filter((toast) => toast.id !== id)),
};

/** Shows a message at the bottom right (spec §2, global elements). */
export function showToast(type: ToastType, text: string): void {
  lastId += 1;
  set([...toasts, { id: lastId, text, type }]);
}
