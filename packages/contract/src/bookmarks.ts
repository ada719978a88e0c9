import { z } from 'zod';
import { callsOf } from './call.ts';
import { limits } from './limits.ts';
import { id, instant, text } from './primitives.ts';

const { user } = callsOf('bookmarks');

/** PUT /api/bookmarks/{id}: a marked page, under an id that the device makes. */
export const bookmarkBody = z.object({
  book_part_id: id,
  /**
   * Edition of the place; absent for the published one, empty for none: then words and percentage lead to the place.
   */
  edition_id: z.union([id, z.literal('')]).optional(),
  cfi: text(limits.cfiMax).refine((value) => value !== '' && !/[\u0000-\u001f]/.test(value)),
  /** 0 to 100. */
  percentage: z.number().min(0).max(100),
  chapter: text(limits.bookmarkChapterMax).nullable(),
  /** The first words of the page and those before them, to find it in another edition; empty without any. */
  quote: text(limits.bookmarkQuoteMax).default(''),
  prefix: text(limits.bookmarkQuoteMax).default(''),
  /** When the page was marked, by the device; a time to come counts as now. */
  created_at: instant.optional(),
  /**
   * Deleted bookmark of the caller's that this one restores, under a new id: it needs no right to the part, and its words
   * are not kept twice.
   */
  restores: id.optional(),
});

/** A bookmark that is not deleted. */
export const bookmark = z.object({
  id: z.string(),
  edition_id: z.string(),
  cfi: z.string(),
  percentage: z.number(),
  chapter: z.string().nullable(),
  quote: z.string(),
  prefix: z.string(),
  created_at: instant,
});
export type BookmarkWire = z.infer<typeof bookmark>;

/** A deleted bookmark that can be restored. */
export const trashedBookmark = bookmark.extend({ deleted_at: instant });
export type TrashedBookmarkWire = z.infer<typeof trashedBookmark>;

/**
 * GET /api/bookmarks/{part_id}: live bookmarks, ids of deleted ones of any device, and those of them that can be
 * restored. Absent is none.
 */
export const bookmarkList = z.object({
  bookmarks: z.array(bookmark),
  deleted: z.array(z.string()),
  trash: z.array(trashedBookmark).optional(),
});
export type BookmarkList = z.infer<typeof bookmarkList>;

/** Answer of PUT and DELETE. */
export const bookmarkResult = z.object({ id: z.string(), deleted: z.boolean() });
export type BookmarkResult = z.infer<typeof bookmarkResult>;

/** By the part's id. */
export const listBookmarks = user('GET', '/api/bookmarks/:id', 'Bookmarks of a part', {
  whileLeaving: true,
  answer: bookmarkList,
});

/** Creates a bookmark once, however often it is sent. A deleted one stays deleted. */
export const saveBookmark = user('PUT', '/api/bookmarks/:id', 'Mark a page', {
  body: bookmarkBody,
  answer: bookmarkResult,
});

export const deleteBookmark = user('DELETE', '/api/bookmarks/:id', 'Take the mark of a page away', {
  answer: bookmarkResult,
});
