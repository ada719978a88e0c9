import type { PublicBook } from '@cuentos/contract/books';
import { formatCivilDate } from '@cuentos/domain/time/civil-date';
import { santiagoDate } from '@cuentos/domain/time/santiago';
import type { BookLeaf, MergeLeafTypes, OfferLeaf, ProductLeaf, WithContext } from 'schema-dts';
import { partPricing } from './part-pricing.ts';

/** Facts for search engines beside the book itself. */
interface JsonLdContext {
  readonly origin: string;
  readonly author: string;
  /** Name of the seller; null while it is unknown. */
  readonly seller: string | null;
  readonly salesOpen: boolean;
  readonly now: number;
}

type BookForSale = MergeLeafTypes<[BookLeaf, ProductLeaf]>;

/**
 * The book as schema.org's Book and Product in one, with an offer for each paid part. An unreleased part cannot be
 * bought yet: it is out of stock until its day.
 */
export function bookJsonLd(
  book: PublicBook,
  { origin, author, seller, salesOpen, now }: JsonLdContext,
): WithContext<BookForSale> {
  const url = `${origin}/book-detail/${book.id}`;
  const offers = book.parts
    .map((part) => ({ part, price: partPricing(part, now) }))
    .filter(({ part, price }) => part.ebook && price.final > 0)
    .map(({ part, price }): OfferLeaf => ({
      '@type': 'Offer',
      name: part.name,
      price: price.final,
      priceCurrency: 'CLP',
      availability: `https://schema.org/${price.released && salesOpen ? 'InStock' : 'OutOfStock'}`,
      ...(price.released ? {} : { availabilityStarts: part.release_date }),
      ...(price.savings > 0 && part.presale_end_date ? { priceValidUntil: lastDay(part.presale_end_date) } : {}),
      ...(seller ? { seller: { '@type': 'Organization', name: seller } } : {}),
      url,
    }));
  return {
    '@context': 'https://schema.org',
    '@type': ['Book', 'Product'],
    '@id': url,
    name: book.name,
    description: book.description,
    bookFormat: 'https://schema.org/EBook',
    inLanguage: book.language,
    ...(author ? { author: { '@type': 'Person', name: author } } : {}),
    ...(book.genre ? { genre: book.genre } : {}),
    ...(book.pages > 0 ? { numberOfPages: book.pages } : {}),
    ...(book.isbn ? { isbn: book.isbn, ...(book.isbn.length === 13 ? { gtin13: book.isbn } : {}) } : {}),
    ...(book.series ? seriesOf(book.series) : {}),
    ...(book.keywords.length > 0 ? { keywords: book.keywords.join(', ') } : {}),
    url,
    ...(book.image ? { image: new URL(book.image.src, origin).href } : {}),
    ...(offers.length > 0 ? { offers } : {}),
  };
}

/** The last day before an instant, in Santiago: `2026-11-30`. */
const lastDay = (end: string): string => formatCivilDate(santiagoDate(Date.parse(end) - 1));

const seriesOf = ({ name, number }: NonNullable<PublicBook['series']>): Pick<BookForSale, 'isPartOf' | 'position'> => ({
  isPartOf: { '@type': 'BookSeries', name },
  ...(number === null ? {} : { position: number }),
});
