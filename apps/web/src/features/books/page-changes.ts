import type { PublicBook } from '@cuentos/contract/books';

/**
 * The instants at which a price or release of these books changes: all time-dependent content of public pages. Each is
 * the first instant of the new state: content that is valid until X is shown while now < X.
 */
function changesOf(books: readonly PublicBook[]): readonly number[] {
  return books
    .flatMap((book) => book.parts)
    .flatMap((part) => [part.release_date, part.presale_end_date])
    .flatMap((instant) => (instant ? [Date.parse(instant)] : []));
}

/**
 * The last instant up to now at which a price or release of these books changed. Each rule has the same result for it
 * as for now, and it stays the same until the next change, so that an ETag can use it.
 */
export function lastChange(books: readonly PublicBook[], now: number): number {
  return Math.max(0, ...changesOf(books).filter((instant) => instant <= now));
}

/** The first instant after now at which {@link lastChange} differs; infinity when no change follows. */
export function nextChange(books: readonly PublicBook[], now: number): number {
  return Math.min(Infinity, ...changesOf(books).filter((instant) => instant > now));
}
