import type { DBSchema } from 'idb';
import { hasKeys } from '../../device/journal.ts';
import { createKeyedJournal } from '../../device/keyed-journal.ts';
import { defineDatabase, inTime } from '../../device/open-database.ts';
import { session } from '../../lib/api/session.ts';
import type { TextShape } from './stardict/dictionary-text.ts';

/** A stored dictionary. Its row is written last and deleted first: without the row the dictionary does not exist. */
export interface Dictionary {
  readonly id: string;
  /** Account that imported it; no other account sees it. */
  readonly uid: string;
  /** Order in which dictionaries answer. */
  readonly place: number;
  readonly name: string;
  readonly words: number;
  /** Size of its files as they were chosen, bytes. */
  readonly size: number;
  /** Language in the .ifo; few dictionaries have it. */
  readonly language: string | null;
  /** Letters of the fields of each entry; empty where each field names its own. */
  readonly types: string;
  readonly shape: TextShape;
}

/** A word of the index: its spelling, the headword if that differs, and its entry's place in bytes. */
export type IndexEntry = readonly [word: string, headword: string | null, offset: number, size: number];

interface DictionarySchema extends DBSchema {
  dictionaries: { key: string; value: Dictionary; indexes: { uid: string } };
  /** Words in the order of their keys, in pages, by dictionary and first key; words of one key are on one page. */
  index_pages: { key: [string, string]; value: readonly IndexEntry[] };
  /** The text of the entries in pieces, by dictionary and number. */
  text_pieces: { key: [string, number]; value: Uint8Array };
}

const database = defineDatabase<DictionarySchema>({
  name: 'cuentos-de-bolsillo-dictionaries',
  version: 1,
  upgrade(database) {
    database.createObjectStore('dictionaries', { keyPath: 'id' }).createIndex('uid', 'uid');
    database.createObjectStore('index_pages');
    database.createObjectStore('text_pieces');
  },
  async begin(request, settle) {
    try {
      return await inTime(request());
    } catch (error) {
      settle(null);
      throw error;
    }
  },
});

/**
 * The database of this device's dictionaries, apart from all other data: the shop has no copy of them.
 * @throws DOMException when the browser refuses storage; {@link DatabaseTimeout} when it does not answer
 */
export const dictionaryDatabase = database.open;
export const closeDictionaryDatabase = database.close;

/** Lock of a tab that imports a dictionary or deletes leftovers, so that only one tab does so at a time. */
export const PLACING_LOCK = 'dictionaries';

/**
 * Accounts with dictionaries here, in local storage, so that a page without any opens no database. An import notes its
 * account when it starts.
 */
const owners = createKeyedJournal(
  'dictionaries',
  (value): value is { readonly uid: string } => hasKeys(value, 'uid'),
  ({ uid }) => uid,
);

/** The signed-in account; null without one. */
export const ownUid = (): string | null => session.claims()?.uid ?? null;

/** Whether an account may have dictionaries here. */
export const ownsDictionaries = (owner: string): boolean => owners.entries().some(({ uid }) => uid === owner);

/** Whether the signed-in account may have dictionaries here. */
export const hasDictionaries = (): boolean => ownsDictionaries(ownUid() ?? '');

/** Stores whether an account has dictionaries here. */
export function noteDictionaries(uid: string, hasSome: boolean): void {
  if (hasSome) owners.add({ uid });
  else owners.remove((entry) => entry.uid === uid);
}

/** Key range of a dictionary in a store whose keys begin with its id. */
export const everythingOfDictionary = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

/** Deletes dictionaries, complete or not, in one transaction. */
export async function deleteDictionaries(ids: readonly string[]): Promise<void> {
  await dictionaryDatabase(async (database) => {
    const transaction = database.transaction(['dictionaries', 'index_pages', 'text_pieces'], 'readwrite');
    for (const id of ids) {
      void transaction.objectStore('dictionaries').delete(id);
      void transaction.objectStore('index_pages').delete(everythingOfDictionary(id));
      void transaction.objectStore('text_pieces').delete(everythingOfDictionary(id));
    }
    await transaction.done;
  });
}
