import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freshDevice } from './testing/fresh-device.ts';
import { positionServer } from '../features/reading/position/testing/position-server.ts';
import { readPosition } from '../features/reading/position/position-store.ts';
import { openPositionTracker } from '../features/reading/position/position-tracker.ts';
import { type IDBPDatabase, openDB } from 'idb';
import { DatabaseTimeout } from './open-database.ts';
import { clearSyncCopies, forgetUser } from './forget-rows.ts';
import { closeSyncDatabase, syncDatabase } from './sync-database.ts';

/** Longer than the time limit of a database request, ms. */
const LONG_MS = 5000;

beforeEach(async () => {
  await freshDevice();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Makes IndexedDB leave requests to open unanswered. @returns lets it answer them */
function holdAnswers(): () => void {
  const real = indexedDB;
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>();
  const open = (name: string, version?: number) => {
    const request = real.open(name, version);
    const tell = request.dispatchEvent.bind(request);
    request.dispatchEvent = (event) => {
      if (event.type !== 'success') return tell(event);
      void gate.then(() => tell(event));
      return true;
    };
    return request;
  };
  vi.stubGlobal('indexedDB', { open });
  return letThrough;
}

it('lets a book open where the browser never answers, and waits only once', async () => {
  holdAnswers();
  positionServer();
  const opening = openPositionTracker({ partId: 'part', onRefused: vi.fn() });
  await vi.advanceTimersByTimeAsync(LONG_MS);
  const tracker = await opening;
  expect(tracker.local).toBeNull();
  tracker.close();
  await expect(readPosition('ana', 'part')).rejects.toThrow(DatabaseTimeout);
});

it('is used again when the browser answers after all', async () => {
  const answer = holdAnswers();
  const reading = readPosition('ana', 'part').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(await reading).toBeInstanceOf(DatabaseTimeout);
  answer();
  vi.useRealTimers();
  await expect.poll(() => readPosition('ana', 'part').catch((error: unknown) => error)).toBeNull();
});

/** Key path and indexes of each store, as installed devices have them. */
const layout = {
  answered: ['seq', 'part: uid,part_id'],
  bookmarks: ['uid,part_id,id'],
  drafts: ['uid,part_id'],
  finished_parts: ['uid,part_id'],
  highlights: ['uid,part_id,id'],
  message_drafts: ['uid,thread'],
  meta: ['null'],
  mutations: ['seq', 'part: uid,part_id', 'uid: uid'],
  notebook: ['uid,key'],
  page_reviews: ['uid,edition_id'],
  pieces: ['part_id,offset'],
  positions: ['uid,part_id'],
  quotes: ['uid,part_id'],
  removed_bookmarks: ['uid,part_id,id'],
  replicas: ['uid,part_id'],
};

async function layoutNow(): Promise<Record<string, string[]>> {
  const database = (await syncDatabase()) as unknown as IDBPDatabase;
  expect(database.version).toBe(7);
  const names = [...database.objectStoreNames];
  const transaction = database.transaction(names);
  return Object.fromEntries(
    names.map((name) => {
      const store = transaction.objectStore(name);
      const indexes = [...store.indexNames].map((index) => `${index}: ${String(store.index(index).keyPath)}`);
      return [name, [String(store.keyPath), ...indexes]];
    }),
  );
}

it('has the stores, keys and indexes of all earlier versions', async () => {
  expect(await layoutNow()).toEqual(layout);
});

it('adds missing stores to a database of the first version, and keeps its rows', async () => {
  const old = await openDB('cuentos-de-bolsillo-sync', 1, {
    upgrade(database) {
      const mutations = database.createObjectStore('mutations', { keyPath: 'seq', autoIncrement: true });
      mutations.createIndex('uid', 'uid');
      mutations.createIndex('part', ['uid', 'part_id']);
      database.createObjectStore('positions', { keyPath: ['uid', 'part_id'] });
      database.createObjectStore('pieces', { keyPath: ['part_id', 'offset'] });
      database.createObjectStore('meta');
    },
  });
  await old.put('positions', { uid: 'ana', part_id: 'part', cfi: 'a' });
  old.close();
  expect(await layoutNow()).toEqual(layout);
  expect(await readPosition('ana', 'part')).toMatchObject({ cfi: 'a' });
});

/** Writes one row for each user into each store that is kept by user, and a piece of a file. */
async function fill(...uids: string[]): Promise<void> {
  const database = await syncDatabase();
  for (const uid of uids) {
    const row = { uid, part_id: 'part', id: 'x', thread: 'hilo', edition_id: 'e', key: 'k' } as never;
    for (const name of Object.keys(layout) as (keyof typeof layout)[]) {
      if (name !== 'meta' && name !== 'pieces') await database.put(name, row);
    }
  }
  await database.put('pieces', { part_id: 'part', offset: 0, hash: '', bytes: new ArrayBuffer(1) });
}

const filled = async () => {
  const database = await syncDatabase();
  const counts = await Promise.all(
    [...database.objectStoreNames].map(async (name) => [name, await database.count(name)]),
  );
  return Object.fromEntries(counts.filter(([, count]) => count !== 0)) as Record<string, number>;
};

it('clears the rows that the server has too, and none that only this device has', async () => {
  await fill('ana');
  await clearSyncCopies();
  expect(await filled()).toEqual({
    bookmarks: 1,
    drafts: 1,
    finished_parts: 1,
    message_drafts: 1,
    mutations: 1,
    positions: 1,
    quotes: 1,
    removed_bookmarks: 1,
  });
});

it('deletes all rows of one user and none of another', async () => {
  await fill('ana', 'anabel', 'berta');
  await forgetUser('ana');
  const both = [
    'answered',
    'bookmarks',
    'drafts',
    'finished_parts',
    'highlights',
    'message_drafts',
    'mutations',
    'notebook',
    'page_reviews',
    'positions',
    'quotes',
    'removed_bookmarks',
    'replicas',
  ];
  expect(await filled()).toEqual({ ...Object.fromEntries(both.map((name) => [name, 2])), pieces: 1 });
  await closeSyncDatabase();
});
