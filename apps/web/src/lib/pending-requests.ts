/** The loader appears only when a request takes longer than this. */
const LOADER_DELAY_MS = 500;

let slow = 0;
const listeners = new Set<() => void>();

function add(change: number): void {
  slow += change;
  for (const listener of listeners) listener();
}

export const pendingRequests = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Whether some request has been waiting for longer than the delay. */
  isSlow: () => slow > 0,
  /** Counts a request until it settles; not those whose address contains `/books/`. */
  async track<T>(url: string, request: Promise<T>): Promise<T> {
    if (url.includes('/books/')) return request;
    let counted = false;
    const timer = setTimeout(() => {
      counted = true;
      add(1);
    }, LOADER_DELAY_MS);
    try {
      return await request;
    } finally {
      clearTimeout(timer);
      if (counted) add(-1);
    }
  },
};
