import { syncDatabase } from '../../device/sync-database.ts';
import type { PageQuote } from './page-quote.ts';

/** A page that the reader marked. */
export interface Bookmark {
  readonly uid: string;
  readonly part_id: string;
  readonly id: string;
  readonly cfi: string;
  /** 0 to 100. */
  readonly percentage: number;
  readonly edition_id: string;
  readonly chapter: string | null;
  readonly quote: PageQuote | null;
  /** This device's clock, to be shown and never compared. */
  readonly created_at: number;
}

declare module '../../device/sync-database.ts' {
  interface SyncSchema {
    bookmarks: { key: [string, string, string]; value: Bookmark };
  }
}

/** Bookmarks by user and part, on this device only. */
export const bookmarkStore = {
  async of(uid: string, partId: string): Promise<Bookmark[]> {
    return syncDatabase((database) =>
      database.getAll('bookmarks', IDBKeyRange.bound([uid, partId], [uid, partId, []])),
    );
  },
  async put(bookmark: Bookmark): Promise<void> {
    await syncDatabase((database) => database.put('bookmarks', bookmark));
  },
  async remove(uid: string, partId: string, id: string): Promise<void> {
    await syncDatabase((database) => database.delete('bookmarks', [uid, partId, id]));
  },
};
