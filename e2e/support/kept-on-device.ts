import type { Page } from '@playwright/test';

/** Lists the user's data in this browser. */
export const keptOnDevice = (page: Page) =>
  page.evaluate(async () => {
    const counts: Record<string, number> = {};
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(new Error(name)));
      });
      for (const store of database.objectStoreNames) {
        counts[store] = await new Promise<number>((resolve) => {
          const request = database.transaction(store).objectStore(store).count();
          request.addEventListener('success', () => resolve(request.result));
        });
      }
      database.close();
    }
    const stores = Object.entries(counts).filter(([, count]) => count > 0);
    // The record 'shop' belongs to no user: each visitor's page stores it.
    const keys = Object.keys(localStorage).filter((key) => key !== 'shop');
    return { stores, localStorage: keys, covers: await caches.has('covers') };
  });
