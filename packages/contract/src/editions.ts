import { z } from 'zod';
import { callsOf } from './call.ts';
import { deleted } from './paging.ts';
import { id, instant, text } from './primitives.ts';
import { downloadLink, openedPart } from './reading.ts';

const { admin, user, writter } = callsOf('editions');

/** A finding of the gate about a book, in plain Spanish: content that it removed, or a remark. */
const gateFinding = z.object({
  kind: z.string(),
  /** True when it was taken out, false when the author may want to correct it. */
  removed: z.boolean(),
  /** True for what a second look at the file found, which matters to other readers more than to ours. */
  advice: z.boolean(),
  text: z.string(),
  count: z.int(),
  /** Files it was found in; the first hundred. */
  files: z.array(z.string()),
});
export type GateFinding = z.infer<typeof gateFinding>;

/** An uploaded EPUB that passed the gate. */
export const adminEdition = z.object({
  id: z.string(),
  book_part_id: z.string(),
  /** A pending one waits for an admin; readers have the published one. */
  state: z.enum(['pending', 'published', 'superseded']),
  size: z.int(),
  /** Name of the uploaded file; null if the book came otherwise. */
  file_name: z.string().nullable(),
  /** How the book in it calls itself. */
  title: z.string().nullable(),
  /** The file's title differs from the names of part and book: it may be another book's file. */
  title_differs: z.boolean(),
  created_at: instant,
  published_at: instant.nullable(),
  report: z.array(gateFinding),
});
export type AdminEdition = z.infer<typeof adminEdition>;

/** GET /api/admin/book_parts/{id}/editions, newest first. */
export const adminEditions = z.array(adminEdition);

/** Preview of one edition, by default the newest that waits, else the published one. */
export const previewQuery = z.object({ edition_id: id.optional() });

/** One file of an edition, by its path in the book. */
export const getEditionFile = user('GET', '/api/editions/:edition_id/r/*', 'One file of an edition', {
  params: { '*': text(2000) },
  answer: z.unknown(),
  isCached: true,
});

/** By the part's id. */
export const adminListEditions = writter('GET', '/api/admin/book_parts/:id/editions', 'Editions with their reports', {
  answer: adminEditions,
});

export const adminPublishEdition = admin('POST', '/api/admin/editions/:id/publish', 'Give readers an edition', {
  answer: adminEdition,
});

export const adminDiscardEdition = writter('DELETE', '/api/admin/editions/:id', 'Throw away an edition that waits', {
  answer: deleted,
});

export const adminOpenPart = writter('GET', '/api/admin/book_parts/open/:id', 'Preview of a part', {
  query: previewQuery,
  answer: openedPart,
});

export const adminDownloadPart = writter(
  'GET',
  '/api/admin/book_parts/download/:id',
  'Signed link to the file of a preview',
  { query: previewQuery, answer: downloadLink },
);
