import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { z } from 'zod';
import { publicBook } from './books.ts';
import { flag, jsonList, requiredLine, requiredText, wholeNumber } from './form-fields.ts';
import { limits } from './limits.ts';
import { id } from './primitives.ts';

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
