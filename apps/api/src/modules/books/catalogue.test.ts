import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type PublicBook, publicBooks } from '@cuentos/contract/books';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { get, refusal } from '../../testing/calls.ts';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { addBook, addPart, wipe } from '../../testing/fixtures.ts';
import { bookRow } from './service.ts';
import { insertBook } from './repository.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  await wipe(test.ports.db);
  test.services.books.catalogue.invalidate();
  test.clock.time = TEST_NOW;
});
afterAll(async () => test.close());

const catalogue = async (headers: Record<string, string> = {}) => get(test, '/api/books/', headers);
const books = async () => (await catalogue()).json<PublicBook[]>();

describe('the catalogue', () => {
  it('is empty without books', async () => expect(await books()).toEqual([]));

  it('shows books, newest first, with their parts in order, in the form of the contract', async () => {
    const older = await addBook(test, { name: 'Ñandú «azul»' });
    test.clock.time += 1000;
    const newer = await addBook(test);
    const second = await addPart(test, older.id, { position: 2 });
    const first = await addPart(test, older.id, { position: 1, value: 0 });
    const catalogue = await books();
    expect(publicBooks.parse(catalogue)).toEqual(catalogue);
    expect(catalogue.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(catalogue[1]).toMatchObject({
      name: 'Ñandú «azul»',
      highlights: [{ passage: 'Una cita.' }],
      parts: [{ id: first.id, value: 0 }, { id: second.id }],
    });
  });

  it('contains no draft and no archived book, and such a book has no address', async () => {
    const open = await addBook(test);
    await addPart(test, open.id, { isDraft: true });
    await addPart(test, open.id, { is_active: 0 });
    const draft = await addBook(test, { isDraft: true });
    await addPart(test, draft.id);
    const archived = await addBook(test, { is_active: 0 });
    expect((await books()).map(({ id, parts }) => ({ id, parts }))).toEqual([{ id: open.id, parts: [] }]);
    for (const id of [draft.id, archived.id, crypto.randomUUID()]) {
      const missing = { status: 404, code: 'book_not_found', detail: 'No encontramos ese libro.' };
      expect(refusal(await get(test, `/api/books/${id}`))).toEqual(missing);
      expect(refusal(await get(test, `/api/book_part/${id}`))).toEqual(missing);
    }
    expect((await get(test, `/api/book_part/${open.id}`)).json()).toEqual([]);
    expect((await get(test, `/api/books/${open.id.toUpperCase()}`)).json()).toMatchObject({ id: open.id });
  });

  it('answers with and without a trailing slash', async () => {
    await addBook(test);
    const responses = await Promise.all(['/api/books', '/api/books/'].map(async (url) => get(test, url)));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(responses[0]!.body).toBe(responses[1]!.body);
  });
});

describe('the bytes of the catalogue', () => {
  beforeEach(async () => {
    for (let n = 0; n < 5; n += 1)
      await addPart(test, (await addBook(test, { description: 'Había una vez. '.repeat(50) })).id);
  });

  it('are the same in every encoding', async () => {
    const plain = await catalogue();
    const br = await catalogue({ 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await catalogue({ 'accept-encoding': 'gzip' });
    expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    for (const { headers } of [plain, br, gzip])
      expect(headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'no-cache', etag: plain.headers.etag });
  });

  it('answer 304 while nothing changed, and 200 afterwards', async () => {
    const etag = String((await catalogue()).headers.etag);
    const unchanged = await catalogue({ 'if-none-match': etag });
    expect(unchanged.statusCode).toBe(304);
    expect(unchanged.rawPayload).toHaveLength(0);
    expect(unchanged.headers.etag).toBe(etag);
    for (const other of ['"otro"', etag.slice(0, -2), ''])
      expect((await catalogue({ 'if-none-match': other })).statusCode).toBe(200);
    await addBook(test);
    expect((await catalogue({ 'if-none-match': etag })).statusCode).toBe(200);
  });

  it('are also sent to a client with an invalid token', async () => {
    expect((await catalogue({ authorization: 'Bearer roto' })).statusCode).toBe(200);
    expect((await catalogue({ authorization: 'Basic eDp5' })).statusCode).toBe(200);
  });
});

describe('changes of the catalogue', () => {
  const addUnseen = async () => {
    const row = bookRow(
      {
        name: crypto.randomUUID(),
        description: '',
        location: '',
        genre: '',
        pages: 1,
        fragment: null,
        imageId: null,
        backImageId: null,
        isDraft: false,
      },
      test.clock.now(),
    );
    await test.ports.db.withTx(async (tx) => insertBook(tx, row, []));
  };

  it('show at once in the process that makes them', async () => {
    await books();
    await addBook(test);
    expect(await books()).toHaveLength(1);
  });

  it('by another process show within a second', async () => {
    await books();
    await addUnseen();
    test.clock.time += 999;
    expect(await books()).toHaveLength(0);
    test.clock.time += 1;
    expect(await books()).toHaveLength(1);
  });

  it('show although the clock is set back', async () => {
    await books();
    await addUnseen();
    test.clock.time -= 86_400_000;
    expect(await books()).toHaveLength(1);
  });

  it('made during a load are not hidden by its older answer', async () => {
    test.clock.time += 5000;
    const reading = Array.from({ length: 20 }, async () => books());
    await addBook(test);
    await Promise.all(reading);
    expect(await books()).toHaveLength(1);
  });
});
