import type { BookmarkWire, TrashedBookmarkWire } from '@cuentos/contract/bookmarks';
import type { NotebookPart } from '@cuentos/contract/notebook';
import { type Highlight, noteOf } from '@cuentos/domain/highlights/highlight';
import { liveHighlights } from '@cuentos/domain/highlights/replica';
import { deletedHere } from '@cuentos/domain/highlights/trash';
import type { Bookmark } from '../bookmarks/bookmark-outbox.ts';
import type { HighlightOrigin } from '../highlights/highlight-outbox.ts';
import { chapterAt } from '../note-files/to-portable.ts';
import { inPartOrder, type NotebookEntry, placeOf, type TrashedEntry } from './entries.ts';
import type { StoredPart } from './notebook-copies.ts';

/** Entries of a part, and deleted ones that can be restored. */
export interface PartNotes {
  /** Entries in the order of the book. */
  readonly entries: readonly NotebookEntry[];
  readonly trash: readonly TrashedEntry[];
}

const UNKNOWN: HighlightOrigin = { quote: '', prefix: '', suffix: '', edition_id: '', created_at: '' };

/** Makes a part's entries from the device's rows: the server's rows with all unsent changes. */
export function notesOfPart(part: NotebookPart, stored: StoredPart): PartNotes {
  const live = liveHighlights(stored.replica);
  const bookmarks = stored.bookmarks.map((bookmark) => bookmarkEntry(part, wireOf(bookmark)));
  const entries = [...live.map((each) => highlightEntry(part, stored, each)), ...bookmarks];
  return { entries: inPartOrder(entries), trash: trashOf(part, stored, entries) };
}

function trashOf(part: NotebookPart, stored: StoredPart, entries: readonly NotebookEntry[]): TrashedEntry[] {
  const placeKey = ({ kind, editionId, cfi }: NotebookEntry) => `${kind} ${editionId} ${cfi}`;
  const livePlaces = new Set(entries.map(placeKey));
  const deletedOnDevice = deletedHere(stored.replica);
  // A restored entry exists under another id, even if that one was deleted since.
  const restored = new Set([
    ...stored.pendingHighlights.map(({ made }) => made?.restores),
    ...stored.pendingBookmarks.map(({ added }) => added?.restores),
  ]);
  const listedIds = new Set([...deletedOnDevice, ...entries].map(({ id }) => id));
  const highlights: TrashedEntry[] = [
    ...deletedOnDevice.map((each) => ({ ...highlightEntry(part, stored, each), deletedAt: null })),
    ...[...stored.rows.values()].flatMap((row) => {
      const { trash } = row;
      if (!trash || listedIds.has(row.id)) return [];
      const { id, cfi_range: cfi, color } = row;
      const entry = highlightEntry(part, stored, { id, cfi, color, notes: [] });
      return [{ ...entry, note: trash.note, deletedAt: trash.deleted_at }];
    }),
  ];
  const removedHere = stored.pendingBookmarks.flatMap(({ removed }) => (removed ? [wireOf(removed)] : []));
  const removedIds = new Set(removedHere.map(({ id }) => id));
  const bookmarks: TrashedEntry[] = [
    ...removedHere.map((each) => ({ ...bookmarkEntry(part, each), deletedAt: null })),
    ...stored.trashedBookmarks
      .filter(({ id }) => !removedIds.has(id) && !listedIds.has(id))
      .map((each: TrashedBookmarkWire) => ({ ...bookmarkEntry(part, each), deletedAt: each.deleted_at })),
  ];
  return [...highlights, ...bookmarks].filter(
    (entry) => !stored.erased.has(entry.id) && !restored.has(entry.id) && !livePlaces.has(placeKey(entry)),
  );
}

function highlightEntry(
  part: NotebookPart,
  { rows, pendingHighlights }: StoredPart,
  highlight: Pick<Highlight, 'id' | 'cfi' | 'color' | 'notes'>,
): NotebookEntry {
  const { id, cfi, color } = highlight;
  const row = rows.get(id);
  const made = pendingHighlights.findLast(({ change, made: origin }) => change.annotationId === id && origin)?.made;
  const hasWords = row !== undefined && (!row.deleted || row.trash);
  const origin = (hasWords ? row : made) ?? UNKNOWN;
  // The server locates an imported entry.
  const isLocated = row?.located ?? made?.edition_id !== '';
  return {
    kind: 'highlight',
    key: `highlight ${id}`,
    id,
    part,
    chapter: chapterAt(part, placeOf({ cfi, isLocated })),
    cfi,
    editionId: origin.edition_id,
    isLocated,
    quote: origin.quote,
    prefix: origin.prefix,
    suffix: origin.suffix,
    note: noteOf(highlight),
    color,
    percentage: null,
    createdAt: origin.created_at,
  };
}

function bookmarkEntry(part: NotebookPart, bookmark: BookmarkWire): NotebookEntry {
  const { id, cfi, edition_id: editionId, percentage, quote, prefix, chapter, created_at: createdAt } = bookmark;
  return {
    kind: 'bookmark',
    key: `bookmark ${id}`,
    id,
    part,
    // The chapter name that the reader saw takes precedence over that of the edition on sale.
    chapter: chapter ?? chapterAt(part, placeOf({ cfi, isLocated: true })),
    cfi,
    editionId,
    isLocated: true,
    quote,
    prefix,
    suffix: '',
    note: '',
    color: null,
    percentage,
    createdAt,
  };
}

/** A bookmark of the device in the server's form. */
function wireOf({ id, cfi, percentage, edition_id, chapter, quote, created_at }: Bookmark): BookmarkWire {
  const date = new Date(created_at).toISOString();
  return {
    id,
    cfi,
    percentage,
    edition_id,
    chapter,
    quote: quote?.text ?? '',
    prefix: quote?.before ?? '',
    created_at: date,
  };
}
