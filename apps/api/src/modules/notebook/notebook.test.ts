import type { Notebook } from '@cuentos/contract/notebook';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BookPartRow, BookRow } from '../../platform/db/tables/books.ts';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { get, refusal } from '../../testing/calls.ts';
import { addOwner, addPart, addReader, give, type SignedIn } from '../../testing/fixtures.ts';

let test: TestApp;
let reader: SignedIn;
let book: BookRow;
let part: BookPartRow;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());
beforeEach(async () => {
  test.clock.time = TEST_NOW;
  ({ reader, book, part } = await addOwner(test));
});

const notebook = async (as = reader) => (await get(test, '/api/notebook', as.headers)).json<Notebook>();
const highlight = async (cfi_range: string, id = crypto.randomUUID()) => {
  await test.app.inject({
    method: 'POST',
    url: '/api/user_book_part_highlights/',
    headers: reader.headers,
    payload: { book_part_id: part.id, cfi_range, id, quote: 'palabras' },
  });
  return id;
};
const unhighlight = async (id: string) =>
  test.app.inject({ method: 'DELETE', url: `/api/user_book_part_highlights/${id}`, headers: reader.headers });
const bookmark = async (id = crypto.randomUUID()) => {
  await test.app.inject({
    method: 'PUT',
    url: `/api/bookmarks/${id}`,
    headers: reader.headers,
    payload: { book_part_id: part.id, cfi: 'epubcfi(/6/4!/4/2/1:0)', percentage: 1, chapter: null },
  });
  return id;
};
const unmark = async (id: string) =>
  test.app.inject({ method: 'DELETE', url: `/api/bookmarks/${id}`, headers: reader.headers });
const erase = async (payload: { highlights?: string[]; bookmarks?: string[] }) =>
  test.app.inject({ method: 'POST', url: '/api/notebook/trash/erase', headers: reader.headers, payload });

describe('the notebook', () => {
  it('lists the parts with notes or bookmarks of the reader, and none of another reader', async () => {
    expect(await notebook()).toMatchObject({ parts: [], shared_quote_max: 300 });
    await addPart(test, book.id);
    await highlight('epubcfi(/6/4!/4/2,/1:0,/1:5)');
    expect((await notebook()).parts).toMatchObject([
      {
        part_id: part.id,
        part_name: part.name,
        book_id: book.id,
        book_name: book.name,
        access: 'held',
        highlights_revision: 1,
        bookmarks_changes: 0,
      },
    ]);
    const stranger = await addReader(test);
    await give(test, stranger.user.id, part.id);
    expect((await notebook(stranger)).parts).toEqual([]);
  });

  it('changes its version with every change of a bookmark', async () => {
    const seen = new Set<number>();
    const note = async () => {
      const [first] = (await notebook()).parts;
      const { size } = seen;
      expect(seen.add(first?.bookmarks_changes ?? 0).size).toBe(size + 1);
    };
    const id = await bookmark();
    await note();
    const other = await bookmark();
    await note();
    await unmark(id);
    await note();
    await erase({ bookmarks: [id] });
    await note();
    await unmark(other);
    await note();
  });

  it('keeps notes in parts that were lost, withdrawn, unpublished or suspended', async () => {
    await highlight('epubcfi(/6/4!/4/2,/1:0,/1:5)');
    const { handle } = test.ports.db;
    await handle.updateTable('book_parts').set({ is_draft: 1, is_active: 0 }).where('id', '=', part.id).execute();
    expect((await notebook()).parts).toMatchObject([{ access: 'held', is_listed: false, sample_last_step: null }]);
    await handle.updateTable('book_parts').set({ recalled_at: TEST_NOW }).where('id', '=', part.id).execute();
    expect((await notebook()).parts).toMatchObject([{ access: 'waiting' }]);
    await handle.updateTable('entitlements').set({ revoked_at: TEST_NOW }).where('part_id', '=', part.id).execute();
    expect((await notebook()).parts).toMatchObject([{ access: 'lost' }]);
  });

  it('erases the trash, and nothing else', async () => {
    const [standing, deleted] = [await highlight('epubcfi(/6/4!/4/2,/1:0,/1:5)'), await bookmark()];
    const marked = await bookmark();
    await unmark(deleted);
    expect((await erase({ highlights: [standing], bookmarks: [deleted, marked] })).json()).toEqual({ erased: 1 });
    const marks = (await get(test, `/api/bookmarks/${part.id}`, reader.headers)).json();
    expect(marks).toMatchObject({ bookmarks: [{ id: marked, cfi: 'epubcfi(/6/4!/4/2/1:0)' }], trash: [] });
    const list = (await get(test, `/api/user_book_part_highlights/${part.id}`, reader.headers)).json();
    expect(list).toMatchObject([{ id: standing, quote: 'palabras' }]);
    await unhighlight(standing);
    expect((await erase({ highlights: [standing] })).json()).toEqual({ erased: 1 });
    const many = Array.from({ length: 501 }, () => crypto.randomUUID());
    expect(refusal(await erase({ highlights: many }))).toMatchObject({ status: 422 });
  });
});
