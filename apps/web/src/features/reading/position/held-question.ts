import type { PositionRecord } from '@cuentos/contract/reading';

/** Time without a turned page after which reading counts as interrupted, ms. */
export const IDLE_MS = 10 * 60_000;

/** Time after the book became visible in which a new position counts as found then, ms. */
const ARRIVAL_MS = 15_000;

interface Page {
  /** Percentage of the page shown; null before the first page. */
  readonly percentage: () => number | null;
  /** Whether there is a selection on the page, or a layer over it. */
  readonly isBusy: () => boolean;
  readonly ask: (remote: PositionRecord) => void;
}

/**
 * Another device's position about which the reader is asked when she comes to the book: it was opened, became visible
 * again, or a page is turned after a long rest. During reading the question waits.
 */
export class HeldQuestion {
  readonly #page: Page;
  #remote: PositionRecord | null = null;
  #isDue = false;
  #arrivedAt = Number.NEGATIVE_INFINITY;
  #turnedAt = performance.now();

  constructor(page: Page) {
    this.#page = page;
  }

  /** The reader came back to the book: the waiting question is asked now. */
  arrive(): void {
    this.#arrivedAt = performance.now();
    this.#isDue = true;
    this.#askIfDue();
  }

  /** The reader turned or jumped to a page. */
  move(): void {
    this.#turnedAt = performance.now();
    this.#arrivedAt = Number.NEGATIVE_INFINITY;
    this.#isDue = false;
    // A move that does not lead back is the later position, so the question is dropped.
    const here = this.#page.percentage();
    if (this.#remote && here !== null && here >= this.#remote.percentage) this.#remote = null;
  }

  /** @param isOpening the position was requested when the book was opened, and no page has been turned since */
  learn(remote: PositionRecord, isOpening = false): void {
    this.#remote = remote;
    this.#isDue = isOpening || performance.now() - this.#arrivedAt < ARRIVAL_MS || this.#isIdle();
    this.#askIfDue();
  }

  /** The reader wants to turn a page. @returns whether she is asked instead */
  askBeforeTurn(): boolean {
    this.#isDue ||= this.#isIdle();
    return this.#askIfDue();
  }

  #isIdle(): boolean {
    return performance.now() - this.#turnedAt > IDLE_MS;
  }

  #askIfDue(): boolean {
    const remote = this.#remote;
    if (!remote || !this.#isDue || this.#page.isBusy()) return false;
    this.#remote = null;
    this.#page.ask(remote);
    return true;
  }
}
