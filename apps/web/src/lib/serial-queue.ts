/** Work that must not overlap: each piece begins when the one before has ended, however that went. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** @returns what the work resolves with, or its failure. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Resolves when all that was given so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
