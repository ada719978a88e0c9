import { z } from 'zod';
import { callsOf } from './call.ts';
import { flag } from './form-fields.ts';
import { limits } from './limits.ts';
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

/** Sizes and themes in which a review walks a book. */
export const pageLooks = ['phone', 'laptop', 'phone-dark', 'laptop-dark'] as const;
export type PageLook = (typeof pageLooks)[number];

/**
 * Findings of a walk through all pages of an edition, in the look in which fewest words are seen.
 * @param line a text of at most so many letters: checked where it comes in, as it is where it goes out
 */
const pageFigures = <Line extends z.ZodType<string>>(line: (max: number) => Line) =>
  z.object({
    words: z.int().min(0).max(limits.wordsMax),
    seen: z.int().min(0).max(limits.wordsMax),
    /** Words that appear on two pages. */
    repeated: z.int().min(0).max(limits.wordsMax),
    /** Name of the script that walked, which changes with each version of the app. */
    app_version: line(100),
    /** Words that follow each other, with a fault or mended; what is lost comes first, what is beyond the limit is left out. */
    places: z
      .array(
        z.object({
          path: line(500),
          /** Chapter of the contents; null before the first. */
          chapter: line(300).nullable(),
          cfi: line(500).nullable(),
          excerpt: line(200),
          words: z.int().min(1).max(limits.wordsMax),
          /** Fault of the words; null when the reader loosened the box that hid them. */
          fault: z.enum(['off-page', 'cut-off', 'covered', 'tiny', 'faint', 'repeated']).nullable(),
          looks: z.array(z.enum(pageLooks)).min(1).max(pageLooks.length),
        }),
      )
      .max(limits.reviewPlacesMax),
  });

/** PUT /api/admin/editions/{id}/page_review. */
export const pageReviewBody = pageFigures(text).refine(({ words, seen }) => seen <= words);
export type PageReviewBody = z.infer<typeof pageReviewBody>;
export type ReviewPlace = PageReviewBody['places'][number];

const pageReview = pageFigures(() => z.string()).extend({
  reviewed_at: instant,
  /** Name of the reviewer's account; null once it is erased. */
  reviewer: z.string().nullable(),
});
export type PageReview = z.infer<typeof pageReview>;

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
  /** Result of the last page review; null before the first. */
  page_review: pageReview.nullable(),
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

/** `worse_confirmed`: the edition shows fewer words than the published one, and is meant all the same. */
const publishQuery = z.object({ worse_confirmed: flag.optional() });

export const adminPublishEdition = admin('POST', '/api/admin/editions/:id/publish', 'Give readers an edition', {
  query: publishQuery,
  answer: adminEdition,
});

export const adminReviewEdition = writter('PUT', '/api/admin/editions/:id/page_review', 'Keep what a walk found', {
  body: pageReviewBody,
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
