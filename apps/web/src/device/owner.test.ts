import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../lib/api/session.ts';
import { signInAs } from '../testing/sign-in-as.ts';
import { libraryCache } from '../features/library/library-cache.ts';
import { freshDevice } from './testing/fresh-device.ts';
import { deviceDatabase } from './device-database.ts';
import { fromServer } from './network-first.ts';
import { OWNER_LOCK } from './begin-copy.ts';
import { clearOwnCopies } from './clear-copies.ts';
import { resetDeviceOwner, setDeviceOwner } from './owner.ts';
import { loadStoredParts, storeEpub } from './store-epubs.ts';
import { storedEpubs } from './stored-epubs.ts';
import { storedPreviews } from './stored-previews.ts';
import { closeSyncDatabase, OWNER, OWNER_KEY, readOwner, syncDatabase } from './sync-database.ts';

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

/** Opens another page of the same browser with this user signed in. */
function signIn(name: string): void {
  resetDeviceOwner();
  signInAs(name);
}

afterEach(() => vi.unstubAllGlobals());
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

describe('when the copies of the user before cannot be deleted', () => {
  const refuse = () =>
    vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
      throw new DOMException('no disk', 'UnknownError');
    });
  afterEach(() => vi.restoreAllMocks());

  it('at the logout, the next user sees none of them, and neither does the user before', async () => {
    const refusal = refuse();
    await expect(clearOwnCopies()).rejects.toThrow('no disk');
    expect(storedEpubs.parts().size).toBe(0);
    for (const name of ['berta', 'ana']) {
      signIn(name);
      expect(await storedData(), name).toEqual(nothing);
      await expect(setDeviceOwner()).rejects.toThrow('no disk');
      await loadStoredParts();
      expect(storedEpubs.parts().size).toBe(0);
      expect(await storedData(), name).toEqual(nothing);
    }
    refusal.mockRestore();
    await setDeviceOwner();
    await storeEpub(copy);
    expect(await storedData()).toEqual({ ...nothing, part: true });
  });

  it('at the next sign-in, the deletion is retried until they are gone', async () => {
    const refusal = refuse();
    signIn('berta');
    await expect(setDeviceOwner()).rejects.toThrow('no disk');
    expect(await storedData()).toEqual(nothing);
    refusal.mockRestore();
    await setDeviceOwner();
    expect(await storedData()).toEqual(nothing);
    expect(await (await deviceDatabase()).count('epubs')).toBe(0);
  });
});

it('copies without an owner are deleted before anyone becomes the owner', async () => {
  await clearOwnCopies();
  await storeEpub(copy);
  signIn('berta');
  await setDeviceOwner();
  expect(await storedData()).toEqual(nothing);
});

it('keeps files where the browser refuses Cache Storage alone', async () => {
  vi.stubGlobal('caches', { delete: () => Promise.reject(new DOMException('refused', 'SecurityError')) });
  signIn('berta');
  await setDeviceOwner();
  await storeEpub(copy);
  expect(await storedData()).toEqual({ ...nothing, part: true });
  await clearOwnCopies('berta');
  expect(await readOwner()).toBeUndefined();
});

describe('while another tab deletes the copies of the user who left', () => {
  /** Waits longer than a deletion that waits for no lock takes. */
  const settle = () =>
    new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  const noteOwner = (uid: string) => syncDatabase((database) => database.put('meta', uid, OWNER));
  /** Runs `happen` once, while the next deletion is under way. */
  const amidDeletion = (happen: () => Promise<unknown>) =>
    vi.stubGlobal('caches', { delete: vi.fn(async () => true).mockImplementationOnce(async () => !!(await happen())) });

  it('a user who signs in waits for it, and keeps what is stored afterwards', async () => {
    const coming = Promise.withResolvers<unknown>();
    amidDeletion(async () => {
      signIn('berta');
      coming.resolve(setDeviceOwner().then(async () => storeEpub(copy)));
      await settle();
    });
    await clearOwnCopies('ana');
    await coming.promise;
    expect(await readOwner()).toBe('berta');
    expect(await storedData()).toEqual({ ...nothing, part: true });
  });

  it('an owner noted meanwhile by a tab without locks stays', async () => {
    amidDeletion(() => noteOwner('berta'));
    await clearOwnCopies('ana');
    expect(await readOwner()).toBe('berta');
  });

  it('a user who leaves after another signed in deletes none of their copies', async () => {
    const otherTab = Promise.withResolvers<void>();
    const turn = navigator.locks.request(OWNER_LOCK, {}, async () => otherTab.promise);
    const leaving = clearOwnCopies('ana');
    await settle();
    await noteOwner('berta');
    otherTab.resolve();
    await Promise.all([turn, leaving]);
    signIn('berta');
    expect(await storedData()).toEqual(all);
  });
});

describe('while the database with the owner’s name does not answer', () => {
  beforeEach(async () => {
    await closeSyncDatabase();
    const { open } = IDBFactory.prototype;
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function openOther(this: IDBFactory, name, version) {
      if (name.endsWith('-sync')) throw new DOMException('no disk', 'UnknownError');
      return open.call(this, name, version);
    });
  });
  afterEach(() => vi.restoreAllMocks());

  const part = async () => (await storedEpubs.read('part')) !== null;

  it('its owner reads on, and another account sees none of the copies', async () => {
    expect(await part()).toBe(true);
    signIn('berta');
    expect(await part()).toBe(false);
    await expect(setDeviceOwner()).rejects.toThrow('no disk');
    expect(await part()).toBe(false);
    session.forget();
    expect(await part()).toBe(false);
  });

  it('a logout that could delete nothing leaves nothing visible', async () => {
    const refusal = vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementation(() => {
      throw new DOMException('no disk', 'UnknownError');
    });
    await expect(clearOwnCopies('ana')).rejects.toThrow('no disk');
    refusal.mockRestore();
    expect(await (await deviceDatabase()).count('epubs')).toBe(1);
    expect(await part()).toBe(false);
  });
});

it('notes the owner again after the note was lost', async () => {
  localStorage.removeItem(OWNER_KEY);
  signIn('ana');
  await setDeviceOwner();
  expect(localStorage.getItem(OWNER_KEY)).toBe('ana');
  expect(await storedData()).toEqual(all);
});

it('removes the note of the owner before, also where the next owner cannot be noted', async () => {
  signIn('berta');
  const kept = new Map(Object.entries<string>(localStorage));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  await setDeviceOwner();
  expect(await readOwner()).toBe('berta');
  expect(kept.has(OWNER_KEY)).toBe(false);
});

it('deletes position and highlights of the user before where they are stored without a name', async () => {
  localStorage.setItem('bookPartsLocations', '[]');
  localStorage.setItem('highlights', '[]');
  signIn('berta');
  await setDeviceOwner();
  expect(Object.keys(localStorage).toSorted()).toEqual([OWNER_KEY, 'refresh_token']);
});

it('two simultaneous calls delete nothing that one of them has stored since', async () => {
  signIn('berta');
  const first = setDeviceOwner().then(async () => storeEpub(copy));
  await Promise.all([first, setDeviceOwner()]);
  expect(await storedData()).toEqual({ ...nothing, part: true });
});

it.each([
  ['a logout', () => session.forget()],
  ['another account', () => signIn('berta')],
])('an answer requested before %s is not stored after it', async (_, happen) => {
  const asked = Promise.withResolvers<typeof EMPTY>();
  const save = vi.fn(async () => {});
  const answer = fromServer({ fetch: () => asked.promise, save });
  happen();
  asked.resolve(EMPTY);
  await expect(answer).resolves.toBe(EMPTY);
  expect(save).not.toHaveBeenCalled();
  signIn('ana');
  await fromServer({ fetch: async () => EMPTY, save });
  expect(save).toHaveBeenCalledOnce();
});

it('the next user sees no stored page of the user before, also while a slow database is being cleared', async () => {
  signIn('berta');
  expect(await storedData()).toEqual(nothing);
  await setDeviceOwner();
  expect(await storedData()).toEqual(nothing);
});
