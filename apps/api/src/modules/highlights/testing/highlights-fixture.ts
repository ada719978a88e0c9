import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { HighlightResult, HighlightWire } from '@cuentos/contract/highlights';
import { buildTestApp, TEST_NOW, type TestApp } from '../../../testing/build-test-app.ts';
import { get } from '../../../testing/calls.ts';
import { addOwner, type SignedIn } from '../../../testing/fixtures.ts';
import type { BookPartRow, BookRow } from '../../../platform/db/tables/books.ts';

export const URL = '/api/user_book_part_highlights';
export const RANGE = 'epubcfi(/6/4!/4/2,/1:0,/1:5)';
export const OTHER_RANGE = 'epubcfi(/6/4!/4,/2/1:3,/6/1:9)';
export const notFound = { status: 404, code: 'highlight_not_found' };
export const uuid = () => crypto.randomUUID();

export let test: TestApp;
export let reader: SignedIn;
export let book: BookRow;
export let part: BookPartRow;
export let edition: string;

type Fields = Readonly<Record<string, string>>;
export const form = { 'content-type': 'application/x-www-form-urlencoded' };
export const post = async (fields: Fields, as = reader) =>
  test.app.inject({
    method: 'POST',
    url: `${URL}/`,
    headers: { ...as.headers, ...form },
    payload: new URLSearchParams({
      book_part_id: part.id,
      cfi_range: RANGE,
      color: 'green',
      note: '',
      ...fields,
    }).toString(),
  });
export const put = async (id: string, fields: Fields, as = reader) =>
  test.app.inject({
    method: 'PUT',
    url: `${URL}/${id}`,
    headers: { ...as.headers, ...form },
    payload: new URLSearchParams(fields).toString(),
  });
/** @param seen mutation ids of the notes that were seen; null omits the field */
export const remove = async (id: string, as = reader, seen: readonly string[] | null = null) =>
  test.app.inject({
    method: 'DELETE',
    url: `${URL}/${id}${seen === null ? '' : `?seen=${seen.join(',')}`}`,
    headers: as.headers,
  });
export const createHighlight = async (fields: Fields = {}, as = reader) =>
  (await post(fields, as)).json<HighlightResult>().id;
export const answer = async (as = reader, partId = part.id, query = '') =>
  get(test, `${URL}/${partId}${query}`, as.headers);
export const list = async (as = reader) => (await answer(as)).json<HighlightWire[]>();
export const changes = async (since: number) =>
  (await answer(reader, part.id, `?since=${since}`)).json<HighlightWire[]>();
export const revoke = async () =>
  test.ports.db.handle
    .updateTable('entitlements')
    .set({ revoked_at: TEST_NOW })
    .where('user_id', '=', reader.user.id)
    .execute();

/** Opens a shop for a test file, and for each test a reader who owns a part. */
export function stageHighlights(): void {
  beforeAll(async () => {
    test = await buildTestApp();
  });
  afterAll(async () => test.close());
  beforeEach(async () => {
    test.clock.time = TEST_NOW;
    ({ reader, book, part, edition } = await addOwner(test));
  });
}
