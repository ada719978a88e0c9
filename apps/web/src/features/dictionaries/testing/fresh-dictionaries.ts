import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { fakeLocks } from '../../../device/testing/fake-locks.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { closeDictionaryDatabase, dictionaryDatabase } from '../dictionary-database.ts';
import { placeDictionary } from '../place-dictionary.ts';

/** A fresh browser in which 'ana' has signed in. */
export async function freshDictionaries(): Promise<void> {
  await closeDictionaryDatabase();
  vi.stubGlobal('indexedDB', new IDBFactory());
  localStorage.clear();
  fakeLocks();
  signInAs('ana');
}

/** Places a dictionary and lets nobody end it. */
export const place = (files: readonly File[]) =>
  placeDictionary(files, { signal: new AbortController().signal, onProgress: () => {} });

/** Rows in each store. */
export const countRows = () =>
  dictionaryDatabase(async (database) => ({
    dictionaries: await database.count('dictionaries'),
    pages: await database.count('index_pages'),
    pieces: await database.count('text_pieces'),
  }));
