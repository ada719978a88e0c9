import { z } from 'zod';
import { picture } from './books.ts';
import { callsOf } from './call.ts';
import { limits } from './limits.ts';
import { id, instant, text } from './primitives.ts';

const { anyone, user } = callsOf('reading');

/** A CFI as the reader writes it. */
export const cfi = text(limits.cfiMax).refine((value) => /^epubcfi\(.+\)$/s.test(value));

/** PUT /api/user_book_parts/{part_id}; the last three fields are ours and optional. */
export const positionBody = z.object({
  last_location: cfi,
  percentage: z.number().min(0).max(100),
  /** Id that the device makes; a repeated one changes nothing and gets the same answer. */
  mutation_id: id.optional(),
  /** Revision this move was made on top of. */
  base_revision: z.int().min(0).optional(),
  edition_id: id.optional(),
});
export type PositionBody = z.input<typeof positionBody>;

/** GET /api/user_book_parts/last_location/{part_id} and the answer of the PUT. */
export const position = z.object({
  last_location: z.string(),
  percentage: z.number(),
  revision: z.int(),
  edition_id: z.string(),
  updated_at: instant,
});
export type PositionRecord = z.infer<typeof position>;

/** Answer of the GET: null before the first move. */
export const lastPosition = position.nullable();

/** The edition on the device, when it is not the published one. */
export const positionQuery = z.object({ edition_id: id.optional() });

/** Answer of the PUT: the current position, and whether it is the sent one. */
export const positionResult = position.extend({ accepted: z.boolean() });
export type PositionResult = z.infer<typeof positionResult>;

/** Whether the caller has finished a part; the revision grows with each change. */
export const finishedMark = z.object({ finished: z.boolean(), revision: z.int() });

/** PUT /api/user_book_parts/{part_id}/finished. */
export const finishedBody = z.object({
  finished: z.boolean(),
  /** Id that the device makes; a repeated one changes nothing and gets the current mark. */
  mutation_id: id,
  /** Revision this change was made on top of; 0 when the device knew none. */
  base_revision: z.int().min(0),
});

/**
 * GET /api/book_part/open/{part_id}: all that the first page needs, in one round trip. `publication` is
 * `Publication` of packages/epub, passed through as it was stored.
 */
export const openedPart = z.object({
  book: z.object({ id: z.string(), name: z.string() }),
  part: z.object({ id: z.string(), name: z.string() }),
  edition_id: z.string(),
  edition_size: z.int(),
  publication: z.unknown(),
  position: position.nullable(),
});
export type OpenPart = z.infer<typeof openedPart>;

/** Extent of the open sample: the beginning, all of the part, or nothing. */
export const sampleKind = z.enum(['beginning', 'whole']);
export type SampleKind = z.infer<typeof sampleKind>;

/**
 * GET /api/samples/{part_id}: what a stranger may read of a part. Documents, spine and the order of elements before the
 * cut are those of `edition_id`, so that a place in the sample is the same place in the whole part.
 */
export const openedSample = z.object({
  book: z.object({ id: z.string(), name: z.string() }),
  part: z.object({ id: z.string(), name: z.string() }),
  /** Names the files of the sample. */
  sample_id: z.string(),
  /** The whole part's edition. */
  edition_id: z.string(),
  kind: sampleKind,
  /** Length of the whole part; the publication's own count is that of the sample. */
  part_characters: z.int(),
  publication: z.unknown(),
});
export type OpenSample = z.infer<typeof openedSample>;

/** Where the file of an edition is. */
export const downloadLink = z.object({
  /** Signed, one object, five minutes; never sent a Bearer. */
  url: z.string(),
  edition_id: z.string(),
  size: z.int(),
  /** SHA-256 of the file, hex. */
  hash: z.string(),
});
export type DownloadLink = z.infer<typeof downloadLink>;

/** Facts that a device stores with a part, so that the part's card and its book's page work without a connection. */
export const heldPart = z.object({
  book_id: z.string(),
  book_name: z.string(),
  book_image: picture.nullable(),
  book_part_id: z.string(),
  book_part_name: z.string(),
  image: picture.nullable(),
  release_date: instant,
  edition_id: z.string(),
  edition_size: z.int(),
  /** Since when the caller owns it; null when it is read by early access. */
  acquired_at: instant.nullable(),
  /** End of the early access; null when it is owned, or has no end. */
  expires_at: instant.nullable(),
});
export type HeldPart = z.infer<typeof heldPart>;

/** GET /api/book_part/download/{part_id}: the file comes with the caller's right to it. */
export const partDownload = downloadLink.extend({ held: heldPart });
export type PartDownload = z.infer<typeof partDownload>;

export const openPart = user('GET', '/api/book_part/open/:part_id', 'Everything the first page needs', {
  answer: openedPart,
});

export const downloadPart = user(
  'GET',
  '/api/book_part/download/:part_id',
  'Signed link to the file, and what the caller holds it by',
  { answer: partDownload },
);

export const getPosition = user('GET', '/api/user_book_parts/last_location/:part_id', 'Last accepted position', {
  query: positionQuery,
  answer: lastPosition,
});

export const savePosition = user('PUT', '/api/user_book_parts/:part_id', 'Save the position', {
  body: positionBody,
  answer: positionResult,
});

export const saveFinished = user(
  'PUT',
  '/api/user_book_parts/:part_id/finished',
  'Say that a part is finished, or not',
  {
    body: finishedBody,
    answer: finishedMark,
  },
);

/** Text of a part that is open to everybody; needs no session. */
export const openSample = anyone('GET', '/api/samples/:part_id', 'What everybody may read of a part', {
  answer: openedSample,
  isCached: true,
});

/** One file of a sample, by its path in the book. */
export const getSampleFile = anyone('GET', '/api/samples/:sample_id/resources/*', 'One file of a sample', {
  params: { '*': text(2000) },
  answer: z.unknown(),
  isCached: true,
});
