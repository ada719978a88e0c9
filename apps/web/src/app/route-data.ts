import type { PublicBook } from '@cuentos/contract/books';
import type { WithOpening } from '../features/reading/opening/open-reader.ts';
import type { WithBooks } from '../features/site/route-books.ts';

/** What the routes load from: services in process on the server, the API in the browser. */
export interface RouteSources {
  /** A promise inside lets the screen show before the books are there; only the browser does that. */
  books(): Promise<WithBooks> | WithBooks;
  /** Null when no listed book has that id. */
  book(id: string): Promise<PublicBook | null>;
  /** Lets the reader in, or throws a redirect. Only called in the browser. */
  requireSession(): Promise<void>;
  /** Begins to open a part for reading, or throws a redirect. Only called in the browser. */
  openBook(params: Readonly<Record<string, string | undefined>>, url: string): Promise<WithOpening>;
  /** Without a connection the start is the library, when there is one (a stored session). */
  offlineStart(): string | null;
}
