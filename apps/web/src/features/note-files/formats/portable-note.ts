import { type HighlightColor, highlightColors } from '@cuentos/contract/highlights';

/** The book that a note is about, as a file names it; what it does not name is empty. */
export interface PortableBook {
  readonly title: string;
  /** Name of the part of a book that comes in parts. */
  readonly part: string;
  readonly author: string;
  /** Identifiers as written; those of this shop are `urn:uuid:` and the id of the part. */
  readonly ids: readonly string[];
}

/** A highlight or a bookmark as files carry it between programs; what a format does not know is empty. */
export interface PortableNote {
  readonly kind: 'highlight' | 'bookmark';
  /** Id in the program that it comes from. */
  readonly id: string;
  readonly book: PortableBook;
  readonly chapter: string;
  /** Range or point; only a hint, since it belongs to an edition that may be another one. */
  readonly cfi: string;
  readonly quote: string;
  /** The words before and after the quote. */
  readonly prefix: string;
  readonly suffix: string;
  readonly note: string;
  readonly color: HighlightColor;
  /** How far in the book a bookmark stands, 0 to 100; null when nothing says so. */
  readonly percentage: number | null;
  /** ISO instant. */
  readonly createdAt: string;
}

/** Contents of a file of notes. */
export interface NoteFile {
  readonly notes: readonly PortableNote[];
  /** Entries that are none of the format's, or say nothing. */
  readonly unreadable: number;
}

/** Most entries of one file: ten times a diligent reader's. */
export const NOTES_MAX = 20_000;

const NO_BOOK: PortableBook = { title: '', part: '', author: '', ids: [] };

/** A note of which only some things are known. */
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

/** Whether a note says anything that is worth keeping. */
export const saysSomething = ({ kind, quote, note }: PortableNote): boolean =>
  kind === 'bookmark' || (quote + note).trim() !== '';

/** The notes of a file with how many of its entries were none; null stands for such an entry. */
export function noteFile(entries: readonly (PortableNote | null)[]): NoteFile {
  const notes = entries.filter((each) => each !== null).filter(saysSomething);
  return { notes, unreadable: entries.length - notes.length };
}

/** A text as databases and pages take it: line ends as one sign, no U+0000, no half of a pair. Empty for anything else. */
export const cleanText = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\u0000', '').replace(/\r\n?/g, '\n').toWellFormed() : '';

/** Share of a book, 0 to 100; null for anything else. */
export const plausiblePercentage = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : null;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** First year in which somebody may have marked an electronic book. */
const FIRST_YEAR = 1998;
const DAY = 24 * 60 * 60 * 1000;

/** An instant as ISO text; empty when nobody can have made a note then. @param value epoch milliseconds or a date */
export function plausibleInstant(value: number | string, now = Date.now()): string {
  const time = typeof value === 'number' ? value : Date.parse(value);
  if (!(time >= Date.UTC(FIRST_YEAR, 0) && time <= now + DAY)) return '';
  return new Date(Math.min(time, now)).toISOString();
}

/** Instant of a date that names no zone: it was that of the device. Empty when it is none. */
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

/** A colour of another program among those that there are: yellow when none is named, gray for an unknown one. */
export function portableColor(value: unknown): HighlightColor {
  const name = cleanText(value).trim().toLowerCase();
  if (name === '') return highlightColors[0];
  return highlightColors.find((each) => each === name) ?? OTHER_NAMES[name] ?? 'gray';
}

/** Title under which other programs know a part: that of the book, with the part's where it has one of its own. */
export const fullTitle = ({ title, part }: PortableBook): string =>
  part === '' || part === title ? title : `${title}: ${part}`;
