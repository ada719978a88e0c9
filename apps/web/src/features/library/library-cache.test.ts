import 'fake-indexeddb/auto';
import type { HeldPart } from '@cuentos/contract/reading';
import { DAY_MS } from '@cuentos/domain/time/durations';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearCopies } from '../../device/clear-copies.ts';
import { deviceDatabase } from '../../device/device-database.ts';
import { resetDeviceOwner, setDeviceOwner } from '../../device/owner.ts';
import { loadStoredParts, noteHeld, storeEpub } from '../../device/store-epubs.ts';
import { freshDevice } from '../../device/testing/fresh-device.ts';
import { storedEpubs } from '../../device/stored-epubs.ts';
import { session } from '../../lib/api/session.ts';
import { fakeBook, fakeOwnedPart, fakePart, fakeUserPart } from '../../testing/catalogue.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { booksWithoutPage, libraryCache, saveLibraryCovers } from './library-cache.ts';

const picture = (name: string) => ({
  src: `/images/${name}.jpg`,
  srcset: `/images/${name}-320.webp 320w`,
  width: 320,
  height: 480,
});
const partFacts: HeldPart = {
  book_id: 'book-1',
  book_name: 'El faro',
  book_image: picture('faro'),
  book_part_id: 'part-1',
  book_part_name: 'Primera parte',
  image: picture('parte'),
  release_date: '2026-10-01T03:00:00Z',
  edition_id: 'edition-1',
  edition_size: 4,
  acquired_at: '2026-10-02T03:00:00Z',
  expires_at: null,
};
const record = {
  id: 'part-1',
  epub: new ArrayBuffer(4),
  edition_id: 'edition-1',
  hash: 'h',
  size: 4,
  book_id: 'book-1',
  book_name: 'El faro',
  part_name: 'Primera parte',
};
const owned = async () => (await libraryCache.readLibrary())?.user_book_parts.map((row) => row.book_part_id);

beforeEach(async () => {
  await freshDevice();
  signInAs('ana');
  resetDeviceOwner();
  await setDeviceOwner();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('without any list', () => {
  it('the library, the book and its part are made from the data stored with the file', async () => {
    await storeEpub(record, { part: partFacts, asked_at: 1 });
    expect(await libraryCache.readLibrary()).toMatchObject({
      user_book_parts: [{ book_name: 'El faro', book_part_name: 'Primera parte', image: { src: '/images/parte.jpg' } }],
    });
    expect(await libraryCache.readBook('book-1')).toMatchObject({
      name: 'El faro',
      image: { src: '/images/faro.jpg' },
    });
    expect(await libraryCache.readUserParts('book-1')).toMatchObject([{ name: 'Primera parte', is_purchased: true }]);
    expect(await booksWithoutPage()).toEqual(['book-1']);
  });

  it('a file that an earlier version stored alone is found too', async () => {
    await storeEpub(record);
    expect(await libraryCache.readLibrary()).toBeNull();
    await loadStoredParts();
    expect(await owned()).toEqual(['part-1']);
    // A fetched list replaces a note without a time, whatever the list's time is.
    await libraryCache.saveLibrary({ user_book_parts: [], early_access: [] }, 1);
    expect(await owned()).toEqual([]);
  });

  it('no other account sees it', async () => {
    await storeEpub(record, { part: partFacts, asked_at: 1 });
    signInAs('berta');
    expect(await libraryCache.readLibrary()).toBeNull();
    expect(await libraryCache.readUserParts('book-1')).toBeNull();
  });
});

it.each([
  ['another account', () => signInAs('berta')],
  ['a visitor', () => session.forget()],
])('the pages and the list of books of one account are not shown to %s', async (_, comeIn) => {
  await libraryCache.saveBook(fakeBook({ id: 'archived' }));
  await libraryCache.saveBooks([fakeBook()]);
  const seen = async () => [
    (await libraryCache.readBook('archived'))?.id,
    (await libraryCache.readBook('book-1'))?.id,
    (await libraryCache.readBooks())?.length,
  ];
  expect(await seen()).toEqual(['archived', 'book-1', 1]);
  comeIn();
  expect(await seen()).toEqual([undefined, undefined, undefined]);
});

describe('an answer that arrives after a newer one', () => {
  const listOf = (id: string) => ({ user_book_parts: [fakeOwnedPart({ book_part_id: id })], early_access: [] });
  const pageOf = (id: string) => [fakeUserPart({ id })];
  const shownParts = async () => (await libraryCache.readUserParts('book-9'))?.map(({ id }) => id);

  it('changes neither the list nor the parts of a book', async () => {
    await libraryCache.saveLibrary(listOf('late'), 6);
    await libraryCache.saveLibrary(listOf('early'), 5);
    expect(await owned()).toEqual(['late']);
    await libraryCache.saveUserParts('book-9', pageOf('late'), 6);
    await libraryCache.saveUserParts('book-9', pageOf('early'), 5);
    expect(await shownParts()).toEqual(['late']);
  });

  it('replaces an answer noted by a clock that was ahead', async () => {
    const ahead = Date.now() + 400 * DAY_MS;
    await libraryCache.saveLibrary(listOf('ahead'), ahead);
    await libraryCache.saveLibrary(listOf('now'), Date.now());
    expect(await owned()).toEqual(['now']);
    await libraryCache.saveUserParts('book-9', pageOf('ahead'), ahead);
    await libraryCache.saveUserParts('book-9', pageOf('now'), Date.now());
    expect(await shownParts()).toEqual(['now']);
  });
});

it('a list older than the part hides nothing, a later list decides, and a refusal removes the part', async () => {
  await storeEpub(record, { part: partFacts, asked_at: 5 });
  const other = fakeOwnedPart({ id: 'row', book_id: 'book-2', book_part_id: 'part-2' });
  await libraryCache.saveLibrary({ user_book_parts: [other], early_access: [] }, 4);
  expect(new Set(await owned())).toEqual(new Set(['part-1', 'part-2']));
  await libraryCache.saveLibrary({ user_book_parts: [other], early_access: [] }, 6);
  expect(await owned()).toEqual(['part-2']);
  await libraryCache.saveUserParts(
    'book-1',
    [fakeUserPart({ is_purchased: true, acquired_at: '2026-11-01T03:00:00Z' })],
    7,
  );
  expect(new Set(await owned())).toEqual(new Set(['part-1', 'part-2']));
  await noteHeld('part-1', { part: null, asked_at: 8 });
  expect(await owned()).toEqual(['part-2']);
});

describe('the copy of a recalled part', () => {
  const recalledPart = fakeOwnedPart({ edition_id: null, edition_size: null, is_recalled: true });
  const library = { user_book_parts: [recalledPart], early_access: [] };
  const isHere = async () => (await storedEpubs.read('part-1')) !== null;
  beforeEach(async () => storeEpub(record, { part: partFacts, asked_at: 1 }));

  it('is deleted with the first list that says so, and the library says so without a connection too', async () => {
    await libraryCache.saveLibrary({ ...library, user_book_parts: [fakeOwnedPart()] }, 2);
    expect(await isHere()).toBe(true);
    await libraryCache.saveLibrary(library, 3);
    expect(await isHere()).toBe(false);
    expect((await libraryCache.readLibrary())?.user_book_parts).toMatchObject([{ is_recalled: true }]);
  });

  it('is deleted with the page of its book, too, which says so until a later answer', async () => {
    const part = fakeUserPart({ id: 'part-1', is_purchased: true, is_recalled: true });
    await libraryCache.saveUserParts('book-1', [part], 3);
    expect(await isHere()).toBe(false);
    expect(await libraryCache.readUserParts('book-1')).toMatchObject([{ is_recalled: true }]);
    await libraryCache.saveLibrary({ ...library, user_book_parts: [fakeOwnedPart()] }, 4);
    expect((await libraryCache.readUserParts('book-1'))?.[0]).not.toHaveProperty('is_recalled');
  });

  it('stays when the answer is older than the known state', async () => {
    await libraryCache.saveLibrary({ ...library, user_book_parts: [fakeOwnedPart()] }, 4);
    await libraryCache.saveLibrary(library, 3);
    expect(await isHere()).toBe(true);
  });
});

it('repeats the server’s pending payments until the part is owned', async () => {
  const one = { book_id: 'book-1', book_part_id: 'part-1', book_name: 'El faro', book_part_name: 'Primera parte' };
  const other = { ...one, book_part_id: 'part-2', book_part_name: 'Segunda parte' };
  await libraryCache.saveLibrary({ user_book_parts: [], early_access: [], awaited: [one, other] }, 1);
  expect((await libraryCache.readLibrary())?.awaited).toEqual([one, other]);
  await storeEpub(record, { part: partFacts, asked_at: 2 });
  expect((await libraryCache.readLibrary())?.awaited).toEqual([other]);
  await libraryCache.saveLibrary({ user_book_parts: [], early_access: [] }, 3);
  expect((await libraryCache.readLibrary())?.awaited).toEqual([]);
});

it('shows the percentage of a part that no list has yet', async () => {
  await storeEpub(record, { part: partFacts, asked_at: 1 });
  const { syncDatabase } = await import('../../device/sync-database.ts');
  const place = { uid: 'ana', part_id: 'part-1', cfi: 'epubcfi(/6/2)', editionId: 'edition-1', baseRevision: 0 };
  await (await syncDatabase()).put('positions', { ...place, percentage: 37, pending: true });
  expect((await libraryCache.readLibrary())?.user_book_parts[0]?.percentage).toBe(37);
});

it('keeps the cover of each listed book, and all pictures of books with an owned part', async () => {
  const cachedKeys = new Set<string>();
  const cache = {
    keys: async () => [...cachedKeys].map((path) => new Request(new URL(path, location.origin))),
    add: async (path: string) => void cachedKeys.add(path),
    delete: async (path: string) => cachedKeys.delete(path),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  await storeEpub(record, { part: partFacts, asked_at: 1 });
  await libraryCache.saveBooks([
    fakeBook({
      image: picture('faro'),
      back_image: picture('dorso'),
      parts: [fakePart({ image: picture('segunda') })],
    }),
    fakeBook({
      id: 'book-2',
      image: picture('otro'),
      back_image: picture('otro-dorso'),
      parts: [fakePart({ image: picture('otra-parte') })],
    }),
  ]);
  await saveLibraryCovers();
  const names = [...cachedKeys].map((path) => /\/images\/(.+)-320/.exec(path)?.[1]);
  expect(new Set(names)).toEqual(new Set(['faro', 'dorso', 'parte', 'segunda', 'otro']));
  await (await deviceDatabase()).clear('Books');
  await saveLibraryCovers();
  expect(cachedKeys.size).toBe(2);
});

it('leaves no cover behind when the session ends while covers are being fetched', async () => {
  const cachedKeys = new Set<string>();
  const cache = {
    keys: async () => [],
    async add(path: string) {
      await clearCopies();
      cachedKeys.add(path);
    },
  };
  vi.stubGlobal('caches', { open: async () => cache, delete: async () => cachedKeys.clear() });
  await libraryCache.saveBooks([fakeBook({ image: picture('faro') })]);
  await saveLibraryCovers();
  expect(cachedKeys.size).toBe(0);
});

describe('each cover is stored as one file:', () => {
  const faro = { ...picture('faro'), avif: '/images/faro-320.avif 320w' };
  /** Stubs Cache Storage with the covers at these paths. @returns the paths that it has */
  function stubCovers(...paths: string[]): Set<string> {
    const kept = new Set(paths);
    const cache = {
      keys: async () => [...kept].map((path) => ({ url: `https://tienda.cl${path}` })),
      add: async (path: string) => kept.add(path),
      delete: async (path: string) => kept.delete(path),
    };
    vi.stubGlobal('caches', { open: async () => cache });
    return kept;
  }
  const save = async (image: typeof faro) => {
    await libraryCache.saveBooks([fakeBook({ image })]);
    await saveLibraryCovers();
  };

  it('the AVIF where the browser supports it, else the WebP', async () => {
    const isTypeSupported = vi.fn(async () => true);
    vi.stubGlobal('ImageDecoder', { isTypeSupported });
    const kept = stubCovers();
    await save(faro);
    expect([...kept]).toEqual(['/images/faro-320.avif']);
    isTypeSupported.mockResolvedValue(false);
    const others = stubCovers();
    await save(faro);
    expect([...others]).toEqual(['/images/faro-320.webp']);
  });

  it('the stored file stays, also when an AVIF was made since; a second file and unused files are deleted', async () => {
    vi.stubGlobal('ImageDecoder', { isTypeSupported: async () => true });
    const kept = stubCovers('/images/faro-320.webp', '/images/faro-320.avif', '/images/mar-320.webp');
    await save(faro);
    expect([...kept]).toEqual(['/images/faro-320.webp']);
  });
});
