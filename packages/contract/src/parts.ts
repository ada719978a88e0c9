import { MOST_SAMPLE_SHARE } from '@cuentos/domain/books/sample';
import { parseCivilDate } from '@cuentos/domain/time/civil-date';
import { endOfSantiagoDay, parseSantiagoMinute, startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import { z } from 'zod';
import { publicPart } from './books.ts';
import { callsOf } from './call.ts';
import { partChecks as checks } from './check-words.ts';
import { adminEdition } from './editions.ts';
import { flag, formFile, requiredLine, seenFields, wholeNumber } from './form-fields.ts';
import { limits } from './limits.ts';
import { deleted, restored } from './paging.ts';
import { id, instant } from './primitives.ts';

const { admin, writter } = callsOf('parts');

/**
 * A day as `yyyy-MM-dd`, in Santiago; years that a shop can mean.
 * @param minuteOf reads what has an hour too, where one may be given.
 */
const day = (
  missing: string,
  instantOf: typeof startOfSantiagoDay,
  minuteOf: typeof parseSantiagoMinute = () => null,
) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .transform((value, context): number => {
      const date = parseCivilDate(value);
      if (date && date.year >= 1970 && date.year <= 2200) return instantOf(date);
      const minute = minuteOf(value);
      if (minute !== null) return minute;
      context.addIssue({ code: 'custom', message: checks.dateInvalid });
      return z.NEVER;
    });

/** Fields of POST /api/admin/book_parts/{bookId} beside the file `image`. */
export const partForm = z.object({
  name: requiredLine(checks.nameRequired, limits.bookNameMax),
  value: wholeNumber(checks.valueInvalid, 0, limits.valueMax),
  /** `yyyy-MM-dd`, the first valid instant of that day, or with an hour `yyyy-MM-ddTHH:mm`. */
  release_date: day(checks.releaseRequired, startOfSantiagoDay, parseSantiagoMinute),
  is_presale: flag.optional(),
  /** Counts only with `is_presale`. */
  presale_discount_percentage: wholeNumber(checks.discountInvalid, 0, 100).optional(),
  /** Last day of the presale; empty is none, and then there is no presale. */
  presale_end_date: z
    .union([z.literal('').transform(() => null), day(checks.dateInvalid, endOfSantiagoDay)], {
      error: checks.dateInvalid,
    })
    .optional(),
});
export type PartForm = z.output<typeof partForm>;

/** PUT /api/admin/book_parts/{id}: absent is unchanged; the files are `image` and `ebook_file`. */
export const partFormChange = partForm.partial().extend({
  is_draft: flag.optional(),
  /** Gives readers of a part on sale the new edition at once; only with `ebook_file`, and for admins. */
  publish: flag.optional(),
  /** Holds an admin's book back if its title differs from the part's; only with `ebook_file`. */
  check_title: flag.optional(),
  /** Confirms a doubtful price: free, below the provider's minimum, or changed by over half. */
  price_confirmed: flag.optional(),
  seen: seenFields,
});
export type PartFormChange = z.output<typeof partFormChange>;

/** A part as its editors see it. */
export const adminPart = publicPart.extend({
  /** Newest edition that waits for an admin. */
  pending_edition_id: z.string().nullable(),
  /** Whether the part was on sale before, so that only admins change price and dates. */
  was_active: z.boolean(),
  /** The current price is below the payment provider's minimum. */
  below_minimum: z.boolean(),
  /** Bytes of the edition that readers have; null without one. */
  ebook_size: z.int().nullable(),
  /** Editions ever uploaded and not discarded. */
  edition_count: z.int(),
  /** Number of people who own it without an end. */
  owner_count: z.int(),
  /** How often owners took it home as a file, by kind. */
  export_counts: z.object({ page: z.int(), epub: z.int() }),
  /** Percent of it that everybody may read; null leaves it to the rule. */
  sample_share: z.int().nullable(),
  /** A writter's request for a larger sample of a part on sale, until an admin decides; null without one. */
  sample_request: z.object({ share: z.int().nullable(), asked_by: z.string().nullable() }).nullable(),
  /** The edition that readers have: its number among them all, and when it was uploaded; null without one. */
  live_edition: z.object({ number: z.int(), created_at: instant }).nullable(),
});
export type AdminPart = z.infer<typeof adminPart>;

/** Percent of the part that is open to everybody; null for the default share, 0 for none. */
const sampleShare = z.int().min(0).max(MOST_SAMPLE_SHARE).nullable();

/**
 * PUT /api/admin/book_parts/{id}/sample. A writter's choice waits for an admin when it may show more of a part that was
 * on sale; an admin's choice decides the writter's request.
 */
export const sampleBody = z.object({ share: sampleShare });

/** GET /api/admin/book_parts/{id}/sample: where a beginning of so many percent would end; by the rule without any. */
export const sampleQuery = z.object({ share: z.coerce.number().int().min(1).max(MOST_SAMPLE_SHARE).optional() });

/** Null when there would be no sample. */
export const samplePreview = z
  .object({
    /** Characters of the sample. */
    characters: z.int(),
    part_characters: z.int(),
    /** Last words before the cut, and the first ones that stay closed. */
    before: z.string(),
    after: z.string(),
  })
  .nullable();
export type SamplePreview = z.infer<typeof samplePreview>;

/** PUT /api/admin/books/{id}/order: ids of its parts in their new order; missing ones follow in their former order. */
export const partsOrderBody = z.object({ ids: z.array(id).max(10_000) });

/** GET /api/admin/book_parts?book_id=: the whole list in reading order. */
export const adminParts = z.array(adminPart);
export const partsQuery = z.object({ book_id: id.optional() });

/** Answer of PUT /api/admin/book_parts/{id}; `edition` when an EPUB came along. */
export const changedPart = adminPart.extend({ edition: adminEdition.nullable() });
export type ChangedPart = z.infer<typeof changedPart>;

/**
 * Fields of POST /api/admin/books/{id}/epubs beside the file `ebook_file`: a draft part named and dressed by the book
 * itself, unless told otherwise; price and day are those of the book's last part.
 */
export const partFromEpubForm = partForm.pick({ name: true, value: true, release_date: true }).partial();
export type PartFromEpubForm = z.output<typeof partFromEpubForm>;

export const adminRestorePart = admin('POST', '/api/admin/book_parts/:id/restore', 'Bring a deleted part back', {
  asksAgain: true,
  answer: restored,
});

export const adminOrderParts = writter('PUT', '/api/admin/books/:id/order', 'Reading order of the parts of a book', {
  body: partsOrderBody,
  answer: adminParts,
});

/** Place at which the sample would end. */
export const adminPreviewSample = writter('GET', '/api/admin/book_parts/:id/sample', 'Where a beginning would end', {
  query: sampleQuery,
  answer: samplePreview,
});

export const adminSetSample = writter('PUT', '/api/admin/book_parts/:id/sample', 'Choose how much everybody may read', {
  body: sampleBody,
  answer: adminPart,
});

export const adminCreatePartFromEpub = writter('POST', '/api/admin/books/:id/epubs', 'Make a draft part of an EPUB', {
  form: partFromEpubForm.extend({ ebook_file: formFile }),
  answer: changedPart,
  status: 201,
});

export const adminListParts = writter('GET', '/api/admin/book_parts', 'Parts with drafts', {
  query: partsQuery,
  answer: adminParts,
});

/** By the book's id. */
export const adminCreatePart = writter('POST', '/api/admin/book_parts/:id', 'Create a part of a book', {
  form: partForm.extend({ image: formFile }),
  answer: adminPart,
  status: 201,
});

export const adminChangePart = writter('PUT', '/api/admin/book_parts/:id', 'Change a part or give it its EPUB', {
  form: partFormChange.extend({ image: formFile.optional(), ebook_file: formFile.optional() }),
  answer: changedPart,
});

export const adminDeletePart = admin('DELETE', '/api/admin/book_parts/:id', 'Archive a part', {
  asksAgain: true,
  answer: deleted,
});
