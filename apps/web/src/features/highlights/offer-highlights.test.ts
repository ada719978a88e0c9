import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { flushOutbox } from '../../device/outbox.ts';
import { freshDevice } from '../../device/testing/fresh-device.ts';
import { type HighlightStore, openHighlightStore } from './highlight-store.ts';
import { offerHighlights } from './offer-highlights.ts';
import { fresh, range } from './testing/highlight-samples.ts';
import { HighlightServer } from './testing/highlight-server.ts';

const YESTERDAY = '2026-11-20T12:00:00.000Z';
const TODAY = '2026-11-21T12:00:00.000Z';
const RESTORED = Date.parse('2026-11-21T18:00:00.000Z');

let server: HighlightServer;
let store: HighlightStore;
let isDown: boolean;

beforeEach(async () => {
  await freshDevice();
  server = new HighlightServer();
  isDown = false;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const answer = isDown ? null : server.answer(url, init.method ?? 'GET', init.body);
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
  store = await openHighlightStore('part');
});
afterEach(async () => {
  await store.settled();
  store.close();
  await flushOutbox();
  vi.unstubAllGlobals();
});

const send = async () => {
  await store.settled();
  await flushOutbox();
  await store.pull();
};
const byRange = ([one = '']: readonly string[], [other = '']: readonly string[]) => one.localeCompare(other);
const shown = () =>
  store
    .list()
    .map(({ cfi, color, note }) => [cfi, color, note])
    .toSorted(byRange);
const onServer = () =>
  server
    .live('part')
    .map(({ cfi_range: cfi, color, note }) => [cfi, color, note])
    .toSorted(byRange);

/** Writes notes on the day before a backup, and one after it. @returns restores the backup */
async function twoDays(): Promise<() => void> {
  server.now = YESTERDAY;
  const [first, second] = [store.create(fresh(1, { note: 'ayer' })), store.create(fresh(2))];
  await send();
  const restore = server.backUp();
  server.now = TODAY;
  store.update(first, { note: 'hoy', color: 'green' });
  store.remove(second);
  store.create(fresh(3, { note: 'nueva' }));
  await send();
  return restore;
}
const TODAYS = [
  [range(1), 'green', 'hoy'],
  [range(3), 'yellow', 'nueva'],
];

it('a shop that was restored to yesterday gets today’s rows from the device', async () => {
  const restore = await twoDays();
  restore();
  expect(onServer()).toEqual([
    [range(1), 'yellow', 'ayer'],
    [range(2), 'yellow', ''],
  ]);
  await offerHighlights('ana', RESTORED);
  await send();
  expect(onServer()).toEqual(TODAYS);
  await store.reload();
  expect(shown()).toEqual(TODAYS);
  const { revision } = server.all('part').toSorted((one, other) => other.revision - one.revision)[0]!;
  await offerHighlights('ana', RESTORED);
  await send();
  expect(Math.max(...server.all('part').map((row) => row.revision))).toBe(revision);
});

it('changes of other devices since then stay, and this device gets them although the revisions began anew', async () => {
  const restore = await twoDays();
  restore();
  server.now = '2026-11-22T12:00:00.000Z';
  const row = server.live('part')[0]!;
  const other = new URLSearchParams({ mutation_id: 'other', note: 'de otro aparato', replaces: '', changed: 'note' });
  server.answer(`/api/user_book_part_highlights/${row.id}`, 'PUT', other);
  await offerHighlights('ana', RESTORED);
  await send();
  await store.reload();
  const changed = store.list().find(({ cfi }) => cfi === range(1));
  for (const words of ['ayer', 'de otro aparato', 'hoy']) expect(changed?.note).toContain(words);
  expect(onServer()).toEqual(shown());
});

it('an unsent change is sent after the highlight that the shop lost', async () => {
  const restore = await twoDays();
  restore();
  isDown = true;
  const third = store.list().find(({ note }) => note === 'nueva')!;
  store.update(third.id, { note: 'sin línea' });
  await store.settled();
  isDown = false;
  await offerHighlights('ana', RESTORED);
  await send();
  expect(onServer()).toContainEqual([range(3), 'yellow', 'sin línea']);
});

it('without an answer nothing changes, and the rows are offered again the next time', async () => {
  const restore = await twoDays();
  restore();
  isDown = true;
  await expect(offerHighlights('ana', RESTORED)).rejects.toThrow();
  isDown = false;
  await offerHighlights('ana', RESTORED);
  await send();
  expect(onServer()).toEqual(TODAYS);
});
