import { accessibilityStatements } from '@cuentos/domain/books/accessibility';
import { z } from 'zod';
import { instant, pesos } from './primitives.ts';

/** A picture in the sizes made at upload; `src` is the fallback for browsers and for the wire's `image`. */
export const picture = z.object({
  src: z.string(),
  /** Candidate list for `srcset`, WebP. */
  srcset: z.string(),
  width: z.int(),
  height: z.int(),
});
export type Picture = z.infer<typeof picture>;

/** What is said of who can read a part, by the names of the W3C's display guide. */
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
  /** Whether the caller holds it for good; false in answers that are the same for everybody. */
  is_purchased: z.boolean(),
  /** Whether it was ever delivered to the caller; false in answers that are the same for everybody. */
  is_downloaded: z.boolean(),
  download_count: z.int(),
  /** Length of the text that readers have; null while there is none. */
  characters: z.int().nullable(),
  /** Null while it is not known. */
  accessibility: accessibility.nullable(),
  /** What of it everybody may read. */
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
  /** Digits only; null: it has none. */
  isbn: z.string().nullable(),
  /** Series or collection, with its place in it where it has one. */
  series: z.object({ name: z.string(), number: z.int().nullable() }).nullable(),
  /** BCP 47, such as `es-CL`. */
  language: z.string(),
  keywords: z.array(z.string()),
  /** 'Completa el libro': what buying all that one lacks at once takes off, percent; 0 is nothing. */
  completion_discount: z.int(),
  /** Empty while the book is only announced. */
  parts: z.array(publicPart),
});
export type PublicBook = z.infer<typeof publicBook>;

/** GET /api/books/ and GET /api/books/user. */
export const publicBooks = z.array(publicBook);
