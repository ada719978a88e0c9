import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import type { Shop } from '../support/start-shop.ts';

/** The demonstration shop with the ids of its books and parts. */
export interface DemoShop extends Shop {
  readonly books: readonly PublicBook[];
  /** @throws when no book has that name */
  book(name: string): PublicBook;
}

export async function demoShop(shop: Shop): Promise<DemoShop> {
  const books = (await (await fetch(`${shop.url}/api/books/`)).json()) as PublicBook[];
  return {
    ...shop,
    books,
    book(name) {
      const demoBook = books.find((book) => book.name === name);
      if (!demoBook) throw new Error(`the demonstration shop has no book called ${name}`);
      return demoBook;
    },
  };
}

/** The serial with a free, a discounted, an unreleased and a cheap part. */
export const SERIAL = 'El faro que aprendió a silbar';
/** Book with a released part without a file. */
export const UNFINISHED = 'La micro de las seis';

/** A part for sale today, as a base for parts in other states. */
export function plainPart(shop: DemoShop): PublicPart {
  const part = shop.book(SERIAL).parts.find(({ name }) => name === 'Cuaderno del farero');
  if (!part) throw new Error('the serial has lost its cheap part');
  return part;
}
