import type { Library } from '@cuentos/contract/library';
import type { NotebookPart } from '@cuentos/contract/notebook';
import { type CfiPosition, comparePositions, parseCfi } from '@cuentos/epub/locator/cfi-text';
import { notebookTexts as t } from './texts.ts';

/** A highlight or bookmark of the reader, with its place. Lists and files are made of these. */
export interface NotebookEntry {
  readonly kind: 'highlight' | 'bookmark';
  /** Unique among all entries. */
  readonly key: string;
  /** Unique among entries of its kind. */
  readonly id: string;
  readonly part: NotebookPart;
  /** Title of its chapter; null when unknown. */
  readonly chapter: string | null;
  /** Range of a highlight, point of a bookmark. */
  readonly cfi: string;
  readonly editionId: string;
  /** False when its words are missing in the edition on sale, so that it has no place in the order of the book. */
  readonly isLocated: boolean;
  /** The words of the range, or the first words of the bookmarked page; empty when unknown. */
  readonly quote: string;
  readonly prefix: string;
  readonly suffix: string;
  /** The note; empty without one. */
  readonly note: string;
  /** Null for a bookmark. */
  readonly color: string | null;
  /** Share of the part at a bookmark, 0 to 100; null for a highlight. */
  readonly percentage: number | null;
  /** ISO date; empty when unknown. */
  readonly createdAt: string;
}

/** A deleted entry that can be restored. */
export interface TrashedEntry extends NotebookEntry {
  /** ISO date; null when the server does not know of the deletion yet. */
  readonly deletedAt: string | null;
}

/** Whether an entry has a note. */
export const hasNote = ({ note }: Pick<NotebookEntry, 'note'>): boolean => note.trim() !== '';

/** Parsed places by CFI, because lists are sorted often. */
const places = new Map<string, CfiPosition | null>();
const PLACES_MAX = 50_000;

/** Place of an entry's beginning in the edition on sale; null without one. */
export function placeOf({ cfi, isLocated }: Pick<NotebookEntry, 'cfi' | 'isLocated'>): CfiPosition | null {
  if (!isLocated) return null;
  const known = places.get(cfi);
  if (known !== undefined) return known;
  if (places.size > PLACES_MAX) places.clear();
  const place = parseCfi(cfi)?.start ?? null;
  places.set(cfi, place);
  return place;
}

/** Sorts the entries of a part in the order of the book; those without a place last, by date. */
export function inPartOrder<Entry extends NotebookEntry>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => {
    const [a, b] = [placeOf(one), placeOf(other)];
    const byPlace = a && b ? comparePositions(a, b) : Number(!a) - Number(!b);
    return byPlace || one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id);
  });
}

/**
 * A part that the server's list does not have: only this device has entries in it so far.
 * @param library provides its name, if this device has a library
 */
export function partOnDevice(id: string, library: Library | null): NotebookPart {
  const row = library?.user_book_parts.find(({ book_part_id: partId }) => partId === id);
  return {
    part_id: id,
    part_name: row?.book_part_name ?? t.unknownPart,
    position: 0,
    book_id: row?.book_id ?? id,
    book_name: row?.book_name ?? t.unknownBook,
    image: row?.image ?? null,
    access: row ? 'held' : 'lost',
    is_listed: false,
    sample_last_step: null,
    chapters: [],
    highlights_revision: 0,
    bookmarks_changes: 0,
  };
}
