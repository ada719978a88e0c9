import type { BookmarkWire } from '@cuentos/contract/bookmarks';
import type { HighlightWire } from '@cuentos/contract/highlights';
import type { NotebookPart } from '@cuentos/contract/notebook';
import { type CfiPosition, isUnplaced, parseCfi } from '@cuentos/epub/locator/cfi-text';
import { type PortableBook, portableColor, type PortableNote, portableNote } from './formats/portable-note.ts';

/** Identifier of a part in files. */
export const identifierOf = (partId: string): string => `urn:uuid:${partId}`;

/** Title of the chapter at a place of the edition on sale; null without one. */
export function chapterAt({ chapters }: Pick<NotebookPart, 'chapters'>, place: CfiPosition | null): string | null {
  const step = place?.steps[1];
  if (typeof step !== 'number') return null;
  return chapters.findLast((chapter) => chapter.step <= step)?.title ?? null;
}

/** A range for files: absent where it is not in the edition. */
export const portableRange = (cfi: string): string => (isUnplaced(cfi) ? '' : cfi);

/** A part of a book for files. */
export function portableBook(part: NotebookPart, author: string): PortableBook {
  return { title: part.book_name, part: part.part_name, author, ids: [identifierOf(part.part_id)] };
}

/** A highlight of the server for files. */
export function portableHighlight(row: HighlightWire, part: NotebookPart, author: string): PortableNote {
  const { id, cfi_range: cfi, quote, prefix, suffix, note, color, created_at: createdAt, located } = row;
  const chapter = located ? chapterAt(part, parseCfi(cfi)?.start ?? null) : null;
  const book = portableBook(part, author);
  return portableNote({
    id,
    book,
    chapter: chapter ?? '',
    cfi: portableRange(cfi),
    quote,
    prefix,
    suffix,
    note,
    color: portableColor(color),
    createdAt,
  });
}

/** A bookmark of the server for files. */
export function portableBookmark(row: BookmarkWire, part: NotebookPart, author: string): PortableNote {
  const { id, cfi, percentage, quote, prefix, created_at: createdAt } = row;
  const chapter = row.chapter ?? chapterAt(part, parseCfi(cfi)?.start ?? null) ?? '';
  return portableNote({
    kind: 'bookmark',
    id,
    book: portableBook(part, author),
    chapter,
    cfi: portableRange(cfi),
    percentage,
    quote,
    prefix,
    createdAt,
  });
}
