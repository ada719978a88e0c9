/** Longest work between two pauses, ms: a key that is pressed meanwhile is answered with the next frame. */
const SLICE_MS = 12;
/** Longest wait for a moment in which the page has nothing else to do, ms. */
const IDLE_MS = 200;

/** Divides long work into slices, so that the page it runs in stays usable, and ends it when its signal is aborted. */
export class WorkSlices {
  readonly #signal: AbortSignal;
  #end = performance.now() + SLICE_MS;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** @throws the signal's reason once it is aborted */
  async pauseIfDue(): Promise<void> {
    if (performance.now() > this.#end) await this.pause();
  }

  /** Resolves when the page has time. @throws the signal's reason once it is aborted */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: IDLE_MS });
      else setTimeout(resolve);
    });
    this.#signal.throwIfAborted();
    this.#end = performance.now() + SLICE_MS;
  }
}
