import { DAY_MS } from '@cuentos/domain/time/durations';
import { serverNow } from '../../lib/clock.ts';
import type { Picture, PublicBook } from '@cuentos/contract/books';
import type { PendingPart, EarlyAccessItem, Library, UserBookPart, UserPart } from '@cuentos/contract/library';
import { countClearings, COVERS_CACHE, deviceDatabase, type StoredEntitlement } from '../../device/device-database.ts';
import { downloads } from '../../device/downloads.ts';
import { storedEpubs } from '../../device/stored-epubs.ts';
import { areCopiesOurs, everythingOf, syncDatabase } from '../../device/sync-database.ts';
import { session } from '../../lib/api/session.ts';
import { pictureAt } from './picture-address.ts';
import type { OfflineCache } from '../books/offline-cache.ts';
import {
  bookOf,
  type DeviceHoldings,
  mergeHoldings,
  mergeParts,
  type DatedAnswer,
  type PartAnswer,
} from './holdings.ts';

/** `place` keeps the server's order. */
interface PlacedRecord {
  readonly id: string;
  readonly place: number;
}

/** Record of the reader's holdings; the `saved` record distinguishes an empty library from one never fetched. */
type StoredHolding =
  | (PlacedRecord & { readonly kind: 'owned'; readonly row: UserBookPart })
  | (PlacedRecord & { readonly kind: 'early-access'; readonly row: EarlyAccessItem })
  /**
   * `asked_at`: when the list was requested, epoch milliseconds. Earlier versions stored neither it nor pending
   * payments.
   */
  | (PlacedRecord & { readonly kind: 'saved'; readonly asked_at?: number; readonly awaited?: readonly PendingPart[] })
  | StoredEntitlement;

interface StoredBook {
  readonly id: string;
  readonly book?: PublicBook;
  readonly parts?: readonly UserPart[];
  /** When the parts were requested, epoch milliseconds. */
  readonly asked_at?: number;
}

declare module '../../device/device-database.ts' {
  interface DeviceSchema {
    Books: { key: string; value: PlacedRecord & { readonly book: PublicBook } };
    userBookParts: { key: string; value: StoredHolding };
    /** For each opened book: the book, and its parts with the reader's right to each. */
    userBooks: { key: string; value: StoredBook };
  }
}

/** Width of stored covers, px: a library card is at most 240 CSS px wide; sharp on most phones, 15 to 30 kB. */
const SAVED_WIDTH = 640;

/** Whether this browser shows AVIF; a browser that does not say keeps WebP. */
async function isAvifShown(): Promise<boolean> {
  return 'ImageDecoder' in globalThis && ImageDecoder.isTypeSupported('image/avif');
}

function addressOf(picture: Picture, hasAvif: boolean): string {
  const srcset = (hasAvif && picture.avif) || picture.srcset;
  const candidates = srcset.split(',').flatMap((candidate) => {
    const [address = '', width = ''] = candidate.trim().split(/\s+/);
    return address ? [{ address, width: Number.parseInt(width, 10) }] : [];
  });
  const fitting = candidates.findLast(({ width }) => width <= SAVED_WIDTH);
  return fitting?.address ?? picture.src;
}

/** The covers of all listed books; of books with an owned part all pictures, with those of the cards. */
function coverPictures(library: Library, books: readonly PublicBook[], parts: readonly PartAnswer[]): Picture[] {
  const ownedBooks = new Set([...library.user_book_parts, ...library.early_access].map((item) => item.book_id));
  const pictures = [
    ...library.user_book_parts.map((part) => part.image),
    ...library.early_access.map((item) => item.book_part_image),
    ...parts.map(({ part }) => part?.book_image ?? null),
    ...books.flatMap((book) =>
      ownedBooks.has(book.id) ? [book.image, book.back_image, ...book.parts.map((part) => part.image)] : [book.image],
    ),
  ];
  return pictures.filter((picture) => picture !== null);
}

/**
 * Stores one file of each of these pictures and deletes all others. A stored WebP stays although an AVIF was made
 * since; a failed download is repeated with the next library.
 */
async function saveCovers(pictures: readonly Picture[]): Promise<void> {
  if (typeof caches === 'undefined') return;
  const [cache, hasAvif] = await Promise.all([caches.open(COVERS_CACHE), isAvifShown()]);
  const missing = new Map(
    pictures.map((picture) => {
      const address = addressOf(picture, hasAvif);
      return [pictureAt(address), address];
    }),
  );
  const stored = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  // Removes the stored pictures from the list, so that a second file of a picture is deleted.
  const unneeded = stored.filter((path) => !missing.delete(pictureAt(path)));
  await Promise.all([
    ...unneeded.map(async (path) => cache.delete(path)),
    ...[...missing.values()].map(async (address) => cache.add(address).catch(() => {})),
  ]);
}

/** Delay before covers are fetched, so that the screen's own requests go first on a slow connection, ms. */
const COVERS_DELAY_MS = 3000;

async function readBooks(): Promise<PublicBook[]> {
  const records = await deviceDatabase((database) => database.getAll('Books'));
  return records.toSorted((one, other) => one.place - other.place).map(({ book }) => book);
}

/** All answers about the signed-in user's holdings; null while the copies are another user's. */
async function readKnown(): Promise<DeviceHoldings | null> {
  return deviceDatabase(async (database) => {
    const [records, storedBooks, listed] = await Promise.all([
      database.getAll('userBookParts'),
      database.getAll('userBooks'),
      readBooks(),
    ]);
    if (!(await areCopiesOurs())) return null;
    const uid = session.claims()?.uid ?? '';
    const names = new Map(
      [...listed, ...storedBooks.flatMap(({ book }) => book ?? [])].map((book) => [book.id, book.name]),
    );
    return {
      list: listOf(records),
      books: storedBooks.flatMap(({ id, parts, asked_at }) =>
        parts ? [{ at: asked_at ?? 0, value: { bookId: id, bookName: names.get(id) ?? null, parts } }] : [],
      ),
      parts: records.flatMap((record) =>
        record.kind === 'held' && record.uid === uid
          ? [{ at: record.asked_at, value: { partId: record.part_id, part: record.part } }]
          : [],
      ),
    };
  });
}

function listOf(records: readonly StoredHolding[]): DatedAnswer<Library> | null {
  const saved = records.find((record) => record.kind === 'saved');
  if (!saved) return null;
  const inOrder = records.toSorted((one, other) => one.place - other.place);
  return {
    at: saved.asked_at ?? 0,
    value: {
      user_book_parts: inOrder.flatMap((record) => (record.kind === 'owned' ? [record.row] : [])),
      early_access: inOrder.flatMap((record) => (record.kind === 'early-access' ? [record.row] : [])),
      awaited: [...(saved.awaited ?? [])],
    },
  };
}

async function readLibrary(): Promise<Library | null> {
  const storedHoldings = await readKnown();
  const library = storedHoldings && mergeHoldings(storedHoldings, serverNow());
  return library && withPlaces(library);
}

/** Percentage of each part read on this device, where it is higher than the last list's. */
async function withPlaces({ user_book_parts, early_access, ...rest }: Library): Promise<Library> {
  const uid = session.claims()?.uid ?? '';
  const stored = await syncDatabase((database) => database.getAll('positions', everythingOf(uid))).catch(() => []);
  const places = new Map(stored.map((place) => [place.part_id, place]));
  const placed = <Row extends { readonly book_part_id: string; readonly percentage: number }>(row: Row): Row => {
    const place = places.get(row.book_part_id);
    return place && (place.pending || row.percentage === 0) ? { ...row, percentage: place.percentage } : row;
  };
  return { ...rest, user_book_parts: user_book_parts.map(placed), early_access: early_access.map(placed) };
}

/**
 * Whether the stored answer is newer than one that has just arrived, and is kept. A time in the future was noted by a
 * clock that was ahead, and does not count.
 */
const isLater = (storedAt: number | undefined, askedAt: number): boolean =>
  storedAt !== undefined && storedAt > askedAt && storedAt <= serverNow() + DAY_MS;

/** Deletes the files of recalled parts; positions and notes stay. */
async function closeRecalled(
  rows: readonly { readonly partId: string; readonly is_recalled?: true | undefined }[],
): Promise<void> {
  for (const { partId, is_recalled: isRecalled } of rows) {
    if (!isRecalled) continue;
    downloads.cancel(partId);
    await storedEpubs.remove(partId);
  }
}

/** Replaces an older list, in one transaction; the records of stored parts stay. */
async function saveLibrary(library: Library, askedAt: number): Promise<void> {
  const libraryHoldings: StoredHolding[] = [
    ...library.user_book_parts.map((row, place) => ({ id: row.id, place, kind: 'owned' as const, row })),
    ...library.early_access.map((row, place) => ({
      id: `early-access:${row.book_part_id}`,
      place,
      kind: 'early-access' as const,
      row,
    })),
    { id: 'saved', place: -1, kind: 'saved', asked_at: askedAt, awaited: library.awaited ?? [] },
  ];
  const isSaved = await deviceDatabase(async (database) => {
    const transaction = database.transaction('userBookParts', 'readwrite');
    const before = await transaction.store.getAll();
    if (isLater(before.find((record) => record.kind === 'saved')?.asked_at, askedAt)) return false;
    await Promise.all([
      ...before.filter(({ kind }) => kind !== 'held').map(async ({ id }) => transaction.store.delete(id)),
      ...libraryHoldings.map(async (record) => transaction.store.put(record)),
      transaction.done,
    ]);
    return true;
  });
  if (!isSaved) return;
  scheduleCovers();
  const rows = [...library.user_book_parts, ...library.early_access];
  await closeRecalled(rows.map((row) => ({ ...row, partId: row.book_part_id })));
}

/**
 * Stores the answers about a book, in one transaction.
 * @returns false for parts that were requested earlier than the stored ones, which change nothing
 */
async function addToBook(id: string, news: Omit<StoredBook, 'id'>): Promise<boolean> {
  return deviceDatabase(async (database) => {
    const transaction = database.transaction('userBooks', 'readwrite');
    const stored = await transaction.store.get(id);
    if (news.asked_at !== undefined && isLater(stored?.asked_at, news.asked_at)) return false;
    await Promise.all([transaction.store.put({ ...stored, ...news, id }), transaction.done]);
    return true;
  });
}

async function readBook(id: string): Promise<PublicBook | null> {
  return deviceDatabase(async (database) => {
    const storedBook = (await database.get('userBooks', id))?.book ?? (await database.get('Books', id))?.book;
    if (!(await areCopiesOurs())) return null;
    if (storedBook) return storedBook;
    const storedHoldings = await readKnown();
    if (!storedHoldings) return null;
    const partStatements = storedHoldings.parts.map(({ value }) => value);
    return bookOf(id, mergeHoldings(storedHoldings, serverNow()), partStatements);
  });
}

async function readUserParts(bookId: string): Promise<readonly UserPart[] | null> {
  return deviceDatabase(async (database) => {
    const [page, listed] = await Promise.all([database.get('userBooks', bookId), database.get('Books', bookId)]);
    if (!(await areCopiesOurs())) return null;
    const parts = (page?.book ?? listed?.book)?.parts ?? [];
    return mergeParts(bookId, await readLibrary(), page?.parts ?? null, parts);
  });
}

let covers: ReturnType<typeof setTimeout> | undefined;

function scheduleCovers(): void {
  clearTimeout(covers);
  covers = setTimeout(() => {
    // Without the pictures the cards show their placeholder.
    saveLibraryCovers().catch(() => {});
  }, COVERS_DELAY_MS);
}

/**
 * Stores the pictures that the screens need without a connection, and no others. Rejects where nothing can be stored.
 */
export async function saveLibraryCovers(): Promise<void> {
  const clearings = countClearings();
  const storedHoldings = await readKnown();
  if (!storedHoldings) return;
  const storedBooks = await deviceDatabase((database) => database.getAll('userBooks'));
  const library = mergeHoldings(storedHoldings, serverNow()) ?? { user_book_parts: [], early_access: [] };
  const books = [...(await readBooks()), ...storedBooks.flatMap(({ book }) => book ?? [])];
  const parts = storedHoldings.parts.map(({ value }) => value);
  await saveCovers(coverPictures(library, books, parts));
  // The session has ended meanwhile: no cover of the account's books stays on the device.
  if (countClearings() !== clearings && typeof caches !== 'undefined') await caches.delete(COVERS_CACHE);
}

/** Books of stored parts whose page is not completely stored yet. */
export async function booksWithoutPage(): Promise<string[]> {
  const storedHoldings = await readKnown();
  const storedBooks = await deviceDatabase((database) => database.getAll('userBooks'));
  const completeBooks = new Set(storedBooks.flatMap(({ id, book, parts }) => (book && parts ? [id] : [])));
  const books = storedHoldings?.parts.flatMap(({ value: { part } }) => part?.book_id ?? []) ?? [];
  return [...new Set(books)].filter((id) => !completeBooks.has(id));
}

/**
 * The device's store of the app's lists. Each method fails when the database cannot be used; the callers then use the
 * server alone.
 */
export const libraryCache: OfflineCache = {
  async readBooks() {
    const books = await readBooks();
    return books.length > 0 && (await areCopiesOurs()) ? books : null;
  },
  async saveBooks(books: readonly PublicBook[]) {
    return deviceDatabase(async (database) => {
      const transaction = database.transaction('Books', 'readwrite');
      await Promise.all([
        transaction.store.clear(),
        ...books.map(async (book, place) => transaction.store.put({ id: book.id, place, book })),
        transaction.done,
      ]);
      scheduleCovers();
    });
  },
  readLibrary,
  saveLibrary,
  readUserParts,
  async saveUserParts(bookId, parts, askedAt) {
    const isSaved = await addToBook(bookId, { parts, asked_at: askedAt });
    scheduleCovers();
    if (isSaved) await closeRecalled(parts.map((part) => ({ ...part, partId: part.id })));
  },
  readBook,
  async saveBook(book) {
    await addToBook(book.id, { book });
    scheduleCovers();
  },
  partsOnDevice: storedEpubs.parts,
  subscribe: storedEpubs.subscribe,
};
