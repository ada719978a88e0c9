/** Work that must not overlap: each piece starts when the one before has ended, successful or not. */
export interface SerialQueue {
  /** @returns the result of the work, or its failure. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves when all work given so far has ended. */
  readonly idle: () => Promise<void>;
}

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(work) {
      const done = last.then(work);
      last = done.catch(() => {});
      return done;
    },
    idle: async () => void (await last),
  };
}
