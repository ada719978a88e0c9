import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Library, UserPart } from '@cuentos/contract/library';
import type { PositionResult } from '@cuentos/contract/reading';
import { get } from '../../../testing/calls.ts';
import { buildTestApp, TEST_NOW, type TestApp } from '../../../testing/build-test-app.ts';
import { addOwner, type SignedIn } from '../../../testing/fixtures.ts';
import type { BookPartRow, BookRow } from '../../../platform/db/tables/books.ts';

export const CFI = 'epubcfi(/6/4!/4/2/1:0)';
export const notFound = { status: 404, code: 'part_not_found' };

export let test: TestApp;
export let reader: SignedIn;
export let book: BookRow;
export let part: BookPartRow;
export let edition: string;

export const put = async (body: object, as = reader, partId = part.id) =>
  test.app.inject({
    method: 'PUT',
    url: `/api/user_book_parts/${partId}`,
    headers: as.headers,
    payload: { last_location: CFI, ...body },
  });
export const move = async (body: object, as = reader) => (await put(body, as)).json<PositionResult>();
export const place = async (as = reader, partId = part.id) =>
  get(test, `/api/user_book_parts/last_location/${partId}`, as.headers);
export const library = async (as = reader) => (await get(test, '/api/user_book_parts/', as.headers)).json<Library>();
export const partsOf = async (bookId: string, as = reader) =>
  (await get(test, `/api/user_book_parts/${bookId}`, as.headers)).json<UserPart[]>();
export const change = async (table: 'book_parts' | 'books', id: string, values: object) => {
  await test.ports.db.handle.updateTable(table).set(values).where('id', '=', id).execute();
  test.services.books.catalogue.invalidate();
};

/** Opens a shop for the tests of a file, and adds a reader who owns a part for each test. */
export function stageReading(): void {
  beforeAll(async () => {
    test = await buildTestApp();
  });
  afterAll(async () => test.close());
  beforeEach(async () => {
    test.clock.time = TEST_NOW;
    ({ reader, book, part, edition } = await addOwner(test));
  });
}
