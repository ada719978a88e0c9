/** Why and how a session ends; the app's root clears what the user left and decides where to go. */
export interface SessionEnd {
  /** Go to the landing page afterwards. */
  readonly redirect: boolean;
  /** Toast to show. */
  readonly text?: string;
  /** The user chose to leave: nothing of theirs stays on the device, and what is unsent is asked about first. */
  readonly voluntary?: boolean;
  /** Tell the server too. */
  readonly serverLogout?: boolean;
}

let handler: (end: SessionEnd) => void = () => {};

export const sessionEnd = {
  onEnd(next: (end: SessionEnd) => void): void {
    handler = next;
  },
  announce(end: SessionEnd): void {
    handler(end);
  },
};

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

let announce: (text: string) => void = () => {};

/** Where the global error texts go: the api client says them, the app shows them. */
export const failures = {
  onFailure(next: (text: string) => void): void {
    announce = next;
  },
  announce(text: string): void {
    announce(text);
  },
};
