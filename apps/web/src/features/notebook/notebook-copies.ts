import type { TrashedBookmarkWire } from '@cuentos/contract/bookmarks';
import type { HighlightWire } from '@cuentos/contract/highlights';
import type { Notebook } from '@cuentos/contract/notebook';
import type { Replica } from '@cuentos/domain/highlights/replica';
import { highlightFromWire } from '@cuentos/contract/highlight-from-wire';
import { beginCopy } from '../../device/begin-copy.ts';
import { everythingOf, type SyncStore, syncDatabase, type SyncTransaction } from '../../device/sync-database.ts';
import type { Bookmark, BookmarkEntry } from '../bookmarks/bookmark-outbox.ts';
import type { HighlightEntry } from '../highlights/highlight-outbox.ts';
import type { TrashErasure } from './trash-outbox.ts';

declare module '../../device/sync-database.ts' {
  interface SyncSchema {
    /** The server's list of parts, and the deleted bookmarks of each part ({@link NotebookCopy}). */
    notebook: { key: [string, string]; value: NotebookCopy };
  }
}

/** A row of the store `notebook`. */
type NotebookCopy =
  | { readonly uid: string; readonly key: typeof SUMMARY; readonly notebook: Notebook }
  | {
      readonly uid: string;
      /** `trash` and the part. */
      readonly key: `trash ${string}`;
      readonly part_id: string;
      readonly bookmarks: readonly TrashedBookmarkWire[];
      /** `bookmarks_changes` of the part when the server was asked. */
      readonly changes: number;
    };

const SUMMARY = 'summary';

/** A part's notes as this device has them. */
export interface StoredPart {
  readonly replica: Replica;
  /** The server's rows of its highlights, tombstones included. */
  readonly rows: ReadonlyMap<string, HighlightWire>;
  /** Changes of highlights on their way, in order, those that the server answered first. */
  readonly pendingHighlights: readonly HighlightEntry[];
  readonly bookmarks: readonly Bookmark[];
  readonly trashedBookmarks: readonly TrashedBookmarkWire[];
  readonly pendingBookmarks: readonly BookmarkEntry[];
  /** Ids of deleted highlights and bookmarks that are to be erased for good. */
  readonly erased: ReadonlySet<string>;
  /** As {@link NotebookCopy} says; -1 before the bookmarks were asked for. */
  readonly bookmarksChanges: number;
}

/** All of a user's notes on this device, by part. */
export interface StoredNotes {
  /** Null before the first answer of the server. */
  readonly notebook: Notebook | null;
  readonly parts: ReadonlyMap<string, StoredPart>;
}

const STORES = ['mutations', 'answered', 'highlights', 'replicas', 'bookmarks', 'notebook'] as const;

/** Reads everything that a user has written in any part. @param partId reads that part alone */
export async function readNotes(uid: string, partId?: string): Promise<StoredNotes> {
  return syncDatabase(async (database) => {
    const transaction = database.transaction(STORES, 'readonly');
    const range = partId === undefined ? everythingOf(uid) : everythingOf(uid, partId);
    const [mutations, answered, rows, cursors, bookmarks, copies] = await Promise.all([
      transaction
        .objectStore('mutations')
        .index('part')
        .getAll(partId === undefined ? range : [uid, partId]),
      transaction
        .objectStore('answered')
        .index('part')
        .getAll(partId === undefined ? range : [uid, partId]),
      transaction.objectStore('highlights').getAll(range),
      transaction.objectStore('replicas').getAll(partId === undefined ? range : IDBKeyRange.only([uid, partId])),
      transaction.objectStore('bookmarks').getAll(range),
      transaction.objectStore('notebook').getAll(everythingOf(uid)),
    ]);
    const byPart = <Row extends { readonly part_id: string }>(some: readonly Row[]) =>
      Map.groupBy(some, (row) => row.part_id);
    const [mutationsOf, answeredOf, rowsOf, bookmarksOf] = [
      byPart(mutations),
      byPart(answered),
      byPart(rows),
      byPart(bookmarks),
    ];
    const cursorOf = new Map(cursors.map(({ part_id: id, cursor }) => [id, cursor]));
    const trashOf = new Map(copies.flatMap((copy) => ('part_id' in copy ? [[copy.part_id, copy] as const] : [])));
    const ids = new Set([
      ...mutationsOf.keys(),
      ...rowsOf.keys(),
      ...cursorOf.keys(),
      ...bookmarksOf.keys(),
      ...trashOf.keys(),
    ]);
    const parts = [...ids].filter((id) => partId === undefined || id === partId);
    return {
      notebook: copies.flatMap((copy) => ('notebook' in copy ? [copy.notebook] : []))[0] ?? null,
      parts: new Map(
        parts.map((id) => {
          const waiting = mutationsOf.get(id) ?? [];
          const outbox = waiting.filter(({ kind }) => kind === 'highlight') as HighlightEntry[];
          const ofPart = answeredOf.get(id) ?? [];
          const erasures = waiting.filter(({ kind }) => kind === 'trash') as TrashErasure[];
          const records = new Map((rowsOf.get(id) ?? []).map(({ id: highlight, record }) => [highlight, record]));
          const stored: StoredPart = {
            replica: {
              confirmed: new Map([...records].map(([highlight, record]) => [highlight, highlightFromWire(record)])),
              cursor: cursorOf.get(id) ?? 0,
              answered: ofPart.map(({ mutation, revision }) => ({ mutation: mutation.change, revision })),
              outbox: outbox.map(({ change }) => change),
            },
            rows: records,
            pendingHighlights: [...ofPart.map(({ mutation }) => mutation), ...outbox],
            bookmarks: bookmarksOf.get(id) ?? [],
            trashedBookmarks: trashOf.get(id)?.bookmarks ?? [],
            pendingBookmarks: waiting.filter(({ kind }) => kind === 'bookmark') as BookmarkEntry[],
            erased: new Set(erasures.flatMap(({ highlights, bookmarks: marks }) => [...highlights, ...marks])),
            bookmarksChanges: trashOf.get(id)?.changes ?? -1,
          };
          return [id, stored] as const;
        }),
      ),
    };
  });
}

/** Keeps what the server said, for as long as this session's copies are this user's. */
export async function keepNotebook(uid: string, notebook: Notebook, mayKeep: ReturnType<typeof beginCopy>) {
  if (!(await mayKeep())) return;
  await syncDatabase((database) => database.put('notebook', { uid, key: SUMMARY, notebook }));
}

/** Keeps the deleted bookmarks of a part as the server has them. */
export async function keepTrashedBookmarks(
  uid: string,
  partId: string,
  bookmarks: readonly TrashedBookmarkWire[],
  changes: number,
): Promise<void> {
  await syncDatabase((database) =>
    database.put('notebook', { uid, key: `trash ${partId}`, part_id: partId, bookmarks, changes }),
  );
}

/** Runs work in some stores, all of it or nothing. */
export async function inStores(names: readonly SyncStore[], work: (transaction: SyncTransaction) => Promise<unknown>) {
  await syncDatabase(async (database) => {
    const transaction = database.transaction([...names], 'readwrite');
    await work(transaction);
    await transaction.done;
  });
}
