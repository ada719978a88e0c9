import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeDeviceDatabase, deviceDatabase } from '../../../device/device-database.ts';
import { storedPreviews } from '../../../device/stored-previews.ts';
import { closeSyncDatabase, syncDatabase } from '../../../device/sync-database.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { ReadingSession } from '../reading-session.ts';
import { ReadingTools } from '../tools/reading-tools.ts';
import { fakeReaders } from '../../../testing/fake-reader.ts';
import { placeAt } from '../../../testing/place-at.ts';
import { openPreview } from './open-preview.ts';

const bytes = new ArrayBuffer(8);
const publication = { format: 1, toc: [], sections: [{ path: 'a.xhtml' }], characters: 90_000, metadata: {} };
const open = {
  book: { id: 'book', name: 'Libro' },
  part: { id: 'part', name: 'Parte' },
  edition_id: 'waiting',
  edition_size: 8,
  position: null,
  publication,
};
const fetched: { partId: string }[] = [];

vi.mock('@cuentos/epub/render/reader', async () => ({
  Reader: (await import('../../../testing/fake-reader.ts')).FakeReader,
}));
vi.mock('@cuentos/epub/container/zip-loader', () => ({
  openEdition: async () => ({ publication: { format: 1 }, loader: { text: () => new Promise(() => {}), close() {} } }),
}));
vi.mock('../../bookmarks/page-quote.ts', () => ({ quoteAt: () => ({ text: 'unas palabras', before: '' }) }));
vi.mock('../../../device/fetch-file.ts', () => ({
  fetchFile: async (wanted: { partId: string }) => {
    fetched.push(wanted);
    return bytes;
  },
}));

const api = {
  'GET /api/admin/book_parts/open/part': { body: open },
  'GET /api/admin/book_parts/download/part': {
    body: { url: '/files/x', edition_id: 'waiting', size: 8, hash: 'x' },
  },
};

/** Counts the rows of each store to which reading writes. */
async function traces(): Promise<Record<string, number>> {
  const [device, sync] = await Promise.all([deviceDatabase(), syncDatabase()]);
  const counts: Record<string, number> = { epubs: await device.count('epubs') };
  for (const name of ['mutations', 'positions', 'pieces', 'highlights', 'drafts', 'bookmarks', 'quotes'] as const)
    counts[name] = await sync.count(name);
  return counts;
}

/** Opens the preview and performs each action of a reader. */
async function leafThrough() {
  const session = new ReadingSession(await openPreview('part', null));
  const tools = new ReadingTools(session);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const host = document.createElement('div');
  session.attach(host);
  const reader = fakeReaders.at(-1)!;
  await vi.waitFor(() => expect(session.snapshot().ready).toBe(true));
  // Advances the clock by half a minute for each page of 900 letters.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 30_000));
  for (const percentage of [1, 2, 3])
    reader.tell('relocate', placeAt({ reason: 'turn', percentage, cfi: `epubcfi(/6/${percentage})` }));
  Object.assign(reader, { position: placeAt({ percentage: 3 }) });
  await tools.bookmarks.toggle();
  reader.tell('select', {
    cfi: 'epubcfi(/6/4!/4,/1:0,/1:4)',
    text: 'unas',
    before: '',
    after: '',
    rect: null,
  } as never);
  tools.notes.pickColour('green');
  reader.tell('error', { kind: 'section-failed', sectionIndex: 0, error: new Error('gone') });
  // The reader must rest on a page before its words are noted and the move is sent.
  await vi.advanceTimersByTimeAsync(1300);
  session.close();
  await vi.advanceTimersByTimeAsync(50);
  vi.useRealTimers();
  return { tools };
}

beforeEach(async () => {
  await Promise.all([closeSyncDatabase(), closeDeviceDatabase()]);
  vi.stubGlobal('indexedDB', new IDBFactory());
  localStorage.clear();
  fetched.length = 0;
  signInAs('editora', 'admin');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a preview that is read like a book', () => {
  it('makes no calls except its own, and leaves only its file on the device, in a store of its own', async () => {
    const storedKeys = Object.keys(localStorage);
    const calls = fakeApi(api);
    const { tools } = await leafThrough();
    // The sections shown are requested one by one until the whole file has arrived.
    const others = calls.filter(({ url }) => !url.startsWith('/api/editions/waiting/r/'));
    expect(others.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/admin/book_parts/open/part',
      'GET /api/admin/book_parts/download/part?edition_id=waiting',
    ]);
    expect(
      Object.values(await traces()).every((rows) => rows === 0),
      JSON.stringify(await traces()),
    ).toBe(true);
    expect(Object.keys(localStorage)).toEqual(storedKeys);
    expect(tools.notes.snapshot()).toMatchObject({ highlights: null, open: null });
    expect(await (await deviceDatabase()).count('adminEpubs')).toBe(1);
    expect(fetched.map(({ partId }) => partId)).toEqual(['preview:part']);
  });

  it('is not downloaded again while edition and hash agree', async () => {
    fakeApi(api);
    await openPreview('part', null);
    await expect.poll(async () => (await deviceDatabase()).count('adminEpubs')).toBe(1);
    expect(fetched).toHaveLength(1);
    const calls = fakeApi(api);
    await openPreview('part', null);
    await expect.poll(() => calls.length).toBe(2);
    const other = { url: '/files/x', edition_id: 'waiting', size: 8, hash: 'another' };
    fakeApi({ ...api, 'GET /api/admin/book_parts/download/part': { body: other } });
    await openPreview('part', null);
    await expect.poll(async () => (await storedPreviews.read('part'))?.hash).toBe('another');
    // The second opening used the stored file; the third had another hash and fetched a new one.
    expect(fetched).toHaveLength(2);
  });
});
