import 'fake-indexeddb/auto';
import type { DownloadLink } from '@cuentos/contract/reading';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeDeviceDatabase } from '../../../device/device-database.ts';
import { storedEpubs } from '../../../device/stored-epubs.ts';
import { storedPreviews } from '../../../device/stored-previews.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { openPreview } from './open-preview.ts';

vi.mock('@cuentos/epub/container/zip-loader', () => ({
  openEdition: async () => ({ publication: { format: 1 }, loader: { close() {} } }),
}));
vi.mock('../../../device/fetch-file.ts', () => ({ fetchFile: async () => new ArrayBuffer(8) }));

const OPEN = 'GET /api/admin/book_parts/open/part';
const link: DownloadLink = { url: 'http://files/x', edition_id: 'waiting', hash: 'x', size: 8 };
const opening = {
  book: { id: 'book', name: 'Libro' },
  part: { id: 'part', name: 'Parte' },
  edition_id: 'waiting',
  edition_size: 8,
  publication: { format: 1 },
  position: null,
};

beforeEach(async () => {
  await closeDeviceDatabase();
  vi.stubGlobal('indexedDB', new IDBFactory());
  localStorage.clear();
  signInAs('ana', 'admin');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('a preview keeps its file in a store of its own and writes no progress', async () => {
  const calls = fakeApi({
    [OPEN]: { body: opening },
    'GET /api/admin/book_parts/download/part': { body: link },
  });
  const book = await openPreview('part', 'waiting');
  expect(book).toMatchObject({ preview: true, editionId: 'waiting', start: null, question: null });
  book.tracker.move({ cfi: 'there', percentage: 50, editionId: 'waiting' });
  book.tracker.leave();
  await expect.poll(async () => (await storedPreviews.read('part'))?.edition_id).toBe('waiting');
  expect(await storedEpubs.read('part')).toBeNull();
  expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `${OPEN}?edition_id=waiting`,
    'GET /api/admin/book_parts/download/part?edition_id=waiting',
  ]);
  expect(localStorage.getItem('bookPartsLocations')).toBeNull();
  // Without a connection the preview opens again, but only in the edition that was opened before.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(await openPreview('part', null)).toMatchObject({ fromDevice: true, preview: true });
  await expect(openPreview('part', 'another')).rejects.toMatchObject({ reason: 'not-here' });
});

it.each([403, 404])('the editor of another book is refused like any reader (%i)', async (status) => {
  fakeApi({ [OPEN]: { status, body: { detail: '', code: 'part_not_found', request_id: 'x' } } });
  await expect(openPreview('part', null)).rejects.toMatchObject({ reason: 'no-preview' });
});
