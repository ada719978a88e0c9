import {
  type BookmarkList,
  type BookmarkResult,
  deleteBookmark,
  listBookmarks,
  saveBookmark,
} from '@cuentos/contract/bookmarks';
import { limits } from '@cuentos/contract/limits';
import { hasFields, type OutboxEntry, type OutboxQueue, registerHandler } from '../../device/outbox.ts';
import { deviceTabs } from '../../device/tabs.ts';
import { request } from '../../lib/api/api-client.ts';
import type { PageQuote } from './page-quote.ts';

/** A bookmarked page. */
export interface Bookmark {
  readonly uid: string;
  readonly part_id: string;
  readonly id: string;
  readonly cfi: string;
  /** Percentage, 0 to 100. */
  readonly percentage: number;
  readonly edition_id: string;
  readonly chapter: string | null;
  readonly quote: PageQuote | null;
  /** Time by this device's clock, which is shown and never compared. */
  readonly created_at: number;
  /** The server refused its content for good: the bookmark stays on this device. */
  readonly refused?: true;
}

/** The remaining record of a deleted bookmark. */
export type RemovedBookmark = Pick<Bookmark, 'uid' | 'part_id' | 'id'>;

declare module '../../device/sync-database.ts' {
  interface SyncSchema {
    bookmarks: { key: [string, string, string]; value: Bookmark };
    /** Ids of bookmarks that were deleted on any device: no list or backup restores them. */
    removed_bookmarks: { key: [string, string, string]; value: RemovedBookmark };
  }
}

/** A created or deleted bookmark that is to be sent. */
export type BookmarkEntry = OutboxEntry<{
  readonly bookmark_id: string;
  /** The new bookmark; null for a deleted one. */
  readonly added:
    | (Omit<Bookmark, 'uid' | 'part_id' | 'id' | 'refused'> & {
        /** Deleted bookmark that this one restores. */
        readonly restores?: string;
      })
    | null;
  /**
   * The removed bookmark, for the trash until the server's list comes. Absent in entries that earlier versions stored.
   */
  readonly removed?: Bookmark;
}>;

const background = { handles: 'all', quiet: true } as const;

/** The unsent bookmarks. */
export const bookmarkOutbox: OutboxQueue<BookmarkEntry, BookmarkResult> = registerHandler({
  kind: 'bookmark',
  stores: ['bookmarks', 'removed_bookmarks'],
  send: sendBookmark,
  isAnswer: (value): value is BookmarkResult => hasFields<BookmarkResult>(value, { id: 'string', deleted: 'boolean' }),
  /** As for highlights, only a refusal of the content is final. */
  classify({ code, status }) {
    if (code === 'bookmark_not_found') return 'gone';
    if ([400, 413, 422].includes(status)) return 'refused';
    return [403, 404, 409, 410].includes(status) ? 'blocked' : null;
  },
  async settle({ uid, part_id, bookmark_id, added }, outcome, transaction) {
    const rows = transaction.objectStore('bookmarks');
    const row = added && (await rows.get([uid, part_id, bookmark_id]));
    if (!row) return;
    if (outcome.kind === 'refused') await rows.put({ ...row, refused: true });
    // Another device had deleted it, and this device did not know yet.
    if (outcome.kind !== 'taken' || !outcome.answer.deleted) return;
    await rows.delete([uid, part_id, bookmark_id]);
    await transaction.objectStore('removed_bookmarks').put({ uid, part_id, id: bookmark_id });
  },
});

bookmarkOutbox.onSettled(({ entry }) => deviceTabs.post({ kind: 'bookmarks', partId: entry.part_id }));

async function sendBookmark({ bookmark_id: id, part_id, added }: BookmarkEntry): Promise<BookmarkResult> {
  if (!added) return request(deleteBookmark, { params: { id }, ...background });
  const { cfi, percentage, edition_id, chapter, quote, created_at, restores } = added;
  const json = {
    restores,
    book_part_id: part_id,
    cfi,
    percentage,
    edition_id,
    chapter: chapter === null ? null : within(chapter, limits.bookmarkChapterMax),
    quote: within(quote?.text ?? '', limits.bookmarkQuoteMax),
    prefix: within(quote?.before ?? '', limits.bookmarkQuoteMax),
    created_at: new Date(created_at).toISOString(),
  };
  return request(saveBookmark, { params: { id }, json, ...background });
}

/** Shortens a bookmark's texts to what the server accepts: a chapter title of a page's length must not block it. */
const within = (text: string, max: number): string => text.slice(0, max).toWellFormed();

/** Requests the bookmarks of a part. @throws {Error} also for an answer that is no list of bookmarks */
export async function fetchBookmarks(partId: string): Promise<BookmarkList> {
  const list: unknown = await request(listBookmarks, { params: { id: partId }, ...background });
  if (hasFields<BookmarkList>(list, { bookmarks: 'object', deleted: 'object' })) return list;
  throw new Error('no list of bookmarks came');
}
