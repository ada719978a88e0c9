import type { PositionRecord } from '@cuentos/contract/reading';

/** Time without a turned page after which reading counts as interrupted, ms. */
export const IDLE_MS = 10 * 60_000;

/** News so soon after the book was seen again belongs to that, ms. */
const ARRIVAL_MS = 15_000;

interface Page {
  /** Percentage of the page that is shown; null before there is one. */
  readonly percentage: () => number | null;
  /** Something is selected on the page, or lies over it. */
  readonly isBusy: () => boolean;
  readonly ask: (remote: PositionRecord) => void;
}

/**
 * Another device's place that the reader is to be asked about, when she comes to the book: it was opened, is seen again,
 * or a page is turned after a long rest. While she reads, the question waits.
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

  /** The reader came back to the book: what waits is asked now. */
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
    // A move that does not lead back is the later place: there is nothing left to ask.
    const here = this.#page.percentage();
    if (this.#remote && here !== null && here >= this.#remote.percentage) this.#remote = null;
  }

  /** @param isOpening the place was asked for when the book was opened, and no page has been turned since */
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
