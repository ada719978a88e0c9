/**
 * The exported single file: one HTML document with the edition, the reader's notes and a program that shows them. The
 * server writes it, and its program can write it again with later notes.
 */

/** A passage that the reader marked, with the note on it. */
export interface ExportedNote {
  readonly id: string;
  /** A range CFI in three parts, in the edition of the file. */
  readonly cfi: string;
  readonly color: string;
  readonly note: string;
  /** The words of the passage. */
  readonly quote: string;
  /** Grows with each change, so that of two states of one note the later is known without any clock. */
  readonly revision: number;
  /** A deleted note stays as a mark without words: an older state of the file does not bring it back. */
  readonly isDeleted?: true;
}

/** The data of a single file, without the edition and the program. */
export interface ExportedBook {
  /** A program refuses a number that it does not know. */
  readonly format: 1;
  readonly book: { readonly name: string; readonly author: string };
  readonly part: { readonly id: string; readonly name: string };
  readonly edition_id: string;
  readonly store_name: string;
  readonly ex_libris: ExLibris;
  /** CFI of the page where the reader was; null before the first. */
  readonly place: string | null;
  /** Settings of the reader by their names on devices; null for the program's own. */
  readonly settings: Readonly<Record<string, string>> | null;
  readonly notes: readonly ExportedNote[];
}

/** The ex libris of a copy. */
export interface ExLibris {
  /** The reader's name in the shop. */
  readonly name: string;
  /** Random number, made once for a reader and a part; it reveals nothing by itself. */
  readonly number: string;
  /** ISO instant of the fetch. */
  readonly made_at: string;
}

/** Ids of the elements of the document that hold its pieces as inert text. */
export const blocks = { state: 'state', faces: 'faces', program: 'program', book: 'book' } as const;

/** Places of the template that are filled for each copy, each of which occurs once. */
export const markers = {
  title: '<!--title-->',
  front: '<!--front-->',
  state: '<!--state-->',
  book: '<!--book-->',
} as const;

/** JSON that can stand in a script element: no text in it can end the element. */
export function inertJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/**
 * Joins two states of the notes of one file: every note of either, of a note that both have the later state. Of two
 * changes that were made apart from the same state both texts stay, one under the other.
 */
export function mergeNotes(ours: readonly ExportedNote[], theirs: readonly ExportedNote[]): ExportedNote[] {
  const merged = new Map(ours.map((note) => [note.id, note]));
  for (const note of theirs) {
    const own = merged.get(note.id);
    merged.set(note.id, own === undefined ? note : laterOf(own, note));
  }
  return [...merged.values()];
}

function laterOf(own: ExportedNote, other: ExportedNote): ExportedNote {
  if (own.revision !== other.revision) return own.revision > other.revision ? own : other;
  // Words win over a deletion that did not know of them.
  if (own.isDeleted || other.isDeleted) return own.isDeleted ? other : own;
  const texts = [...new Set([own.note, other.note].filter((text) => text !== ''))].toSorted();
  return { ...own, note: texts.join('\n\n') };
}
