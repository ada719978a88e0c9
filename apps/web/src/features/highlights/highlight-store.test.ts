import 'fake-indexeddb/auto';
import { highlightBody, type HighlightRecord } from '@cuentos/contract/highlights';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../lib/api/session.ts';
import { freshDevice } from '../../device/testing/fresh-device.ts';
import { asFields, draftOf, fresh, range } from './testing/highlight-samples.ts';
import { HighlightServer } from './testing/highlight-server.ts';
import { signInAs } from '../../testing/sign-in-as.ts';
import { flushOutbox } from '../../device/outbox.ts';
import { type HighlightKeeper, openHighlightKeeper } from './highlight-store.ts';
import { takeInRows } from './replica.ts';
import { leaveDevice, sendBeforeLeaving } from '../../app/end-session.ts';
import { newId } from '../../lib/new-id.ts';
import { dropDraft, readDraft, saveDraft } from './note-drafts.ts';
import { countMutations } from '../reading/position/position-store.ts';
import { closeSyncDatabase, syncDatabase } from '../../device/sync-database.ts';

let server: HighlightServer;
let down = false;
let losesAnswers = 0;
const keepers: HighlightKeeper[] = [];

const open = async (partId = 'part') => {
  const keeper = await openHighlightKeeper(partId);
  keepers.push(keeper);
  return keeper;
};
const shown = (keeper: HighlightKeeper) => keeper.list().map(({ cfi, color, note }) => [cfi, color, note]);
const kept = () => JSON.parse(localStorage.getItem('highlights') ?? '[]') as unknown;

/** A change is kept a moment after it shows, and sent after that. */
const sent = async (keeper: HighlightKeeper) => {
  await keeper.settled();
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
  for (const keeper of keepers.splice(0)) {
    await keeper.settled();
    keeper.close();
  }
  await flushOutbox();
  vi.unstubAllGlobals();
});

describe('a change on this device', () => {
  it('keeps as many words of a very long highlight as the server takes', async () => {
    const keeper = await open();
    keeper.create(
      fresh(1, { quote: 'a'.repeat(20_000), prefix: `${'x'.repeat(40)}fin`, suffix: `inicio${'y'.repeat(40)}` }),
    );
    const [{ quote, prefix, suffix } = fresh(0)] = keeper.list();
    expect([quote.length, prefix.length, suffix.length]).toEqual([10_000, 30, 30]);
    expect(prefix.endsWith('fin') && suffix.startsWith('inicio')).toBe(true);
    const body = { book_part_id: newId(), cfi_range: range(1), quote, prefix, suffix };
    expect(highlightBody.safeParse(body).success).toBe(true);
  });

  it('shows before anything is awaited, and is under its fixed key in local storage', async () => {
    const keeper = await open();
    down = true;
    const id = keeper.create(fresh(1, { note: 'mi nota' }));
    expect(shown(keeper)).toEqual([[range(1), 'yellow', 'mi nota']]);
    expect(kept()).toEqual([
      {
        part_id: 'part',
        highlights: [
          expect.objectContaining({ id, cfi_range: range(1), note: 'mi nota', text_from_cfi: 'palabras 1' }),
        ],
      },
    ]);
    keeper.update(id, { color: 'red' });
    keeper.update(id, { note: 'otra' });
    expect(shown(keeper)).toEqual([[range(1), 'red', 'otra']]);
    keeper.remove(id);
    expect(shown(keeper)).toEqual([]);
    expect(localStorage.getItem('highlights')).toBeNull();
  });

  it('is sent when there is a line, in order, each once', async () => {
    const keeper = await open();
    down = true;
    const id = keeper.create(fresh(1));
    keeper.update(id, { note: 'uno' });
    keeper.update(id, { note: 'dos' });
    await expect(sent(keeper)).resolves.toBe('waiting');
    down = false;
    await expect(flushOutbox()).resolves.toBe('empty');
    expect(server.live('part')).toMatchObject([
      { id, note: 'dos', quote: 'palabras 1', prefix: 'antes ', suffix: ' después', edition_id: 'edition' },
    ]);
    expect(server.received.map((each) => each.split(' ')[0])).toEqual(['POST', 'PUT', 'PUT']);
    expect(await countMutations('ana')).toBe(0);
    expect(shown(keeper)).toEqual([[range(1), 'yellow', 'dos']]);
  });

  it('survives a lost answer without a second highlight or note', async () => {
    const keeper = await open();
    losesAnswers = 1;
    const id = keeper.create(fresh(1, { note: 'una vez' }));
    await sent(keeper);
    losesAnswers = 1;
    keeper.update(id, { note: 'otra vez' });
    await sent(keeper);
    await expect(flushOutbox()).resolves.toBe('empty');
    expect(server.live('part').map(({ note }) => note)).toEqual(['otra vez']);
    await keeper.pull();
    expect(shown(keeper)).toEqual([[range(1), 'yellow', 'otra vez']]);
  });

  it('is found again by a page that was closed at once', async () => {
    const keeper = await open();
    keeper.create(fresh(1, { note: 'sin guardar' }));
    // As the tab dies: only local storage has it.
    const noted = localStorage.getItem('unkeptHighlights') ?? '';
    await sent(keeper);
    expect(localStorage.getItem('unkeptHighlights')).toBeNull();
    await closeSyncDatabase();
    vi.stubGlobal('indexedDB', new IDBFactory());
    localStorage.setItem('unkeptHighlights', noted);
    down = true;
    expect(shown(await open())).toEqual([[range(1), 'yellow', 'sin guardar']]);
    expect(localStorage.getItem('unkeptHighlights')).toBeNull();
    down = false;
    await flushOutbox();
    expect(server.live('part')).toHaveLength(1);
  });

  it('does not make a range twice, whatever ids the range asserts', async () => {
    const keeper = await open();
    const id = keeper.create(fresh(1));
    expect(keeper.create(fresh(1, { cfi: 'epubcfi(/6/4!/4/2[p1],/1:1,/1:6)' }))).toBe(id);
    expect(keeper.list()).toHaveLength(1);
    await sent(keeper);
    expect(server.live('part')).toHaveLength(1);
  });

  it('stays in sight and goes to the server though the browser refuses to store', async () => {
    vi.stubGlobal('indexedDB', {
      open() {
        throw new DOMException('refused', 'SecurityError');
      },
    });
    const keeper = await open();
    keeper.create(fresh(1, { note: 'en privado' }));
    await keeper.settled();
    await expect.poll(() => server.live('part').length).toBe(1);
    expect(shown(keeper)).toEqual([[range(1), 'yellow', 'en privado']]);
    await expect.poll(() => localStorage.getItem('unkeptHighlights')).toBeNull();
  });
});

describe('what the server says', () => {
  it('brings what other devices wrote, and keeps deleted what was deleted', async () => {
    const keeper = await open();
    const id = keeper.create(fresh(1));
    await sent(keeper);
    await keeper.pull();
    down = true;
    keeper.remove(id);
    await sent(keeper);
    down = false;
    server.answer('/api/user_book_part_highlights/', 'POST', new URLSearchParams({ ...asFields(2), note: 'de lejos' }));
    // The deletion waits in the outbox; the row is still alive on the server.
    await keeper.pull();
    expect(shown(keeper)).toEqual([[range(2), 'blue', 'de lejos']]);
    await flushOutbox();
    await keeper.pull();
    expect(shown(keeper)).toEqual([[range(2), 'blue', 'de lejos']]);
    await expect.poll(() => server.live('part').map((row) => row.cfi_range)).toEqual([range(2)]);
    expect(shown(await open())).toEqual([[range(2), 'blue', 'de lejos']]);
  });

  it('takes no row back to an earlier revision, nor one of a copy that was cleared', async () => {
    const keeper = await open();
    keeper.create(fresh(1));
    await sent(keeper);
    await keeper.pull();
    const late = {
      ...(server.live('part')[0] as HighlightRecord),
      note: 'vieja',
      notes: [{ mutation_id: 'm', text: 'vieja' }],
      revision: 0,
    };
    await takeInRows({ uid: 'ana', partId: 'part' }, [late], 0);
    expect(shown(await open())).toEqual([[range(1), 'yellow', '']]);
    const database = await syncDatabase();
    await database.clear('highlights');
    await database.delete('replicas', ['ana', 'part']);
    // Asked on top of a copy that is no more: its answer has holes.
    await keeper.pull();
    expect(await database.count('highlights')).toBe(0);
    expect(await database.get('replicas', ['ana', 'part'])).toBeUndefined();
    const next = await open();
    await next.pull();
    expect(shown(next)).toEqual([[range(1), 'yellow', '']]);
  });

  it('refuses content: the highlight goes, its note stays as a draft', async () => {
    const keeper = await open();
    const text = 'x'.repeat(5001);
    keeper.create(fresh(1, { note: text }));
    await expect(sent(keeper)).resolves.toBe('empty');
    await expect.poll(() => shown(keeper)).toEqual([]);
    expect(await readDraft('ana', 'part')).toMatchObject({ cfi: range(1), text, highlight_id: null });
    await dropDraft('ana', 'part');
    expect(await readDraft('ana', 'part')).toBeNull();
  });

  it('does not let one write now in a part that was taken back: nothing is lost, other parts go on', async () => {
    const keeper = await open();
    const other = await open('other');
    server.closed.add('part');
    const id = keeper.create(fresh(1, { note: 'antes de perderla' }));
    keeper.update(id, { color: 'green' });
    other.create(fresh(2));
    await keeper.settled();
    await expect(sent(other)).resolves.toBe('empty');
    expect(server.live('other')).toHaveLength(1);
    expect(await countMutations('ana')).toBe(2);
    expect(shown(keeper)).toEqual([[range(1), 'green', 'antes de perderla']]);
    server.closed.clear();
    await keeper.pull();
    await expect.poll(() => server.live('part')).toMatchObject([{ note: 'antes de perderla', color: 'green' }]);
    expect(await countMutations('ana')).toBe(0);
  });
});

describe('leaving', () => {
  it('counts unsent notes and unfinished ones before a logout, and leaves nothing after it', async () => {
    const keeper = await open();
    down = true;
    keeper.create(fresh(1));
    saveDraft({ ...draftOf('ana'), part_id: 'other' });
    await keeper.settled();
    expect(await sendBeforeLeaving()).toBe(2);
    await leaveDevice(true);
    localStorage.clear();
    const database = await syncDatabase();
    for (const store of database.objectStoreNames) expect(await database.count(store), store).toBe(0);
  });

  it('keeps what is unsent after the end of a session, for the same user only', async () => {
    const keeper = await open();
    keeper.create(fresh(1));
    await sent(keeper);
    await keeper.pull();
    down = true;
    keeper.create(fresh(2, { note: 'sin línea' }));
    saveDraft(draftOf('ana'));
    await sent(keeper);
    await leaveDevice(false);
    session.forget();
    localStorage.clear();
    // The server's rows went, the writes stayed.
    expect(await (await syncDatabase()).count('highlights')).toBe(0);
    down = false;
    signInAs('berta');
    await flushOutbox();
    expect(server.live('part').map((row) => row.cfi_range)).toEqual([range(1)]);
    expect(shown(await open())).toEqual([]);
    expect(await readDraft('berta', 'part')).toBeNull();
    signInAs('ana');
    const back = await open();
    expect(shown(back)).toEqual([[range(2), 'yellow', 'sin línea']]);
    expect(await readDraft('ana', 'part')).toMatchObject({ text: 'a medias' });
    await flushOutbox();
    await back.pull();
    expect(shown(back).map(([cfi]) => cfi)).toEqual([range(1), range(2)]);
  });
});
