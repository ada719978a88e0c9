/** Work that must not overlap: each piece begins when the one before has ended, however that went. */
export interface SerialQueue {
  /** @returns the result of the work, or its failure. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves when all that was given so far has ended. */
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
