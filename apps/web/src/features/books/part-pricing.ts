import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import { isInPresale, isReleased } from '@cuentos/domain/books/part-availability';
import { readingMinutes } from '@cuentos/domain/books/reading-time';
import { bookFromPrice, fromPrice, type Price, priceOf } from '@cuentos/domain/orders/price';

/** Shown when no part is for sale, pesos. */
const ADVERTISED_PESOS = 490;

/**
 * Cheapest price of a part that can be bought now, alone ('Libros desde $490 CLP'): see {@link fromPrice}.
 */
export function cheapestPrice(books: readonly PublicBook[], now: number, least: number): number {
  const prices = books
    .flatMap((book) => book.parts)
    .filter((part) => part.ebook && !part.is_draft)
    .map((part) => partPricing(part, now))
    .filter((price) => price.released)
    .map((price) => price.final);
  return fromPrice(prices, least) ?? ADVERTISED_PESOS;
}

/** Facts by which a visitor decides to open a book: number of parts, prices, reading time. */
export interface BookAtAGlance {
  readonly parts: number;
  readonly released: number;
  /** Price of available parts: see {@link bookFromPrice}. */
  readonly from: number | null;
  /** Which available part is free. */
  readonly free: 'all' | 'first' | 'some' | 'none';
  /** Reading time of the released parts together; null while one of them has no known length. */
  readonly minutes: number | null;
}

export function bookAtAGlance({ parts }: Pick<PublicBook, 'parts'>, now: number, least: number): BookAtAGlance {
  const out = parts.filter((part) => part.ebook && partPricing(part, now).released);
  const prices = out.map((part) => partPricing(part, now).final);
  const free = prices.filter((price) => price === 0).length;
  const lengths = out.map((part) => part.characters ?? 0);
  const [first] = parts;
  const isFirstFree = first !== undefined && out.includes(first) && partPricing(first, now).final === 0;
  return {
    parts: parts.length,
    released: out.length,
    from: bookFromPrice(prices, least),
    free: freeOf(free, parts.length, isFirstFree),
    minutes: out.length > 0 && lengths.every((length) => length > 0) ? readingMinutes(sum(lengths)) : null,
  };
}

function freeOf(free: number, parts: number, isFirst: boolean): BookAtAGlance['free'] {
  if (free === 0) return 'none';
  if (free === parts) return 'all';
  return isFirst ? 'first' : 'some';
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Price of a part at one moment, with its state of release. */
export interface PartPricing extends Price {
  readonly released: boolean;
  readonly inPresale: boolean;
}

type PricedPart = Pick<
  PublicPart,
  'value' | 'release_date' | 'is_presale' | 'presale_end_date' | 'presale_discount_percentage'
>;

export function partPricing(part: PricedPart, now: number): PartPricing {
  const inPresale = isInPresale(
    { isPresale: part.is_presale, presaleEndAt: part.presale_end_date ? Date.parse(part.presale_end_date) : null },
    now,
  );
  return {
    ...priceOf(part.value, part.presale_discount_percentage, inPresale),
    released: isReleased({ releaseAt: Date.parse(part.release_date) }, now),
    inPresale,
  };
}
