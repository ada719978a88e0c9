import { IMPORTED_AT_ONCE } from '@cuentos/contract/highlights';
import { ERASED_MAX } from '@cuentos/contract/notebook';
import { flushOutbox } from '../../../device/outbox.ts';
import { everythingOf, syncDatabase, type SyncTransaction } from '../../../device/sync-database.ts';
import { deviceTabs } from '../../../device/tabs.ts';
import { newId } from '../../../lib/new-id.ts';
import { type Bookmark, bookmarkOutbox } from '../../bookmarks/bookmark-outbox.ts';
import { additionOf, removalOf, removeBookmark } from '../../bookmarks/bookmark-store.ts';
import { importOutbox } from '../../highlights/import-outbox.ts';
import { trashOutbox } from '../trash-outbox.ts';
import type { PastImport } from './past-import.ts';
import type { PartImport } from './plan-import.ts';

/** Length of a slice as JSON, letters: at three bytes each it stays below a call's limit. */
const SLICE_LETTERS = 60_000;

/**
 * Puts an import into the outbox and records it, in one transaction.
 * @throws when the device cannot store it; then nothing was imported
 */
export async function bring(uid: string, parts: readonly PartImport[]): Promise<PastImport> {
  const past: PastImport = {
    id: newId(),
    at: Date.now(),
    parts: parts.map(({ partId, highlights, bookmarks }) => ({
      partId,
      highlights: highlights.map(({ id, mutation_id }) => ({ id, mutation_id })),
      bookmarks: bookmarks.map(({ id }) => id),
    })),
  };
  await syncDatabase(async (database) => {
    const transaction = database.transaction(['mutations', 'notebook', 'bookmarks'], 'readwrite');
    for (const { partId: part_id, highlights, bookmarks } of parts) {
      for (const brought of slicesOf(highlights))
        await importOutbox.put(transaction, { id: newId(), uid, part_id, kind: 'import', brought, takenBack: [] });
      for (const { created_at, ...mark } of bookmarks) {
        const bookmark = { ...mark, uid, part_id, edition_id: '', created_at: created_at ?? past.at };
        await transaction.objectStore('bookmarks').put(bookmark);
        await bookmarkOutbox.put(transaction, additionOf(bookmark));
      }
    }
    await transaction.objectStore('notebook').put({ uid, key: `import ${past.id}`, past });
    await transaction.done;
  });
  announce(past);
  return past;
}

/** Undoes an import, once, however often it is called. @throws when the device cannot store it */
export async function takeBack(uid: string, past: PastImport): Promise<void> {
  await syncDatabase(async (database) => {
    const transaction = database.transaction(
      ['mutations', 'notebook', 'bookmarks', 'removed_bookmarks'],
      'readwrite',
    ) as unknown as SyncTransaction;
    const imports = transaction.objectStore('notebook');
    if (await imports.get([uid, `import ${past.id}`])) {
      for (const { partId: part_id, highlights, bookmarks = [] } of past.parts) {
        // The later ones first: a highlight whose range another one has leads to an earlier one of the same file.
        for (const takenBack of slicesOf(highlights.toReversed()))
          await importOutbox.put(transaction, { id: newId(), uid, part_id, kind: 'import', brought: [], takenBack });
        await takeBookmarks(transaction, { uid, part_id }, bookmarks);
      }
      await imports.delete([uid, `import ${past.id}`]);
    }
    await transaction.done;
  });
  announce(past);
}

/** Deletes and erases bookmarks: they are in the reader's file, so they need not wait in the trash. */
async function takeBookmarks(
  transaction: SyncTransaction,
  { uid, part_id }: Pick<Bookmark, 'uid' | 'part_id'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const row = await transaction.objectStore('bookmarks').get([uid, part_id, id]);
    if (row) await removeBookmark(transaction, row, removalOf(row));
  }
  for (let at = 0; at < ids.length; at += ERASED_MAX) {
    const bookmarks = ids.slice(at, at + ERASED_MAX);
    await trashOutbox.put(transaction, { id: newId(), uid, part_id, kind: 'trash', highlights: [], bookmarks });
  }
}

/** Imports that can be undone on this device, the latest first. */
export async function pastImports(uid: string): Promise<PastImport[]> {
  const copies = await syncDatabase((database) => database.getAll('notebook', everythingOf(uid)));
  const imports = copies.flatMap((copy) => ('past' in copy ? [copy.past] : []));
  return imports.toSorted((one, other) => other.at - one.at);
}

/** Number of entries of an import. */
export interface ImportSize {
  readonly notes: number;
  readonly bookmarks: number;
}

export const sizeOf = ({ parts }: PastImport): ImportSize => ({
  notes: parts.reduce((sum, { highlights }) => sum + highlights.length, 0),
  bookmarks: parts.reduce((sum, { bookmarks = [] }) => sum + bookmarks.length, 0),
});

function announce({ parts }: PastImport): void {
  for (const { partId } of parts) {
    deviceTabs.post({ kind: 'highlights', partId });
    deviceTabs.post({ kind: 'bookmarks', partId });
  }
  void flushOutbox();
}

function slicesOf<Item>(items: readonly Item[]): Item[][] {
  const slices: Item[][] = [];
  let [slice, letters]: [Item[], number] = [[], 0];
  for (const item of items) {
    const size = JSON.stringify(item).length;
    if (slice.length > 0 && (slice.length === IMPORTED_AT_ONCE || letters + size > SLICE_LETTERS)) {
      slices.push(slice);
      [slice, letters] = [[], 0];
    }
    slice.push(item);
    letters += size;
  }
  return slice.length > 0 ? [...slices, slice] : slices;
}
