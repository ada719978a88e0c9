import type { BookmarkList, BookmarkResult, BookmarkWire, TrashedBookmarkWire } from '@cuentos/contract/bookmarks';
import { limits } from '@cuentos/contract/limits';
import { type Db, isUniqueViolation, type Tx } from '../../platform/db/db.ts';
import type { BookmarkRow } from '../../platform/db/tables/reading.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { toIso } from '../../platform/to-iso.ts';
import { workThroughBatches } from '../../platform/jobs/work-through.ts';
import type { Clock } from '../../ports/clock.ts';
import { findPart } from '../books/service.ts';
import { recordChange } from '../changes/service.ts';
import { editionMeant } from '../editions/service.ts';
import type { EntitlementService } from '../entitlements/service.ts';
import { requireHeld } from '../reading/service.ts';
import * as repository from './repository.ts';

/** A page that a device marks. */
export interface NewBookmark {
  readonly id: string;
  readonly partId: string;
  /** Null for the edition on sale; empty for one that was brought from a file. */
  readonly editionId: string | null;
  readonly cfi: string;
  readonly percentage: number;
  readonly chapter: string | null;
  readonly quote: string;
  readonly prefix: string;
  /** Time on the device, epoch milliseconds; null when it is not sent. */
  readonly createdAt: number | null;
  /** Deleted bookmark that it restores; null for a new one. */
  readonly restores: string | null;
}

/** Number of bookmarks whose text one transaction erases. */
const ERASED_AT_ONCE = 200;

export type BookmarkService = ReturnType<typeof createBookmarkService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly entitlements: EntitlementService;
}

/** Bookmarks of all of a reader's devices: all that any device created, without those that any device deleted. */
export function createBookmarkService(deps: Deps) {
  const { db, clock, entitlements } = deps;
  return {
    /** Own bookmarks stay readable when the part was revoked. @throws {AppError} part_not_found */
    async list(userId: string, partId: string): Promise<BookmarkList> {
      const rows = await repository.bookmarksOf(db.read, userId, partId);
      if (rows.length === 0) await requireHeld(entitlements, userId, partId);
      const live = rows.filter(({ deleted_at: deletedAt }) => deletedAt === null);
      const deleted = rows.filter(({ deleted_at: deletedAt }) => deletedAt !== null);
      const trash = deleted.flatMap(presentTrashed);
      return { bookmarks: live.map(present), deleted: deleted.map(({ id }) => id), trash };
    },
    /** @throws {AppError} part_not_found, part_without_ebook or edition_not_found */
    save: async (userId: string, bookmark: NewBookmark) => save(deps, userId, bookmark),
    /** Deletes it: nothing brings this id back, and its words can be restored for a while. Twice is fine. @throws {AppError} bookmark_not_found for another reader's too */
    async remove(userId: string, id: string): Promise<BookmarkResult> {
      return db.withTx(async (tx) => {
        const own = await repository.findBookmark(tx, userId, id);
        if (!own) throw new AppError('bookmark_not_found');
        if (own.deleted_at !== null) return { id, deleted: true };
        await repository.deleteBookmark(tx, userId, id, clock.now());
        await recordChange(tx, userId, { topic: 'bookmarks', partId: own.part_id });
        return { id, deleted: true };
      });
    },
    /** Erases what own deleted bookmarks said; others are left. @returns how many were erased */
    async eraseTrash(userId: string, ids: readonly string[]): Promise<number> {
      return db.withTx(async (tx) =>
        eraseEach(
          tx,
          ids.map((id) => ({ user_id: userId, id })),
        ),
      );
    },
    /** Erases the words of what was deleted by an instant, of all readers. */
    async eraseDeletedBy(instant: number, signal: AbortSignal): Promise<void> {
      await workThroughBatches(signal, async () =>
        db.withTx(async (tx) => eraseEach(tx, await repository.findTrashedBefore(tx, instant, ERASED_AT_ONCE))),
      );
    },
    /** How often the bookmarks of each part changed: a number that no two states of a part share. */
    countChanges: async (userId: string) => repository.countChanges(db.read, userId),
  };
}

async function eraseEach(tx: Tx, rows: readonly Pick<BookmarkRow, 'user_id' | 'id'>[]): Promise<number> {
  let count = 0;
  const partsOf = new Map<string, Set<string>>();
  for (const row of rows) {
    const partId = await repository.eraseWords(tx, row);
    if (partId === undefined) continue;
    count += 1;
    partsOf.set(row.user_id, (partsOf.get(row.user_id) ?? new Set()).add(partId));
  }
  for (const [userId, partIds] of partsOf)
    for (const partId of partIds) await recordChange(tx, userId, { topic: 'bookmarks', partId });
  return count;
}

/**
 * The part in which a page may be marked: one that the reader holds, or one where she restores her own mark.
 * @throws {AppError} part_not_found
 */
async function requireWritable(
  { db, entitlements }: Deps,
  userId: string,
  { partId, cfi, restores }: Pick<NewBookmark, 'partId' | 'cfi' | 'restores'>,
) {
  const trashed = restores === null ? undefined : await repository.findBookmark(db.read, userId, restores);
  const isRestored = trashed?.part_id === partId && trashed.deleted_at !== null && trashed.cfi === cfi;
  const found = isRestored ? await findPart(db.read, partId) : undefined;
  return (found ?? (await requireHeld(entitlements, userId, partId))).part;
}

async function save(deps: Deps, userId: string, bookmark: NewBookmark): Promise<BookmarkResult> {
  const { db, clock } = deps;
  const { id, partId, editionId, createdAt, restores, ...words } = bookmark;
  const part = await requireWritable(deps, userId, bookmark);
  const edition_id = editionId === '' ? '' : await editionMeant(db.read, part, editionId);
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
      if (restores !== null) await repository.eraseWords(tx, { user_id: userId, id: restores });
      await recordChange(tx, userId, { topic: 'bookmarks', partId });
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

/** A deleted bookmark with its words; none once they are erased. */
function presentTrashed(row: BookmarkRow): TrashedBookmarkWire[] {
  const { cfi, deleted_at: deletedAt } = row;
  return cfi === '' || deletedAt === null ? [] : [{ ...present(row), deleted_at: toIso(deletedAt) }];
}
