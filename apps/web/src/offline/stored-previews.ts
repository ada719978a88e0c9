import { deviceDatabase, type StoredEpub } from './device-database.ts';

/** Files that editors looked at, apart from what they read: the store `adminEpubs`. */
export const storedPreviews = {
  async read(partId: string): Promise<StoredEpub | null> {
    return (await (await deviceDatabase()).get('adminEpubs', partId)) ?? null;
  },
  async store(record: StoredEpub): Promise<void> {
    await (await deviceDatabase()).put('adminEpubs', record);
  },
};
