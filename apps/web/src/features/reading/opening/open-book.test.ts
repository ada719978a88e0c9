import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type StoredEpub } from '../../../device/device-database.ts';
import { enqueueMove, positionQuotes } from '../position/position-store.ts';
import { storeEpub } from '../../../device/store-epubs.ts';
import { freshDevice } from '../../../device/testing/fresh-device.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { openBook } from './open-book.ts';

vi.mock('@cuentos/epub/container/zip-loader', () => ({
  openEdition: async () => ({ publication: { format: 1 }, loader: { close() {} } }),
}));

const bytes = new ArrayBuffer(8);
const record: StoredEpub = {
  id: 'part',
  epub: bytes,
  edition_id: 'new',
  hash: 'x',
  size: 8,
  book_id: 'book',
  book_name: 'Libro',
  part_name: 'Parte',
};
const quote = { text: 'La niebla llegó antes que el bus.', before: '' };

beforeEach(async () => {
  await freshDevice();
  await storeEpub(record);
  await enqueueMove({ uid: 'ana', partId: 'part', cfi: 'epubcfi(old)', percentage: 40, editionId: 'old' }, 'mutation');
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a part whose stored file is of another edition than the position', () => {
  it('opens at the same percentage, with the words of the old page', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await positionQuotes.put({ uid: 'ana', part_id: 'part', edition_id: 'old', cfi: 'epubcfi(old)', quote });
    expect(await openBook('part')).toMatchObject({ start: { fraction: 0.4 }, lost: { quote, percentage: 40 } });
  });

  it('does not use the words of another page', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await positionQuotes.put({ uid: 'ana', part_id: 'part', edition_id: 'old', cfi: 'epubcfi(other)', quote });
    expect(await openBook('part')).toMatchObject({ start: { fraction: 0.4 }, lost: null });
  });

  it('asks the server for the position in the stored edition', async () => {
    const calls = fakeApi({
      'GET /api/user_book_parts/last_location/part': { body: null },
      'PUT /api/user_book_parts/part': { status: 503, body: {} },
    });
    await openBook('part');
    expect(calls.map(({ url }) => url)).toContain('/api/user_book_parts/last_location/part?edition_id=new');
  });
});
