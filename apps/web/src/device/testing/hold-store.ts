import { onTestFinished } from 'vitest';
import { type SyncStore, syncDatabase } from '../sync-database.ts';

/** Blocks each other write to a store until the test ends. @returns releases the store earlier */
export async function holdStore(name: SyncStore): Promise<() => void> {
  const released = new AbortController();
  await syncDatabase(async (database) => {
    const { store } = database.transaction(name, 'readwrite');
    await store.count();
    void (async () => {
      while (!released.signal.aborted) await store.count();
    })();
  });
  const release = () => released.abort();
  onTestFinished(release);
  return release;
}
