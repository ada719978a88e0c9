import { z } from 'zod';
import { picture } from './books.ts';
import { callsOf } from './call.ts';
import { id } from './primitives.ts';

const { user } = callsOf('notebook');

/** Days for which deleted notes can be restored. */
export const TRASH_DAYS = 30;

/** Ids that one call erases. */
export const ERASED_MAX = 500;

/** Where a chapter begins. */
const notebookChapter = z.object({
  title: z.string(),
  /** Step of its first file in the package document: the second number of every CFI into it. */
  step: z.int(),
});

/**
 * A part with notes of the reader, live or deleted, and the revisions by which a device knows whether it is up to date.
 */
export const notebookPart = z.object({
  part_id: z.string(),
  part_name: z.string(),
  /** Place among the parts of its book. */
  position: z.int(),
  book_id: z.string(),
  book_name: z.string(),
  image: picture.nullable(),
  /**
   * `held`: the part can be opened. `waiting`: it is owned, but cannot be read now (not released, or recalled). `lost`:
   * the reader no longer owns it.
   */
  access: z.enum(['held', 'waiting', 'lost']),
  /** Whether the shop offers its book now, so that it has a page. */
  is_listed: z.boolean(),
  /** Spine step of the last file of the open sample; null without one. */
  sample_last_step: z.int().nullable(),
  /** Chapters of the edition on sale, in the order of the book. */
  chapters: z.array(notebookChapter),
  /** Highest revision of its highlights; 0 without any. */
  highlights_revision: z.int(),
  /** Grows with every change of its bookmarks; 0 without any. */
  bookmarks_changes: z.int(),
});
export type NotebookPart = z.infer<typeof notebookPart>;

/** GET /api/notebook. */
export const notebook = z.object({
  parts: z.array(notebookPart),
  /** Name of the author for quotations; empty when the shop names none. */
  author: z.string(),
  /** Most letters of a passage that is shared as a picture; 0: none is. */
  shared_quote_max: z.int(),
});
export type Notebook = z.infer<typeof notebook>;

/** Parts in which the reader has notes; the notes themselves come by the calls of highlights and bookmarks. */
export const getNotebook = user('GET', '/api/notebook', 'Parts with own notes', {
  whileLeaving: true,
  answer: notebook,
});

const ids = z.array(id).max(ERASED_MAX).default([]);

/**
 * Erases the words of deleted highlights and bookmarks before their time. Notes that are not deleted stay; unknown ones
 * are passed over.
 */
export const eraseTrash = user('POST', '/api/notebook/trash/erase', 'Erase deleted notes for good', {
  body: z.object({ highlights: ids, bookmarks: ids }),
  answer: z.object({ erased: z.int() }),
});
