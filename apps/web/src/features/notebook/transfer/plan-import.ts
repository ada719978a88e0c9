import type { ImportedHighlight } from '@cuentos/contract/highlights';
import { limits } from '@cuentos/contract/limits';
import { foldText } from '@cuentos/domain/text/fold';
import { graphemeCount } from '@cuentos/domain/text/graphemes';
import { isRangeCfi, unplacedRange } from '@cuentos/epub/locator/cfi-text';
import type { PortableNote } from '../../note-files/formats/portable-note.ts';
import type { NotebookEntry } from '../entries.ts';
import type { StoredNotes } from '../notebook-copies.ts';
import type { NamedBook } from './match-books.ts';
import { stableId } from './stable-id.ts';

/** Highlights that are to be brought to a part. */
export interface PartImport {
  readonly partId: string;
  readonly highlights: readonly ImportedHighlight[];
}

/** Plan of an import: entries that it adds, and counts of those that it leaves out. */
export interface ImportPlan {
  readonly parts: readonly PartImport[];
  readonly brought: number;
  /** Notes that are in the notebook. */
  readonly already: number;
  /** Notes of books that no part was chosen for. */
  readonly elsewhere: number;
  /** Bookmarks: a point in an edition of another program, without words that tell it from others. */
  readonly bookmarks: number;
  /** Notes that are longer than the shop keeps. */
  readonly tooLong: number;
}

/** Entries of a part that the notebook has already. */
interface KnownPart {
  /** How many highlights have the same words and the same note. */
  readonly texts: Map<string, number>;
  readonly live: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
}

/** Notes of all parts, to tell what is new. */
export type KnownNotes = ReadonlyMap<string, KnownPart>;

/** Reads out of the notebook what an import must not bring again. */
export function knownNotes(entries: readonly NotebookEntry[], stored: StoredNotes): KnownNotes {
  const byPart = Map.groupBy(entries, ({ part }) => part.part_id);
  const ids = new Set([...byPart.keys(), ...stored.parts.keys()]);
  return new Map(
    [...ids].map((partId) => {
      const own = (byPart.get(partId) ?? []).filter(({ kind }) => kind === 'highlight');
      const texts = new Map<string, number>();
      for (const entry of own) texts.set(textKey(entry), (texts.get(textKey(entry)) ?? 0) + 1);
      const rows = [...(stored.parts.get(partId)?.rows.values() ?? [])];
      // A row that stands for another one lives on in that.
      const deleted = rows.filter((row) => row.deleted && row.same_as === null).map(({ id }) => id);
      const live = [...own, ...rows.filter((row) => !row.deleted || row.same_as !== null)].map(({ id }) => id);
      return [partId, { texts, live: new Set(live), deleted: new Set(deleted) }];
    }),
  );
}

const textKey = ({ quote, note }: Pick<PortableNote, 'quote' | 'note'>): string =>
  `${foldText(quote).replaceAll(/\s+/g, ' ').trim()}\n${note.trim()}`;

/** Says what bringing the notes of books to their parts makes; the same files and the same notebook make the same. */
export function planImport(books: readonly NamedBook[], known: KnownNotes): ImportPlan {
  const counts = { already: 0, elsewhere: 0, bookmarks: 0, tooLong: 0 };
  const byPart = Map.groupBy(books, ({ partId }) => partId);
  const parts: PartImport[] = [];
  for (const [partId, ofPart] of byPart) {
    const notes = ofPart.flatMap((book) => book.notes);
    if (partId === null) counts.elsewhere += notes.length;
    else {
      const wanted = notes.filter((note) => {
        const reason = note.kind === 'bookmark' ? 'bookmarks' : isTooLong(note) ? 'tooLong' : null;
        if (reason) counts[reason] += 1;
        return reason === null;
      });
      const highlights = newHighlights(partId, wanted, known.get(partId) ?? NOTHING_KNOWN);
      counts.already += wanted.length - highlights.length;
      if (highlights.length > 0) parts.push({ partId, highlights });
    }
  }
  return { parts, brought: parts.reduce((sum, { highlights }) => sum + highlights.length, 0), ...counts };
}

const NOTHING_KNOWN: KnownPart = { texts: new Map(), live: new Set(), deleted: new Set() };

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
    // Nothing that was deleted comes back: what is brought after it is a new highlight.
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

const isUsable = (cfi: string): boolean =>
  cfi.length <= limits.cfiMax && !/[\u0000-\u001f]/.test(cfi) && isRangeCfi(cfi);
