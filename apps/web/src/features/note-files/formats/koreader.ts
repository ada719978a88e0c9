import { type LuaValue, readLuaTable } from './lua-table.ts';
import {
  cleanText,
  localInstant,
  type NoteFile,
  noteFile,
  plausiblePercentage,
  type PortableBook,
  portableColor,
  type PortableNote,
  portableNote,
} from './portable-note.ts';

type Table = ReadonlyMap<string, LuaValue>;

/** Reads KOReader's `metadata.epub.lua`, in the form since 2024 and the one before. @returns null for any other text */
export function readKoreader(text: string): NoteFile | null {
  if (!/^\s*(?:--[^\n]*\s*)*return\s*\{/.test(text.slice(0, 4_000))) return null;
  const root = readLuaTable(text);
  const current = tableOf(root?.get('annotations'));
  const older = tableOf(root?.get('bookmarks'));
  if (!root || !(current ?? older)) return null;
  const about = tableOf(root.get('doc_props')) ?? tableOf(root.get('stats'));
  const book: PortableBook = {
    title: textOf(about, 'title'),
    part: '',
    author: textOf(about, 'authors').replaceAll('\n', ', '),
    ids: textOf(about, 'identifiers').split('\n').filter(Boolean),
  };
  const pages = Number(root.get('doc_pages') ?? tableOf(root.get('stats'))?.get('pages') ?? Number.NaN);
  if (current && current.size > 0) return noteFile([...current.values()].map((each) => readEntry(each, book, pages)));
  return noteFile([...(older ?? new Map<string, LuaValue>()).values()].map((each) => readOlderEntry(each, book)));
}

const tableOf = (value: LuaValue | undefined): Table | null =>
  typeof value === 'object' && value !== null ? value : null;

const textOf = (table: Table | null, name: string): string => cleanText(table?.get(name));

/** @param pages number of pages of the book; an entry has its page */
function readEntry(value: LuaValue, book: PortableBook, pages: number): PortableNote | null {
  const entry = tableOf(value);
  if (!entry) return null;
  return portableNote({
    // An entry without a drawer is a bookmark.
    kind: entry.has('drawer') || entry.has('pos0') ? 'highlight' : 'bookmark',
    id: textOf(entry, 'datetime'),
    book,
    chapter: textOf(entry, 'chapter'),
    quote: textOf(entry, 'text'),
    note: textOf(entry, 'note'),
    color: portableColor(textOf(entry, 'color')),
    percentage: plausiblePercentage(((Number(entry.get('pageno') ?? Number.NaN) - 1) / pages) * 100),
    createdAt: readTime(textOf(entry, 'datetime')),
  });
}

/** Before 2024 the highlighted words were in `notes`, and the reader's note, or a generated line, in `text`. */
function readOlderEntry(value: LuaValue, book: PortableBook): PortableNote | null {
  const entry = tableOf(value);
  if (!entry) return null;
  const quote = textOf(entry, 'notes');
  const text = textOf(entry, 'text');
  return portableNote({
    kind: entry.get('highlighted') === true ? 'highlight' : 'bookmark',
    id: textOf(entry, 'datetime'),
    book,
    chapter: textOf(entry, 'chapter'),
    quote,
    note: quote !== '' && text.includes(quote.slice(0, 40)) && /@ \d{4}-/.test(text) ? '' : text,
    createdAt: readTime(textOf(entry, 'datetime')),
  });
}

function readTime(text: string): string {
  const [year = 0, month = 0, day = 0, ...time] = text.split(/[- :T]/).map(Number);
  return localInstant(year, month, day, time);
}
