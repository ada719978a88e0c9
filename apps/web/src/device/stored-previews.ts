import { deviceDatabase, type StoredEpub } from './device-database.ts';
import { InvalidEpubFile, isWhole } from './stored-epubs.ts';
import { areCopiesOurs } from './sync-database.ts';

/** Files that editors previewed, apart from their own books: the store `adminEpubs`. */
export const storedPreviews = {
  /** As {@link storedEpubs.read}. @throws {InvalidEpubFile} */
  async read(partId: string): Promise<StoredEpub | null> {
    return deviceDatabase(async (database) => {
      const record = await database.get('adminEpubs', partId);
      if (!record || !(await areCopiesOurs())) return null;
      if (isWhole(record)) return record;
      await database.delete('adminEpubs', partId);
      throw new InvalidEpubFile();
    });
  },
  async store(record: StoredEpub): Promise<void> {
    await deviceDatabase((database) => database.put('adminEpubs', record));
  },
};
