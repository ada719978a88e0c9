import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeLocks } from '../../device/testing/fake-locks.ts';
import { writeInTwoTabs } from '../../device/testing/stale-tab.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { closeSyncDatabase } from '../../device/sync-database.ts';

const line = (online: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
const move = (partId: string, percentage: number, uid = 'ana') => ({
  uid,
  partId,
  cfi: `cfi of ${partId}`,
  percentage,
  editionId: 'edition',
});
/** Imports the modules anew, as a new page does: it knows the moves of another page only from the device's stores. */
async function openPage() {
  vi.resetModules();
  const [{ lastReadHere }, { noteMove }, { enqueueMove }, { closeSyncDatabase: close }, signIn] = await Promise.all([
    import('./last-read-here.ts'),
    import('./last-read.ts'),
    import('../reading/position/position-store.ts'),
    import('../../device/sync-database.ts'),
    import('../../testing/sign-in-as.ts'),
  ]);
  signIn.signInAs('ana');
  return { lastReadHere, noteMove, enqueueMove, close };
}
let page: Awaited<ReturnType<typeof openPage>>;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  localStorage.clear();
  fakeLocks();
  signInAs('ana');
  page = await openPage();
});
afterEach(async () => {
  await page.close();
  await closeSyncDatabase();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('follows the list on a device where nothing was read', async () => {
  line(true);
  await expect(page.lastReadHere(Date.now())).resolves.toBeNull();
  line(false);
  await expect(page.lastReadHere(Date.now())).resolves.toBeNull();
});

it('prefers a move made since the list was fetched; the list already has older moves', async () => {
  line(true);
  vi.useFakeTimers({ now: 1000, toFake: ['Date'] });
  page.noteMove(move('faro', 40));
  await expect(page.lastReadHere(999)).resolves.toEqual({ partId: 'faro', percentage: 40 });
  await expect(page.lastReadHere(1000)).resolves.toBeNull();
});

it('prefers the last unsent move, however old it is', async () => {
  line(true);
  await page.enqueueMove(move('faro', 40), 'm1');
  await page.enqueueMove(move('micro', 10), 'm2');
  await expect(page.lastReadHere(Date.now() + 60_000)).resolves.toEqual({ partId: 'micro', percentage: 10 });
});

it('ignores the reading of another account on the same device', async () => {
  line(true);
  page.noteMove(move('faro', 40, 'berta'));
  await page.enqueueMove(move('faro', 40, 'berta'), 'm1');
  await expect(page.lastReadHere(0)).resolves.toBeNull();
});

it('without a connection names the last part of an earlier page; with one it does not', async () => {
  page.noteMove(move('faro', 40));
  page.noteMove(move('micro', 10));
  await page.close();
  page = await openPage();
  line(false);
  await expect(page.lastReadHere(Date.now())).resolves.toEqual({ partId: 'micro', percentage: null });
  line(true);
  await expect(page.lastReadHere(Date.now())).resolves.toBeNull();
});

it('works without a local database', async () => {
  line(false);
  page.noteMove(move('faro', 40));
  await page.close();
  page = await openPage();
  vi.stubGlobal('indexedDB', {
    open() {
      throw new Error('refused by the browser');
    },
  });
  await expect(page.lastReadHere(Date.now())).resolves.toEqual({ partId: 'faro', percentage: null });
});

it('a sent move is no longer kept; a newer move of the same part is', async () => {
  const { noteMove, moveWasSaved, unsavedMoves } = await import('./last-read.ts');
  const before = move('faro', 10);
  const after = { ...move('faro', 20), cfi: 'further on' };
  noteMove(before);
  noteMove(after);
  moveWasSaved(before);
  expect(unsavedMoves()).toMatchObject([{ cfi: 'further on' }]);
  moveWasSaved(after);
  expect(unsavedMoves()).toEqual([]);
});

it('keeps the last move of each of two tabs that turn a page at the same moment', async () => {
  const { noteMove, unsavedMoves } = await import('./last-read.ts');
  writeInTwoTabs(
    () => noteMove(move('faro', 10)),
    () => noteMove(move('micro', 20)),
  );
  expect(unsavedMoves().map(({ partId }) => partId)).toEqual(expect.arrayContaining(['faro', 'micro']));
});
