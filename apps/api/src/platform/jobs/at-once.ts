/**
 * Does work several times at once and waits for all of it, also when one fails: who holds a lease must not let go of it
 * while something is still under way.
 * @param signal ends the work; so does the first failure, for what has not begun.
 * @throws what failed first.
 */
export async function atOnce(
  count: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const one = async (): Promise<void> => {
    try {
      await work(either);
    } catch (error) {
      failed.abort(error);
    }
  };
  await Promise.all(Array.from({ length: count }, one));
  if (failed.signal.aborted) throw failed.signal.reason;
}
