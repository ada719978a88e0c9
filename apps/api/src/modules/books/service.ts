import { foldText, sortKey } from '@cuentos/domain/text/fold';
import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import { AppError } from '../../platform/http/app-error.ts';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { BookPartRow, BookRow } from '../../platform/db/schema.ts';
import type { Clock } from '../../ports/clock.ts';
import { findImages } from '../images/service.ts';
import { type CatalogueCache, createCatalogueCache } from './catalogue-cache.ts';
import { pictureIds, presentBook, presentPart } from './present-book.ts';
import * as repository from './repository.ts';

export interface BookService {
  /** What the shop shows, newest first; drafts and archived rows are absent. */
  readonly catalogue: CatalogueCache;
  /** A listed book. @throws {AppError} book_not_found for drafts too. */
  shopBook(id: string): Promise<PublicBook>;
  /** Books by id in whatever state, for readers who hold a part of them; with the parts that they may see. */
  booksById(ids: readonly string[], maySee: (part: BookPartRow) => boolean): Promise<PublicBook[]>;
}

/** Books and parts as readers see them. */
export function createBookService({ db, clock }: { db: Db; clock: Clock }): BookService {
  const present = async (records: readonly repository.BookRecord[]): Promise<PublicBook[]> => {
    const images = await findImages(db.read, pictureIds(records));
    return records.map((record) => presentBook(record, images));
  };
  const catalogue = createCatalogueCache(async () => present(await repository.listShopBooks(db.read)), clock);
  return {
    catalogue,
    async shopBook(id) {
      const { books } = await catalogue.read();
      const book = books.find((candidate) => candidate.id === id);
      if (!book) throw new AppError('book_not_found');
      return book;
    },
    async booksById(ids, maySee) {
      const records = await repository.findBooks(db.read, ids);
      return present(records.map((record) => ({ ...record, parts: record.parts.filter(maySee) })));
    },
  };
}

/** Fields that whoever adds a book chooses. */
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
}

/** A row for a new book, with the keys that searching, sorting and uniqueness use. */
export function bookRow(book: NewBook, now: number): BookRow {
  const { name, description, location, genre, pages, fragment } = book;
  return {
    id: newId(now),
    name,
    name_key: foldText(name),
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
    sort_key: sortKey(name),
    search_text: foldText(`${name} ${genre} ${location}`),
  };
}

/** Fields that whoever adds a part chooses; times are epoch milliseconds, prices pesos. */
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
    first_active_at: part.isDraft ? null : now,
    download_count: 0,
    created_at: now,
    updated_at: now,
  };
}

/** A part as everyone sees it. */
export type ShownPart = PublicPart;

/** Parts in the wire format by id, in whatever state they are; who may see them is the caller's business. */
export async function presentParts(db: Db, parts: readonly BookPartRow[]): Promise<Map<string, ShownPart>> {
  const images = await findImages(
    db.read,
    parts.map((part) => part.image_id).filter((id) => id !== null),
  );
  return new Map(parts.map((part) => [part.id, presentPart(part, images)]));
}

export type { CatalogueCache } from './catalogue-cache.ts';
export { type Editor, mayEdit } from './editors.ts';
export { presentBook, presentPart } from './present-book.ts';
export {
  countBooks,
  findBookByName,
  findBooks,
  findPart,
  insertBook,
  insertPart,
  lastPartPosition,
  type PartWithBook,
  updatePart,
} from './repository.ts';
