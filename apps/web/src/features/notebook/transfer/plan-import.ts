import type { ImportedHighlight } from '@cuentos/contract/highlights';
import { limits } from '@cuentos/contract/limits';
import type { Highlight } from '@cuentos/domain/highlights/highlight';
import { EMPTY_REPLICA, knownHighlights } from '@cuentos/domain/highlights/replica';
import { foldText } from '@cuentos/domain/text/fold';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { isRangeCfi, parseCfi, unplacedRange } from '@cuentos/epub/locator/cfi-text';
import type { Bookmark } from '../../bookmarks/bookmark-outbox.ts';
import type { PortableNote } from '../../note-files/formats/portable-note.ts';
import type { NotebookEntry } from '../entries.ts';
import type { StoredNotes } from '../notebook-copies.ts';
import type { NamedBook } from './match-books.ts';
import { stableId } from './stable-id.ts';

/** A bookmark to import. It has no place in an edition: its words and its share of the book lead to one. */
export type ImportedBookmark = Pick<Bookmark, 'id' | 'cfi' | 'percentage' | 'chapter' | 'quote'> & {
  /** Epoch milliseconds; null when the file has no date. */
  readonly created_at: number | null;
};

/** Highlights and bookmarks to import into a part. */
export interface PartImport {
  readonly partId: string;
  readonly highlights: readonly ImportedHighlight[];
  readonly bookmarks: readonly ImportedBookmark[];
}

/** Plan of an import: the entries to add, and the counts of those left out. */
export interface ImportPlan {
  readonly parts: readonly PartImport[];
  readonly brought: number;
  /** Number of bookmarks among the imported entries. */
  readonly broughtBookmarks: number;
  /** Number of notes that the notebook has already. */
  readonly already: number;
  /** Number of notes in books without a chosen part. */
  readonly elsewhere: number;
  /** Number of bookmarks without a share of the book in the file. */
  readonly bookmarks: number;
  /** Number of notes that are too long for the shop. */
  readonly tooLong: number;
}

/** Existing entries of a part. */
interface KnownPart {
  /** Number of highlights with the same words and note. */
  readonly texts: Map<string, number>;
  readonly live: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
  readonly bookmarks: readonly Mark[];
  readonly removedBookmarks: ReadonlySet<string>;
}

/** Place of a bookmark. */
type Mark = Pick<Bookmark, 'cfi' | 'percentage'>;

/** Difference within which two bookmarks are the same, percent: a number that was written and read again. */
const SAME_PLACE = 0.01;

const isSamePlace = (one: Mark, other: Mark): boolean =>
  one.cfi === other.cfi || Math.abs(one.percentage - other.percentage) < SAME_PLACE;

/** Notes of all parts, to find the new ones. */
export type KnownNotes = ReadonlyMap<string, KnownPart>;

/** Collects the notebook's entries that an import must not add again. */
export function knownNotes(entries: readonly NotebookEntry[], stored: StoredNotes): KnownNotes {
  const byPart = Map.groupBy(entries, ({ part }) => part.part_id);
  const ids = new Set([...byPart.keys(), ...stored.parts.keys()]);
  return new Map(
    [...ids].map((partId) => {
      const own = (byPart.get(partId) ?? []).filter(({ kind }) => kind === 'highlight');
      const texts = new Map<string, number>();
      for (const entry of own) texts.set(textKey(entry), (texts.get(textKey(entry)) ?? 0) + 1);
      const { replica } = stored.parts.get(partId) ?? { replica: EMPTY_REPLICA };
      const rows = knownHighlights(replica);
      // A row that another one replaces counts as that one does.
      const isDeleted = ({ deleted, sameAs }: Highlight): boolean => {
        const standing = sameAs === null ? undefined : rows.get(sameAs);
        return standing ? isDeleted(standing) : deleted;
      };
      const deleted = [...rows.values()].filter(isDeleted).map(({ id }) => id);
      const live = [...rows.values()].filter((row) => !isDeleted(row)).map(({ id }) => id);
      const bookmarks = (byPart.get(partId) ?? []).flatMap(({ kind, cfi, percentage }) =>
        kind === 'bookmark' ? [{ cfi, percentage: percentage ?? 0 }] : [],
      );
      const removedBookmarks = stored.parts.get(partId)?.removedBookmarks ?? new Set<string>();
      return [
        partId,
        {
          texts,
          live: new Set([...own.map(({ id }) => id), ...live]),
          deleted: new Set(deleted),
          bookmarks,
          removedBookmarks,
        },
      ];
    }),
  );
}

const textKey = ({ quote, note }: Pick<PortableNote, 'quote' | 'note'>): string =>
  `${foldText(quote).replaceAll(/\s+/g, ' ').trim()}\n${note.trim()}`;

/** Plans the import of the books' notes into their parts; the same files and notebook result in the same plan. */
export function planImport(books: readonly NamedBook[], known: KnownNotes): ImportPlan {
  const counts = { already: 0, elsewhere: 0, bookmarks: 0, tooLong: 0 };
  const byPart = Map.groupBy(books, ({ partId }) => partId);
  const parts: PartImport[] = [];
  for (const [partId, ofPart] of byPart) {
    const notes = ofPart.flatMap((book) => book.notes);
    if (partId === null) counts.elsewhere += notes.length;
    else {
      const isPlaceless = ({ kind, percentage }: PortableNote) => kind === 'bookmark' && percentage === null;
      const wanted = notes.filter((note) => {
        const reason = isPlaceless(note) ? 'bookmarks' : isTooLong(note) ? 'tooLong' : null;
        if (reason) counts[reason] += 1;
        return reason === null;
      });
      const knownPart = known.get(partId) ?? NOTHING_KNOWN;
      const highlights = newHighlights(partId, wanted.filter(isHighlight), knownPart);
      const bookmarks = newBookmarks(
        partId,
        wanted.filter((note) => !isHighlight(note)),
        knownPart,
      );
      const brought = highlights.length + bookmarks.length;
      counts.already += wanted.length - brought;
      if (brought > 0) parts.push({ partId, highlights, bookmarks });
    }
  }
  const broughtBookmarks = parts.reduce((sum, { bookmarks }) => sum + bookmarks.length, 0);
  const brought = parts.reduce((sum, { highlights }) => sum + highlights.length, broughtBookmarks);
  return { parts, brought, broughtBookmarks, ...counts };
}

const isHighlight = ({ kind }: PortableNote): boolean => kind === 'highlight';

const NOTHING_KNOWN: KnownPart = {
  texts: new Map(),
  live: new Set(),
  deleted: new Set(),
  bookmarks: [],
  removedBookmarks: new Set(),
};

/** Merges bookmarks: one at the place of an existing one is not added. */
function newBookmarks(partId: string, notes: readonly PortableNote[], known: KnownPart): ImportedBookmark[] {
  const made: ImportedBookmark[] = [];
  for (const { cfi, percentage, quote, prefix, chapter, createdAt } of notes) {
    const text = JSON.stringify(['bookmark', partId, cfi, percentage]);
    let id = stableId(text);
    for (let again = 1; known.removedBookmarks.has(id); again += 1) id = stableId(`${again} ${text}`);
    const mark = { cfi: isPoint(cfi) ? cfi : unplacedRange(id), percentage: percentage ?? 0 };
    if ([...known.bookmarks, ...made].some((other) => isSamePlace(mark, other))) continue;
    const [words, before] = [quote, prefix].map((each) => each.slice(0, limits.bookmarkQuoteMax).toWellFormed());
    made.push({
      ...{ id, ...mark, chapter: chapter === '' ? null : chapter },
      quote: words ? { text: words, before: before ?? '' } : null,
      created_at: createdAt === '' ? null : Date.parse(createdAt),
    });
  }
  return made;
}

const isTooLong = ({ quote, note }: PortableNote): boolean =>
  quote.length > limits.highlightQuoteMax || (note.length > limits.noteMax && graphemeCount(note) > limits.noteMax);

function newHighlights(partId: string, notes: readonly PortableNote[], known: KnownPart): ImportedHighlight[] {
  const left = new Map(known.texts);
  const made = new Set<string>();
  return notes.flatMap((note) => {
    const key = textKey(note);
    const standing = left.get(key) ?? 0;
    if (standing > 0) {
      left.set(key, standing - 1);
      return [];
    }
    const { quote, prefix, suffix, cfi, createdAt } = note;
    const text = JSON.stringify([partId, quote, note.note, prefix, suffix, cfi, createdAt]);
    let id = stableId(text);
    if (made.has(id)) return [];
    // A deleted entry is not restored: importing it again makes a new highlight.
    for (let again = 1; known.deleted.has(id); again += 1) id = stableId(`${again} ${text}`);
    if (known.live.has(id)) return [];
    made.add(stableId(text));
    return [importedHighlight(id, note)];
  });
}

function importedHighlight(id: string, note: PortableNote): ImportedHighlight {
  const { quote, prefix, suffix, cfi, color, createdAt } = note;
  return {
    id,
    mutation_id: stableId(`mutation ${id}`),
    cfi_range: isUsable(cfi) ? cfi : unplacedRange(id),
    color,
    note: note.note.trim(),
    quote,
    prefix: prefix.slice(-limits.highlightContextMax).toWellFormed(),
    suffix: suffix.slice(0, limits.highlightContextMax).toWellFormed(),
    made_at: createdAt === '' ? null : createdAt,
  };
}

const isSound = (cfi: string): boolean => cfi.length <= limits.cfiMax && !/[\u0000-\u001f]/.test(cfi);
const isUsable = (cfi: string): boolean => isSound(cfi) && isRangeCfi(cfi);
const isPoint = (cfi: string): boolean => isSound(cfi) && parseCfi(cfi) !== null;
