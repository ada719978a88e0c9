import type { Picture } from '@cuentos/contract/books';
import { bookTexts as t } from './texts.ts';

/** Slide of a slider: a picture, or a passage as a card. */
export interface BookSlide {
  readonly label: string;
  readonly picture?: Picture | null;
  readonly quote?: string;
}

/** The fields of a book that its slides need. */
export interface SlidesBook {
  readonly id: string;
  readonly name: string;
  readonly image: Picture | null;
  readonly back_image: Picture | null;
  readonly highlights: readonly { readonly passage: string }[];
}

/** Cover, back cover, then one quote card per passage. */
export function bookSlides(book: SlidesBook): BookSlide[] {
  return [
    { label: t.cover(book.name), picture: book.image },
    ...(book.back_image ? [{ label: t.backCover(book.name), picture: book.back_image }] : []),
    ...book.highlights.map(({ passage }) => ({ label: t.quote(passage), quote: t.quote(passage) })),
  ];
}
