import { DAY_MS } from '@cuentos/domain/time/durations';
import type { BookmarkList, BookmarkResult } from '@cuentos/contract/bookmarks';
import { limits } from '@cuentos/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BookPartRow } from '../../platform/db/tables/books.ts';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { get, refusal } from '../../testing/calls.ts';
import { addOwner, addReader, give, type SignedIn } from '../../testing/fixtures.ts';

let test: TestApp;
let reader: SignedIn;
let part: BookPartRow;
let edition: string;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());
beforeEach(async () => {
  test.clock.time = TEST_NOW;
  ({ reader, part, edition } = await addOwner(test));
});

const words = { cfi: 'epubcfi(/6/4!/4/2/1:0)', percentage: 12.5, chapter: 'Uno', quote: 'La niebla', prefix: 'Y ' };
const put = async (id: string, change: object = {}, as = reader) =>
  test.app.inject({
    method: 'PUT',
    url: `/api/bookmarks/${id}`,
    headers: as.headers,
    payload: { book_part_id: part.id, edition_id: edition, ...words, ...change },
  });
const mark = async (change: object = {}): Promise<string> => {
  const id = crypto.randomUUID();
  expect((await put(id, change)).statusCode).toBe(200);
  return id;
};
const remove = async (id: string, as = reader) =>
  test.app.inject({ method: 'DELETE', url: `/api/bookmarks/${id}`, headers: as.headers });
const list = async (as = reader) => (await get(test, `/api/bookmarks/${part.id}`, as.headers)).json<BookmarkList>();
/** Runs the hourly job this many milliseconds from now. */
const eraseOldAfter = async (ms: number) => {
  test.clock.time = TEST_NOW + ms;
  const job = test.modules.jobs().find(({ name }) => name === 'bookmark-trash');
  await job?.run(new AbortController().signal);
  test.clock.time = TEST_NOW;
};
const NONE: BookmarkList = { bookmarks: [], deleted: [], trash: [] };

describe('bookmarks', () => {
  it('are equal on every device, each with its words, place and day', async () => {
    expect(await list()).toEqual(NONE);
    const created_at = '2026-01-02T03:04:05.000Z';
    const id = await mark({ created_at });
    expect(await list()).toEqual({
      bookmarks: [{ id, edition_id: edition, ...words, created_at }],
      deleted: [],
      trash: [],
    });
  });

  it('imported from a file name no edition', async () => {
    const id = await mark({ edition_id: '' });
    expect((await list()).bookmarks).toMatchObject([{ id, edition_id: '' }]);
    expect((await put(crypto.randomUUID(), { edition_id: 'x' })).statusCode).toBe(422);
    expect((await put(crypto.randomUUID(), { edition_id: '' }, await addReader(test))).statusCode).toBe(404);
  });

  it('are stored once, however often they are sent', async () => {
    const id = crypto.randomUUID();
    const answers = await Promise.all([put(id), put(id), put(id)]);
    for (const answer of answers) expect(answer.json<BookmarkResult>()).toEqual({ id, deleted: false });
    await put(id, { percentage: 99 });
    expect((await list()).bookmarks).toMatchObject([{ id, percentage: 12.5 }]);
  });

  it('stay deleted, whatever a device sends later', async () => {
    const id = await mark();
    const other = await mark();
    const gone = { id, deleted: true };
    for (const answer of [await remove(id), await remove(id), await put(id)])
      expect(answer.json<BookmarkResult>()).toEqual(gone);
    expect(await list()).toMatchObject({ bookmarks: [{ id: other }], deleted: [id] });
  });

  it('belong to one reader', async () => {
    const id = await mark();
    const stranger = await addReader(test);
    await give(test, stranger.user.id, part.id);
    expect(await list(stranger)).toEqual(NONE);
    expect(refusal(await remove(id, stranger)).code).toBe('bookmark_not_found');
    // Ids are unique per reader, so another reader may use the same id.
    expect((await put(id, { percentage: 50 }, stranger)).statusCode).toBe(200);
    expect((await list()).bookmarks).toMatchObject([{ id, percentage: 12.5 }]);
  });

  it('can be made in an owned part; those of a revoked part stay readable', async () => {
    const stranger = await addReader(test);
    expect(refusal(await put(crypto.randomUUID(), {}, stranger)).code).toBe('part_not_found');
    expect(refusal(await get(test, `/api/bookmarks/${part.id}`, stranger.headers)).code).toBe('part_not_found');
    const id = await mark();
    const { handle } = test.ports.db;
    await handle.updateTable('entitlements').set({ revoked_at: TEST_NOW }).where('part_id', '=', part.id).execute();
    expect((await list()).bookmarks).toMatchObject([{ id }]);
    expect(refusal(await put(crypto.randomUUID())).code).toBe('part_not_found');
    expect((await remove(id)).json<BookmarkResult>()).toEqual({ id, deleted: true });
  });

  it('stay in the trash for thirty days, with their words', async () => {
    const id = await mark();
    await remove(id);
    const deleted_at = new Date(TEST_NOW).toISOString();
    expect((await list()).trash).toMatchObject([{ id, ...words, deleted_at }]);
    await eraseOldAfter(30 * DAY_MS - 1);
    expect((await list()).trash).toHaveLength(1);
    await eraseOldAfter(30 * DAY_MS);
    expect(await list()).toEqual({ bookmarks: [], deleted: [id], trash: [] });
    const row = test.ports.db.read.selectFrom('bookmarks').selectAll().where('id', '=', id);
    expect(await row.executeTakeFirst()).toMatchObject({ cfi: '', quote: '', prefix: '', chapter: null });
  });

  it('can be restored under a new id, also in a part no longer owned, which accepts no other bookmarks', async () => {
    const id = await mark();
    await remove(id);
    const { handle } = test.ports.db;
    await handle.updateTable('entitlements').set({ revoked_at: TEST_NOW }).where('part_id', '=', part.id).execute();
    const stranger = await addReader(test);
    for (const answer of [
      await put(crypto.randomUUID(), { restores: id, cfi: 'epubcfi(/6/8!/4/2/1:0)' }),
      await put(crypto.randomUUID(), { restores: crypto.randomUUID() }),
      await put(crypto.randomUUID(), { restores: id }, stranger),
    ])
      expect(refusal(answer).code).toBe('part_not_found');
    const anew = crypto.randomUUID();
    expect((await put(anew, { restores: id })).statusCode).toBe(200);
    expect(await list()).toMatchObject({ bookmarks: [{ id: anew, ...words }], deleted: [id], trash: [] });
  });

  it('are limited to the size of a list', async () => {
    const { handle } = test.ports.db;
    const row = {
      user_id: reader.user.id,
      part_id: part.id,
      edition_id: edition,
      ...words,
      created_at: 1,
      deleted_at: 1,
    };
    const rows = Array.from({ length: limits.bookmarksMax }, () => ({ ...row, id: crypto.randomUUID() }));
    for (let at = 0; at < rows.length; at += 500)
      await handle
        .insertInto('bookmarks')
        .values(rows.slice(at, at + 500))
        .execute();
    expect(refusal(await put(crypto.randomUUID())).code).toBe('invalid_request');
    expect((await put(rows[0]!.id)).json<BookmarkResult>()).toEqual({ id: rows[0]!.id, deleted: true });
  });

  it('with a future time count as made now', async () => {
    await mark({ created_at: '2099-01-01T00:00:00.000Z' });
    expect((await list()).bookmarks[0]?.created_at).toBe(new Date(TEST_NOW).toISOString());
  });

  it.each([
    ['no place', { cfi: '' }],
    ['a control character', { cfi: 'epubcfi(\u0007)' }],
    ['a place of many pages', { cfi: 'x'.repeat(3000) }],
    ['a share beyond the book', { percentage: 101 }],
    ['words without end', { quote: 'a'.repeat(121) }],
    ['an edition of another part', { edition_id: crypto.randomUUID() }],
  ])('with %s are refused', async (_, change) => {
    expect([404, 422]).toContain((await put(crypto.randomUUID(), change)).statusCode);
    expect(await list()).toEqual(NONE);
  });
});
