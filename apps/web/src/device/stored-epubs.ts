import { createStore } from '../lib/store.ts';
import { deviceDatabase, type StoredEpub } from './device-database.ts';
import { areCopiesOurs } from './sync-database.ts';
import { deviceTabs } from './tabs.ts';

/** The stored bytes are not what they must be; the file is fetched again. */
export class InvalidEpubFile extends Error {
  constructor() {
    super('El archivo no es un ArrayBuffer válido.');
    this.name = 'InvalidEpubFile';
  }
}

const onDevice = createStore<ReadonlySet<string>>(new Set());

/** Parts that are known to be stored; store-epubs.ts adds them. */
export const partsOnDevice = {
  set: onDevice.set,
  add: (partId: string) => onDevice.set(new Set(onDevice.snapshot()).add(partId)),
  remove: (partId: string) => onDevice.set(new Set([...onDevice.snapshot()].filter((id) => id !== partId))),
};

export function isArrayBuffer(value: unknown): value is ArrayBuffer {
  // Avoids instanceof, because a buffer may come from another realm.
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

/** Whether a record holds the bytes that it should. */
export const isWhole = ({ epub, size }: StoredEpub): boolean => isArrayBuffer(epub) && epub.byteLength === size;

/** The files of books on this device: the store `epubs`. */
export const storedEpubs = {
  /** Parts stored here. The same set until it changes. */
  parts: onDevice.snapshot,
  subscribe: onDevice.subscribe,

  /**
   * The stored file; null when there is none (never stored, or evicted by the browser), or it is another user's. One
   * with a wrong size is removed.
   * @throws {InvalidEpubFile} when the record does not hold the bytes it should.
   */
  async read(partId: string): Promise<StoredEpub | null> {
    const record = await deviceDatabase((database) => database.get('epubs', partId));
    if (!record || !(await areCopiesOurs())) {
      if (onDevice.snapshot().has(partId)) partsOnDevice.remove(partId);
      return null;
    }
    if (isWhole(record)) return record;
    await storedEpubs.remove(partId);
    throw new InvalidEpubFile();
  },

  async remove(partId: string): Promise<void> {
    await deviceDatabase((database) => database.delete('epubs', partId));
    partsOnDevice.remove(partId);
    deviceTabs.post({ kind: 'removed', partId });
  },

  /** Removes files from the list, here and in the other tabs. */
  forgetAll(): void {
    onDevice.set(new Set());
    deviceTabs.post({ kind: 'cleared' });
  },
};
