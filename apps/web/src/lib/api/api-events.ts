import type { ErrorCode } from '@cuentos/contract/error-codes';
import { createStore } from '../store.ts';

/** Why and how a session ends; the app's root clears what the user left and decides where to go. */
export interface SessionEnd {
  /** Go elsewhere afterwards: to the landing page by choice, to the login from a page that needs a session. */
  readonly redirect: boolean;
  /** Toast to show. */
  readonly text?: string;
  /** The user chose to leave: nothing of theirs stays on the device, and what is unsent is asked about first. */
  readonly voluntary?: boolean;
  /** Why the server ended it; null when it did not say. Of an account that was erased nothing stays on the device. */
  readonly code?: ErrorCode | null;
  /** Tell the server too. */
  readonly serverLogout?: boolean;
}

/** An event with one listener, the app's root: a later listener replaces the earlier one. */
function createAnnouncement<T>() {
  let act: (value: T) => unknown = () => {};
  return {
    listen(next: (value: T) => unknown): void {
      act = next;
    },
    announce: (value: T) => act(value),
  };
}

const ended = createAnnouncement<SessionEnd>();
let ending: unknown;

export const sessionEnd = {
  onEnd: ended.listen,
  announce(end: SessionEnd): void {
    ending = ended.announce(end);
  },
  /** Until what the last end left is cleared and the page that follows is on its way, or that has failed. */
  carriedOut: (): Promise<unknown> => Promise.resolve(ending).catch(() => {}),
};

/** The loader appears only when a request takes longer than this. */
const LOADER_DELAY_MS = 500;

/** How many requests have been waiting for longer than the delay. */
const slow = createStore(0);
const add = (change: number) => slow.set(slow.snapshot() + change);

export const pendingRequests = {
  subscribe: slow.subscribe,
  /**
   * Whether some request has been waiting for longer than the delay. Not while the server does not answer: what waits may
   * wait for good, and what is here must not be covered by the loader.
   */
  isSlow: () => slow.snapshot() > 0 && answering.snapshot(),
  /** Counts a request until it settles; not those whose address contains `/books/`. */
  async track<T>(url: string, request: Promise<T>): Promise<T> {
    if (url.includes('/books/')) return request;
    let isCounted = false;
    const timer = setTimeout(() => {
      isCounted = true;
      add(1);
    }, LOADER_DELAY_MS);
    try {
      return await request;
    } finally {
      clearTimeout(timer);
      if (isCounted) add(-1);
    }
  },
};

const failed = createAnnouncement<string>();

/** Where the global error texts go: the api client says them, the app shows them. */
export const failures = { onFailure: failed.listen, announce: failed.announce };

const answering = createStore(true);

/** Whether the server answered when it was last asked; true before it ever was. */
export const serverReach = {
  subscribe: answering.subscribe,
  isReached: answering.snapshot,
  /** @param status of the answer; null when there was none. A proxy's word for a server that is away counts as none. */
  note(status: number | null): void {
    const reached = status !== null && status !== 502 && status !== 504;
    if (reached === answering.snapshot()) return;
    answering.set(reached);
    // The loader depends on it.
    add(0);
  },
};
