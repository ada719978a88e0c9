import type { BookmarkList, TrashedBookmarkWire } from '@cuentos/contract/bookmarks';
import type { HighlightWire } from '@cuentos/contract/highlights';
import type { Notebook } from '@cuentos/contract/notebook';
import type { Replica } from '@cuentos/domain/highlights/replica';
import { highlightFromWire } from '@cuentos/contract/highlight-from-wire';
import type { beginCopy } from '../../device/begin-copy.ts';
import type { OutboxEntry } from '../../device/outbox.ts';
import { everythingOf, type SyncSchema, syncDatabase } from '../../device/sync-database.ts';
import type { Bookmark, BookmarkEntry, RemovedBookmark } from '../bookmarks/bookmark-outbox.ts';
import { changeOf, type HighlightEntry } from '../highlights/highlight-outbox.ts';
import { highlightEntries, type ImportEntry } from '../highlights/import-outbox.ts';
import { cursorOf } from '../highlights/replica.ts';
import type { PastImport } from './transfer/past-import.ts';
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
      /** `trash` and the part's id. */
      readonly key: `trash ${string}`;
      readonly part_id: string;
      readonly bookmarks: readonly TrashedBookmarkWire[];
      /** `bookmarks_changes` of the part at the time of the request. */
      readonly changes: number;
      /** Number of bookmarks that stood then; absent in copies of earlier versions. */
      readonly standing?: number;
    }
  | { readonly uid: string; readonly key: `import ${string}`; readonly past: PastImport };

const SUMMARY = 'summary';

/** A part's notes as this device has them. */
export interface StoredPart {
  readonly replica: Replica;
  /** The server's rows of its highlights, deletions included. */
  readonly rows: ReadonlyMap<string, HighlightWire>;
  /** Unsent changes of highlights, in order, those that the server answered first. */
  readonly pendingHighlights: readonly HighlightEntry[];
  readonly bookmarks: readonly Bookmark[];
  readonly trashedBookmarks: readonly TrashedBookmarkWire[];
  readonly pendingBookmarks: readonly BookmarkEntry[];
  /** Ids of bookmarks that were deleted on any device. */
  readonly removedBookmarks: ReadonlySet<string>;
  /** Ids of deleted highlights and bookmarks that will be erased for good. */
  readonly erased: ReadonlySet<string>;
  /** See {@link NotebookCopy}; -1 before the bookmarks were fetched. */
  readonly bookmarksChanges: number;
}

/** All of a user's notes on this device, by part. */
export interface StoredNotes {
  /** Null before the server's first answer. */
  readonly notebook: Notebook | null;
  readonly parts: ReadonlyMap<string, StoredPart>;
}

const STORES = [
  'mutations',
  'answered',
  'highlights',
  'replicas',
  'bookmarks',
  'removed_bookmarks',
  'notebook',
] as const;

/** Rows of a user by part. */
interface RowsByPart {
  readonly mutations: ByPart<OutboxEntry>;
  readonly answered: ByPart<SyncSchema['answered']['value']>;
  readonly highlights: ByPart<SyncSchema['highlights']['value']>;
  readonly replicas: ByPart<SyncSchema['replicas']['value']>;
  readonly bookmarks: ByPart<Bookmark>;
  readonly removed: ByPart<RemovedBookmark>;
  readonly trash: ByPart<Extract<NotebookCopy, { readonly part_id: string }>>;
}

type ByPart<Row> = ReadonlyMap<string, readonly Row[]>;

const byPart = <Row extends { readonly part_id: string }>(rows: readonly Row[]): ByPart<Row> =>
  Map.groupBy(rows, ({ part_id: id }) => id);

function storedPart(rows: RowsByPart, id: string): StoredPart {
  const waiting = rows.mutations.get(id) ?? [];
  const outbox = highlightEntries(waiting);
  const answered = (rows.answered.get(id) ?? []).map(({ mutation, revision }) => {
    return { ...mutation, change: changeOf(mutation), revision };
  });
  const imports = waiting.filter(({ kind }) => kind === 'import') as ImportEntry[];
  const erasures = waiting.filter(({ kind }) => kind === 'trash') as TrashErasure[];
  const highlights = rows.highlights.get(id) ?? [];
  const records = new Map(highlights.map(({ id: highlight, record }) => [highlight, record]));
  const marks = rows.bookmarks.get(id) ?? [];
  const [trash] = rows.trash.get(id) ?? [];
  // A browser may take away the bookmarks alone.
  const areGone = marks.length === 0 && (trash?.standing ?? 0) > 0;
  return {
    replica: {
      confirmed: new Map([...records].map(([highlight, record]) => [highlight, highlightFromWire(record)])),
      cursor: cursorOf(highlights, rows.replicas.get(id)?.[0]),
      answered: answered.map(({ change, revision }) => ({ mutation: change, revision })),
      outbox: outbox.map(({ change }) => change),
    },
    rows: records,
    pendingHighlights: [...answered, ...outbox],
    bookmarks: marks,
    trashedBookmarks: trash?.bookmarks ?? [],
    pendingBookmarks: waiting.filter(({ kind }) => kind === 'bookmark') as BookmarkEntry[],
    removedBookmarks: new Set((rows.removed.get(id) ?? []).map((each) => each.id)),
    erased: new Set([
      ...erasures.flatMap(({ highlights, bookmarks }) => [...highlights, ...bookmarks]),
      ...imports.flatMap(({ takenBack }) => takenBack.map(({ id: highlight }) => highlight)),
    ]),
    bookmarksChanges: areGone ? -1 : (trash?.changes ?? -1),
  };
}

/** Reads all of a user's highlights and bookmarks. @param partId reads that part alone */
export async function readNotes(uid: string, partId?: string): Promise<StoredNotes> {
  return syncDatabase(async (database) => {
    const transaction = database.transaction(STORES, 'readonly');
    const range = partId === undefined ? everythingOf(uid) : everythingOf(uid, partId);
    const ofPart = partId === undefined ? range : IDBKeyRange.only([uid, partId]);
    const [mutations, answered, highlights, replicas, bookmarks, removed, copies] = await Promise.all([
      transaction.objectStore('mutations').index('part').getAll(ofPart),
      transaction.objectStore('answered').index('part').getAll(ofPart),
      transaction.objectStore('highlights').getAll(range),
      transaction.objectStore('replicas').getAll(ofPart),
      transaction.objectStore('bookmarks').getAll(range),
      transaction.objectStore('removed_bookmarks').getAll(range),
      transaction.objectStore('notebook').getAll(everythingOf(uid)),
    ]);
    const rows: RowsByPart = {
      mutations: byPart(mutations),
      answered: byPart(answered),
      highlights: byPart(highlights),
      replicas: byPart(replicas),
      bookmarks: byPart(bookmarks),
      removed: byPart(removed),
      trash: byPart(copies.flatMap((copy) => ('part_id' in copy ? [copy] : []))),
    };
    const ids = new Set(Object.values(rows).flatMap((some) => [...some.keys()]));
    const parts = [...ids].filter((id) => partId === undefined || id === partId);
    return {
      notebook: copies.flatMap((copy) => ('notebook' in copy ? [copy.notebook] : []))[0] ?? null,
      parts: new Map(parts.map((id) => [id, storedPart(rows, id)])),
    };
  });
}

/** Stores the server's answer, while the session's copies belong to this user. */
export async function keepNotebook(uid: string, notebook: Notebook, mayKeep: ReturnType<typeof beginCopy>) {
  if (!(await mayKeep())) return;
  await syncDatabase((database) => database.put('notebook', { uid, key: SUMMARY, notebook }));
}

/** Stores the server's deleted bookmarks of a part, and how many others its list had. */
export async function keepTrashedBookmarks(
  uid: string,
  partId: string,
  { bookmarks, trash = [] }: BookmarkList,
  changes: number,
): Promise<void> {
  await syncDatabase((database) =>
    database.put('notebook', {
      uid,
      key: `trash ${partId}`,
      part_id: partId,
      changes,
      bookmarks: trash,
      standing: bookmarks.length,
    }),
  );
}
