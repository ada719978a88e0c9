import { accessibilityStatements } from '@cuentos/domain/books/accessibility';
import { readIsbn } from '@cuentos/domain/books/isbn';
import { MOST_COMPLETION_DISCOUNT } from '@cuentos/domain/orders/set-price';
import { exportPermissions } from '@cuentos/domain/exports/export-permission';
import { foldText } from '@cuentos/domain/text/fold';
import { withoutDirections } from '@cuentos/domain/text/directions';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { z } from 'zod';
import { callsOf } from './call.ts';
import { bookChecks as checks } from './check-words.ts';
import {
  flag,
  formFile,
  freeText,
  jsonList,
  requiredLine,
  requiredText,
  seenFields,
  wholeNumber,
} from './form-fields.ts';
import { limits } from './limits.ts';
import { deleted, restored } from './paging.ts';
import { id, instant, pesos } from './primitives.ts';

const { admin, anyone, writter } = callsOf('books');

/** How owners may take a part home as a file. */
export const exportPermission = z.enum(exportPermissions);

/** A picture in its sizes; `src` is the fallback for browsers and for the wire's `image`. */
export const picture = z.object({
  src: z.string(),
  /** Candidate list for `srcset`, WebP. */
  srcset: z.string(),
  /** The same of AVIF; absent until it was made, and where it is not smaller. */
  avif: z.string().optional(),
  width: z.int(),
  height: z.int(),
});
export type Picture = z.infer<typeof picture>;

/** Accessibility of a part, by the names of the W3C's display guide. */
const accessibility = z.object({
  statements: z.array(z.enum(accessibilityStatements)),
  /** The book's own words about it. */
  summary: z.string().nullable(),
  certifier: z.string().nullable(),
});
export type Accessibility = z.infer<typeof accessibility>;

/** A part as the shop shows it to everyone. */
export const publicPart = z.object({
  id: z.string(),
  book_id: z.string(),
  name: z.string(),
  image: picture.nullable(),
  /** Price in CLP without discount; 0 is free. */
  value: pesos,
  release_date: instant,
  is_presale: z.boolean(),
  presale_end_date: instant.nullable(),
  presale_discount_percentage: z.int().min(0).max(100),
  /** Whether an EPUB exists. */
  ebook: z.boolean(),
  is_draft: z.boolean(),
  /** Whether the caller owns the part without an end; false in answers that are the same for everybody. */
  is_purchased: z.boolean(),
  /** Whether it was ever delivered to the caller; false in answers that are the same for everybody. */
  is_downloaded: z.boolean(),
  download_count: z.int(),
  /** Length of the text that readers have; null while there is none. */
  characters: z.int().nullable(),
  /** Null while it is unknown. */
  accessibility: accessibility.nullable(),
  /** The part of the text that is open to everybody. */
  sample: z.enum(['none', 'beginning', 'whole']),
});
export type PublicPart = z.infer<typeof publicPart>;

/** GET /api/book_part/{book_id}. */
export const publicParts = z.array(publicPart);

export const publicBook = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  image: picture.nullable(),
  back_image: picture.nullable(),
  fragment: z.string().nullable(),
  location: z.string(),
  genre: z.string(),
  pages: z.int(),
  highlights: z.array(z.object({ passage: z.string() })),
  is_draft: z.boolean(),
  is_active: z.boolean(),
  /** Whether the caller owns a part of it; false in answers that are the same for everybody. */
  purchased: z.boolean(),
  download_count: z.int(),
  created_at: instant,
  updated_at: instant,
  /** Digits only; null for none. */
  isbn: z.string().nullable(),
  /** Series or collection, with its place in it where it has one. */
  series: z.object({ name: z.string(), number: z.int().nullable() }).nullable(),
  /** Language as a BCP 47 tag, such as `es-CL`. */
  language: z.string(),
  keywords: z.array(z.string()),
  /** 'Completa el libro': percent off for buying all missing parts at once; 0 for none. */
  completion_discount: z.int(),
  /** How owners may take its parts home as files; null leaves it to the shop. */
  export_permission: exportPermission.nullable(),
  /** Empty while the book is only announced. */
  parts: z.array(publicPart),
});
export type PublicBook = z.infer<typeof publicBook>;

/** GET /api/books/ and GET /api/books/user. */
export const publicBooks = z.array(publicBook);

/** GET /api/admin/books/deleted: books, and parts of books that are still there, the last deleted first. */
export const deletedBooks = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(['book', 'part']),
    name: z.string(),
    /** Of a part. */
    book_name: z.string().nullable(),
    /** Number of accounts that hold a part of it for good. */
    owner_count: z.int(),
    deleted_at: instant,
  }),
);

const LONG_HIGHLIGHT = `Cada highlight puede tener hasta ${limits.quoteMax} caracteres.`;

/** 'Book': objects with `passage`, or the passages alone; empty ones are dropped. */
const highlights = jsonList(
  z
    .union([z.string(), z.object({ passage: z.string() }).transform(({ passage }) => passage)], {
      error: checks.highlightsRequired,
    })
    .pipe(freeText(limits.quoteMax, LONG_HIGHLIGHT)),
  checks.highlightsRequired,
)
  .transform((passages) => passages.filter((passage) => passage !== ''))
  .pipe(
    z
      .array(z.string())
      .min(1, checks.highlightsRequired)
      .max(limits.quotesMax, `Puede haber hasta ${limits.quotesMax} highlights.`),
  );

const LANGUAGE = 'El idioma no es válido.';

/** Empty for none; a wrong check digit is reported with the right one. */
const isbnField = z
  .string()
  .trim()
  .max(40, { error: checks.isbnInvalid, abort: true })
  .transform((value, context): string | null => {
    if (value === '') return null;
    const reading = readIsbn(value);
    if (reading.kind === 'isbn') return reading.isbn;
    const message =
      reading.kind === 'digit'
        ? `El último dígito no corresponde: debería ser ${reading.expected}.`
        : checks.isbnInvalid;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** A language tag in the form of browsers: `es-cl` becomes `es-CL`. */
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

/** Facts about a book that an author may add to what is sold. */
const aboutFields = {
  isbn: isbnField.optional(),
  /** Empty for none. */
  series_name: freeText(limits.seriesMax)
    .transform((value) => withoutDirections(value).replaceAll(/\s+/g, ' ').trim())
    .optional(),
  /** Only valid with a name; empty for none. */
  series_number: z
    .union([z.literal('').transform(() => null), wholeNumber(checks.seriesNumberInvalid, 1, 9999)], {
      error: checks.seriesNumberInvalid,
    })
    .optional(),
  language: languageField.optional(),
  keywords: keywordsField.optional(),
};

const WRITERS = 'Las escritoras asignadas no son válidas.';

/** Fields of POST /api/admin/books beside the files `image` and `back_image`. */
export const bookForm = z.object({
  name: requiredLine(checks.nameRequired, limits.bookNameMax),
  description: requiredText(checks.descriptionRequired, limits.descriptionMax),
  fragment: requiredText(checks.fragmentRequired, limits.fragmentMax),
  location: requiredLine(checks.locationRequired, limits.bookLocationMax),
  pages: wholeNumber(checks.pagesRequired, 1, limits.pagesMax),
  genre: requiredLine(checks.genreRequired, limits.genreMax),
  ...aboutFields,
  /** Empty leaves it to the shop. Like the discount below, only admins change that of a book in the shop. */
  export_permission: z.union([z.literal('').transform(() => null), exportPermission]).optional(),
  /** Percent of the sum; 0 is none. Only admins change that of a book in the shop, like its prices. */
  completion_discount: wholeNumber(checks.completionInvalid, 0, MOST_COMPLETION_DISCOUNT).optional(),
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
  /** Number of people who own a part without an end. */
  owner_count: z.int(),
  /** The payment provider's minimum, pesos; 0 when it is unknown. */
  minimum: z.int(),
  writers: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type AdminBook = z.infer<typeof adminBook>;

/** PUT /api/admin/shelf: ids of the books in their new order; missing ones follow in their former order. */
export const shelfBody = z.object({ ids: z.array(id).max(10_000) });

/** GET /api/admin/books: the whole list in the order of the shelf. */
export const adminBooks = z.array(adminBook);

export const listBooks = anyone('GET', '/api/books/', 'Books with their parts', { answer: publicBooks });

export const getBook = anyone('GET', '/api/books/:id', 'One book', { answer: publicBook });

export const listBookParts = anyone('GET', '/api/book_part/:book_id', 'All parts of a book', { answer: publicParts });

export const adminListBooks = writter('GET', '/api/admin/books', 'Books with drafts', { answer: adminBooks });

export const adminCreateBook = writter('POST', '/api/admin/books', 'Create a book', {
  form: bookForm.extend({ image: formFile, back_image: formFile }),
  answer: adminBook,
  status: 201,
});

export const adminChangeBook = writter('PUT', '/api/admin/books/:id', 'Change a book, or only its draft state', {
  form: bookFormChange.extend({ image: formFile.optional(), back_image: formFile.optional() }),
  answer: adminBook,
});

export const adminOrderShelf = admin('PUT', '/api/admin/shelf', 'Order of the shelf', {
  body: shelfBody,
  answer: adminBooks,
});

export const adminDeleteBook = admin('DELETE', '/api/admin/books/:id', 'Archive a book', {
  asksAgain: true,
  answer: deleted,
});

export const adminListDeletedBooks = admin('GET', '/api/admin/books/deleted', 'Deleted books and parts', {
  answer: deletedBooks,
});

export const adminRestoreBook = admin('POST', '/api/admin/books/:id/restore', 'Bring a deleted book back', {
  asksAgain: true,
  answer: restored,
});
