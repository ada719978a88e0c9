import 'fake-indexeddb/auto';
import { highlightBody, highlightChangeBody, type HighlightWire } from '@cuentos/contract/highlights';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { writeInTwoTabs } from '../../device/testing/stale-tab.ts';
import { freshDevice } from '../../device/testing/fresh-device.ts';
import { asFields, draftOf, fresh, range } from './testing/highlight-samples.ts';
import { HighlightServer } from './testing/highlight-server.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { countUnsent, flushOutbox, type OutboxEntry } from '../../device/outbox.ts';
import type { HighlightEntry } from './highlight-outbox.ts';
import { type HighlightStore, openHighlightStore } from './highlight-store.ts';
import { mergeRows } from './replica.ts';
import { leaveDevice, sendBeforeLeaving } from '../../app/end-session.ts';
import { newId } from '../../lib/new-id.ts';
import { dropDraft, persistDrafts, readDrafts, saveDraft } from './note-drafts.ts';
import { closeSyncDatabase, syncDatabase } from '../../device/sync-database.ts';

let server: HighlightServer;
let down = false;
let losesAnswers = 0;
const stores: HighlightStore[] = [];
const base = '/api/user_book_part_highlights';

const open = async (partId = 'part') => {
  const store = await openHighlightStore(partId);
  stores.push(store);
  return store;
};
const listed = (store: HighlightStore) => store.list().map(({ cfi, color, note }) => [cfi, color, note]);
const inLocalStorage = () => JSON.parse(localStorage.getItem('highlights') ?? '[]') as unknown;

/** Returns the changes in local storage that the database does not have yet. */
const unkept = () => Object.entries<string>(localStorage).filter(([key]) => key.startsWith('unkeptHighlights'));

/** Waits until a change is saved, which happens a moment after it shows, and sends it. */
const sentChanges = async (store: HighlightStore) => {
  await store.settled();
  return flushOutbox();
};

beforeEach(async () => {
  await freshDevice();
  server = new HighlightServer();
  down = false;
  losesAnswers = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (down) throw new TypeError('Failed to fetch');
    const answer = server.answer(url, init.method ?? 'GET', init.body);
    if (!answer) throw new Error(`unexpected call: ${url}`);
    if (losesAnswers > 0) {
      losesAnswers -= 1;
      throw new TypeError('Failed to fetch');
    }
    return answer;
  });
});
afterEach(async () => {
  for (const store of stores.splice(0)) {
    await store.settled();
    store.close();
  }
  await flushOutbox();
  vi.unstubAllGlobals();
});

describe('a change on this device', () => {
  it('keeps as many words of a very long highlight as the server accepts', async () => {
    const store = await open();
    store.create(
      fresh(1, { quote: 'a'.repeat(20_000), prefix: `${'x'.repeat(40)}fin`, suffix: `inicio${'y'.repeat(40)}` }),
    );
    const [{ quote, prefix, suffix } = fresh(0)] = store.list();
    expect([quote.length, prefix.length, suffix.length]).toEqual([10_000, 30, 30]);
    expect(prefix.endsWith('fin') && suffix.startsWith('inicio')).toBe(true);
    const body = { book_part_id: newId(), cfi_range: range(1), quote, prefix, suffix };
    expect(highlightBody.safeParse(body).success).toBe(true);
  });

  it('shows at once, and is in local storage under its fixed key', async () => {
    const store = await open();
    down = true;
    const id = store.create(fresh(1, { note: 'mi nota' }));
    expect(listed(store)).toEqual([[range(1), 'yellow', 'mi nota']]);
    expect(inLocalStorage()).toEqual([
      {
        part_id: 'part',
        highlights: [
          expect.objectContaining({ id, cfi_range: range(1), note: 'mi nota', text_from_cfi: 'palabras 1' }),
        ],
      },
    ]);
    store.update(id, { color: 'red' });
    store.update(id, { note: 'otra' });
    expect(listed(store)).toEqual([[range(1), 'red', 'otra']]);
    store.remove(id);
    expect(listed(store)).toEqual([]);
    expect(localStorage.getItem('highlights')).toBeNull();
  });

  it('is sent when there is a connection, in order, each change once', async () => {
    const store = await open();
    down = true;
    const id = store.create(fresh(1));
    store.update(id, { note: 'uno' });
    store.update(id, { note: 'dos' });
    await expect(sentChanges(store)).resolves.toBe('waiting');
    down = false;
    await expect(flushOutbox()).resolves.toBe('empty');
    expect(server.live('part')).toMatchObject([
      { id, note: 'dos', quote: 'palabras 1', prefix: 'antes ', suffix: ' después', edition_id: 'edition' },
    ]);
    expect(server.received.map((each) => each.split(' ')[0])).toEqual(['POST', 'PUT', 'PUT']);
    expect(await countUnsent('ana')).toBe(0);
    expect(listed(store)).toEqual([[range(1), 'yellow', 'dos']]);
  });

  it('survives a lost answer without a second highlight or note', async () => {
    const store = await open();
    losesAnswers = 1;
    const id = store.create(fresh(1, { note: 'una vez' }));
    await sentChanges(store);
    losesAnswers = 1;
    store.update(id, { note: 'otra vez' });
    await sentChanges(store);
    await expect(flushOutbox()).resolves.toBe('empty');
    expect(server.live('part').map(({ note }) => note)).toEqual(['otra vez']);
    await store.pull();
    expect(listed(store)).toEqual([[range(1), 'yellow', 'otra vez']]);
  });

  it('of another device is shown where this browser stores nothing', async () => {
    const other = await open();
    other.create(fresh(1, { note: 'de lejos' }));
    await sentChanges(other);
    await closeSyncDatabase();
    const refuse = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('indexedDB', { open: refuse });
    const store = await open();
    expect(await store.pull()).toBe(true);
    expect(listed(store)).toEqual([[range(1), 'yellow', 'de lejos']]);
  });

  it('survives a page that was closed at once', async () => {
    const store = await open();
    store.create(fresh(1, { note: 'sin guardar' }));
    // The page ends here: only local storage has the change.
    const noted = unkept();
    await sentChanges(store);
    expect(unkept()).toEqual([]);
    await closeSyncDatabase();
    vi.stubGlobal('indexedDB', new IDBFactory());
    for (const [key, value] of noted) localStorage.setItem(key, value);
    down = true;
    expect(listed(await open())).toEqual([[range(1), 'yellow', 'sin guardar']]);
    expect(unkept()).toEqual([]);
    down = false;
    await flushOutbox();
    expect(server.live('part')).toHaveLength(1);
  });

  it('survives in order two tabs that were closed at once', async () => {
    const [store, other] = [await open(), await open('other')];
    writeInTwoTabs(
      () => store.update(store.create(fresh(1, { note: 'borrador' })), { note: 'final' }),
      () => other.create(fresh(2, { note: 'otra' })),
    );
    const noted = unkept();
    expect(noted).toHaveLength(3);
    await Promise.all([sentChanges(store), sentChanges(other)]);
    await closeSyncDatabase();
    vi.stubGlobal('indexedDB', new IDBFactory());
    for (const [key, value] of noted.toReversed()) localStorage.setItem(key, value);
    down = true;
    expect(listed(await open())).toEqual([[range(1), 'yellow', 'final']]);
    expect(listed(await open('other'))).toEqual([[range(2), 'yellow', 'otra']]);
  });

  it('does not make a second highlight of a range, whatever ids the range asserts', async () => {
    const store = await open();
    const id = store.create(fresh(1));
    expect(store.create(fresh(1, { cfi: 'epubcfi(/6/4!/4/2[p1],/1:1,/1:6)' }))).toBe(id);
    expect(store.list()).toHaveLength(1);
    await sentChanges(store);
    expect(server.live('part')).toHaveLength(1);
  });

  it('makes a highlight of its own where another edition has the same range, also before it is sent', async () => {
    const store = await open();
    const id = store.create(fresh(1, { note: 'de la primera' }));
    down = true;
    const next = store.create(fresh(1, { note: 'de la segunda', edition_id: 'next edition' }));
    expect(next).not.toBe(id);
    await sentChanges(store);
    const places = [
      { id, note: 'de la primera', edition_id: 'edition' },
      { id: next, note: 'de la segunda', edition_id: 'next edition' },
    ];
    expect(store.list()).toMatchObject(places);
    expect((await open()).list()).toMatchObject(places);
    down = false;
    await flushOutbox();
    await store.pull();
    expect(server.live('part')).toMatchObject(places);
    expect(store.list()).toMatchObject(places);
  });

  it('stays visible and is sent although the browser refuses to store it', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
    const store = await open();
    store.create(fresh(1, { note: 'en privado' }));
    await store.settled();
    await expect.poll(() => server.live('part').length).toBe(1);
    expect(listed(store)).toEqual([[range(1), 'yellow', 'en privado']]);
    await expect.poll(unkept).toEqual([]);
  });
});

it('reads and sends the rows that devices have stored since the first version', async () => {
  const change = (id: string, from: number) => {
    return {
      kind: 'create',
      id,
      annotationId: `a-${id}`,
      cfi: range(from),
      color: 'green',
      note: `nota ${id}`,
    } as const;
  };
  const origin = {
    quote: 'palabras',
    prefix: '',
    suffix: '',
    edition_id: 'edition',
    created_at: '2026-01-01T00:00:00Z',
  };
  const row = { uid: 'ana', part_id: 'part', kind: 'highlight', made: origin };
  const database = await syncDatabase();
  await database.add('mutations', { ...row, id: 'm1', change: change('m1', 1), parked: true } as OutboxEntry);
  await database.add('mutations', { ...row, id: 'm2', change: change('m2', 10) } as OutboxEntry);
  const answered = { ...row, id: 'm3', change: change('m3', 20) };
  await database.add('answered', {
    ...{ uid: 'ana', part_id: 'part', revision: 7 },
    mutation: answered as unknown as HighlightEntry,
  });
  const noted = { uid: 'ana', partId: 'part', change: change('m4', 30), made: origin, spareId: 'spare' };
  localStorage.setItem('unkeptHighlights', JSON.stringify([noted]));
  const store = await open();
  expect(listed(store).map(([, , note]) => note)).toEqual(['nota m3', 'nota m1', 'nota m2', 'nota m4']);
  await sentChanges(store);
  expect(server.received).toEqual([]);
  await store.pull();
  await expect.poll(() => server.live('part').map(({ note }) => note)).toEqual(['nota m1', 'nota m2', 'nota m4']);
});

describe('an answer of the server', () => {
  it('brings the rows of other devices, and keeps deleted rows deleted', async () => {
    const store = await open();
    const id = store.create(fresh(1));
    await sentChanges(store);
    await store.pull();
    down = true;
    store.remove(id);
    await sentChanges(store);
    down = false;
    server.answer('/api/user_book_part_highlights/', 'POST', new URLSearchParams({ ...asFields(2), note: 'de lejos' }));
    // The deletion is still in the outbox, so the server's row is alive.
    await store.pull();
    expect(listed(store)).toEqual([[range(2), 'blue', 'de lejos']]);
    await flushOutbox();
    await store.pull();
    expect(listed(store)).toEqual([[range(2), 'blue', 'de lejos']]);
    await expect.poll(() => server.live('part').map((row) => row.cfi_range)).toEqual([range(2)]);
    expect(listed(await open())).toEqual([[range(2), 'blue', 'de lejos']]);
  });

  it('merges a deletion and a concurrent note: the note keeps its highlight on both sides', async () => {
    const store = await open();
    const id = store.create(fresh(1, { note: 'una' }));
    await sentChanges(store);
    await store.pull();
    down = true;
    store.remove(id);
    await sentChanges(store);
    expect(listed(store)).toEqual([]);
    down = false;
    const far = { changed: 'note', color: 'yellow', replaces: '', mutation_id: newId() };
    server.answer(`${base}/${id}`, 'PUT', new URLSearchParams({ ...far, note: 'de lejos' }));
    await flushOutbox();
    await store.pull();
    // The deletion removes the note that this device had seen; the note of the other device stays.
    expect(server.live('part')).toMatchObject([{ id, note: 'de lejos', quote: 'palabras 1' }]);
    expect(listed(store)).toEqual([[range(1), 'yellow', 'de lejos']]);

    down = true;
    store.update(id, { note: 'sin línea' });
    await sentChanges(store);
    down = false;
    const seenNotes = server.live('part').flatMap(({ notes }) => notes.map(({ mutation_id }) => mutation_id));
    server.answer(`${base}/${id}?seen=${seenNotes.join(',')}`, 'DELETE', null);
    expect(server.live('part')).toEqual([]);
    await flushOutbox();
    await store.pull();
    expect(server.live('part')).toMatchObject([{ id, note: 'sin línea', quote: 'palabras 1', prefix: 'antes ' }]);
    expect(listed(store)).toEqual([[range(1), 'yellow', 'sin línea']]);
    // A newly opened store has the note too, which only the outbox had.
    expect(listed(await open())).toEqual([[range(1), 'yellow', 'sin línea']]);
  });

  it('follows a call with the whole highlight and the name of the changed field', async () => {
    const store = await open();
    const id = store.create(fresh(1, { note: 'una' }));
    await sentChanges(store);
    await store.pull();
    const bodies: Record<string, string>[] = [];
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      if (init.method === 'PUT') bodies.push(Object.fromEntries(init.body as URLSearchParams));
      return fetch(url, init);
    });
    server.answer(`${base}/${id}`, 'PUT', new URLSearchParams({ mutation_id: newId(), color: 'blue' }));
    store.update(id, { note: 'otra' });
    store.update(id, { color: 'red' });
    await sentChanges(store);
    const whole = { user_book_part_id: 'part', cfi_range: range(1), note: 'otra' };
    expect(bodies).toMatchObject([
      { ...whole, color: 'yellow', changed: 'note', quote: 'palabras 1' },
      { ...whole, color: 'red', changed: 'color' },
    ]);
    // The note's call carries the colour that its writer saw, and does not change the highlight's colour.
    expect(server.live('part')).toMatchObject([{ color: 'red', note: 'otra' }]);
    for (const body of bodies)
      expect(highlightChangeBody.safeParse({ ...body, book_part_id: newId() }).error).toBeUndefined();
  });

  it.each(['false', '{}', '[]', '', 'null', '{"id":"one"}', '{"id":1,"revision":1}'])(
    'of %s with status 200 counts as a failure: the change stays in the outbox',
    async (body) => {
      const store = await open();
      const { fetch } = globalThis;
      let answers = 0;
      vi.stubGlobal('fetch', async () => {
        answers += 1;
        return new Response(body, { status: 200 });
      });
      const id = store.create(fresh(1));
      await expect(sentChanges(store)).resolves.toBe('waiting');
      expect(await store.pull()).toBe(body === '[]');
      expect(answers).toBeGreaterThanOrEqual(2);
      expect(await countUnsent('ana')).toBe(1);
      vi.stubGlobal('fetch', fetch);
      await expect(flushOutbox()).resolves.toBe('empty');
      expect(server.live('part')).toMatchObject([{ id }]);
    },
  );

  it('restores no earlier revision of a row, and no row of a deleted copy', async () => {
    const store = await open();
    store.create(fresh(1));
    await sentChanges(store);
    await store.pull();
    const late = {
      ...(server.live('part')[0] as HighlightWire),
      note: 'vieja',
      notes: [{ mutation_id: 'm', text: 'vieja' }],
      revision: 0,
    };
    await mergeRows({ uid: 'ana', partId: 'part' }, [late], 0);
    expect(listed(await open())).toEqual([[range(1), 'yellow', '']]);
    const database = await syncDatabase();
    await database.clear('highlights');
    await database.delete('replicas', ['ana', 'part']);
    // This pull asks for changes since a copy that was just deleted, so its incomplete answer is discarded.
    await store.pull();
    expect(await database.count('highlights')).toBe(0);
    expect(await database.get('replicas', ['ana', 'part'])).toBeUndefined();
    const next = await open();
    await next.pull();
    expect(listed(next)).toEqual([[range(1), 'yellow', '']]);
  });

  it('that refuses the content removes the highlight and keeps its note as a draft', async () => {
    const store = await open();
    const text = 'x'.repeat(5001);
    store.create(fresh(1, { note: text }));
    await expect(sentChanges(store)).resolves.toBe('empty');
    await expect.poll(() => listed(store)).toEqual([]);
    expect(await readDrafts('ana', 'part')).toMatchObject([{ cfi: range(1), text, highlight_id: null }]);
    await dropDraft('ana', 'part');
    expect(await readDrafts('ana', 'part')).toEqual([]);
  });

  it('that refuses a revoked part blocks its entries: they are kept, and other parts are sent', async () => {
    const store = await open();
    const other = await open('other');
    server.closed.add('part');
    const id = store.create(fresh(1, { note: 'antes de perderla' }));
    store.update(id, { color: 'green' });
    other.create(fresh(2));
    await store.settled();
    await expect(sentChanges(other)).resolves.toBe('empty');
    expect(server.live('other')).toHaveLength(1);
    expect(await countUnsent('ana')).toBe(2);
    expect(listed(store)).toEqual([[range(1), 'green', 'antes de perderla']]);
    server.closed.clear();
    await store.pull();
    await expect.poll(() => server.live('part')).toMatchObject([{ note: 'antes de perderla', color: 'green' }]);
    expect(await countUnsent('ana')).toBe(0);
  });
});

describe('the draft of a note', () => {
  it('stays beside a draft of the same part that another tab writes at the same moment', async () => {
    const [here, there] = [draftOf('ana'), { ...draftOf('ana'), cfi: range(30), text: 'en otra pestaña' }];
    writeInTwoTabs(
      () => saveDraft(here),
      () => saveDraft(there),
    );
    expect(await readDrafts('ana', 'part')).toEqual(expect.arrayContaining([here, there]));
    await dropDraft('ana', 'part', here);
    expect(await readDrafts('ana', 'part')).toEqual([there]);
  });

  it('is in the database until the highlight has its note', async () => {
    saveDraft(draftOf('ana'));
    await persistDrafts();
    localStorage.clear();
    await dropDraft('ana', 'part', { highlight_id: 'another', cfi: '' });
    expect(await readDrafts('ana', 'part')).toMatchObject([{ text: 'a medias' }]);
    await dropDraft('ana', 'part', draftOf('ana'));
    expect(await readDrafts('ana', 'part')).toEqual([]);
  });
});

describe('a logout', () => {
  it('counts unsent and unfinished notes first, and leaves nothing behind', async () => {
    const store = await open();
    down = true;
    store.create(fresh(1));
    saveDraft({ ...draftOf('ana'), part_id: 'other' });
    await store.settled();
    expect(await sendBeforeLeaving()).toBe(2);
    await leaveDevice(true);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('noteDrafts'))).toEqual([]);
    const database = await syncDatabase();
    for (const store of database.objectStoreNames) expect(await database.count(store), store).toBe(0);
  });

  it('keeps what is unsent after the end of a session, for the same user only', async () => {
    const store = await open();
    store.create(fresh(1));
    await sentChanges(store);
    await store.pull();
    down = true;
    store.create(fresh(2, { note: 'sin línea' }));
    saveDraft(draftOf('ana'));
    await sentChanges(store);
    await leaveDevice(false);
    session.forget();
    down = false;
    signInAs('berta');
    await flushOutbox();
    expect(server.live('part').map((row) => row.cfi_range)).toEqual([range(1)]);
    expect(listed(await open())).toEqual([]);
    expect(await readDrafts('berta', 'part')).toEqual([]);
    signInAs('ana');
    const back = await open();
    expect(listed(back).map(([cfi, , note]) => [cfi, note])).toEqual([
      [range(1), ''],
      [range(2), 'sin línea'],
    ]);
    expect(await readDrafts('ana', 'part')).toMatchObject([{ text: 'a medias' }]);
    await flushOutbox();
    await back.pull();
    expect(listed(back).map(([cfi]) => cfi)).toEqual([range(1), range(2)]);
  });
});
