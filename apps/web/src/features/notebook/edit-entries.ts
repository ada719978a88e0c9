import { flushOutbox } from '../../device/outbox.ts';
import { deviceTabs } from '../../device/tabs.ts';
import { session } from '../../lib/api/session.ts';
import { newId } from '../../lib/new-id.ts';
import { type Bookmark, bookmarkOutbox } from '../bookmarks/bookmark-outbox.ts';
import { additionOf, bookmarkStore, removalOf } from '../bookmarks/bookmark-store.ts';
import { openHighlightStore, type HighlightStore } from '../highlights/highlight-store.ts';
import { changeWasSaved, enqueueChange, type LocalChange, noteChange } from '../highlights/replica.ts';
import type { NotebookEntry } from './entries.ts';

/** Changes colour or note of a highlight; absent fields stay. Resolves when it is stored on this device. */
export async function changeEntry(
  { id, part }: NotebookEntry,
  change: { readonly color?: string; readonly note?: string },
): Promise<void> {
  await withHighlights(part.part_id, (store) => store.update(id, change));
}

/** Deletes an entry: it moves to the trash. Resolves when that is stored on this device. */
export async function removeEntry(entry: NotebookEntry): Promise<void> {
  const { id, part, kind } = entry;
  if (kind === 'highlight') return withHighlights(part.part_id, (store) => store.remove(id));
  const bookmark = bookmarkOf(entry);
  const change = removalOf(bookmark);
  await bookmarkStore.remove(bookmark, change).catch(async () => bookmarkOutbox.send(change));
  deviceTabs.post({ kind: 'bookmarks', partId: part.part_id });
  void flushOutbox();
}

/** Restores a deleted entry with its words and its day, under a new id, because deleted ids stay deleted. */
export async function restoreEntry(entry: NotebookEntry): Promise<void> {
  const { id: restores, kind, part, cfi, color, note, quote, prefix, suffix, editionId: edition_id, createdAt } = entry;
  if (kind === 'bookmark') {
    const bookmark = { ...bookmarkOf(entry), id: newId() };
    const { added, ...change } = additionOf(bookmark);
    const restoration = { ...change, added: added && { ...added, restores } };
    await bookmarkStore.put(bookmark, restoration).catch(async () => bookmarkOutbox.send(restoration));
    deviceTabs.post({ kind: 'bookmarks', partId: part.part_id });
  } else {
    const change: LocalChange = {
      uid: session.claims()?.uid ?? '',
      partId: part.part_id,
      change: {
        ...{ kind: 'create', id: newId(), annotationId: newId(), cfi, editionId: edition_id },
        ...{ color: color ?? 'yellow', note },
      },
      made: { quote, prefix, suffix, edition_id, created_at: createdAt, restores },
      spareId: newId(),
    };
    noteChange(change);
    await enqueueChange(change);
    changeWasSaved(change);
  }
  void flushOutbox();
}

async function withHighlights(partId: string, work: (store: HighlightStore) => void): Promise<void> {
  const store = await openHighlightStore(partId);
  try {
    work(store);
    await store.settled();
  } finally {
    store.close();
  }
}

function bookmarkOf(entry: NotebookEntry): Bookmark {
  const { id, part, cfi, percentage, editionId: edition_id, chapter, quote, prefix, createdAt } = entry;
  return {
    uid: session.claims()?.uid ?? '',
    part_id: part.part_id,
    id,
    cfi,
    percentage: percentage ?? 0,
    edition_id,
    chapter,
    quote: quote === '' ? null : { text: quote, before: prefix },
    created_at: Date.parse(createdAt),
  };
}
