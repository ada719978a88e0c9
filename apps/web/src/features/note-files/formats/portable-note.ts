import { type HighlightColor, highlightColors } from '@cuentos/contract/highlights';

/** The book of a note, as its file names it; unknown facts are empty. */
export interface PortableBook {
  readonly title: string;
  /** Name of the part in a book of several parts. */
  readonly part: string;
  readonly author: string;
  /** Identifiers as written; those of this shop are `urn:uuid:` with the part's id. */
  readonly ids: readonly string[];
}

/** A highlight or a bookmark in files of several programs; unknown facts are empty. */
export interface PortableNote {
  readonly kind: 'highlight' | 'bookmark';
  /** Id in the originating program. */
  readonly id: string;
  readonly book: PortableBook;
  readonly chapter: string;
  /** Range or point; only a hint, since it may belong to another edition. */
  readonly cfi: string;
  readonly quote: string;
  /** The words before and after the quote. */
  readonly prefix: string;
  readonly suffix: string;
  readonly note: string;
  readonly color: HighlightColor;
  /** Share of the book at a bookmark, 0 to 100; null when unknown. */
  readonly percentage: number | null;
  /** ISO instant. */
  readonly createdAt: string;
}

/** Contents of a file of notes. */
export interface NoteFile {
  readonly notes: readonly PortableNote[];
  /** Number of entries that are invalid or empty. */
  readonly unreadable: number;
}

/** Largest number of entries of a file: ten times a diligent reader's. */
export const NOTES_MAX = 20_000;

const NO_BOOK: PortableBook = { title: '', part: '', author: '', ids: [] };

/** Makes a note from its known facts. */
export function portableNote(known: Partial<PortableNote>): PortableNote {
  return {
    kind: 'highlight',
    id: '',
    book: NO_BOOK,
    chapter: '',
    cfi: '',
    quote: '',
    prefix: '',
    suffix: '',
    note: '',
    color: highlightColors[0],
    percentage: null,
    createdAt: '',
    ...known,
  };
}

/** Whether a note has contents worth keeping. */
export const saysSomething = ({ kind, quote, note }: PortableNote): boolean =>
  kind === 'bookmark' || (quote + note).trim() !== '';

/** Counts the invalid entries of a file, which are null, and returns the notes. */
export function noteFile(entries: readonly (PortableNote | null)[]): NoteFile {
  const notes = entries.filter((each) => each !== null).filter(saysSomething);
  return { notes, unreadable: entries.length - notes.length };
}

/**
 * Normalizes a text for databases and pages: uniform line ends, no U+0000, no lone surrogates. Empty for other values.
 */
export const cleanText = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').replace(/\r\n?/g, '\n').toWellFormed() : '';

/** Share of a book, 0 to 100; null for other values. */
export const plausiblePercentage = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : null;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** First year in which an electronic book could be annotated. */
const FIRST_YEAR = 1998;
const DAY = 24 * 60 * 60 * 1000;

/** An instant as ISO text; empty for an impossible time of a note. @param value epoch milliseconds or a date */
export function plausibleInstant(value: number | string, now = Date.now()): string {
  const time = typeof value === 'number' ? value : Date.parse(value);
  if (!(time >= Date.UTC(FIRST_YEAR, 0) && time <= now + DAY)) return '';
  return new Date(Math.min(time, now)).toISOString();
}

/** Instant of a date without a time zone, which is the device's. Empty for an invalid date. */
export function localInstant(year: number, month: number, day: number, [hour = 0, minute = 0, second = 0]: number[]) {
  return plausibleInstant(new Date(year, month - 1, day, hour, minute, second).getTime());
}

const OTHER_NAMES: Readonly<Record<string, HighlightColor>> = {
  violet: 'purple',
  lilac: 'purple',
  magenta: 'pink',
  olive: 'green',
  cyan: 'blue',
  grey: 'gray',
};

/** Maps a colour of another program to one of ours: yellow when none is named, gray for an unknown one. */
export function portableColor(value: unknown): HighlightColor {
  const name = cleanText(value).trim().toLowerCase();
  if (name === '') return highlightColors[0];
  return highlightColors.find((each) => each === name) ?? OTHER_NAMES[name] ?? 'gray';
}

/** Title under which other programs know a part: the book's, with the part's name if it has one. */
export const fullTitle = ({ title, part }: PortableBook): string =>
  part === '' || part === title ? title : `${title}: ${part}`;
