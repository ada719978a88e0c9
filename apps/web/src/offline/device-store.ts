import type { PublicBook } from '@cuentos/contract/books';
import type { Library } from '@cuentos/contract/library';
import type { OfflineCache } from './cache.ts';
import { deviceDatabase, type DeviceSchema, type KeptBook, type KeptHolding } from './device-database.ts';
import { coverAddresses, forgetCovers, keepCovers } from './kept-covers.ts';
import { storedEpubs } from './stored-epubs.ts';

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
  if (!records.some((record) => record.kind === 'saved')) return null;
  return {
    user_book_parts: records.flatMap((record) => (record.kind === 'owned' ? [record.row] : [])),
    early_access: records.flatMap((record) => (record.kind === 'early-access' ? [record.row] : [])),
  };
}

async function saveLibrary(library: Library): Promise<void> {
  const held: KeptHolding[] = [
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

/** Adds to what is kept of one book, in one transaction. */
async function keepOfBook(id: string, news: Omit<KeptBook, 'id'>): Promise<void> {
  const transaction = (await deviceDatabase()).transaction('userBooks', 'readwrite');
  const kept = await transaction.store.get(id);
  await Promise.all([transaction.store.put({ ...kept, ...news, id }), transaction.done]);
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
    keepLibraryCovers().catch(() => {});
  }, COVERS_DELAY_MS);
}

async function keepLibraryCovers(): Promise<void> {
  const library = await readLibrary();
  const books = await readInOrder('Books');
  const seen = await (await deviceDatabase()).getAll('userBooks');
  if (library)
    await keepCovers(
      coverAddresses(
        library,
        [...books, ...seen].flatMap(({ book }) => book ?? []),
      ),
    );
}

async function clear(): Promise<void> {
  clearTimeout(covers);
  await forgetCovers();
  const database = await deviceDatabase();
  const lists = ['Books', 'userBookParts', 'userBooks'] as const;
  await Promise.all(lists.map(async (name) => database.clear(name)));
  await storedEpubs.clear();
}

/**
 * The device's store behind the app's lists. Every method fails when the database cannot be used; the callers then go
 * on with the server alone.
 */
export const deviceStore: OfflineCache = {
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
  readUserParts: async (bookId) => (await (await deviceDatabase()).get('userBooks', bookId))?.parts ?? null,
  saveUserParts: async (bookId, parts) => keepOfBook(bookId, { parts }),
  readBook,
  async saveBook(book) {
    await keepOfBook(book.id, { book });
    scheduleCovers();
  },
  partsOnDevice: storedEpubs.parts,
  subscribe: storedEpubs.subscribe,
  clear,
};
