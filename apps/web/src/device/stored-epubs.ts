import { deviceDatabase, type StoredEpub } from './device-database.ts';
import { createStore } from '../lib/store.ts';
import { areCopiesOurs } from './sync-database.ts';
import { deviceTabs } from './tabs.ts';

/** Files that editors looked at, apart from what they read: the store `adminEpubs`. */
export const storedPreviews = {
  async read(partId: string): Promise<StoredEpub | null> {
    const record = await (await deviceDatabase()).get('adminEpubs', partId);
    return record && (await areCopiesOurs()) ? record : null;
  },
  async store(record: StoredEpub): Promise<void> {
    await (await deviceDatabase()).put('adminEpubs', record);
  },
};

/** The stored bytes are not what they must be; the file is fetched again. */
export class InvalidEpubFile extends Error {
  constructor() {
    super('El archivo no es un ArrayBuffer válido.');
    this.name = 'InvalidEpubFile';
  }
}

const onDevice = createStore<ReadonlySet<string>>(new Set());

const withPart = (partId: string) => onDevice.set(new Set(onDevice.snapshot()).add(partId));
const withoutPart = (partId: string) => onDevice.set(new Set([...onDevice.snapshot()].filter((id) => id !== partId)));

function isArrayBuffer(value: unknown): value is ArrayBuffer {
  // Not instanceof: a buffer may come from another realm.
  return Object.prototype.toString.call(value) === '[object ArrayBuffer]';
}

/** The files of books on this device store `epubs`. */
export const storedEpubs = {
  /** Parts stored here. The same set until it changes. */
  parts: onDevice.snapshot,
  subscribe: onDevice.subscribe,

  /** Reads which parts are here and follows what other tabs store. */
  async load(): Promise<void> {
    deviceTabs.subscribe((message) => {
      if (message.kind === 'stored') withPart(message.partId);
      else if (message.kind === 'removed') withoutPart(message.partId);
      else if (message.kind === 'cleared') onDevice.set(new Set());
    });
    onDevice.set(new Set(await (await deviceDatabase()).getAllKeys('epubs')));
  },

  /**
   * The stored file; null when there is none (never stored, or evicted by the browser), or it is another user's. One
   * with a wrong size is removed.
   * @throws {InvalidEpubFile} when the record does not hold the bytes it should.
   */
  async read(partId: string): Promise<StoredEpub | null> {
    const record = await (await deviceDatabase()).get('epubs', partId);
    if (!record || !(await areCopiesOurs())) {
      if (onDevice.snapshot().has(partId)) withoutPart(partId);
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
    deviceTabs.post({ kind: 'stored', partId: record.id });
  },

  async remove(partId: string): Promise<void> {
    await (await deviceDatabase()).delete('epubs', partId);
    withoutPart(partId);
    deviceTabs.post({ kind: 'removed', partId });
  },

  /** The files are gone: says so here and in the other tabs. */
  forgetAll(): void {
    onDevice.set(new Set());
    deviceTabs.post({ kind: 'cleared' });
  },
};
