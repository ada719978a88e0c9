import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { signInAs } from '../testing/sign-in-as.ts';
import { libraryCache } from '../features/library/library-cache.ts';
import { freshDevice } from './testing/fresh-device.ts';
import { resetDeviceOwner, setDeviceOwner } from './owner.ts';
import { storeEpub } from './store-epubs.ts';
import { storedEpubs, storedPreviews } from './stored-epubs.ts';

const EMPTY = { user_book_parts: [], early_access: [] };
const copy = {
  id: 'part',
  epub: new ArrayBuffer(8),
  edition_id: 'edition',
  hash: '',
  size: 8,
  book_id: 'book',
  book_name: 'Libro',
  part_name: 'Parte',
};

/** Another page of the same browser, with this user. */
function signIn(name: string): void {
  resetDeviceOwner();
  signInAs(name);
}

beforeEach(async () => {
  await freshDevice();
  resetDeviceOwner();
  await setDeviceOwner();
  await storeEpub(copy);
  await storedPreviews.store(copy);
  await libraryCache.saveLibrary(EMPTY, 1);
  await libraryCache.saveUserParts('book', [], 1);
});

const storedData = async () => ({
  part: (await storedEpubs.read('part')) !== null,
  preview: (await storedPreviews.read('part')) !== null,
  library: (await libraryCache.readLibrary()) !== null,
  parts: (await libraryCache.readUserParts('book')) !== null,
});
const all = { part: true, preview: true, library: true, parts: true };
const nothing = { part: false, preview: false, library: false, parts: false };

it('keeps a user’s data on a page that has not yet asked for the user', async () => {
  expect(await storedData()).toEqual(all);
  signIn('ana');
  expect(await storedData()).toEqual(all);
});

it('the next user sees nothing of it, also before a slow database is cleared', async () => {
  signIn('berta');
  expect(await storedData()).toEqual(nothing);
  await setDeviceOwner();
  expect(await storedData()).toEqual(nothing);
});
