import type { PublicBook } from '@cuentos/contract/books';
import type { OpenedBook } from '../features/reader/open-book.ts';

/** Loader data of the screens that show the whole shelf. */
export interface WithBooks {
  readonly books: readonly PublicBook[] | Promise<readonly PublicBook[]>;
}

/** Loader data of the public book page. */
export interface WithBook {
  readonly book: PublicBook;
}

/** Loader data of the reader: the book is opened while its screen loads. */
export interface WithOpening {
  readonly opening: Promise<OpenedBook>;
}

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
