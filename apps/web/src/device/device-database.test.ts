import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBook, fakeUserPart } from '../testing/catalogue.ts';
import { signInAs } from '../testing/sign-in-as.ts';
import { clearCopies } from './clear-copies.ts';
import { closeDeviceDatabase, DEVICE_DATABASE, deviceDatabase } from './device-database.ts';
import { libraryCache } from '../features/library/library-cache.ts';
import { enqueueMove, readPosition } from '../features/reading/position/position-store.ts';
import { loadStoredParts, storeEpub } from './store-epubs.ts';
import { storedEpubs } from './stored-epubs.ts';
import { storedPreviews } from './stored-previews.ts';
import { closeSyncDatabase } from './sync-database.ts';

const epub = (id: string, bytes = new ArrayBuffer(8)) => ({
  id,
  epub: bytes,
  edition_id: 'edition',
  hash: '',
  size: 8,
  book_id: 'book-1',
  book_name: 'Libro',
  part_name: 'Parte',
});

beforeEach(async () => {
  await closeDeviceDatabase();
  await closeSyncDatabase();
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(() => vi.unstubAllGlobals());

describe('the device database', () => {
  it('has its five stores, at version 3, keyed by id', async () => {
    const database = await deviceDatabase();
    expect(database.version).toBe(3);
    expect([...database.objectStoreNames]).toEqual(['Books', 'adminEpubs', 'epubs', 'userBookParts', 'userBooks']);
    expect(database.transaction('epubs').store.keyPath).toBe('id');
  });

  it('removes and reports a preview that is not a whole file', async () => {
    signInAs('ana');
    await loadStoredParts();
    const database = await deviceDatabase();
    await storedPreviews.store(epub('good'));
    expect((await storedPreviews.read('good'))?.id).toBe('good');
    for (const wrong of ['a text', new ArrayBuffer(3)]) {
      await database.put('adminEpubs', { ...epub('wrong'), epub: wrong as ArrayBuffer });
      await expect(storedPreviews.read('wrong')).rejects.toThrow('El archivo no es un ArrayBuffer válido.');
      expect(await database.get('adminEpubs', 'wrong')).toBeUndefined();
    }
  });

  it('begins anew when the stores cannot be initialised, and leaves the unsent moves alone', async () => {
    signInAs('ana');
    await enqueueMove({ uid: 'ana', partId: 'part', cfi: 'a', percentage: 1, editionId: 'edition' }, 'id');
    // An upgrade that broke off leaves a database with the right version and without its stores.
    (await openDB(DEVICE_DATABASE, 3)).close();
    const database = await deviceDatabase();
    expect(database.objectStoreNames).toHaveLength(5);
    expect(await readPosition('ana', 'part')).toMatchObject({ cfi: 'a' });
  });

  it('deletes no store of a newer version of the app', async () => {
    const newer = await openDB(DEVICE_DATABASE, 4, {
      upgrade: (database) => void database.createObjectStore('epubs', { keyPath: 'id' }),
    });
    await newer.put('epubs', epub('part-1'));
    newer.close();
    await expect(deviceDatabase()).rejects.toThrow('Stores not properly initialized');
    const after = await openDB(DEVICE_DATABASE);
    expect(await after.count('epubs')).toBe(1);
    after.close();
  });

  it('gives up after three more tries, with its fixed words', async () => {
    const real = new IDBFactory();
    const open = vi.fn(() => {
      throw new DOMException('broken', 'UnknownError');
    });
    vi.stubGlobal('indexedDB', { open, deleteDatabase: real.deleteDatabase.bind(real) });
    await expect(deviceDatabase()).rejects.toThrow('Stores not properly initialized');
    expect(open).toHaveBeenCalledTimes(4);
    await expect(libraryCache.readLibrary()).rejects.toThrow('Stores not properly initialized');
  });

  it('makes way for another tab and opens again', async () => {
    await deviceDatabase();
    await expect(openDB(DEVICE_DATABASE, 4)).resolves.toBeTruthy();
    vi.stubGlobal('indexedDB', new IDBFactory());
    expect((await deviceDatabase()).version).toBe(3);
  });
});

describe('stored files', () => {
  it('are listed, read, and removed', async () => {
    await loadStoredParts();
    await storeEpub(epub('part-1'));
    expect([...storedEpubs.parts()]).toEqual(['part-1']);
    expect((await storedEpubs.read('part-1'))?.epub.byteLength).toBe(8);
    await storedEpubs.remove('part-1');
    expect(storedEpubs.parts().size).toBe(0);
  });

  it('must be binary buffers of the announced size; other values are removed', async () => {
    const text = 'no es un libro' as unknown as ArrayBuffer;
    await expect(storeEpub(epub('part-1', text))).rejects.toThrow('El archivo no es un ArrayBuffer válido.');
    const database = await deviceDatabase();
    await database.put('epubs', epub('part-2', text));
    await database.put('epubs', epub('part-3', new ArrayBuffer(3)));
    await expect(storedEpubs.read('part-2')).rejects.toThrow('El archivo no es un ArrayBuffer válido.');
    await expect(storedEpubs.read('part-3')).rejects.toThrow('El archivo no es un ArrayBuffer válido.');
    expect(await database.count('epubs')).toBe(0);
  });

  it('notices files that the browser evicted', async () => {
    await storeEpub(epub('part-1'));
    await (await deviceDatabase()).clear('epubs');
    expect(await storedEpubs.read('part-1')).toBeNull();
    expect(storedEpubs.parts().has('part-1')).toBe(false);
  });
});

describe('stored lists', () => {
  it('come back in the order of the server, and tell an empty library from none', async () => {
    expect(await libraryCache.readBooks()).toBeNull();
    expect(await libraryCache.readLibrary()).toBeNull();
    await libraryCache.saveLibrary({ user_book_parts: [], early_access: [] }, 1);
    expect(await libraryCache.readLibrary()).toEqual({ user_book_parts: [], early_access: [], awaited: [] });
    const books = ['b', 'a', 'c'].map((id) => fakeBook({ id }));
    await libraryCache.saveBooks(books);
    expect(await libraryCache.readBooks()).toEqual(books);
    await libraryCache.saveBooks(books.slice(1));
    expect(await libraryCache.readBooks()).toEqual(books.slice(1));
    const unread = fakeUserPart({ edition_id: null, edition_size: null });
    await libraryCache.saveUserParts('book-1', [unread], 1);
    expect(await libraryCache.readUserParts('book-1')).toEqual([unread]);
  });

  it('are gone after clearing', async () => {
    await libraryCache.saveBooks([fakeBook()]);
    await libraryCache.saveLibrary({ user_book_parts: [], early_access: [] }, 1);
    await storeEpub(epub('part-1'));
    await clearCopies();
    const database = await deviceDatabase();
    for (const name of database.objectStoreNames) expect(await database.count(name)).toBe(0);
    expect(storedEpubs.parts().size).toBe(0);
  });
});
