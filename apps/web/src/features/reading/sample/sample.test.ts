import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceDatabase } from '../../../device/device-database.ts';
import { flushOutbox } from '../../../device/outbox.ts';
import { storeEpub } from '../../../device/store-epubs.ts';
import { forgetUser } from '../../../device/forget-rows.ts';
import { localReaderOf, syncDatabase } from '../../../device/sync-database.ts';
import { freshDevice } from '../../../device/testing/fresh-device.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { fakeReaders } from '../../../testing/fake-reader.ts';
import { placeAt } from '../../../testing/place-at.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { session as account } from '../../../lib/api/session.ts';
import { openHighlightStore } from '../../highlights/highlight-store.ts';
import { ReadingSession } from '../reading-session.ts';
import { enqueueMove, readPosition } from '../position/position-store.ts';
import { ReadingTools } from '../tools/reading-tools.ts';
import { adoptSample } from './adopt-sample.ts';
import { openBook } from '../opening/open-book.ts';
import { openSample, startSample } from './open-sample.ts';

vi.mock('@cuentos/epub/render/reader', async () => ({
  Reader: (await import('../../../testing/fake-reader.ts')).FakeReader,
}));
vi.mock('../../bookmarks/page-quote.ts', () => ({ quoteAt: () => ({ text: 'unas palabras', before: '' }) }));

const publication = {
  format: 1,
  toc: [],
  sections: [{ path: 'a.xhtml' }],
  characters: 9000,
  metadata: {},
  resources: [],
};
const names = { book: { id: 'book', name: 'Libro' }, part: { id: 'part', name: 'Parte' } };
const sample = {
  ...names,
  sample_id: 'sample',
  edition_id: 'edition',
  kind: 'beginning',
  part_characters: 90_000,
  publication,
};
const whole = { ...names, edition_id: 'edition', edition_size: 8, publication, position: null };
const sampleApi = { 'GET /api/samples/part': { body: sample } };
const wholeApi = { 'GET /api/book_part/open/part': { body: whole } };

/** Opens the sample, turns to a page, highlights a passage with a note and bookmarks the page. */
async function readSample({ percentage = 4, cfi = 'epubcfi(/6/4!/4/2,/1:0,/1:4)' } = {}) {
  const session = new ReadingSession(await openSample('part'));
  const tools = new ReadingTools(session);
  session.attach(document.createElement('div'));
  const reader = fakeReaders.at(-1)!;
  await vi.waitFor(() => expect(session.snapshot().ready).toBe(true));
  reader.tell('relocate', placeAt({ reason: 'jump', percentage: 0 }));
  reader.tell('relocate', placeAt({ reason: 'turn', percentage, cfi: `epubcfi(/6/4!/4/${percentage})` }));
  Object.assign(reader, { position: placeAt({ percentage, cfi: `epubcfi(/6/4!/4/${percentage})` }) });
  await tools.bookmarks.toggle();
  await vi.waitFor(() => expect(tools.notes.snapshot().highlights).not.toBeNull());
  reader.tell('select', { cfi, text: 'unas', before: '', after: '', rect: null } as never);
  tools.notes.pickColour('green');
  await vi.waitFor(async () => expect(await marksOf(session.book.localReader!)).toHaveLength(1));
  await vi.waitFor(async () =>
    expect(await readPosition(session.book.localReader!, 'part')).toMatchObject({ percentage }),
  );
  return { session, tools };
}

const marksOf = async (uid: string) =>
  (await (await syncDatabase()).getAllFromIndex('mutations', 'uid', uid)).filter(({ kind }) => kind === 'highlight');
const movesOf = async (uid: string) =>
  (await (await syncDatabase()).getAllFromIndex('mutations', 'uid', uid)).filter(({ kind }) => kind === 'position');
/** Counts the rows of each store that belong to a user. */
async function rowsOf(uid: string): Promise<number> {
  const database = await syncDatabase();
  const own = IDBKeyRange.bound([uid], [uid, []]);
  const counts = await Promise.all([
    database.countFromIndex('mutations', 'uid', uid),
    ...(['positions', 'quotes', 'bookmarks', 'drafts'] as const).map(async (name) => database.count(name, own)),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}
const signOut = () => account.forget();

beforeEach(async () => {
  await freshDevice();
  signOut();
  fakeReaders.length = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('a sample that is read without an account', () => {
  it('makes no calls except its own, stores no file, and reopens at the same position with its marks', async () => {
    const calls = fakeApi(sampleApi);
    const { session } = await readSample();
    session.book.tracker.leave();
    session.close();
    await flushOutbox();
    const { tools, session: again } = await (async () => {
      const opened = new ReadingSession(await openSample('part'));
      const tools = new ReadingTools(opened);
      opened.attach(document.createElement('div'));
      return { tools: tools, session: opened };
    })();
    expect(again.book.start).toBe('epubcfi(/6/4!/4/4)');
    await vi.waitFor(() => expect(tools.notes.snapshot().highlights).toMatchObject([{ color: 'green' }]));
    await vi.waitFor(() => expect(tools.bookmarks.snapshot().list).toHaveLength(1));
    again.close();
    expect(new Set(calls.map(({ method, url }) => `${method} ${url}`))).toEqual(new Set(['GET /api/samples/part']));
    expect(await (await deviceDatabase()).count('epubs')).toBe(0);
    expect(localStorage.getItem('highlights')).toBeNull();
    expect(localStorage.getItem('bookPartsLocations')).toBeNull();
  });

  it('shows percentages of the whole part', async () => {
    fakeApi(sampleApi);
    const book = await openSample('part');
    expect(book.publication.characters).toBe(90_000);
    expect(book).toMatchObject({
      editionId: 'edition',
      sample: { kind: 'beginning', end: 10, charactersLeft: 81_000 },
    });
  });

  it('turns from its last page to the end screen, and back', async () => {
    fakeApi(sampleApi);
    const { session } = await readSample();
    const reader = fakeReaders.at(-1)!;
    session.turn('next');
    expect(session.snapshot().pastEnd).toBe(false);
    reader.tell('relocate', placeAt({ reason: 'turn', percentage: 9, atEnd: true }));
    session.turn('next');
    expect(session.snapshot().pastEnd, 'the last page stays until there is something to show after it').toBe(false);
    session.hasEnd = true;
    session.turn('next');
    expect(session.snapshot().pastEnd).toBe(true);
    session.turn('next');
    expect(session.snapshot().pastEnd).toBe(true);
    session.turn('prev');
    expect(session.snapshot().pastEnd).toBe(false);
    session.turn('next');
    reader.tell('relocate', placeAt({ reason: 'layout', percentage: 9, atEnd: true }));
    expect(session.snapshot().pastEnd).toBe(true);
    reader.tell('relocate', placeAt({ reason: 'jump', percentage: 3 }));
    expect(session.snapshot().pastEnd, 'a jump leads to a page').toBe(false);
    session.close();
  });

  it('sends no mark that the device refuses to store, even for a signed-in reader', async () => {
    signInAs('berta');
    const calls = fakeApi(sampleApi);
    const store = await openHighlightStore('part', localReaderOf('berta'));
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new Error('refused');
      },
    });
    const { closeSyncDatabase } = await import('../../../device/sync-database.ts');
    await closeSyncDatabase();
    store.create({
      cfi: 'epubcfi(x)',
      color: 'green',
      note: '',
      quote: '',
      prefix: '',
      suffix: '',
      edition_id: 'edition',
    });
    await store.settled();
    expect(await store.pull()).toBe(true);
    expect(calls).toEqual([]);
  });

  it('that was withdrawn says so', async () => {
    fakeApi({ 'GET /api/samples/part': { status: 404, body: { detail: '', code: 'sample_not_found' } } });
    await expect(openSample('part')).rejects.toMatchObject({ reason: 'no-sample' });
  });
});

describe('a signed-in reader', () => {
  it('is redirected to an owned part, and reads the sample of another part', async () => {
    signInAs('ana');
    const params = { book_uuid: 'book', part_uuid: 'part' };
    fakeApi({ ...sampleApi, 'GET /api/user_book_parts/last_location/part': { body: null } });
    const redirect = await startSample(params).then(
      () => null,
      (thrown: unknown) => thrown as Response,
    );
    expect(redirect?.headers.get('location')).toBe('/reader/book/part');
    fakeApi({
      ...sampleApi,
      'GET /api/user_book_parts/last_location/part': { status: 403, body: { detail: '', code: 'not_entitled' } },
    });
    expect((await (await startSample(params)).opening).localReader).toBe(localReaderOf('ana'));
  });
});

describe('the whole part, once it is owned', () => {
  it('opens at the same sentence with the marks in the outbox, once, and nothing of the sample remains', async () => {
    fakeApi(sampleApi);
    (await readSample()).session.close();
    const [made] = await marksOf(localReaderOf(''));
    signInAs('ana');
    fakeApi(wholeApi);
    expect((await openBook('part')).start).toBe('epubcfi(/6/4!/4/4)');
    expect(await marksOf('ana')).toMatchObject([{ id: made!.id, change: { color: 'green' } }]);
    expect(await movesOf('ana')).toMatchObject([{ cfi: 'epubcfi(/6/4!/4/4)', edition_id: 'edition', percentage: 4 }]);
    expect(await (await syncDatabase()).getAll('bookmarks')).toMatchObject([{ uid: 'ana' }]);
    expect(await rowsOf(localReaderOf(''))).toBe(0);
    await openBook('part');
    expect(await marksOf('ana')).toHaveLength(1);
  });

  it('takes the marks over once when two tabs open it together', async () => {
    fakeApi(sampleApi);
    (await readSample()).session.close();
    signInAs('ana');
    await Promise.all([adoptSample('ana', 'part'), adoptSample('ana', 'part')]);
    expect([await marksOf('ana'), await movesOf('ana')].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('loses nothing when the transfer breaks off: all marks stay for the next opening', async () => {
    fakeApi(sampleApi);
    (await readSample()).session.close();
    signInAs('ana');
    const before = await rowsOf(localReaderOf(''));
    const broken = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new Error('the tab ended here');
    });
    fakeApi(wholeApi);
    await openBook('part');
    broken.mockRestore();
    expect(await rowsOf(localReaderOf(''))).toBe(before);
    expect(await rowsOf('ana')).toBe(0);
    expect((await openBook('part')).start).toBe('epubcfi(/6/4!/4/4)');
    expect(await marksOf('ana')).toHaveLength(1);
  });

  it.each(['bookmarks', 'drafts'] as const)('takes over a sample with nothing but %s', async (store) => {
    const reader = localReaderOf('');
    await (await syncDatabase()).put(store, { uid: reader, part_id: 'part', id: 'm' } as never);
    signInAs('ana');
    fakeApi(wholeApi);
    await openBook('part');
    expect([await rowsOf(reader), await rowsOf('ana')]).toEqual([0, 1]);
  });

  it('leaves the sample unchanged for a reader who is refused the part', async () => {
    fakeApi(sampleApi);
    (await readSample()).session.close();
    signInAs('berta');
    fakeApi({ 'GET /api/book_part/open/part': { status: 403, body: { detail: '', code: 'not_entitled' } } });
    await expect(openBook('part')).rejects.toMatchObject({ reason: 'no-access' });
    expect(await marksOf(localReaderOf(''))).toHaveLength(1);
    expect(await marksOf('berta')).toHaveLength(0);
  });

  it('takes no marks that another user made in the sample', async () => {
    signInAs('ana');
    fakeApi(sampleApi);
    (await readSample()).session.close();
    expect(await marksOf(localReaderOf('ana'))).toHaveLength(1);
    signOut();
    signInAs('berta');
    fakeApi(wholeApi);
    expect((await openBook('part')).start).toBeNull();
    await adoptSample('berta', 'part');
    expect(await marksOf('berta')).toHaveLength(0);
    expect(await marksOf(localReaderOf('ana'))).toHaveLength(1);
  });

  it('opens at this reader’s own position in it', async () => {
    fakeApi(sampleApi);
    (await readSample()).session.close();
    signInAs('ana');
    await enqueueMove(
      { uid: 'ana', partId: 'part', cfi: 'epubcfi(own)', percentage: 60, editionId: 'edition' },
      'move',
    );
    fakeApi(wholeApi);
    expect((await openBook('part')).start).toBe('epubcfi(own)');
    expect(await marksOf('ana')).toHaveLength(1);
    expect(await rowsOf(localReaderOf(''))).toBe(0);
  });
});

describe('a position that only the server has', () => {
  const position = {
    last_location: 'epubcfi(far)',
    percentage: 60,
    revision: 3,
    edition_id: 'edition',
    updated_at: '',
  };

  it('is asked about, and the sample’s position is sent as a move that did not know it', async () => {
    fakeApi(sampleApi);
    (await readSample()).session.close();
    signInAs('ana');
    fakeApi({ 'GET /api/book_part/open/part': { body: { ...whole, position } } });
    expect(await openBook('part')).toMatchObject({ start: 'epubcfi(/6/4!/4/4)', question: position });
    const calls = fakeApi({
      'PUT /api/user_book_parts/part': { body: { ...position, accepted: false } },
      'POST /api/user_book_part_highlights/': { body: { id: 'made', revision: 1 } },
    });
    await flushOutbox();
    const sentBody = calls.find(({ method }) => method === 'PUT')?.body as string;
    expect(JSON.parse(sentBody)).toMatchObject({ base_revision: 0, percentage: 4 });
  });
});

describe('the ownership of a part', () => {
  const params = { book_uuid: 'book', part_uuid: 'part' };
  const redirected = async () =>
    startSample(params).then(
      async ({ opening }) =>
        opening.then(
          ({ sample: opened }) => opened?.kind,
          (error: { reason: string }) => error.reason,
        ),
      (thrown: Response) => thrown.headers.get('location'),
    );

  const copy = {
    id: 'part',
    epub: new ArrayBuffer(8),
    edition_id: 'edition',
    hash: 'x',
    size: 8,
    book_id: 'book',
    book_name: 'Libro',
    part_name: 'Parte',
  };

  it('is known without a connection from the stored copy', async () => {
    signInAs('ana');
    await storeEpub(copy);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await redirected()).toBe('/reader/book/part');
  });

  it('is not guessed while the server cannot tell: no owner gets the sample in place of the part', async () => {
    signInAs('ana');
    fakeApi({
      ...sampleApi,
      'GET /api/user_book_parts/last_location/part': { status: 503, body: { code: 'internal' } },
    });
    expect(await redirected()).toBe('server');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(await redirected()).toBe('unreachable');
  });

  it('counts as unknown when no answer arrives, without an endless wait', async () => {
    signInAs('ana');
    fakeApi({ ...sampleApi, 'GET /api/user_book_parts/last_location/part': () => new Promise(() => {}) });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const outcome = redirected();
    await vi.advanceTimersByTimeAsync(4000);
    vi.useRealTimers();
    expect(await outcome).toBe('unreachable');
  });

  it('is not asked for without a session, even with a copy on the device', async () => {
    await storeEpub(copy);
    fakeApi(sampleApi);
    expect(await redirected()).toBe('beginning');
  });
});

it('a voluntary logout deletes what was read without an account, and the user’s own data', async () => {
  fakeApi(sampleApi);
  (await readSample()).session.close();
  signInAs('ana');
  (await readSample({ percentage: 6, cfi: 'epubcfi(/6/4!/4/2,/1:9,/1:12)' })).session.close();
  await forgetUser('ana');
  expect(await rowsOf(localReaderOf(''))).toBe(0);
  expect(await rowsOf(localReaderOf('ana'))).toBe(0);
});
