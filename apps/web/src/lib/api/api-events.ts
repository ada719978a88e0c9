import type { ErrorCode } from '@cuentos/contract/error-codes';
import { createStore } from '../store.ts';

/** Reason and kind of a session's end; the app's root clears the user's data and decides where to go. */
export interface SessionEnd {
  /**
   * Whether to redirect afterwards: to the landing page after a logout, to the login from a page that needs a session.
   */
  readonly redirect: boolean;
  /** Toast to show. */
  readonly text?: string;
  /** Whether the user logged out: all of their data is deleted, after a question about unsent changes. */
  readonly voluntary?: boolean;
  /** The server's reason; null without one. All data of an erased account is deleted. */
  readonly code?: ErrorCode | null;
  /** Whether to tell the server too. */
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
  /** Whether the last end's data is still being cleared and the next page not yet shown, or that has failed. */
  carriedOut: (): Promise<unknown> => Promise.resolve(ending).catch(() => {}),
};

/** Delay of the loader, ms. */
const LOADER_DELAY_MS = 500;

/** Number of requests that have been waiting longer than the delay. */
const slow = createStore(0);
const add = (change: number) => slow.set(slow.snapshot() + change);

export const pendingRequests = {
  subscribe: slow.subscribe,
  /**
   * Whether a request has been waiting longer than the delay. False while the server does not answer: such a request
   * may wait for good, and the loader must not cover stored content.
   */
  isSlow: () => slow.snapshot() > 0 && answering.snapshot(),
  /** Counts a request until it settles, unless its address contains `/books/`. */
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

/** Receiver of the global error texts: the API client sends them, the app shows them. */
export const failures = { onFailure: failed.listen, announce: failed.announce };

const answering = createStore(true);

/** Whether the server answered the last request; true before the first. */
export const serverReach = {
  subscribe: answering.subscribe,
  isReached: answering.snapshot,
  /** @param status of the answer; null without one. A proxy's status for an unreachable server counts as none. */
  note(status: number | null): void {
    const reached = status !== null && status !== 502 && status !== 504;
    if (reached === answering.snapshot()) return;
    answering.set(reached);
    // The loader depends on it.
    add(0);
  },
};
