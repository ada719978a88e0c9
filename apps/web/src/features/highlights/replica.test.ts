import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { countUnsent } from '../../device/outbox.ts';
import { enqueueChange, type LocalChange, readReplica } from './replica.ts';
import { closeSyncDatabase } from '../../device/sync-database.ts';

const place = { uid: 'ana', partId: 'part' };
const localChange: LocalChange = {
  ...place,
  change: {
    kind: 'create',
    id: 'mutation',
    annotationId: 'one',
    cfi: 'epubcfi(/6/4!/4/2,/1:0,/1:5)',
    editionId: 'edition',
    color: 'green',
    note: '',
  },
  made: { quote: 'La niebla', prefix: '', suffix: '', created_at: '', edition_id: 'edition' },
  spareId: 'spare',
};

beforeEach(async () => {
  await closeSyncDatabase();
  vi.stubGlobal('indexedDB', new IDBFactory());
});

it('a change is in the outbox once, however often a closed page hands it over', async () => {
  expect(await enqueueChange(localChange)).toHaveLength(1);
  expect(await enqueueChange(localChange)).toEqual([]);
  expect(await countUnsent('ana')).toBe(1);
  expect((await readReplica(place)).replica.outbox).toHaveLength(1);
});
