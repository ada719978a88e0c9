import { z } from 'zod';
import { limits } from './limits.ts';
import { id, instant, text } from './primitives.ts';

/** A CFI as the reader writes it. */
export const cfi = text(limits.cfiMax).refine((value) => /^epubcfi\(.+\)$/s.test(value));

/** PUT /api/user_book_parts/{part_id}; the last three fields are ours and optional. */
export const positionBody = z.object({
  last_location: cfi,
  percentage: z.number().min(0).max(100),
  /** Made by the device; a repeated one changes nothing and answers as the first time. */
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

/** The edition that the device has, when it is not the one on sale. */
export const positionQuery = z.object({ edition_id: id.optional() });

/** Answer of the PUT: the position that holds now, and whether it is the one that was sent. */
export const positionResult = position.extend({ accepted: z.boolean() });
export type PositionResult = z.infer<typeof positionResult>;

/**
 * GET /api/book_part/open/{part_id}: all that the first page needs, in one round trip. `publication` is
 * `Publication` of packages/epub, passed through as it was stored.
 */
export const openPart = z.object({
  book: z.object({ id: z.string(), name: z.string() }),
  part: z.object({ id: z.string(), name: z.string() }),
  edition_id: z.string(),
  edition_size: z.int(),
  publication: z.unknown(),
  position: position.nullable(),
});
export type OpenPart = z.infer<typeof openPart>;

/** GET /api/book_part/download/{part_id}. */
export const downloadLink = z.object({
  /** Signed, one object, five minutes; never sent a Bearer. */
  url: z.string(),
  edition_id: z.string(),
  size: z.int(),
  /** SHA-256 of the file, hex. */
  hash: z.string(),
});
export type DownloadLink = z.infer<typeof downloadLink>;
