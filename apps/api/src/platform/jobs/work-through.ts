/**
 * Works through pieces one after the other. A piece that fails holds up none after it, this time or the next.
 * @param signal ends the work before the next piece; a piece that it breaks off is no failure
 * @throws the first failure, after all others were worked on
 */
export async function workThrough<Piece>(
  pieces: readonly Piece[],
  signal: AbortSignal | undefined,
  work: (piece: Piece) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const piece of pieces) {
    if (signal?.aborted) break;
    try {
      await work(piece);
    } catch (error) {
      if (!signal?.aborted) failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/**
 * Works through what is due, a batch at a time, until none is left. A batch that fails ends the work: it would be the next
 * one again.
 * @param batch does one and returns how many pieces it had; they are due no longer
 */
export async function workThroughBatches(signal: AbortSignal | undefined, batch: () => Promise<number>): Promise<void> {
  for (let count = 1; count > 0;) {
    if (signal?.aborted) return;
    count = await batch();
  }
}

/**
 * Works through everything that is due, page after page, so that neither pieces that fail nor pieces that have to wait
 * stand before the others for ever.
 * @param pageAfter reads the pieces that follow one, in an order that the work does not change
 * @throws the first failure, after all others were worked on
 */
export async function workThroughPages<Piece>(
  pageAfter: (last: Piece | null) => Promise<readonly Piece[]>,
  signal: AbortSignal | undefined,
  work: (piece: Piece) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  let page = await pageAfter(null);
  for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
    await workThrough(page, signal, work).catch((error: unknown) => failures.push(error));
    page = signal?.aborted ? [] : await pageAfter(last);
  }
  if (failures.length > 0) throw failures[0];
}
