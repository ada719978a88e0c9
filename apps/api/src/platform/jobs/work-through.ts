/**
 * Works through pieces one after the other. A piece that fails holds up none after it, this time or the next.
 * @param signal ends the work before the next piece; a piece that it breaks off is no failure
 * @throws what failed first, after all others were worked on
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
