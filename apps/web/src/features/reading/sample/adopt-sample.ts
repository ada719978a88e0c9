import { localReaderOf, type SyncStore, syncDatabase, type SyncTransaction } from '../../../device/sync-database.ts';
import { deviceTabs } from '../../../device/tabs.ts';
import { handOverDrafts, persistDrafts } from '../../highlights/note-drafts.ts';
import { saveUnsavedChanges } from '../../highlights/replica.ts';
import { newId } from '../../../lib/new-id.ts';
import { entryOf, positionOutbox } from '../position/position-store.ts';

const STORES = ['mutations', 'positions', 'quotes', 'bookmarks', 'drafts'] as const satisfies SyncStore[];

/**
 * Makes what a part's sample left on this device the reader's own: the place opens the whole part, highlights and notes
 * wait in their outbox like any other, bookmarks stand in the list; of the sample nothing stays. All of it or nothing,
 * in one transaction, so that two tabs, a reload or a sudden end neither double nor lose a mark; each change keeps the id
 * by which the server applies it once.
 *
 * Takes what this user read while signed in, and what a visitor without an account read here; never what another user
 * read. Called where the part has been let to be opened: only its owner comes here.
 */
export async function adoptSample(uid: string, partId: string): Promise<void> {
  await saveUnsavedChanges();
  await persistDrafts();
  const readers = [localReaderOf(uid), localReaderOf('')];
  return syncDatabase(async (database) => {
    const transaction = database.transaction([...STORES] as SyncStore[], 'readwrite');
    try {
      for (const reader of readers) await takeMarks(transaction, reader, uid, partId);
      await takePlace(transaction, readers, uid, partId);
    } catch (error) {
      transaction.done.catch(() => {});
      transaction.abort();
      throw error;
    }
    await transaction.done;
    for (const reader of readers) await handOverDrafts(reader, uid, partId);
    deviceTabs.post({ kind: 'highlights', partId });
  });
}

/** Highlights and notes keep their order in the outbox and their ids. */
async function takeMarks(transaction: SyncTransaction, reader: string, uid: string, partId: string): Promise<void> {
  const mutations = transaction.objectStore('mutations');
  for (const entry of await mutations.index('part').getAll([reader, partId])) await mutations.put({ ...entry, uid });
  const bookmarks = transaction.objectStore('bookmarks');
  for (const bookmark of await bookmarks.getAll(IDBKeyRange.bound([reader, partId], [reader, partId, []]))) {
    await bookmarks.put({ ...bookmark, uid });
    await bookmarks.delete([reader, partId, bookmark.id]);
  }
  const drafts = transaction.objectStore('drafts');
  const draft = await drafts.get([reader, partId]);
  if (!draft) return;
  // Only one draft of a note can be kept: the reader's own takes precedence.
  if (!(await drafts.get([uid, partId]))) await drafts.put({ ...draft, uid });
  await drafts.delete([reader, partId]);
}

/** Keeps the further one of two positions. */
async function takePlace(
  transaction: SyncTransaction,
  readers: readonly string[],
  uid: string,
  partId: string,
): Promise<void> {
  const [positions, quotes] = [transaction.objectStore('positions'), transaction.objectStore('quotes')];
  const places = await Promise.all(readers.map(async (reader) => positions.get([reader, partId])));
  const [farthest] = places.flatMap((place) => place ?? []).toSorted((a, b) => b.percentage - a.percentage);
  if (farthest && !(await positions.get([uid, partId]))) {
    // Other devices' positions are compared with it as with any concurrent move.
    const { cfi, percentage, editionId } = farthest;
    await positionOutbox.put(transaction, entryOf({ uid, partId, cfi, percentage, editionId }, newId(), null));
    await positions.put({ ...farthest, uid, baseRevision: 0, pending: true });
    const quote = await quotes.get([farthest.uid, partId]);
    if (quote) await quotes.put({ ...quote, uid });
  }
  for (const reader of readers) {
    await positions.delete([reader, partId]);
    await quotes.delete([reader, partId]);
  }
}
