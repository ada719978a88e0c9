import type { PublicBook } from '@cuentos/contract/books';

/**
 * The last instant, up to now, at which a price or a release of these books changed. Every rule answers the same for
 * it as for now, and it stays the same until the next change: a clock that an ETag can live with.
 */
export function lastChange(books: readonly PublicBook[], now: number): number {
  const instants = books
    .flatMap((book) => book.parts)
    .flatMap((part) => [part.release_date, part.presale_end_date])
    .map((instant) => (instant ? Date.parse(instant) : Number.NaN))
    .filter((instant) => instant <= now);
  return Math.max(0, ...instants);
}
