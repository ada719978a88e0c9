import { MOST_SAMPLE_SHARE } from '@cuentos/domain/books/sample';
import { readIsbn } from '@cuentos/domain/books/isbn';
import { MOST_COMPLETION_DISCOUNT } from '@cuentos/domain/checkout/set-price';
import { foldText } from '@cuentos/domain/text/fold';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { parseCivilDate } from '@cuentos/domain/time/civil-date';
import { endOfSantiagoDay, parseSantiagoMinute, startOfSantiagoDay } from '@cuentos/domain/time/santiago';
import { z } from 'zod';
import { publicBook, publicPart } from '../books.ts';
import { flag, freeText, jsonList, requiredLine, requiredText, seenFields, wholeNumber } from '../form-fields.ts';
import { limits } from '../limits.ts';
import { id, instant } from '../primitives.ts';

const DISCOUNT = 'El descuento debe estar entre 0 y 100.';
const NO_DATE = 'La fecha de publicación es obligatoria.';
const BAD_DATE = 'La fecha no es válida.';

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
      context.addIssue({ code: 'custom', message: BAD_DATE });
      return z.NEVER;
    });

/** Fields of POST /api/admin/book_parts/{bookId} beside the file `image`. */
export const partForm = z.object({
  name: requiredLine('El nombre es obligatorio.', limits.bookNameMax),
  value: wholeNumber('El valor debe ser un número entero de pesos, desde 0.', 0, limits.valueMax),
  /** `yyyy-MM-dd`, the first valid instant of that day, or with an hour `yyyy-MM-ddTHH:mm`. */
  release_date: day(NO_DATE, startOfSantiagoDay, parseSantiagoMinute),
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
  /** With `ebook_file`: an admin's book whose title is unlike the part's waits, whatever else would become of it. */
  check_title: flag.optional(),
  /** The price is meant as it is: free, below what the provider takes, or less or more by over half. */
  price_confirmed: flag.optional(),
  seen: seenFields,
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
  /** What the uploaded file was called; null when it came otherwise. */
  file_name: z.string().nullable(),
  /** How the book in it calls itself. */
  title: z.string().nullable(),
  /** That is unlike the part's name and the book's: perhaps it is another book's file. */
  title_differs: z.boolean(),
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
  /** People who own it for good. */
  owner_count: z.int(),
  /** Percent of it that everybody may read; null leaves it to the rule. */
  sample_share: z.int().nullable(),
  /** The edition that readers have: its number among them all, and when it was uploaded; null without one. */
  live_edition: z.object({ number: z.int(), created_at: instant }).nullable(),
});
export type AdminPart = z.infer<typeof adminPart>;

/** Percent of a part that everybody may read; null leaves it to the rule, 0 is nothing. */
const sampleShare = z.int().min(0).max(MOST_SAMPLE_SHARE).nullable();

/** PUT /api/admin/book_parts/{id}/sample. */
export const sampleBody = z.object({ share: sampleShare });
/** GET /api/admin/book_parts/{id}/sample: where a beginning of so many percent would end; by the rule without any. */
export const sampleQuery = z.object({ share: z.coerce.number().int().min(1).max(MOST_SAMPLE_SHARE).optional() });
/** Null: there would be nothing to show. */
export const samplePreview = z
  .object({
    /** That may be read, of all in the part. */
    characters: z.int(),
    part_characters: z.int(),
    /** Last words before the cut, and the first ones that stay closed. */
    before: z.string(),
    after: z.string(),
  })
  .nullable();
export type SamplePreview = z.infer<typeof samplePreview>;

/** PUT /api/admin/books/{id}/order: ids of its parts in their new order; those left out come after them as they stood. */
export const partsOrderBody = z.object({ ids: z.array(id).max(10_000) });

/** GET /api/admin/books/deleted: books, and parts of books that are still there, the last deleted first. */
export const deletedBooks = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['book', 'part']),
    name: z.string(),
    /** Of a part. */
    book_name: z.string().nullable(),
    /** Who still reads it. */
    owner_count: z.int(),
    deleted_at: instant,
  }),
);

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

const NO_ISBN = 'El ISBN debe tener 10 o 13 dígitos.';
const SERIES_NUMBER = 'El número en la serie debe ser entero, desde 1.';
const NO_HIGHLIGHT = 'Debe haber al menos un highlight.';
const LONG_HIGHLIGHT = `Cada highlight puede tener hasta ${limits.quoteMax} caracteres.`;

/** 'Book': objects with `passage`, or the passages alone; empty ones are dropped. */
const highlights = jsonList(
  z
    .union([z.string(), z.object({ passage: z.string() }).transform(({ passage }) => passage)], { error: NO_HIGHLIGHT })
    .pipe(freeText(limits.quoteMax, LONG_HIGHLIGHT)),
  NO_HIGHLIGHT,
)
  .transform((passages) => passages.filter((passage) => passage !== ''))
  .pipe(
    z.array(z.string()).min(1, NO_HIGHLIGHT).max(limits.quotesMax, `Puede haber hasta ${limits.quotesMax} highlights.`),
  );

const LANGUAGE = 'El idioma no es válido.';

/** Empty is none; a wrong last digit is told with the right one. */
const isbnField = z
  .string()
  .trim()
  .max(40, { error: NO_ISBN, abort: true })
  .transform((value, context): string | null => {
    if (value === '') return null;
    const reading = readIsbn(value);
    if (reading.kind === 'isbn') return reading.isbn;
    const message =
      reading.kind === 'digit' ? `El último dígito no corresponde: debería ser ${reading.expected}.` : NO_ISBN;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** As browsers write it: `es-cl` becomes `es-CL`. */
const languageField = z
  .string({ error: LANGUAGE })
  .trim()
  .max(35, { error: LANGUAGE, abort: true })
  .transform((value, context): string => {
    try {
      return Intl.getCanonicalLocales(value)[0] ?? '';
    } catch {
      context.addIssue({ code: 'custom', message: LANGUAGE });
      return z.NEVER;
    }
  })
  .refine((value) => value !== '', LANGUAGE);

/** Words between commas; repeated ones count once. */
const keywordsField = freeText(limits.keywordMax * limits.keywordsMax).transform((value, context): string[] => {
  const words = value.split(/[,;\n]/).map((word) => word.replaceAll(/\s+/g, ' ').trim());
  const distinct = [...new Map(words.filter((word) => word !== '').map((word) => [foldText(word), word])).values()];
  if (distinct.length <= limits.keywordsMax && distinct.every((word) => graphemeCount(word) <= limits.keywordMax)) {
    return distinct;
  }
  const message = `Puede haber hasta ${limits.keywordsMax} palabras de hasta ${limits.keywordMax} caracteres.`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** What an author may tell of a book beside what is sold. */
const aboutFields = {
  isbn: isbnField.optional(),
  /** Empty is none. */
  series_name: freeText(limits.seriesMax)
    .transform((value) => value.replaceAll(/\s+/g, ' '))
    .optional(),
  /** Counts only with a name; empty is none. */
  series_number: z
    .union([z.literal('').transform(() => null), wholeNumber(SERIES_NUMBER, 1, 9999)], { error: SERIES_NUMBER })
    .optional(),
  language: languageField.optional(),
  keywords: keywordsField.optional(),
};

const COMPLETION = `El descuento por completar el libro debe ser entero, de 0 a ${MOST_COMPLETION_DISCOUNT}.`;

const WRITERS = 'Las escritoras asignadas no son válidas.';

/** Fields of POST /api/admin/books beside the files `image` and `back_image`. */
export const bookForm = z.object({
  name: requiredLine('El nombre es obligatorio.', limits.bookNameMax),
  description: requiredText('La descripción es obligatoria.', limits.descriptionMax),
  fragment: requiredText('El fragmento es obligatorio.', limits.fragmentMax),
  location: requiredLine('La ubicación es obligatoria.', limits.bookLocationMax),
  pages: wholeNumber('El número de páginas es obligatorio.', 1, limits.pagesMax),
  genre: requiredLine('El género es obligatorio.', limits.genreMax),
  ...aboutFields,
  /** Percent of the sum; 0 is none. Only admins change that of a book in the shop, like its prices. */
  completion_discount: wholeNumber(COMPLETION, 0, MOST_COMPLETION_DISCOUNT).optional(),
  highlights,
  /** JSON list of user ids ('Escritoras asignadas'); admins only. */
  writer_ids: jsonList(id, WRITERS).pipe(z.array(z.string()).max(50, WRITERS)).optional(),
});
export type BookForm = z.output<typeof bookForm>;

/** PUT /api/admin/books/{id}: the same fields or only `is_draft`; absent is unchanged, files too. */
export const bookFormChange = bookForm.partial().extend({ is_draft: flag.optional(), seen: seenFields });
export type BookFormChange = z.output<typeof bookFormChange>;

/** A book as its editors see it: drafts too, and who writes it. */
export const adminBook = publicBook.omit({ parts: true }).extend({
  part_count: z.int(),
  /** People who own one of its parts for good. */
  owner_count: z.int(),
  /** Smallest price that the payment provider takes for a part, pesos; 0 when it is not known. */
  minimum: z.int(),
  writers: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type AdminBook = z.infer<typeof adminBook>;

/** PUT /api/admin/shelf: ids of the books in their new order; those that are left out come after them as they stood. */
export const shelfBody = z.object({ ids: z.array(id).max(10_000) });

/** GET /api/admin/books: the whole list in the order of the shelf. */
export const adminBooks = z.array(adminBook);
