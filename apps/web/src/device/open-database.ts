/** Browsers may leave a request hanging for ever; nothing waits longer than this for it. */
const PATIENCE_MS = 4000;

/** No answer at all: another try would wait as long, and what is stored may be sound. */
export class DatabaseTimeout extends Error {}

/** What the work resolves with. @throws {DatabaseTimeout} when it takes longer than anybody waits */
export async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DatabaseTimeout()), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
