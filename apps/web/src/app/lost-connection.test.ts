import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceDatabase } from '../device/device-database.ts';
import { filePieces } from '../device/fetch-file.ts';
import { forgetUser } from '../device/forget-rows.ts';
import { countFormDrafts, readDrafts } from '../device/form-drafts.ts';
import { unsentOf } from '../device/outbox.ts';
import { resetDeviceOwner, setDeviceOwner } from '../device/owner.ts';
import { noteHeld, storeEpub } from '../device/store-epubs.ts';
import { storedEpubs } from '../device/stored-epubs.ts';
import { storedPreviews } from '../device/stored-previews.ts';
import { syncDatabase } from '../device/sync-database.ts';
import { freshDevice } from '../device/testing/fresh-device.ts';
import { bookmarkStore } from '../features/bookmarks/bookmark-store.ts';
import { persistDrafts, readDrafts as readNotes, saveDraft } from '../features/highlights/note-drafts.ts';
import { enqueueChange, mergeRows, readReplica } from '../features/highlights/replica.ts';
import { libraryCache } from '../features/library/library-cache.ts';
import {
  enqueueMove,
  positionQuotes,
  readPosition,
  saveServerPosition,
} from '../features/reading/position/position-store.ts';

const part = { uid: 'ana', partId: 'part' };
const place = { cfi: 'epubcfi(/6/2!/4)', percentage: 12, editionId: 'e1' };
const epub = { id: 'part', epub: new ArrayBuffer(3), edition_id: 'e1', hash: 'h', size: 3, book_id: 'b' };
const file = { ...epub, book_name: 'El faro', part_name: 'Uno' };
const note = { uid: 'ana', part_id: 'part', highlight_id: null, cfi: 'c', color: 'yellow', text: 'a medias' };
const bookmark = { uid: 'ana', part_id: 'part', id: 'm', cfi: 'c', percentage: 1, edition_id: 'e1', created_at: 1 };
const change = { id: 'x', kind: 'remove', annotationId: 'a', seenNotes: [] } as never;

/** Operations of the device's stores, each with a check that it took effect. */
const works: readonly [
  name: string,
  work: () => Promise<unknown>,
  done?: () => Promise<unknown>,
  expected?: unknown,
][] = [
  [
    'a place of reading',
    async () => enqueueMove({ ...part, ...place }, 'id'),
    async () => [(await readPosition('ana', 'part'))?.cfi, (await unsentOf('position', 'ana')).length],
    [place.cfi, 1],
  ],
  [
    'the server’s place',
    async () => saveServerPosition('ana', 'part', { revision: 3, place }),
    async () => (await readPosition('ana', 'part'))?.baseRevision,
    3,
  ],
  [
    'the words of a page',
    async () => positionQuotes.put({ uid: 'ana', part_id: 'part', quote: { exact: 'a' } } as never),
    async () => (await positionQuotes.of('ana', 'part')) !== null,
    true,
  ],
  [
    'a highlight',
    async () => enqueueChange({ ...part, change, made: null, spareId: 's' }),
    async () => (await readReplica(part)).replica.outbox.length,
    1,
  ],
  [
    'the server’s highlights',
    async () => mergeRows(part, [], 0),
    async () => (await readReplica(part)).replica.cursor,
    0,
  ],
  [
    'an unfinished note',
    async () => {
      saveDraft(note as never);
      await persistDrafts();
      localStorage.clear();
    },
    async () => (await readNotes('ana', 'part'))[0]?.text,
    'a medias',
  ],
  [
    'a bookmark',
    async () => bookmarkStore.put(bookmark as never, null),
    async () => (await bookmarkStore.of('ana', 'part')).length,
    1,
  ],
  ['drafts of forms', async () => readDrafts('ana', 'user:new'), async () => countFormDrafts('ana'), 0],
  ['a file', async () => storeEpub(file), async () => (await storedEpubs.read('part'))?.size, 3],
  [
    'a file that an editor looks at',
    async () => storedPreviews.store(file),
    async () => (await storedPreviews.read('part'))?.size,
    3,
  ],
  ['the right to a part', async () => noteHeld('part', { part: null, asked_at: 1 })],
  [
    'a stretch of a file',
    async () => filePieces.add({ part_id: 'part', offset: 0, hash: 'h', bytes: new ArrayBuffer(2) }),
    async () => (await filePieces.read('part', 'h')).length,
    1,
  ],
  [
    'the list of books',
    async () => libraryCache.saveBooks([{ id: 'b', parts: [] }] as never),
    async () => (await libraryCache.readBooks())?.length,
    1,
  ],
  [
    'whose the copies are',
    setDeviceOwner,
    async () => syncDatabase((database) => database.get('meta', 'owner')),
    'ana',
  ],
  ['forgetting a person', async () => forgetUser('ana'), async () => countFormDrafts('ana'), 0],
];

beforeEach(async () => {
  await freshDevice();
  resetDeviceOwner();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Closes both database connections without an event, as phones do in the background. */
async function killConnections(): Promise<void> {
  (await syncDatabase()).close();
  (await deviceDatabase()).close();
}

describe('a database connection that closed without an event is opened again, and the work is done:', () => {
  it.each(works)('%s', async (_name, work, done, expected) => {
    await killConnections();
    await work();
    await killConnections();
    expect(await done?.()).toEqual(expected);
  });
});

describe('work is repeated once when the browser’s storage disappears under a request:', () => {
  it.each(works)('%s', async (_name, work, done, expected) => {
    await Promise.all([syncDatabase(), deviceDatabase()]);
    let left = 1;
    const { transaction } = IDBDatabase.prototype;
    // WebKit throws this error from a connection that was not closed.
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function lose(this: IDBDatabase, ...names) {
      if (left-- > 0) throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
      return transaction.apply(this, names);
    });
    await work();
    left = 1;
    expect(await done?.()).toEqual(expected);
  });
});

it('a database that stays away is tried twice, and the failure is reported', async () => {
  await readPosition('ana', 'part');
  const dead = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('closing', 'InvalidStateError');
  });
  await expect(readPosition('ana', 'part')).rejects.toThrow('closing');
  expect(dead).toHaveBeenCalledTimes(2);
});

it('a full device is not tried again, because its answer stays the same', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await expect(bookmarkStore.put(bookmark as never, null)).rejects.toThrow('full');
  expect(put).toHaveBeenCalledTimes(1);
});

it('every store is covered by an operation that can be repeated', () => {
  const root = join(import.meta.dirname, '..');
  const direct = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing/.test(name))
    .filter((name) => /\b(sync|device)Database\(\)/.test(readFileSync(join(root, name), 'utf8')));
  expect(direct).toEqual([]);
});
