import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import { fakeLocks } from '../../../device/testing/fake-locks.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { closeDictionaryDatabase, dictionaryDatabase } from '../dictionary-database.ts';
import { placeDictionary } from '../place-dictionary.ts';

/** Starts a browser without dictionaries in which 'ana' is signed in. */
export async function freshDictionaries(): Promise<void> {
  await closeDictionaryDatabase();
  vi.stubGlobal('indexedDB', new IDBFactory());
  localStorage.clear();
  fakeLocks();
  signInAs('ana');
}

/** Stores a dictionary and never aborts. */
export const place = (files: readonly File[]) =>
  placeDictionary(files, { signal: new AbortController().signal, onProgress: () => {} });

/** Counts the rows of each store. */
export const countRows = () =>
  dictionaryDatabase(async (database) => ({
    dictionaries: await database.count('dictionaries'),
    pages: await database.count('index_pages'),
    pieces: await database.count('text_pieces'),
  }));
