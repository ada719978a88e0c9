import { type Bookmark, type KeptQuote, syncDatabase } from '../../device/sync-database.ts';

/** Bookmarks by user and part, on this device only. */
export const bookmarkStore = {
  async of(uid: string, partId: string): Promise<Bookmark[]> {
    return (await syncDatabase()).getAll('bookmarks', IDBKeyRange.bound([uid, partId], [uid, partId, []]));
  },
  async put(bookmark: Bookmark): Promise<void> {
    await (await syncDatabase()).put('bookmarks', bookmark);
  },
  async remove(uid: string, partId: string, id: string): Promise<void> {
    await (await syncDatabase()).delete('bookmarks', [uid, partId, id]);
  },
};

/** The words of the last page of each part, for the day that another edition comes. */
export const positionQuotes = {
  async of(uid: string, partId: string): Promise<KeptQuote | null> {
    return (await (await syncDatabase()).get('quotes', [uid, partId])) ?? null;
  },
  async put(quote: KeptQuote): Promise<void> {
    await (await syncDatabase()).put('quotes', quote);
  },
};

/** Forgets a user's bookmarks and last pages (voluntary logout). */
export async function forgetPages(uid: string): Promise<void> {
  const transaction = (await syncDatabase()).transaction(['bookmarks', 'quotes'], 'readwrite');
  const all = IDBKeyRange.bound([uid], [uid, []]);
  await Promise.all([
    transaction.objectStore('bookmarks').delete(all),
    transaction.objectStore('quotes').delete(all),
    transaction.done,
  ]);
}
