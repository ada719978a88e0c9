import type { PublicBook } from '@cuentos/contract/books';

/**
 * The instants at which a price or a release of these books changes: whatever a public page shows by time is here. Each
 * is the first instant of the new answer: what is shown until X is shown while now < X.
 */
function changesOf(books: readonly PublicBook[]): readonly number[] {
  return books
    .flatMap((book) => book.parts)
    .flatMap((part) => [part.release_date, part.presale_end_date])
    .flatMap((instant) => (instant ? [Date.parse(instant)] : []));
}

/**
 * The last instant, up to now, at which a price or a release of these books changed. Every rule answers the same for
 * it as for now, and it stays the same until the next change: a clock that an ETag can live with.
 */
export function lastChange(books: readonly PublicBook[], now: number): number {
  return Math.max(0, ...changesOf(books).filter((instant) => instant <= now));
}

/** The first instant after now at which {@link lastChange} is another; infinity when nothing is to come. */
export function nextChange(books: readonly PublicBook[], now: number): number {
  return Math.min(Infinity, ...changesOf(books).filter((instant) => instant > now));
}
