import type { PublicBook } from '@cuentos/contract/books';
import { useSite } from '../lib/page-data.ts';
import { partPricing } from '../lib/part-pricing.ts';

/** The book for search engines: schema.org's Book with an offer per part that can be bought now. */
export function BookJsonLd({ book, now }: { readonly book: PublicBook; readonly now: number }) {
  const origin = useSite()?.origin;
  if (!origin) return null;
  const url = `${origin}/book-detail/${book.id}`;
  const offers = book.parts
    .map((part) => ({ part, price: partPricing(part, now) }))
    .filter(({ part, price }) => price.released && part.ebook)
    .map(({ part, price }) => ({
      '@type': 'Offer',
      name: part.name,
      price: price.final,
      priceCurrency: 'CLP',
      availability: 'https://schema.org/InStock',
      url,
    }));
  const json = {
    '@context': 'https://schema.org',
    '@type': 'Book',
    name: book.name,
    description: book.description,
    bookFormat: 'https://schema.org/EBook',
    inLanguage: 'es',
    ...(book.genre ? { genre: book.genre } : {}),
    ...(book.pages > 0 ? { numberOfPages: book.pages } : {}),
    url,
    ...(book.image ? { image: new URL(book.image.src, origin).href } : {}),
    ...(offers.length > 0 ? { offers } : {}),
  };
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(json).replaceAll('<', '\\u003c') }}
    />
  );
}
