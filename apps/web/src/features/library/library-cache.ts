import type { Picture, PublicBook } from '@cuentos/contract/books';
import type { EarlyAccessItem, Library, UserBookPart, UserPart } from '@cuentos/contract/library';
import { COVERS_CACHE, deviceDatabase, type DeviceSchema } from '../../device/device-database.ts';
import { areCopiesOurs } from '../../device/sync-database.ts';
import type { OfflineCache } from '../books/offline-cache.ts';
import { storedEpubs } from '../../device/stored-epubs.ts';

/** `place` keeps the server's order. */
interface InOrder {
  readonly id: string;
  readonly place: number;
}

/** What the reader holds; the `saved` record tells an empty library from one never asked for. */
type StoredHolding =
  | (InOrder & { readonly kind: 'owned'; readonly row: UserBookPart })
  | (InOrder & { readonly kind: 'early-access'; readonly row: EarlyAccessItem })
  | (InOrder & { readonly kind: 'saved' });

interface StoredBook {
  readonly id: string;
  readonly book?: PublicBook;
  readonly parts?: readonly UserPart[];
}

declare module '../../device/device-database.ts' {
  interface DeviceSchema {
    Books: { key: string; value: InOrder & { readonly book: PublicBook } };
    userBookParts: { key: string; value: StoredHolding };
    /** Per book that was looked at: the book, and its parts with what the reader holds of each. */
    userBooks: { key: string; value: StoredBook };
  }
}

/** Pixels: a library card is at most 240 CSS px wide; sharp on most phones, 15 to 30 kB. */
const SAVED_WIDTH = 640;

function addressOf(picture: Picture): string {
  const candidates = picture.srcset.split(',').flatMap((candidate) => {
    const [address = '', width = ''] = candidate.trim().split(/\s+/);
    return address ? [{ address, width: Number.parseInt(width, 10) }] : [];
  });
  const fitting = candidates.findLast(({ width }) => width <= SAVED_WIDTH);
  return fitting?.address ?? picture.src;
}

/** Pictures of the library's cards, and of the books they belong to. */
function coverAddresses(library: Library, books: readonly PublicBook[]): string[] {
  const held = new Set([...library.user_book_parts, ...library.early_access].map((item) => item.book_id));
  const pictures = [
    ...library.user_book_parts.map((part) => part.image),
    ...library.early_access.map((item) => item.book_part_image),
    ...books.flatMap((book) =>
      held.has(book.id) ? [book.image, book.back_image, ...book.parts.map((part) => part.image)] : [],
    ),
  ];
  return [...new Set(pictures.flatMap((picture) => (picture ? [addressOf(picture)] : [])))];
}

/** Stores exactly these pictures. One that does not arrive is tried again with the next library. */
async function saveCovers(addresses: readonly string[]): Promise<void> {
  if (typeof caches === 'undefined') return;
  const cache = await caches.open(COVERS_CACHE);
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  await Promise.all([
    ...[...stored].filter((path) => !addresses.includes(path)).map(async (path) => cache.delete(path)),
    ...addresses.filter((path) => !stored.has(path)).map(async (path) => cache.add(path).catch(() => {})),
  ]);
}

/** Covers are fetched when the screen has had its turn on a slow line. */
const COVERS_DELAY_MS = 3000;

type ListStore = 'Books' | 'userBookParts';

/** Puts a list in place of the one before, in one transaction. */
async function replaceAll<Name extends ListStore>(
  name: Name,
  records: readonly DeviceSchema[Name]['value'][],
): Promise<void> {
  const transaction = (await deviceDatabase()).transaction(name, 'readwrite');
  await Promise.all([
    transaction.store.clear(),
    ...records.map(async (record) => transaction.store.put(record)),
    transaction.done,
  ]);
}

async function readInOrder<Name extends ListStore>(name: Name): Promise<DeviceSchema[Name]['value'][]> {
  const records = await (await deviceDatabase()).getAll(name);
  return records.toSorted((one, other) => one.place - other.place);
}

async function readLibrary(): Promise<Library | null> {
  const records = await readInOrder('userBookParts');
  if (!records.some((record) => record.kind === 'saved') || !(await areCopiesOurs())) return null;
  return {
    user_book_parts: records.flatMap((record) => (record.kind === 'owned' ? [record.row] : [])),
    early_access: records.flatMap((record) => (record.kind === 'early-access' ? [record.row] : [])),
  };
}

async function saveLibrary(library: Library): Promise<void> {
  const held: StoredHolding[] = [
    ...library.user_book_parts.map((row, place) => ({ id: row.id, place, kind: 'owned' as const, row })),
    ...library.early_access.map((row, place) => ({
      id: `early-access:${row.book_part_id}`,
      place,
      kind: 'early-access' as const,
      row,
    })),
  ];
  await replaceAll('userBookParts', [...held, { id: 'saved', place: -1, kind: 'saved' }]);
  scheduleCovers();
}

/** Adds to what is stored of one book, in one transaction. */
async function addToBook(id: string, news: Omit<StoredBook, 'id'>): Promise<void> {
  const transaction = (await deviceDatabase()).transaction('userBooks', 'readwrite');
  const stored = await transaction.store.get(id);
  await Promise.all([transaction.store.put({ ...stored, ...news, id }), transaction.done]);
}

async function readBook(id: string): Promise<PublicBook | null> {
  const database = await deviceDatabase();
  return (await database.get('userBooks', id))?.book ?? (await database.get('Books', id))?.book ?? null;
}

let covers: ReturnType<typeof setTimeout> | undefined;

function scheduleCovers(): void {
  clearTimeout(covers);
  covers = setTimeout(() => {
    // Without the pictures the cards show their placeholder.
    saveLibraryCovers().catch(() => {});
  }, COVERS_DELAY_MS);
}

async function saveLibraryCovers(): Promise<void> {
  const library = await readLibrary();
  const books = await readInOrder('Books');
  const seen = await (await deviceDatabase()).getAll('userBooks');
  if (library)
    await saveCovers(
      coverAddresses(
        library,
        [...books, ...seen].flatMap(({ book }) => book ?? []),
      ),
    );
}

/**
 * The device's store behind the app's lists. Every method fails when the database cannot be used; the callers then go
 * on with the server alone.
 */
export const libraryCache: OfflineCache = {
  async readBooks() {
    const records = await readInOrder('Books');
    return records.length === 0 ? null : records.map(({ book }) => book);
  },
  async saveBooks(books: readonly PublicBook[]) {
    await replaceAll(
      'Books',
      books.map((book, place) => ({ id: book.id, place, book })),
    );
    scheduleCovers();
  },
  readLibrary,
  saveLibrary,
  async readUserParts(bookId) {
    const parts = (await (await deviceDatabase()).get('userBooks', bookId))?.parts;
    return parts && (await areCopiesOurs()) ? parts : null;
  },
  saveUserParts: async (bookId, parts) => addToBook(bookId, { parts }),
  readBook,
  async saveBook(book) {
    await addToBook(book.id, { book });
    scheduleCovers();
  },
  partsOnDevice: storedEpubs.parts,
  subscribe: storedEpubs.subscribe,
};
