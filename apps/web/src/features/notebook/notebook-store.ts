import type { BookmarkList } from '@cuentos/contract/bookmarks';
import { highlightFromWire } from '@cuentos/contract/highlight-from-wire';
import type { HighlightWire } from '@cuentos/contract/highlights';
import type { Library } from '@cuentos/contract/library';
import { ERASED_MAX, getNotebook, type Notebook, type NotebookPart } from '@cuentos/contract/notebook';
import { EMPTY_REPLICA, receive } from '@cuentos/domain/highlights/replica';
import { beginCopy } from '../../device/begin-copy.ts';
import { flushOutbox } from '../../device/outbox.ts';
import { onChange } from '../../device/changes.ts';
import { deviceTabs } from '../../device/tabs.ts';
import { request } from '../../lib/api/api-client.ts';
import { session } from '../../lib/api/session.ts';
import { Store } from '../../lib/react-store.ts';
import { createSerialQueue } from '../../lib/serial-queue.ts';
import { bookmarkOutbox, fetchBookmarks } from '../bookmarks/bookmark-outbox.ts';
import { bookmarkStore, fromWire } from '../bookmarks/bookmark-store.ts';
import { fetchHighlights, highlightOutbox } from '../highlights/highlight-outbox.ts';
import { importOutbox } from '../highlights/import-outbox.ts';
import { mergeRows, type PartKey, saveUnsavedChanges, unblockPart } from '../highlights/replica.ts';
import { libraryCache } from '../library/library-cache.ts';
import { type NotebookEntry, partOnDevice, type TrashedEntry } from './entries.ts';
import { keepNotebook, keepTrashedBookmarks, readNotes, type StoredNotes, type StoredPart } from './notebook-copies.ts';
import { notesOfPart, type PartNotes } from './part-notes.ts';
import { queueErasure, trashOutbox } from './trash-outbox.ts';

/** State that the screen renders. */
export interface NotebookState {
  /** Whether the device's notes have been read. */
  readonly isRead: boolean;
  /** Whether the server has ever sent this device the reader's notes, or cannot be asked. */
  readonly isComplete: boolean;
  /** Whether the last request to the server failed. */
  readonly hasFailed: boolean;
  /** Progress of the parts being fetched; null when there are none. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** Entries by book and part, each part in the order of the book. */
  readonly entries: readonly NotebookEntry[];
  /** Deleted entries, the latest first. */
  readonly trash: readonly TrashedEntry[];
  readonly author: string;
  /** Longest passage that may be shared as a picture, letters; 0: none. */
  readonly sharedQuoteMax: number;
}

const NOTHING: StoredNotes = { notebook: null, parts: new Map() };
/** Number of parts fetched at the same time. */
const AT_ONCE = 3;
/** Delay before the server is asked for other devices' changes, after own changes or a message about theirs, ms. */
const SETTLED_MS = 400;

/**
 * All notes of the signed-in reader on this device, kept up to date with the server, other tabs and own changes. It
 * stores no notes of its own: they are those of highlights and bookmarks.
 */
export class NotebookStore extends Store<NotebookState> {
  readonly #uid = session.claims()?.uid ?? '';
  #stored: StoredNotes = NOTHING;
  /** Parts that the device cannot store, by id; they are shown nevertheless. */
  readonly #unstored = new Map<string, StoredPart>();
  /** Read parts, as long as neither notes nor name change. */
  readonly #notes = new Map<string, PartNotes>();
  /** The server's answer about each part, in its order. */
  readonly #parts = new Map<string, NotebookPart>();
  #names: Library | null = null;
  #isPulling = false;
  /** How often each part's bookmarks changed here or in another tab, so that no older list is merged. */
  readonly #changes = new Map<string, number>();
  readonly #reading = createSerialQueue();
  #isAskedAgain = false;
  #settling: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super({
      isRead: false,
      isComplete: false,
      hasFailed: false,
      progress: null,
      entries: [],
      trash: [],
      author: '',
      sharedQuoteMax: 0,
    });
  }

  /** Reads the device, asks the server and follows all changes. @returns ends it */
  readonly start = (): (() => void) => {
    const changed = (partId: string) => {
      this.#changes.set(partId, (this.#changes.get(partId) ?? 0) + 1);
      void this.reload(partId);
    };
    const pullSoon = () => {
      clearTimeout(this.#settling);
      this.#settling = setTimeout(() => void this.pull(), SETTLED_MS);
    };
    const settled = ({ entry }: { readonly entry: { readonly uid: string; readonly part_id: string } }) => {
      if (entry.uid !== this.#uid) return;
      changed(entry.part_id);
      // The server's own rows show the result.
      pullSoon();
    };
    const stops = [
      deviceTabs.subscribe((message) => {
        if (message.kind === 'highlights' || message.kind === 'bookmarks') changed(message.partId);
      }),
      onChange(['highlights', 'bookmarks'], pullSoon),
      highlightOutbox.onSettled(settled),
      bookmarkOutbox.onSettled(settled),
      trashOutbox.onSettled(settled),
      importOutbox.onSettled(settled),
      () => clearTimeout(this.#settling),
    ];
    void this.#open();
    return () => {
      for (const stop of stops) stop();
    };
  };

  /** Takes over the names of owned parts, for those without notes so far. */
  nameParts(library: Library): void {
    this.#names = library;
  }

  /** Reads a part from the device again. */
  async reload(partId: string): Promise<void> {
    await this.#reading.run(async () => {
      const { parts } = await readNotes(this.#uid, partId).catch(() => NOTHING);
      const part = parts.get(partId);
      if (part) this.#hold(new Map([...this.#stored.parts, [partId, part]]), partId);
    });
  }

  /** Asks the server for its list, and for rows that this device lacks. Never rejects. */
  readonly pull = async (): Promise<void> => {
    this.#isAskedAgain = this.#isPulling;
    if (this.#isPulling) return;
    this.#isPulling = true;
    try {
      const mayKeep = beginCopy();
      const notebook = await request(getNotebook, { handles: 'all', quiet: true });
      await keepNotebook(this.#uid, notebook, mayKeep).catch(() => {});
      this.#stored = { ...this.#stored, notebook };
      this.#name(notebook);
      this.#hold(this.#stored.parts);
      await this.#pullParts(notebook.parts.filter((part) => !this.#isCurrent(part)));
      this.set({ hasFailed: false, isComplete: true });
    } catch {
      this.set({ hasFailed: true, progress: null });
    } finally {
      this.#isPulling = false;
      if (this.#isAskedAgain) void this.pull();
    }
  };

  /**
   * Erases deleted entries for good, on every device.
   * @throws when the device cannot store it
   */
  async erase(entries: readonly TrashedEntry[]): Promise<void> {
    for (const [partId, ofPart] of Map.groupBy(entries, ({ part }) => part.part_id)) {
      for (let at = 0; at < ofPart.length; at += ERASED_MAX) {
        const some = ofPart.slice(at, at + ERASED_MAX);
        const ids = (kind: NotebookEntry['kind']) => some.filter((each) => each.kind === kind).map(({ id }) => id);
        await queueErasure({
          uid: this.#uid,
          part_id: partId,
          highlights: ids('highlight'),
          bookmarks: ids('bookmark'),
        });
      }
      await this.reload(partId);
    }
    void flushOutbox();
  }

  async #open(): Promise<void> {
    await saveUnsavedChanges();
    await this.#reading.run(async () => {
      this.#stored = await readNotes(this.#uid).catch(() => NOTHING);
      if (this.#stored.notebook) this.#name(this.#stored.notebook);
      // Names of parts for a device that has never fetched the notebook.
      if (!this.#stored.notebook) this.#names = await libraryCache.readLibrary().catch(() => null);
      this.#hold(this.#stored.parts);
      this.set({ isRead: true, isComplete: this.#stored.notebook !== null });
    });
    await this.pull();
  }

  #isCurrent({ part_id: partId, highlights_revision: revision, bookmarks_changes: changes }: NotebookPart): boolean {
    const stored = this.#stored.parts.get(partId);
    if (!stored) return revision === 0 && changes === 0;
    return stored.replica.cursor >= revision && (changes === 0 || stored.bookmarksChanges === changes);
  }

  async #pullParts(parts: readonly NotebookPart[]): Promise<void> {
    if (parts.length === 0) return;
    let done = 0;
    const waiting = [...parts];
    this.set({ progress: { done, total: parts.length } });
    const failures: unknown[] = [];
    const work = async () => {
      for (let part = waiting.shift(); part; part = waiting.shift()) {
        await this.#pullPart(part).catch((error: unknown) => failures.push(error));
        done += 1;
        this.set({ progress: { done, total: parts.length } });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    this.set({ progress: null });
    void flushOutbox();
    if (failures.length > 0) throw failures[0];
  }

  async #pullPart({ part_id: partId, highlights_revision: revision, bookmarks_changes: changes }: NotebookPart) {
    const stored = this.#stored.parts.get(partId);
    const since = stored?.replica.cursor ?? 0;
    if (revision > since) {
      const rows = await fetchHighlights(partId, since);
      const place = { uid: this.#uid, partId };
      await mergeRows(place, rows, since).then(
        () => unblockPart(place),
        () => this.#unstored.set(partId, unstoredPart(this.#unstored.get(partId), { rows, part: place })),
      );
    }
    if (changes > 0 && stored?.bookmarksChanges !== changes) await this.#pullBookmarks(partId, changes);
    await this.reload(partId);
    if (this.#unstored.has(partId)) this.#hold(this.#stored.parts, partId);
  }

  async #pullBookmarks(partId: string, changes: number): Promise<void> {
    const before = this.#changes.get(partId);
    const list = await fetchBookmarks(partId);
    // A list made before a deletion would restore the bookmark.
    if (before !== this.#changes.get(partId)) return this.#pullBookmarks(partId, changes);
    try {
      await bookmarkStore.merge(this.#uid, partId, list, new Set());
      await keepTrashedBookmarks(this.#uid, partId, list, changes);
    } catch {
      this.#unstored.set(partId, unstoredPart(this.#unstored.get(partId), { list, part: { uid: this.#uid, partId } }));
    }
  }

  /** @param partId the part whose notes changed */
  #hold(parts: ReadonlyMap<string, StoredPart>, partId?: string): void {
    const { notebook } = this.#stored;
    this.#stored = { notebook, parts };
    const all = new Map([...parts, ...this.#unstored]);
    if (partId !== undefined) this.#notes.delete(partId);
    const unknown = [...all.keys()].filter((id) => !this.#parts.has(id)).map((id) => partOnDevice(id, this.#names));
    const inOrder = [...this.#parts.values(), ...unknown];
    for (const part of inOrder) {
      const stored = all.get(part.part_id);
      if (stored && !this.#notes.has(part.part_id)) this.#notes.set(part.part_id, notesOfPart(part, stored));
    }
    const notes = inOrder.flatMap((part) => this.#notes.get(part.part_id) ?? []);
    this.set({
      entries: notes.flatMap(({ entries }) => entries),
      trash: notes.flatMap(({ trash }) => trash).toSorted(latestDeletedFirst),
      author: notebook?.author ?? '',
      sharedQuoteMax: notebook?.shared_quote_max ?? 0,
    });
  }

  /** Takes over names and contents of parts. Notes of an unchanged part are not read again. */
  #name({ parts }: Notebook): void {
    const factsOf = (part: NotebookPart) => JSON.stringify({ ...part, highlights_revision: 0, bookmarks_changes: 0 });
    const before = new Map(this.#parts);
    this.#parts.clear();
    for (const part of parts) {
      const known = before.get(part.part_id);
      const isSame = known !== undefined && factsOf(known) === factsOf(part);
      this.#parts.set(part.part_id, isSame ? known : part);
      if (!isSame) this.#notes.delete(part.part_id);
    }
  }
}

/** Sorts by deletion, newest first; a deletion that the server does not know yet is the newest. */
function latestDeletedFirst(one: TrashedEntry, other: TrashedEntry): number {
  if (one.deletedAt === null || other.deletedAt === null)
    return Number(one.deletedAt !== null) - Number(other.deletedAt !== null);
  return other.deletedAt.localeCompare(one.deletedAt);
}

const EMPTY_PART: StoredPart = {
  replica: EMPTY_REPLICA,
  rows: new Map(),
  pendingHighlights: [],
  bookmarks: [],
  trashedBookmarks: [],
  pendingBookmarks: [],
  removedBookmarks: new Set(),
  erased: new Set(),
  bookmarksChanges: -1,
};

/** A part of the server, for a device that stores nothing. */
function unstoredPart(
  before: StoredPart | undefined,
  {
    rows,
    list,
    part: { uid, partId },
  }: { readonly rows?: readonly HighlightWire[]; readonly list?: BookmarkList; readonly part: PartKey },
): StoredPart {
  const known = before ?? EMPTY_PART;
  const bookmarks = list?.bookmarks.map((each) => fromWire(uid, partId, each));
  return {
    ...known,
    ...(rows
      ? {
          rows: new Map(rows.map((row) => [row.id, row])),
          replica: receive(EMPTY_REPLICA, rows.map(highlightFromWire), 0),
        }
      : {}),
    ...(bookmarks ? { bookmarks, trashedBookmarks: list?.trash ?? [] } : {}),
  };
}
