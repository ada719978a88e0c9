import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import { AppError } from '../../platform/http/app-error.ts';
import type { Db } from '../../platform/db/db.ts';
import type { BookPartRow } from '../../platform/db/schema.ts';
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
  /** Books by id in whatever state, for readers who hold a part of them. */
  booksById(ids: readonly string[]): Promise<PublicBook[]>;
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
    booksById: async (ids) => present(await repository.findBooks(db.read, ids)),
  };
}

/** A part as everyone sees it. */
export type ShownPart = PublicPart;

/** Parts in the wire format by id, in whatever state they are; who may see them is the caller's business. */
export async function presentParts(db: Db, parts: readonly BookPartRow[]): Promise<Map<string, ShownPart>> {
  const images = await findImages(db.read, parts.map((part) => part.image_id).filter((id) => id !== null));
  return new Map(parts.map((part) => [part.id, presentPart(part, images)]));
}

export type { CatalogueCache } from './catalogue-cache.ts';
export { findBooks, findPart, type PartWithBook } from './repository.ts';
