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

/** A page that the reader marked. */
export interface Bookmark {
  readonly uid: string;
  readonly part_id: string;
  readonly id: string;
  readonly cfi: string;
  /** 0 to 100. */
  readonly percentage: number;
  readonly edition_id: string;
  readonly chapter: string | null;
  readonly quote: PageQuote | null;
  /** This device's clock, to be shown and never compared. */
  readonly created_at: number;
  /** The server refused its content for good: it stays on this device. */
  readonly refused?: true;
}

/** What is left of a bookmark that was taken away. */
export type RemovedBookmark = Pick<Bookmark, 'uid' | 'part_id' | 'id'>;

declare module '../../device/sync-database.ts' {
  interface SyncSchema {
    bookmarks: { key: [string, string, string]; value: Bookmark };
    /** Ids of bookmarks that were taken away on any device: they come back from nowhere, nor from a backup. */
    removed_bookmarks: { key: [string, string, string]; value: RemovedBookmark };
  }
}

/** A bookmark that was made or taken away, on its way to the server. */
export type BookmarkEntry = OutboxEntry<{
  readonly bookmark_id: string;
  /** The new bookmark; null for one that was taken away. */
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

/** The bookmarks that wait to be sent. */
export const bookmarkOutbox: OutboxQueue<BookmarkEntry, BookmarkResult> = registerHandler({
  kind: 'bookmark',
  stores: ['bookmarks', 'removed_bookmarks'],
  send: sendBookmark,
  isAnswer: (value): value is BookmarkResult => hasFields<BookmarkResult>(value, { id: 'string', deleted: 'boolean' }),
  /** As for highlights: content alone is refused for good. */
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
    // Another device took it away before this one heard of that.
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

/** As much as the server takes: a chapter with a title of a page must not keep a bookmark at home. */
const within = (text: string, max: number): string => text.slice(0, max).toWellFormed();

/** Asks the server for the bookmarks of a part. @throws {Error} also for an answer that is no list of bookmarks */
export async function fetchBookmarks(partId: string): Promise<BookmarkList> {
  const list: unknown = await request(listBookmarks, { params: { id: partId }, ...background });
  if (hasFields<BookmarkList>(list, { bookmarks: 'object', deleted: 'object' })) return list;
  throw new Error('no list of bookmarks came');
}
