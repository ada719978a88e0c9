import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countUnsent, flushOutbox } from '../../../device/outbox.ts';
import { closeSyncDatabase } from '../../../device/sync-database.ts';
import { freshDevice } from '../../../device/testing/fresh-device.ts';
import { session } from '../../../lib/api/session.ts';
import { openHighlightStore } from '../../highlights/highlight-store.ts';
import { type PortableNote, portableNote } from '../../note-files/formats/portable-note.ts';
import { makeFile } from '../../note-files/make-files.ts';
import { readFiles } from '../../note-files/read-files.ts';
import { changeEntry, removeEntry } from '../edit-entries.ts';
import type { NotebookEntry } from '../entries.ts';
import { readNotes } from '../notebook-copies.ts';
import { NotebookStore } from '../notebook-store.ts';
import { NotebookServer } from '../testing/notebook-server.ts';
import { toPortable } from './export-notes.ts';
import { bring, pastImports, sizeOf, takeBack } from './imports.ts';
import { namedBooks } from './match-books.ts';
import { knownNotes, planImport } from './plan-import.ts';

const held = [{ partId: 'uno', partName: 'El faro', bookId: 'faro', bookName: 'El faro' }];
const book = { title: 'El faro', part: '', author: '', ids: [] };
const notes = (count: number): PortableNote[] =>
  Array.from({ length: count }, (_, at) =>
    portableNote({ book, quote: `Cita ${at}`, note: at === 0 ? 'del archivo' : '' }),
  );

let server: NotebookServer;
let store: NotebookStore;
let stop = () => {};
const uid = () => session.claims()?.uid ?? '';
const quotes = () => store.snapshot().entries.map(({ quote }) => quote);
const sent = async () => vi.waitFor(async () => expect(await flushOutbox()).toBe('empty'));
const plan = async (some: readonly PortableNote[]) =>
  planImport(namedBooks(some, held, ''), knownNotes(store.snapshot().entries, await readNotes(uid())));
const open = async () => {
  store = new NotebookStore();
  stop = store.start();
  await vi.waitFor(() => expect(store.snapshot()).toMatchObject({ isRead: true, progress: null }));
};

beforeEach(async () => {
  await freshDevice();
  server = new NotebookServer();
  server.part('uno');
  await open();
});
afterEach(async () => {
  stop();
  await closeSyncDatabase();
  vi.unstubAllGlobals();
});

describe('an import', () => {
  it('is in the notebook before it is sent, without a place, and is sent in slices', async () => {
    server.isAway = true;
    await bring(uid(), (await plan(notes(250))).parts);
    await store.reload('uno');
    expect(quotes()).toHaveLength(250);
    expect(store.snapshot().entries.every(({ isLocated }) => !isLocated)).toBe(true);
    server.isAway = false;
    await sent();
    const calls = server.calls.filter((call) => call.endsWith('/import'));
    expect(calls).toHaveLength(3);
    expect(server.part('uno').highlights).toHaveLength(250);
    expect((await plan(notes(250))).brought).toBe(0);
    await store.pull();
    expect(quotes()).toHaveLength(250);
    expect((await plan(notes(251))).brought).toBe(1);
  });

  it('is undone whole after a reload, once, and can be imported anew', async () => {
    await bring(uid(), (await plan(notes(3))).parts);
    await sent();
    stop();
    await open();
    await store.pull();
    const [past] = await pastImports(uid());
    expect(past && sizeOf(past)).toEqual({ notes: 3, bookmarks: 0 });
    await Promise.all([takeBack(uid(), past!), takeBack(uid(), past!)]);
    await store.reload('uno');
    expect([quotes(), store.snapshot().trash]).toEqual([[], []]);
    await sent();
    expect(server.calls.filter((call) => call.endsWith('/undo'))).toHaveLength(1);
    expect(await pastImports(uid())).toEqual([]);
    await store.pull();
    expect([quotes(), store.snapshot().trash]).toEqual([[], []]);
    expect((await plan(notes(3))).brought).toBe(3);
  });

  it('is undone and imported again before it was ever sent', async () => {
    server.isAway = true;
    const past = await bring(uid(), (await plan(notes(2))).parts);
    await takeBack(uid(), past);
    await store.reload('uno');
    expect(quotes()).toEqual([]);
    const again = await plan(notes(2));
    expect(again.brought).toBe(2);
    await bring(uid(), again.parts);
    await store.reload('uno');
    expect(quotes()).toHaveLength(2);
    server.isAway = false;
    await sent();
    const rows = server.part('uno').highlights;
    expect(rows.map(({ deleted }) => deleted)).toEqual([true, true, false, false]);
  });
});

describe('a highlight of an import that was not sent yet', () => {
  const inReader = async () => {
    const opened = await openHighlightStore('uno');
    const shown = opened.list();
    opened.close();
    return shown;
  };
  const changed = async (change: (entry: NotebookEntry) => Promise<void>) => {
    await store.reload('uno');
    await change(store.snapshot().entries.find(({ quote }) => quote === 'Cita 0')!);
  };

  it('is in the reader, to be found by its words, and leaves it when the import is undone', async () => {
    server.isAway = true;
    const open = await openHighlightStore('uno');
    const past = await bring(uid(), (await plan(notes(250))).parts);
    await open.reload();
    expect(open.list()).toHaveLength(250);
    expect(await inReader()).toEqual(open.list());
    expect(open.list()[0]).toMatchObject({ quote: 'Cita 0', note: 'del archivo', edition_id: '' });
    server.isAway = false;
    await sent();
    await vi.waitFor(async () => expect(await inReader()).toHaveLength(250));
    expect(await open.pull()).toBe(true);
    expect(open.list()).toHaveLength(250);
    await takeBack(uid(), past);
    await open.reload();
    expect(open.list()).toEqual([]);
    open.close();
  });

  it('is changed and deleted, and the server gets all of it in order', async () => {
    server.isAway = true;
    await bring(uid(), (await plan(notes(2))).parts);
    await changed(async (entry) => changeEntry(entry, { note: 'escrita después', color: 'green' }));
    expect((await inReader())[0]).toMatchObject({ note: 'escrita después', color: 'green' });
    server.isAway = false;
    await sent();
    expect(server.part('uno').highlights).toMatchObject([{ note: 'escrita después', color: 'green' }, { note: '' }]);
    await changed(removeEntry);
    await sent();
    expect(server.part('uno').highlights).toMatchObject([{ deleted: true }, { deleted: false }]);
  });

  it('waits with its changes while the server lets nobody write in the part', async () => {
    server.closed.add('uno');
    await bring(uid(), (await plan(notes(1))).parts);
    await sent();
    await changed(async (entry) => changeEntry(entry, { note: 'escrita después' }));
    await sent();
    expect(await countUnsent(uid())).toBe(2);
    expect(server.part('uno').highlights).toEqual([]);
    server.closed.clear();
    const open = await openHighlightStore('uno');
    await open.pull();
    open.close();
    await vi.waitFor(async () => expect(await countUnsent(uid())).toBe(0));
    expect(server.part('uno').highlights).toMatchObject([{ quote: 'Cita 0', note: 'escrita después' }]);
  });
});

describe('bookmarks of a file', () => {
  const marks = () => server.part('uno').bookmarks;
  const shown = () => store.snapshot().entries.filter(({ kind }) => kind === 'bookmark');

  it.each(['json', 'annotations'] as const)(
    'are imported as %s from another account, once, and are removed when the import is undone',
    async (format) => {
      server.addBookmark('uno');
      server.addBookmark('uno', { cfi: 'epubcfi(/6/4!/4/2/1:0)', percentage: 7.25, chapter: 'Uno', quote: 'Al alba' });
      server.addHighlight('uno');
      await store.pull();
      const file = makeFile(
        format,
        store.snapshot().entries.map((entry) => toPortable(entry, '')),
        '2026-11-20T15:00:00.000Z',
      );
      const read = await readFiles([file]);
      expect(read).toMatchObject({ refused: [], unreadable: 0 });
      expect((await plan(read.notes)).brought).toBe(0);

      server.parts.clear();
      server.part('uno');
      stop();
      await closeSyncDatabase();
      await freshDevice();
      server.stand();
      await open();
      const made = await plan(read.notes);
      expect(made).toMatchObject({ brought: 3, broughtBookmarks: 2, bookmarks: 0 });
      const past = await bring(uid(), made.parts);
      expect(sizeOf(past)).toEqual({ notes: 1, bookmarks: 2 });
      await sent();
      expect(marks()).toMatchObject([
        { cfi: 'epubcfi(/6/4!/4/2/1:0)', percentage: 7.25, edition_id: '', chapter: 'Uno', quote: 'Al alba' },
        { cfi: 'epubcfi(/6/8!/4/2/1:2)', percentage: 40, edition_id: '', quote: 'Contó ciento doce' },
      ]);
      await store.pull();
      expect(shown()).toHaveLength(2);
      expect((await plan(read.notes)).brought).toBe(0);

      await takeBack(uid(), past);
      await sent();
      await store.pull();
      expect([marks(), shown(), server.part('uno').trash]).toEqual([[], [], []]);
      expect((await plan(read.notes)).brought).toBe(3);
    },
  );
});
