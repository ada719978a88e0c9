import type { PublicBook } from '@cuentos/contract/books';
import { partPricing } from '../../lib/part-pricing.ts';

/** Shown when nothing is for sale. */
const ADVERTISED_PESOS = 490;

/** Cheapest price of a part that can be bought now; free ones do not count. */
export function cheapestPrice(books: readonly PublicBook[], now: number): number {
  const prices = books
    .flatMap((book) => book.parts)
    .filter((part) => part.ebook && !part.is_draft)
    .map((part) => partPricing(part, now))
    .filter((price) => price.released && price.final > 0)
    .map((price) => price.final);
  return prices.length > 0 ? Math.min(...prices) : ADVERTISED_PESOS;
}
