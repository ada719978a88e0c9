import type { BookmarkList, BookmarkResult, BookmarkWire } from '@cuentos/contract/bookmarks';
import { limits } from '@cuentos/contract/limits';
import { type Db, isUniqueViolation } from '../../platform/db/db.ts';
import type { BookmarkRow } from '../../platform/db/tables/reading.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { Clock } from '../../ports/clock.ts';
import { editionMeant } from '../editions/service.ts';
import type { EntitlementService } from '../entitlements/service.ts';
import { requireHeld } from '../reading/service.ts';
import * as repository from './repository.ts';

/** A page that a device marks. */
export interface NewBookmark {
  readonly id: string;
  readonly partId: string;
  /** Null for the edition on sale. */
  readonly editionId: string | null;
  readonly cfi: string;
  readonly percentage: number;
  readonly chapter: string | null;
  readonly quote: string;
  readonly prefix: string;
  /** By the device, epoch milliseconds; null when it does not say. */
  readonly createdAt: number | null;
}

export type BookmarkService = ReturnType<typeof createBookmarkService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly entitlements: EntitlementService;
}

/** Bookmarks of all of a reader's devices: the union of what they mark, without what any of them took away. */
export function createBookmarkService(deps: Deps) {
  const { db, clock, entitlements } = deps;
  return {
    /** Own bookmarks stay readable when the part was revoked. @throws {AppError} part_not_found */
    async list(userId: string, partId: string): Promise<BookmarkList> {
      const rows = await repository.bookmarksOf(db.read, userId, partId);
      if (rows.length === 0) await requireHeld(entitlements, userId, partId);
      const live = rows.filter(({ deleted_at: deletedAt }) => deletedAt === null);
      const deleted = rows.filter(({ deleted_at: deletedAt }) => deletedAt !== null);
      return { bookmarks: live.map(present), deleted: deleted.map(({ id }) => id) };
    },
    /** @throws {AppError} part_not_found, part_without_ebook or edition_not_found */
    save: async (userId: string, bookmark: NewBookmark) => save(deps, userId, bookmark),
    /** Deletes for good; twice is fine. @throws {AppError} bookmark_not_found for another reader's too */
    async remove(userId: string, id: string): Promise<BookmarkResult> {
      return db.withTx(async (tx) => {
        const own = await repository.findBookmark(tx, userId, id);
        if (!own) throw new AppError('bookmark_not_found');
        if (own.deleted_at === null) await repository.buryBookmark(tx, userId, id, clock.now());
        return { id, deleted: true };
      });
    },
  };
}

async function save({ db, clock, entitlements }: Deps, userId: string, bookmark: NewBookmark): Promise<BookmarkResult> {
  const { id, partId, editionId, createdAt, ...words } = bookmark;
  const { part } = await requireHeld(entitlements, userId, partId);
  const edition_id = await editionMeant(db.read, part, editionId);
  const insert = async (): Promise<BookmarkResult> =>
    db.withTx(async (tx) => {
      const existingRow = await repository.findBookmark(tx, userId, id);
      // A deleted one stays deleted: the device that sends it again has not heard of that.
      if (existingRow) return { id, deleted: existingRow.deleted_at !== null };
      if ((await repository.countBookmarks(tx, userId, partId)) >= limits.bookmarksMax)
        throw new AppError('invalid_request');
      const now = clock.now();
      const created_at = Math.min(createdAt ?? now, now);
      const row = { user_id: userId, id, part_id: partId, edition_id, ...words, created_at, deleted_at: null };
      await repository.insertBookmark(tx, row);
      return { id, deleted: false };
    });
  // PostgreSQL may let two requests insert it at once; the second then finds the first one's.
  return insert().catch(async (error: unknown) => {
    if (isUniqueViolation(error)) return insert();
    throw error;
  });
}

function present({ id, edition_id, cfi, percentage, chapter, quote, prefix, created_at }: BookmarkRow): BookmarkWire {
  return { id, edition_id, cfi, percentage, chapter, quote, prefix, created_at: toIso(created_at) };
}
