import { deviceDatabase, type StoredEpub } from './device-database.ts';
import { onBroadcast, broadcast } from './tabs.ts';

/** Files that editors looked at, apart from what they read: the store `adminEpubs`. */
export const storedPreviews = {
  async read(partId: string): Promise<StoredEpub | null> {
    return (await (await deviceDatabase()).get('adminEpubs', partId)) ?? null;
  },
  async store(record: StoredEpub): Promise<void> {
    await (await deviceDatabase()).put('adminEpubs', record);
  },
};

/** The kept bytes are not what they must be; the file is fetched again. */
export class InvalidEpubFile extends Error {
  constructor() {
    super('El archivo no es un ArrayBuffer válido.');
    this.name = 'InvalidEpubFile';
  }
}

let onDevice: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function change(next: ReadonlySet<string>): void {
  onDevice = next;
  for (const listener of listeners) listener();
}

const withPart = (partId: string) => change(new Set(onDevice).add(partId));
const withoutPart = (partId: string) => change(new Set([...onDevice].filter((id) => id !== partId)));

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  // Not instanceof: a buffer may come from another realm.
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

/** The files of books on this device store `epubs`. */
export const storedEpubs = {
  /** Parts stored here. The same set until it changes. */
  parts: (): ReadonlySet<string> => onDevice,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Reads which parts are here and follows what other tabs store. */
  async load(): Promise<void> {
    onBroadcast((message) => {
      if (message.kind === 'stored') withPart(message.partId);
      else if (message.kind === 'removed') withoutPart(message.partId);
      else if (message.kind === 'cleared') change(new Set());
    });
    change(new Set(await (await deviceDatabase()).getAllKeys('epubs')));
  },

  /**
   * The kept file; null when there is none (never stored, or taken away by the browser). One with a wrong size is
   * removed.
   * @throws {InvalidEpubFile} when the record does not hold the bytes it should.
   */
  async read(partId: string): Promise<StoredEpub | null> {
    const record = await (await deviceDatabase()).get('epubs', partId);
    if (!record) {
      if (onDevice.has(partId)) withoutPart(partId);
      return null;
    }
    if (isArrayBuffer(record.epub) && record.epub.byteLength === record.size) return record;
    await storedEpubs.remove(partId);
    throw new InvalidEpubFile();
  },

  /** @throws DOMException `QuotaExceededError` when the device is full; {@link InvalidEpubFile} for anything but bytes. */
  async store(record: StoredEpub): Promise<void> {
    if (!isArrayBuffer(record.epub)) throw new InvalidEpubFile();
    // idb's promise follows the transaction's end: a full disk aborts there, often without an error on the request.
    await (await deviceDatabase()).put('epubs', record);
    withPart(record.id);
    broadcast({ kind: 'stored', partId: record.id });
  },

  async remove(partId: string): Promise<void> {
    await (await deviceDatabase()).delete('epubs', partId);
    withoutPart(partId);
    broadcast({ kind: 'removed', partId });
  },

  /** Forgets all files, here and in the other tabs' lists. */
  async clear(): Promise<void> {
    const database = await deviceDatabase();
    await Promise.all([database.clear('epubs'), database.clear('adminEpubs')]);
    change(new Set());
    broadcast({ kind: 'cleared' });
  },
};
