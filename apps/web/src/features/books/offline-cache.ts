import type { PublicBook } from '@cuentos/contract/books';
import type { Library, UserPart } from '@cuentos/contract/library';

/**
 * The app's access to this device's copies: the lists that stand in for the server without a connection, and the stored
 * parts. The screens use nothing else of the local database.
 */
export interface OfflineCache {
  readBooks(): Promise<readonly PublicBook[] | null>;
  saveBooks(books: readonly PublicBook[]): Promise<void>;
  /** A single book, listed or not. */
  readBook(id: string): Promise<PublicBook | null>;
  saveBook(book: PublicBook): Promise<void>;
  readLibrary(): Promise<Library | null>;
  /** @param askedAt when the server was asked, epoch milliseconds */
  saveLibrary(library: Library, askedAt: number): Promise<void>;
  readUserParts(bookId: string): Promise<readonly UserPart[] | null>;
  saveUserParts(bookId: string, parts: readonly UserPart[], askedAt: number): Promise<void>;
  /** Ids of the parts whose file is stored. The same set until it changes. */
  partsOnDevice(): ReadonlySet<string>;
  subscribe(onChange: () => void): () => void;
}

const nothing: ReadonlySet<string> = new Set();

const emptyCache: OfflineCache = {
  readBooks: async () => null,
  saveBooks: async () => {},
  readBook: async () => null,
  saveBook: async () => {},
  readLibrary: async () => null,
  saveLibrary: async () => {},
  readUserParts: async () => null,
  saveUserParts: async () => {},
  partsOnDevice: () => nothing,
  subscribe: () => () => {},
};

let current = emptyCache;

/** The device's store in use; the default stores nothing until the app installs another. */
export const offlineCache = {
  current: () => current,
  install(cache: OfflineCache): void {
    current = cache;
  },
};
