import type { ExportPermission } from '@cuentos/domain/exports/export-permission';
import { toIso } from '../../platform/to-iso.ts';
import type { Caller } from '../../platform/http/access.ts';
import type { Role } from '@cuentos/contract/account-fields';
import type { Accessibility, Picture, PublicBook, PublicPart } from '@cuentos/contract/books';
import type { SampleKind } from '@cuentos/contract/reading';
import { type EditorialState, isPublished } from '@cuentos/domain/books/part-availability';
import { type Price, priceAt } from '@cuentos/domain/orders/price';
import { foldText, sortKey } from '@cuentos/domain/text/fold';
import type { Connection, Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { BookPartRow, BookRow } from '../../platform/db/tables/books.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { etagOf, type Snapshot, snapshotOf } from '../../platform/http/snapshot.ts';
import { createCachedValue, type CachedValue } from '../../platform/cached-value.ts';
import type { Clock } from '../../ports/clock.ts';
import { presentPicture, type StoredPicture } from './picture.ts';
import * as repository from './repository.ts';
import { type BookRecord, findImages, isWriterOf, type PartWithBook } from './repository.ts';

type Images = ReadonlyMap<string, StoredPicture>;

const picture = (images: Images, id: string | null) => presentPicture(id === null ? null : (images.get(id) ?? null));

/**
 * Whether a book's or a part's row is let out by the author; the same rule stands in the queries of ./repository.ts.
 */
export function isPublishedRow(row: Pick<BookRow, 'is_active' | 'is_draft'>): boolean {
  return isPublished({ isActive: row.is_active === 1, isDraft: row.is_draft === 1 });
}

/** Reads the facts that decide whether a part is listed and sold. */
export function editorialStateOf({ part, book }: PartWithBook): EditorialState {
  return {
    isActive: part.is_active === 1,
    isDraft: part.is_draft === 1,
    hasEbook: part.edition_id !== null,
    bookIsActive: book.is_active === 1,
    bookIsDraft: book.is_draft === 1,
  };
}

/** Finds the text of a part that is open to everybody. @param isOpen whether that may be all of it */
export function sampleOf(
  { sample_beginning_id: beginning, sample_whole_id: whole }: BookPartRow,
  isOpen: boolean,
): { readonly kind: SampleKind; readonly id: string } | null {
  if (isOpen && whole !== null) return { kind: 'whole', id: whole };
  return beginning === null ? null : { kind: 'beginning', id: beginning };
}

/** A part in the wire format. */
export function presentPart(part: BookPartRow, images: Images): PublicPart {
  return {
    id: part.id,
    book_id: part.book_id,
    name: part.name,
    image: picture(images, part.image_id),
    value: part.value,
    release_date: toIso(part.release_at),
    is_presale: part.is_presale === 1,
    presale_end_date: toIso(part.presale_end_at),
    presale_discount_percentage: part.presale_discount,
    ebook: part.edition_id !== null,
    is_draft: part.is_draft === 1,
    is_purchased: false,
    is_downloaded: false,
    download_count: part.download_count,
    characters: part.characters,
    accessibility: part.accessibility === null ? null : (JSON.parse(part.accessibility) as Accessibility),
    sample: part.recalled_at === null ? (sampleOf(part, part.value === 0)?.kind ?? 'none') : 'none',
  };
}

/** A book in the wire format; its download count is the sum of its parts'. */
export function presentBook({ book, quotes, parts }: BookRecord, images: Images): PublicBook {
  const presented = parts.map((part) => presentPart(part, images));
  return {
    id: book.id,
    name: book.name,
    description: book.description,
    image: picture(images, book.image_id),
    back_image: picture(images, book.back_image_id),
    fragment: book.fragment,
    location: book.location,
    genre: book.genre,
    pages: book.pages,
    highlights: quotes.map((passage) => ({ passage })),
    is_draft: book.is_draft === 1,
    is_active: book.is_active === 1,
    purchased: false,
    download_count: presented.reduce((sum, part) => sum + part.download_count, 0),
    created_at: toIso(book.created_at),
    updated_at: toIso(book.updated_at),
    isbn: book.isbn,
    series: book.series_name === null ? null : { name: book.series_name, number: book.series_number },
    language: book.language,
    keywords: JSON.parse(book.keywords) as string[],
    completion_discount: book.completion_discount,
    export_permission: book.export_permission,
    parts: presented,
  };
}

/** Ids of every picture that some books and their parts show. */
function pictureIds(records: readonly BookRecord[]): string[] {
  const ids = records.flatMap(({ book, parts }) => [
    book.image_id,
    book.back_image_id,
    ...parts.map((part) => part.image_id),
  ]);
  return [...new Set(ids.filter((id) => id !== null))];
}

/** The price of a part at an instant. */
export function priceOfPart(part: BookPartRow, now: number): Price {
  const { value, presale_discount: discountPercentage, presale_end_at: presaleEndAt } = part;
  return priceAt({ value, discountPercentage, isPresale: part.is_presale === 1, presaleEndAt }, now);
}

/** The catalogue as it goes over the wire, made once per change instead of once per visitor. */
export interface Catalogue extends Snapshot {
  readonly books: readonly PublicBook[];
}

export type CatalogueCache = CachedValue<Catalogue>;

/** Keeps the last snapshot; while the database is away it goes on being shown. */
function createCatalogueCache(load: () => Promise<readonly PublicBook[]>, clock: Clock): CatalogueCache {
  return createCachedValue(async (last) => snapshotOfBooks(await load(), last), clock);
}

function snapshotOfBooks(books: readonly PublicBook[], last: Catalogue | null): Catalogue {
  const body = JSON.stringify(books);
  const etag = etagOf(body);
  return last?.etag === etag ? last : { books, ...snapshotOf(body, etag) };
}

export type BookService = ReturnType<typeof createBookService>;

/** Books and parts as readers see them. */
export function createBookService({ db, clock }: { db: Db; clock: Clock }) {
  const present = async (records: readonly repository.BookRecord[]): Promise<PublicBook[]> => {
    const images = await findImages(db.read, pictureIds(records));
    return records.map((record) => presentBook(record, images));
  };
  const catalogue = createCatalogueCache(async () => present(await repository.listShopBooks(db.read)), clock);
  return {
    /** Listed books in the order of the shelf, without drafts and archived ones. */
    catalogue,
    /** A listed book. @throws {AppError} book_not_found for drafts too. */
    async shopBook(id: string): Promise<PublicBook> {
      const { books } = await catalogue.read();
      const book = books.find((candidate) => candidate.id === id);
      if (!book) throw new AppError('book_not_found');
      return book;
    },
    /** Books by id in any state, for owners of their parts; with the parts that `maySee` allows. */
    async booksById(ids: readonly string[], maySee: (part: BookPartRow) => boolean): Promise<PublicBook[]> {
      const records = await repository.findBooks(db.read, ids);
      return present(records.map((record) => ({ ...record, parts: record.parts.filter(maySee) })));
    },
  };
}

/** Fields that are chosen when a book is added. */
export interface NewBook {
  readonly name: string;
  readonly description: string;
  readonly location: string;
  readonly genre: string;
  readonly pages: number;
  readonly fragment: string | null;
  readonly imageId: string | null;
  readonly backImageId: string | null;
  readonly isDraft: boolean;
  readonly about?: BookAbout;
}

/** Facts about a book that an author may add; an absent one stays unchanged, or is empty for a new book. */
export interface BookAbout {
  readonly isbn?: string | null | undefined;
  /** Empty for none. */
  readonly series_name?: string | undefined;
  readonly series_number?: number | null | undefined;
  readonly language?: string | undefined;
  readonly keywords?: readonly string[] | undefined;
  /** Percent. */
  readonly completion_discount?: number | undefined;
  /** Null leaves it to the shop. */
  readonly export_permission?: ExportPermission | null | undefined;
}

/** Columns of the author's text about a book. */
export function aboutColumns(about: BookAbout) {
  const { isbn, series_name: series, series_number: number, language, keywords, completion_discount } = about;
  return {
    ...(isbn === undefined ? {} : { isbn }),
    ...(series === undefined ? {} : { series_name: series === '' ? null : series }),
    ...(number === undefined ? {} : { series_number: number }),
    ...(language === undefined ? {} : { language }),
    ...(keywords === undefined ? {} : { keywords: JSON.stringify(keywords) }),
    ...(completion_discount === undefined ? {} : { completion_discount }),
    ...(about.export_permission === undefined ? {} : { export_permission: about.export_permission }),
  };
}

/** A row for a new book, with the keys that searching, sorting and uniqueness use. */
export function bookRow(book: NewBook, now: number): BookRow {
  const { name, description, location, genre, pages, fragment } = book;
  return {
    id: newId(now),
    name,
    ...bookKeys({ name, genre, location }),
    description,
    location,
    genre,
    pages,
    fragment,
    image_id: book.imageId,
    back_image_id: book.backImageId,
    is_draft: book.isDraft ? 1 : 0,
    is_active: 1,
    created_at: now,
    updated_at: now,
    isbn: null,
    series_name: null,
    series_number: null,
    language: 'es',
    keywords: '[]',
    shelf_position: 0,
    completion_discount: 0,
    export_permission: null,
    ...aboutColumns(book.about ?? {}),
  };
}

/** Computes the keys by which books are unique, sorted and searched, from the shown fields. */
export function bookKeys({ name, genre, location }: Pick<BookRow, 'name' | 'genre' | 'location'>) {
  return { name_key: foldText(name), sort_key: sortKey(name), search_text: foldText(`${name} ${genre} ${location}`) };
}

/** Fields that are chosen when a part is added; times are epoch milliseconds, prices pesos. */
export interface NewPart {
  readonly bookId: string;
  readonly name: string;
  readonly position: number;
  readonly imageId: string | null;
  readonly value: number;
  readonly releaseAt: number;
  readonly presale: { readonly discountPercentage: number; readonly endAt: number | null } | null;
  readonly isDraft: boolean;
}

/** A row for a new part, without an ebook yet. */
export function partRow(part: NewPart, now: number): BookPartRow {
  return {
    id: newId(now),
    book_id: part.bookId,
    name: part.name,
    name_key: foldText(part.name),
    position: part.position,
    image_id: part.imageId,
    value: part.value,
    release_at: part.releaseAt,
    is_presale: part.presale ? 1 : 0,
    presale_end_at: part.presale?.endAt ?? null,
    presale_discount: part.presale?.discountPercentage ?? 0,
    is_draft: part.isDraft ? 1 : 0,
    is_active: 1,
    edition_id: null,
    characters: null,
    accessibility: null,
    sample_beginning_id: null,
    sample_whole_id: null,
    sample_share: null,
    sample_asked_share: null,
    sample_asked_by: null,
    sample_asked_at: null,
    first_active_at: part.isDraft ? null : now,
    recalled_at: null,
    download_count: 0,
    created_at: now,
    updated_at: now,
  };
}

/** A part as everyone sees it. */
export type ShownPart = PublicPart;

/** Parts in the wire format by id, in any state; the caller decides who may see them. */
export async function presentParts(db: Db, parts: readonly BookPartRow[]): Promise<Map<string, ShownPart>> {
  const images = await findImages(
    db.read,
    parts.map((part) => part.image_id).filter((id) => id !== null),
  );
  return new Map(parts.map((part) => [part.id, presentPart(part, images)]));
}

/** Covers of a part and of the book that it belongs to; null where there is none. */
export async function findCovers(
  db: Connection,
  { book, part }: PartWithBook,
): Promise<{ readonly book: Picture | null; readonly part: Picture | null }> {
  const images = await findImages(
    db,
    [book.image_id, part.image_id].filter((id) => id !== null),
  );
  return { book: picture(images, book.image_id), part: picture(images, part.image_id) };
}

/** The picture behind its address; null when there is none. */
export async function findPicture(db: Connection, src: string): Promise<Picture | null> {
  const [, id] = /^\/images\/([0-9a-f]{40})\.jpg$/.exec(src) ?? [];
  if (id === undefined) return null;
  return picture(await findImages(db, [id]), id);
}

export type { ImageService } from './image-service.ts';
export { UnusablePicture } from './picture-child.ts';
export { pictureFallbackKey, pictureKeys } from './picture.ts';
export {
  bookIdsOfParts,
  cataloguedBookId,
  countBooks,
  countDownload,
  findBookByName,
  findBooks,
  findPart,
  insertBook,
  insertPart,
  lastPartPosition,
  partsWithEbook,
  type PartWithBook,
  recalledParts,
  setWriters,
  updateBook,
  updatePart,
} from './repository.ts';

/** A user who may work on books; the role was read from the database for this call. */
export interface Editor {
  readonly userId: string;
  readonly role: Role;
  /** Whether this session showed a code of the account's second factor lately. */
  readonly secondFactor: Caller['secondFactor'];
}

/** Admins edit every book, a writter those assigned to her. */
export async function mayEdit(connection: Connection, { role, userId }: Editor, bookId: string): Promise<boolean> {
  return role === 'admin' || (role === 'writter' && (await isWriterOf(connection, bookId, userId)));
}
