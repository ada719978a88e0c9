/** Longest work between two pauses, ms, so that a key pressed meanwhile is handled with the next frame. */
const SLICE_MS = 12;
/** Longest wait for the page to become idle, ms. */
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

  /**
   * Resolves when the page is idle.
   * @throws the signal's reason once it is aborted
   */
  async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: IDLE_MS });
      else setTimeout(resolve);
    });
    this.#signal.throwIfAborted();
    this.#end = performance.now() + SLICE_MS;
  }
}
