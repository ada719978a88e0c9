import { foldText } from '@cuentos/domain/text/fold';
import { permissionOf } from '@cuentos/domain/exports/export-permission';
import type { Db } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { type BookService, pictureFallbackKey } from '../books/service.ts';
import { findPublishingTimes } from '../editions/service.ts';
import type { ExportService, TakeablePart } from '../exports/service.ts';
import type { ShopService } from '../shop/service.ts';
import { opdsTexts } from './texts.ts';

/** Entries of one page of a feed. */
const PAGE = 50;

export type OpdsService = ReturnType<typeof createOpdsService>;

interface Deps {
  readonly db: Db;
  readonly books: BookService;
  readonly exports: ExportService;
  readonly shop: ShopService;
}

/** A part on the shelf, as every version of the catalogue tells it. Times are epoch milliseconds. */
export interface ShelfEntry {
  readonly id: string;
  readonly title: string;
  readonly book: string;
  /** Place of the part in its book, from 1. */
  readonly position: number;
  /** Series of the book, if it belongs to one. */
  readonly series: { readonly name: string; readonly number: number | null } | null;
  readonly author: string;
  /** BCP 47. */
  readonly language: string;
  readonly summary: string;
  readonly genre: string;
  readonly releasedAt: number;
  /** When the edition came out that a fetch gets now. */
  readonly modifiedAt: number;
  readonly acquiredAt: number;
  /** Path of a JPEG; null without a cover. */
  readonly cover: string | null;
}

/** One page of a shelf or of search results. */
export interface ShelfPage {
  readonly entries: readonly ShelfEntry[];
  /** Entries of all pages. */
  readonly total: number;
  /** Page number from 1. */
  readonly page: number;
  readonly lastPage: number;
  readonly perPage: number;
  /** Words that were looked for; empty for the whole shelf. */
  readonly query: string;
  /** Latest change of anything on the shelf. */
  readonly changedAt: number;
}

/** A reader's shelf for reading apps: the parts that the reader may export as EPUB now. */
export function createOpdsService(deps: Deps) {
  const { books, exports, shop } = deps;
  return {
    /** Reads a page of a reader's shelf; a page behind the last one is empty. */
    async shelf(
      userId: string,
      { page, query }: { readonly page: number; readonly query: string },
    ): Promise<ShelfPage> {
      const all = await entriesOf(deps, await exports.takeable(userId, 'epub'));
      const words = foldText(query)
        .split(/\s+/)
        .filter((word) => word !== '');
      const found = all.filter((entry) => words.every((word) => searchTextOf(entry).includes(word)));
      return {
        entries: found.slice((page - 1) * PAGE, page * PAGE),
        total: found.length,
        page,
        lastPage: Math.max(1, Math.ceil(found.length / PAGE)),
        perPage: PAGE,
        query,
        changedAt: Math.max(0, ...all.map(({ modifiedAt, acquiredAt }) => Math.max(modifiedAt, acquiredAt))),
      };
    },
    /** Reads one part of a reader's shelf. @throws {AppError} part_not_found for whatever is not on it */
    async entry(userId: string, partId: string): Promise<ShelfEntry> {
      const own = (await exports.takeable(userId, 'epub')).filter(({ part }) => part.id === partId);
      const [entry] = await entriesOf(deps, own);
      if (!entry) throw new AppError('part_not_found');
      return entry;
    },
    /** Returns whether the author allows EPUB exports of any listed book, or of one that this reader owns. */
    async isOffered(userId: string): Promise<boolean> {
      const ofShop = shop.latest().settings.export_permission;
      const listed = (await books.catalogue.read()).books;
      const isListed = listed.some((book) => permissionOf(book.export_permission, ofShop) === 'epub');
      return isListed || (await exports.takeable(userId, 'epub')).length > 0;
    },
  };
}

const searchTextOf = ({ title, author, series }: ShelfEntry): string =>
  foldText([title, author, series?.name ?? ''].join(' '));

async function entriesOf({ db, shop }: Deps, parts: readonly TakeablePart[]): Promise<ShelfEntry[]> {
  const editions = parts.map(({ part }) => part.edition_id).filter((id) => id !== null);
  const published = await findPublishingTimes(db.read, editions);
  const { author_name, store_name } = shop.latest().identity;
  return parts.map(({ book, part, position, acquiredAt }) => {
    const cover = part.image_id ?? book.image_id;
    return {
      id: part.id,
      title: opdsTexts.title(part.name, book.name),
      book: book.name,
      position,
      series: book.series_name === null ? null : { name: book.series_name, number: book.series_number },
      author: author_name || store_name,
      language: book.language,
      summary: book.description,
      genre: book.genre,
      releasedAt: part.release_at,
      modifiedAt: published.get(part.edition_id ?? '') ?? part.updated_at,
      acquiredAt,
      cover: cover === null ? null : `/${pictureFallbackKey(cover)}`,
    };
  });
}
