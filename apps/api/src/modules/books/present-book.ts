import type { PublicBook, PublicPart } from '@cuentos/contract/books';
import type { BookPartRow } from '../../platform/db/schema.ts';
import { type ImageRecord, presentPicture } from '../images/service.ts';
import type { BookRecord } from './repository.ts';

type Images = ReadonlyMap<string, ImageRecord>;

const iso = (instant: number): string => new Date(instant).toISOString();

const picture = (images: Images, id: string | null) => presentPicture(id === null ? null : (images.get(id) ?? null));

/** A part in the wire format. */
export function presentPart(part: BookPartRow, images: Images): PublicPart {
  return {
    id: part.id,
    book_id: part.book_id,
    name: part.name,
    image: picture(images, part.image_id),
    value: part.value,
    release_date: iso(part.release_at),
    is_presale: part.is_presale === 1,
    presale_end_date: part.presale_end_at === null ? null : iso(part.presale_end_at),
    presale_discount_percentage: part.presale_discount,
    ebook: part.edition_id !== null,
    is_draft: part.is_draft === 1,
    download_count: part.download_count,
  };
}

/** A book in the wire format; its download count is the sum of its parts'. */
export function presentBook({ book, quotes, parts }: BookRecord, images: Images): PublicBook {
  const presented = parts.map((part) => presentPart(part, images));
  return {
    id: book.id,
    name: book.name,
    description: book.description,
    image: picture(images, book.image_id),
    back_image: picture(images, book.back_image_id),
    fragment: book.fragment,
    location: book.location,
    genre: book.genre,
    pages: book.pages,
    highlights: quotes.map((passage) => ({ passage })),
    is_draft: book.is_draft === 1,
    is_active: book.is_active === 1,
    download_count: presented.reduce((sum, part) => sum + part.download_count, 0),
    created_at: iso(book.created_at),
    updated_at: iso(book.updated_at),
    parts: presented,
  };
}

/** Ids of every picture that some books and their parts show. */
export function pictureIds(records: readonly BookRecord[]): string[] {
  const ids = records.flatMap(({ book, parts }) => [
    book.image_id,
    book.back_image_id,
    ...parts.map((part) => part.image_id),
  ]);
  return [...new Set(ids.filter((id) => id !== null))];
}
