import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { parseCivilDate } from '@cuentos/domain/time/civil-date';
import { endOfSantiagoDay, startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import { z } from 'zod';
import { publicBook, publicPart } from '../books.ts';
import { flag, jsonList, requiredLine, requiredText, wholeNumber } from '../form-fields.ts';
import { limits } from '../limits.ts';
import { id, instant } from '../primitives.ts';

const DISCOUNT = 'El descuento debe estar entre 0 y 100.';
const NO_DATE = 'La fecha de publicación es obligatoria.';
const BAD_DATE = 'La fecha no es válida.';

/** A day as `yyyy-MM-dd`, in Santiago; years that a shop can mean. */
const day = (missing: string, instantOf: typeof startOfSantiagoDay) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .transform((value, context): number => {
      const date = parseCivilDate(value);
      if (date && date.year >= 1970 && date.year <= 2200) return instantOf(date);
      context.addIssue({ code: 'custom', message: BAD_DATE });
      return z.NEVER;
    });

/** Fields of POST /api/admin/book_parts/{bookId} beside the file `image`. */
export const partForm = z.object({
  name: requiredLine('El nombre es obligatorio.', limits.bookNameMax),
  value: wholeNumber('El valor debe ser un número entero de pesos, desde 0.', 0, limits.valueMax),
  /** First valid instant of that day. */
  release_date: day(NO_DATE, startOfSantiagoDay),
  is_presale: flag.optional(),
  /** Counts only with `is_presale`. */
  presale_discount_percentage: wholeNumber(DISCOUNT, 0, 100).optional(),
  /** Last day of the presale; empty is none, and then there is no presale. */
  presale_end_date: z
    .union([z.literal('').transform(() => null), day(BAD_DATE, endOfSantiagoDay)], { error: BAD_DATE })
    .optional(),
});
export type PartForm = z.output<typeof partForm>;

/** PUT /api/admin/book_parts/{id}: absent is unchanged; the files are `image` and `ebook_file`. */
export const partFormChange = partForm.partial().extend({
  is_draft: flag.optional(),
  /** With `ebook_file`: readers of a part on sale get the new edition at once; admins only. */
  publish: flag.optional(),
});
export type PartFormChange = z.output<typeof partFormChange>;

/** What the gate took out of a book or noticed, in plain Spanish. */
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
  created_at: instant,
  published_at: instant.nullable(),
  report: z.array(gateFinding),
});
export type AdminEdition = z.infer<typeof adminEdition>;
/** GET /api/admin/book_parts/{id}/editions, newest first. */
export const adminEditions = z.array(adminEdition);

/** A part as its editors see it. */
export const adminPart = publicPart.extend({
  /** Newest edition that waits for an admin. */
  pending_edition_id: z.string().nullable(),
  /** It was on sale before: only admins change price and dates. */
  was_active: z.boolean(),
  /** The price in force lies below what the payment provider takes. */
  below_minimum: z.boolean(),
  /** Bytes of the edition that readers have; null without one. */
  ebook_size: z.int().nullable(),
  /** Editions ever uploaded and not discarded. */
  edition_count: z.int(),
});
export type AdminPart = z.infer<typeof adminPart>;

/** GET /api/admin/book_parts?book_id=: the whole list in reading order. */
export const adminParts = z.array(adminPart);
export const partsQuery = z.object({ book_id: id.optional() });

/** Answer of PUT /api/admin/book_parts/{id}; `edition` when an EPUB came along. */
export const changedPart = adminPart.extend({ edition: adminEdition.nullable() });
export type ChangedPart = z.infer<typeof changedPart>;

/** Preview of one edition, by default the newest that waits, else the published one. */
export const previewQuery = z.object({ edition_id: id.optional() });

/**
 * Fields of POST /api/admin/books/{id}/epubs beside the file `ebook_file`: a draft part named and dressed by the book
 * itself, unless told otherwise; price and day are those of the book's last part.
 */
export const partFromEpubForm = partForm.pick({ name: true, value: true, release_date: true }).partial();
export type PartFromEpubForm = z.output<typeof partFromEpubForm>;

const NO_HIGHLIGHT = 'Debe haber al menos un highlight.';
const LONG_HIGHLIGHT = `Cada highlight puede tener hasta ${limits.quoteMax} caracteres.`;

/** 'Book': objects with `passage`, or the passages alone; empty ones are dropped. */
const highlights = jsonList(
  z
    .union([z.string(), z.object({ passage: z.string() }).transform(({ passage }) => passage)], { error: NO_HIGHLIGHT })
    .transform((passage) => passage.replaceAll('\u0000', '').toWellFormed().normalize('NFC').trim()),
  NO_HIGHLIGHT,
)
  .transform((passages) => passages.filter((passage) => passage !== ''))
  .pipe(
    z
      .array(
        z
          .string()
          .refine(
            (value) => value.length <= 8 * limits.quoteMax && graphemeCount(value) <= limits.quoteMax,
            LONG_HIGHLIGHT,
          ),
      )
      .min(1, NO_HIGHLIGHT)
      .max(limits.quotesMax, `Puede haber hasta ${limits.quotesMax} highlights.`),
  );

const WRITERS = 'Las escritoras asignadas no son válidas.';

/** Fields of POST /api/admin/books beside the files `image` and `back_image`. */
export const bookForm = z.object({
  name: requiredLine('El nombre es obligatorio.', limits.bookNameMax),
  description: requiredText('La descripción es obligatoria.', limits.descriptionMax),
  fragment: requiredText('El fragmento es obligatorio.', limits.fragmentMax),
  location: requiredLine('La ubicación es obligatoria.', limits.bookLocationMax),
  pages: wholeNumber('El número de páginas es obligatorio.', 1, limits.pagesMax),
  genre: requiredLine('El género es obligatorio.', limits.genreMax),
  highlights,
  /** JSON list of user ids ('Escritoras asignadas'); admins only. */
  writer_ids: jsonList(id, WRITERS).pipe(z.array(z.string()).max(50, WRITERS)).optional(),
});
export type BookForm = z.output<typeof bookForm>;

/** PUT /api/admin/books/{id}: the same fields or only `is_draft`; absent is unchanged, files too. */
export const bookFormChange = bookForm.partial().extend({ is_draft: flag.optional() });
export type BookFormChange = z.output<typeof bookFormChange>;

/** A book as its editors see it: drafts too, and who writes it. */
export const adminBook = publicBook.omit({ parts: true }).extend({
  part_count: z.int(),
  /** Smallest price that the payment provider takes for a part, pesos; 0 when it is not known. */
  minimum: z.int(),
  writers: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type AdminBook = z.infer<typeof adminBook>;

/** GET /api/admin/books: the whole list, newest first. */
export const adminBooks = z.array(adminBook);
