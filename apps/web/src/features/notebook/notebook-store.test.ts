import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { flushOutbox } from '../../device/outbox.ts';
import { closeSyncDatabase, definitions, syncDatabase } from '../../device/sync-database.ts';
import { freshDevice } from '../../device/testing/fresh-device.ts';
import { changeEntry, removeEntry, restoreEntry } from './edit-entries.ts';
import { NotebookStore } from './notebook-store.ts';
import { NotebookServer } from './testing/notebook-server.ts';

let server: NotebookServer;
const closings: (() => void)[] = [];

beforeEach(async () => {
  await freshDevice();
  server = new NotebookServer();
});
afterEach(async () => {
  for (const close of closings.splice(0)) close();
  await closeSyncDatabase();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Opens a notebook and waits for its first request, which the server may leave unanswered. */
async function open(): Promise<NotebookStore> {
  const store = new NotebookStore();
  closings.push(store.start());
  await vi.waitFor(() => {
    const { isRead, isComplete, hasFailed, progress } = store.snapshot();
    expect([isRead, isComplete || hasFailed, progress]).toEqual([true, true, null]);
    if (!server.isAway) expect(hasFailed).toBe(false);
  });
  await vi.waitFor(() => expect(server.isAway || server.calls.includes('GET /api/notebook')).toBe(true));
  await store.pull();
  return store;
}
const close = () => closings.splice(0).forEach((end) => end());
const quotes = (store: NotebookStore) => store.snapshot().entries.map(({ quote }) => quote);
const trashed = (store: NotebookStore) => store.snapshot().trash.map(({ quote, note }) => [quote, note]);
const sent = async () => vi.waitFor(async () => expect(await flushOutbox()).toBe('empty'));

describe('the notebook of a device', () => {
  it('fetches the parts that changed, and no others', async () => {
    server.addHighlight('uno');
    server.addBookmark('dos');
    expect(quotes(await open())).toEqual(['palabras 0', 'Contó ciento doce']);
    close();
    server.calls.length = 0;
    server.addHighlight('uno');
    expect(quotes(await open())).toEqual(['palabras 0', 'palabras 1', 'Contó ciento doce']);
    expect(server.calls.filter((call) => call !== 'GET /api/notebook')).toEqual([
      'GET /api/user_book_part_highlights/uno',
    ]);
  });

  it('shows all of it without a connection, with the names of books and parts', async () => {
    server.part('uno', { book_name: 'El faro', access: 'lost' });
    server.addHighlight('uno', { note: 'mía' });
    await open();
    close();
    server.isAway = true;
    const { entries, sharedQuoteMax } = (await open()).snapshot();
    expect(entries).toMatchObject([
      {
        quote: 'palabras 0',
        note: 'mía',
        chapter: 'La lancha de las once',
        part: { book_name: 'El faro', access: 'lost' },
      },
    ]);
    expect(sharedQuoteMax).toBe(300);
  });

  it.each(definitions.map(([name]) => name))(
    'has everything again after the browser took away only %s',
    async (name) => {
      server.addHighlight('uno', { note: 'mía' });
      server.addHighlight('uno');
      server.addBookmark('uno');
      server.addHighlight('dos');
      const all = quotes(await open());
      close();
      await syncDatabase((database) => database.clear(name));
      await closeSyncDatabase();
      expect(quotes(await open())).toEqual(all);
      close();
      server.isAway = true;
      expect(quotes(await open())).toEqual(all);
    },
  );

  it('keeps ten thousand highlights at odd places, whatever a server that was set back answers', async () => {
    const odd = [
      '',
      '/',
      'epubcfi(',
      'epubcfi(/6/4!)',
      `epubcfi(/6/${'9'.repeat(400)}!/4)`,
      '🙂'.repeat(40),
      '\u202Eifc',
    ];
    const row = server.addHighlight('uno');
    const { highlights } = server.part('uno');
    for (let at = 1; at < 10_000; at += 1)
      highlights.push({ ...row, id: `h${at}`, revision: at + 1, cfi_range: `${odd[at % odd.length]}${at}` });
    expect((await open()).snapshot().entries).toHaveLength(10_000);
    close();
    server.parts.clear();
    server.part('uno');
    expect((await open()).snapshot().entries).toHaveLength(10_000);
  });

  it('edits, deletes and restores without a connection, and the server hears of it afterwards', async () => {
    server.addHighlight('uno', { note: 'primera' });
    server.addHighlight('uno');
    server.addBookmark('uno');
    const first = await open();
    close();
    server.isAway = true;
    const store = await open();
    const [edited, deleted, mark] = first.snapshot().entries;
    await changeEntry(edited!, { note: 'segunda', color: 'blue' });
    await removeEntry(deleted!);
    await removeEntry(mark!);
    await store.reload('uno');
    expect(store.snapshot().entries).toMatchObject([{ note: 'segunda', color: 'blue' }]);
    expect(trashed(store).toSorted(([a = ''], [b = '']) => a.localeCompare(b))).toEqual([
      ['Contó ciento doce', ''],
      ['palabras 1', ''],
    ]);
    for (const each of store.snapshot().trash) await restoreEntry(each);
    await store.reload('uno');
    expect(store.snapshot().trash).toEqual([]);
    expect(quotes(store)).toEqual(['palabras 0', 'palabras 1', 'Contó ciento doce']);
    server.isAway = false;
    await sent();
    const { highlights, bookmarks } = server.part('uno');
    expect(highlights.filter((row) => !row.deleted)).toMatchObject([
      { note: 'segunda', color: 'blue' },
      { quote: 'palabras 1' },
    ]);
    // The restored entries have new ids; the rows with the old ids stay deleted.
    expect(highlights.map(({ id, deleted: isGone }) => [id === 'h1', isGone])).toContainEqual([true, true]);
    expect(bookmarks.map(({ id, quote }) => [id === 'b0', quote])).toEqual([[false, 'Contó ciento doce']]);
  });

  it('keeps the words of an entry that was restored and deleted again once', async () => {
    server.addHighlight('uno');
    server.addBookmark('uno');
    await open();
    close();
    server.isAway = true;
    const store = await open();
    for (const each of store.snapshot().entries) await removeEntry(each);
    await store.reload('uno');
    for (const each of store.snapshot().trash) await restoreEntry(each);
    await store.reload('uno');
    for (const each of store.snapshot().entries) await removeEntry(each);
    await store.reload('uno');
    expect(trashed(store)).toHaveLength(2);
    server.isAway = false;
    await sent();
    await store.pull();
    expect(trashed(store)).toHaveLength(2);
  });

  it('has the trash of other devices, and erases entries for good', async () => {
    server.addHighlight('uno', {
      deleted: true,
      note: '',
      notes: [],
      trash: { note: 'vieja', deleted_at: '2026-11-19T15:00:00.000Z' },
    });
    server.addHighlight('uno');
    const store = await open();
    expect(trashed(store)).toEqual([['palabras 0', 'vieja']]);
    server.isAway = true;
    await store.erase(store.snapshot().trash);
    expect(trashed(store)).toEqual([]);
    close();
    expect(trashed(await open())).toEqual([]);
    server.isAway = false;
    await sent();
    expect(server.calls).toContain('POST /api/notebook/trash/erase');
    close();
    const again = await open();
    expect([trashed(again), quotes(again)]).toEqual([[], ['palabras 1']]);
  });

  it('shows in the trash no entry that was restored', async () => {
    const { cfi_range } = server.addHighlight('uno', {
      deleted: true,
      trash: { note: '', deleted_at: '2026-11-19T15:00:00.000Z' },
    });
    server.addHighlight('uno', { cfi_range });
    const store = await open();
    expect([quotes(store), trashed(store)]).toEqual([['palabras 1'], []]);
  });

  it('shows what other tabs change', async () => {
    server.addHighlight('uno');
    const [one, other] = [await open(), await open()];
    await removeEntry(one.snapshot().entries[0]!);
    await vi.waitFor(() => expect(quotes(other)).toEqual([]));
  });

  it('shows all entries where the device stores nothing', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('refused', 'SecurityError');
      },
    });
    server.addHighlight('uno');
    server.addBookmark('uno');
    const store = await open();
    await vi.waitFor(() => expect(quotes(store)).toEqual(['palabras 0', 'Contó ciento doce']));
  });
});
