import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PositionRecord, PositionResult } from '@cuentos/contract/reading';
import type { Library, UserPart } from '@cuentos/contract/library';
import type { PublicBook } from '@cuentos/contract/books';
import { get, refusal } from '../../testing/calls.ts';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { addBareEdition, addBook, addOwner, addPart, addReader, give, type SignedIn } from '../../testing/fixtures.ts';
import type { BookPartRow, BookRow } from '../../platform/db/schema.ts';

const CFI = 'epubcfi(/6/4!/4/2/1:0)';
const DAY_MS = 86_400_000;
const notFound = { status: 404, code: 'part_not_found' };

let test: TestApp;
let reader: SignedIn;
let book: BookRow;
let part: BookPartRow;
let edition: string;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());
beforeEach(async () => {
  test.clock.time = TEST_NOW;
  ({ reader, book, part, edition } = await addOwner(test));
});

const put = async (body: object, as = reader, partId = part.id) =>
  test.app.inject({
    method: 'PUT',
    url: `/api/user_book_parts/${partId}`,
    headers: as.headers,
    payload: { last_location: CFI, ...body },
  });
const move = async (body: object, as = reader) => (await put(body, as)).json<PositionResult>();
const place = async (as = reader, partId = part.id) =>
  get(test, `/api/user_book_parts/last_location/${partId}`, as.headers);
const library = async (as = reader) => (await get(test, '/api/user_book_parts/', as.headers)).json<Library>();
const partsOf = async (bookId: string, as = reader) =>
  (await get(test, `/api/user_book_parts/${bookId}`, as.headers)).json<UserPart[]>();
const change = async (table: 'book_parts' | 'books', id: string, values: object) => {
  await test.ports.db.handle.updateTable(table).set(values).where('id', '=', id).execute();
  test.services.books.catalogue.invalidate();
};

describe('the reading position (decisions: "Later of local and server")', () => {
  it('is null, then what was sent, with a revision that grows', async () => {
    expect((await place()).json()).toBeNull();
    expect(await move({ percentage: 12.5 })).toEqual({
      last_location: CFI,
      percentage: 12.5,
      revision: 1,
      edition_id: edition,
      updated_at: new Date(TEST_NOW).toISOString(),
      accepted: true,
    });
    expect(await move({ percentage: 13, base_revision: 1 })).toMatchObject({ revision: 2, accepted: true });
    expect((await place()).json()).toMatchObject({ percentage: 13, revision: 2 });
  });

  it('goes back when the reader saw the newest, and not by an old device', async () => {
    await move({ percentage: 50 });
    expect(await move({ percentage: 20, base_revision: 1 })).toMatchObject({
      percentage: 20,
      revision: 2,
      accepted: true,
    });
    expect(await move({ percentage: 10, base_revision: 1 })).toMatchObject({
      percentage: 20,
      revision: 2,
      accepted: false,
    });
    expect(await move({ percentage: 30, base_revision: 1 })).toMatchObject({
      percentage: 30,
      revision: 3,
      accepted: true,
    });
  });

  it('applies a mutation once, and a repeat answers as the first time', async () => {
    const mutation_id = crypto.randomUUID();
    const first = await move({ percentage: 40, mutation_id });
    expect(await move({ percentage: 40, mutation_id })).toEqual(first);
    await move({ percentage: 60, base_revision: 1 });
    // Lost answers come again late: they must not take the place back.
    expect(await move({ percentage: 40, mutation_id })).toMatchObject({ percentage: 60, revision: 2, accepted: false });
  });

  it('a refused mutation stays refused when it is repeated', async () => {
    await move({ percentage: 50 });
    await move({ percentage: 55, base_revision: 1 });
    const mutation_id = crypto.randomUUID();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await move({ percentage: 10, base_revision: 1, mutation_id })).toMatchObject({
        percentage: 55,
        accepted: false,
      });
    }
  });

  it('the same mutation id of another reader is another mutation', async () => {
    const mutation_id = crypto.randomUUID();
    const other = await addReader(test);
    await give(test, other.user.id, part.id);
    await move({ percentage: 40, mutation_id });
    expect(await move({ percentage: 70, mutation_id }, other)).toMatchObject({ percentage: 70, accepted: true });
    expect((await place()).json()).toMatchObject({ percentage: 40 });
  });

  it('thirty copies of one mutation at once make one revision', async () => {
    const mutation_id = crypto.randomUUID();
    const results = await Promise.all(Array.from({ length: 30 }, async () => move({ percentage: 40, mutation_id })));
    expect(results.every(({ revision, accepted }) => revision === 1 && accepted)).toBe(true);
  });

  it('thirty moves at once each get a revision of their own', async () => {
    const results = await Promise.all(Array.from({ length: 30 }, async (_, n) => move({ percentage: n })));
    expect(new Set(results.map(({ revision }) => revision)).size).toBe(30);
    expect((await place()).json<PositionRecord>().revision).toBe(30);
  });

  it('points into an edition of this very part', async () => {
    const older = edition;
    const newer = await addBareEdition(test, part.id);
    expect(await move({ percentage: 1, edition_id: older })).toMatchObject({ edition_id: older });
    expect(await move({ percentage: 2 })).toMatchObject({ edition_id: newer });
    const foreign = await addBareEdition(test, (await addPart(test, book.id)).id);
    for (const edition_id of [foreign, crypto.randomUUID()]) {
      expect(refusal(await put({ percentage: 3, edition_id }))).toMatchObject({
        status: 404,
        code: 'edition_not_found',
      });
    }
  });

  it.each([
    ['a percentage above 100', { percentage: 100.01 }],
    ['a negative percentage', { percentage: -1 }],
    ['text for a percentage', { percentage: '50' }],
    ['no percentage', {}],
    ['a place that is no CFI', { percentage: 1, last_location: 'chapter 1' }],
    ['a place of 10,000 characters', { percentage: 1, last_location: `epubcfi(${'/2'.repeat(5000)})` }],
    ['a mutation id of another form', { percentage: 1, mutation_id: '1' }],
    ['a negative base', { percentage: 1, base_revision: -1 }],
  ])('422 for %s, and nothing is saved', async (_, body) => {
    expect(refusal(await put(body))).toMatchObject({ status: 422, code: 'invalid_request' });
    expect((await place()).json()).toBeNull();
  });

  it('of a part that is not the caller’s looks like one that does not exist', async () => {
    const stranger = await addReader(test);
    await move({ percentage: 50 });
    const missing = crypto.randomUUID();
    for (const [answer, none] of [
      [await place(stranger), await place(stranger, missing)],
      [await put({ percentage: 1 }, stranger), await put({ percentage: 1 }, stranger, missing)],
    ] as const) {
      expect(refusal(answer)).toMatchObject(notFound);
      expect(refusal(answer)).toEqual(refusal(none));
    }
    expect((await place()).json()).toMatchObject({ percentage: 50 });
  });
});

describe('who may open a part (design §4)', () => {
  const open = async (as = reader, partId = part.id) => get(test, `/api/book_part/open/${partId}`, as.headers);
  const link = async (as = reader, partId = part.id) => get(test, `/api/book_part/download/${partId}`, as.headers);

  it('nobody without a session', async () => {
    for (const url of [
      `/api/book_part/open/${part.id}`,
      `/api/book_part/download/${part.id}`,
      '/api/user_book_parts/',
      `/api/user_book_parts/${book.id}`,
    ]) {
      expect(refusal(await get(test, url))).toMatchObject({ status: 401, code: 'unauthenticated' });
    }
  });

  it('its owner, and a stranger sees what does not exist', async () => {
    expect((await open()).json()).toMatchObject({
      edition_id: edition,
      part: { id: part.id },
      book: { id: book.id },
      position: null,
    });
    expect((await link()).statusCode).toBe(200);
    const stranger = await addReader(test);
    for (const call of [open, link]) {
      expect(refusal(await call(stranger))).toMatchObject(notFound);
      expect(refusal(await call(stranger))).toEqual(refusal(await call(stranger, crypto.randomUUID())));
    }
  });

  it('its owner only from the release date on', async () => {
    await change('book_parts', part.id, { release_at: TEST_NOW + DAY_MS });
    const unreleased = { status: 409, code: 'part_not_released' };
    expect(refusal(await open())).toMatchObject(unreleased);
    expect(refusal(await link())).toMatchObject(unreleased);
    expect((await partsOf(book.id))[0]).toMatchObject({ is_purchased: true, edition_id: null, edition_size: null });
    test.clock.time += DAY_MS;
    const later = await test.services.sessions.open(reader.user, { userAgent: '', address: '' });
    expect(
      (await get(test, `/api/book_part/open/${part.id}`, { authorization: `Bearer ${later.access_token}` })).statusCode,
    ).toBe(200);
  });

  it('its owner when it was archived or became a draft since', async () => {
    await change('book_parts', part.id, { is_active: 0 });
    await change('books', book.id, { is_active: 0, is_draft: 1 });
    expect((await open()).statusCode).toBe(200);
    expect((await link()).statusCode).toBe(200);
    expect((await library()).user_book_parts.map((row) => row.book_part_id)).toEqual([part.id]);
    expect((await partsOf(book.id)).map(({ id }) => id)).toEqual([part.id]);
  });

  it('not any more whose entitlement was revoked', async () => {
    await test.ports.db.handle
      .updateTable('entitlements')
      .set({ revoked_at: TEST_NOW })
      .where('part_id', '=', part.id)
      .execute();
    expect(refusal(await open())).toMatchObject(notFound);
    expect(refusal(await link())).toMatchObject(notFound);
    expect(refusal(await place())).toMatchObject(notFound);
    expect(await library()).toEqual({ user_book_parts: [], early_access: [] });
  });

  it('without an ebook nobody, with its own sentence for the owner', async () => {
    const bare = await addPart(test, book.id);
    await give(test, reader.user.id, bare.id);
    expect(refusal(await open(reader, bare.id))).toMatchObject({ status: 409, code: 'part_without_ebook' });
    expect(refusal(await put({ percentage: 1 }, reader, bare.id))).toMatchObject({
      status: 409,
      code: 'part_without_ebook',
    });
  });

  it('an early reader before the release, until the access ends', async () => {
    const early = await addReader(test);
    await change('book_parts', part.id, { release_at: TEST_NOW + 30 * DAY_MS });
    await give(test, early.user.id, part.id, { source: 'early_access', expiresAt: TEST_NOW + 60_000 });
    expect((await open(early)).statusCode).toBe(200);
    expect((await put({ percentage: 5 }, early)).statusCode).toBe(200);
    expect(await library(early)).toMatchObject({
      user_book_parts: [],
      early_access: [
        {
          book_part_id: part.id,
          percentage: 5,
          edition_id: edition,
          expires_at: new Date(TEST_NOW + 60_000).toISOString(),
        },
      ],
    });
    test.clock.time += 60_000;
    expect(refusal(await open(early))).toMatchObject(notFound);
    expect(refusal(await link(early))).toMatchObject(notFound);
    expect(refusal(await place(early))).toMatchObject(notFound);
    expect(await library(early)).toEqual({ user_book_parts: [], early_access: [] });
  });

  it('an early reading of a hidden book is gone from every list when it ends', async () => {
    const early = await addReader(test);
    await change('books', book.id, { is_draft: 1 });
    await give(test, early.user.id, part.id, { source: 'early_access', expiresAt: TEST_NOW + 1000 });
    expect(await partsOf(book.id, early)).toHaveLength(1);
    test.clock.time += 1000;
    expect(refusal(await get(test, `/api/user_book_parts/${book.id}`, early.headers))).toMatchObject({
      status: 404,
      code: 'book_not_found',
    });
  });

  it('progress of early access is kept when the part is bought', async () => {
    const early = await addReader(test);
    await give(test, early.user.id, part.id, { source: 'early_access' });
    await put({ percentage: 33 }, early);
    await give(test, early.user.id, part.id, { source: 'purchase' });
    expect(await library(early)).toMatchObject({
      user_book_parts: [{ book_part_id: part.id, percentage: 33 }],
      early_access: [],
    });
  });
});

describe('the library', () => {
  it('says since when a part is owned, and when the server last took a position of it', async () => {
    const [unread] = (await library()).user_book_parts;
    expect(unread).toMatchObject({ acquired_at: new Date(TEST_NOW).toISOString(), read_at: null });
    test.clock.time += 1000;
    const stranger = await addReader(test);
    await give(test, stranger.user.id, part.id);
    await put({ percentage: 5 });
    const [read] = (await library()).user_book_parts;
    expect(read).toMatchObject({ read_at: new Date(TEST_NOW + 1000).toISOString() });
    expect((await partsOf(book.id))[0]).toMatchObject({ acquired_at: new Date(TEST_NOW).toISOString() });
    expect((await library(stranger)).user_book_parts).toMatchObject([{ read_at: null }]);
  });

  it('shows the caller’s parts and nobody else’s', async () => {
    const other = await addReader(test);
    const theirs = await addPart(test, book.id);
    await give(test, other.user.id, theirs.id);
    expect((await library()).user_book_parts.map((row) => row.book_part_id)).toEqual([part.id]);
    const parts = await partsOf(book.id);
    expect(parts.find(({ id }) => id === theirs.id)).toMatchObject({
      is_purchased: false,
      edition_id: null,
      percentage: null,
    });
    expect((await get(test, '/api/books/user', other.headers)).json<PublicBook[]>().map(({ id }) => id)).toEqual([
      book.id,
    ]);
    const stranger = await addReader(test);
    expect((await get(test, '/api/books/user', stranger.headers)).json()).toEqual([]);
  });

  it('never shows parts that are being prepared or were archived to owners of others', async () => {
    const draft = await addPart(test, book.id, { isDraft: true });
    const archived = await addPart(test, book.id, { is_active: 0 });
    const listed = await addPart(test, book.id);
    const [owned] = (await get(test, '/api/books/user', reader.headers)).json<PublicBook[]>();
    expect(owned!.parts.map(({ id }) => id)).toEqual([part.id, listed.id]);
    expect((await partsOf(book.id)).map(({ id }) => id)).toEqual([part.id, listed.id]);
    await give(test, reader.user.id, archived.id);
    expect((await partsOf(book.id)).map(({ id }) => id)).toEqual([part.id, archived.id, listed.id]);
    expect(draft.is_draft).toBe(1);
  });

  it('of a draft book is empty ground for everyone else', async () => {
    const hidden = await addBook(test, { isDraft: true });
    await addPart(test, hidden.id);
    for (const id of [hidden.id, crypto.randomUUID()]) {
      expect(refusal(await get(test, `/api/user_book_parts/${id}`, reader.headers))).toMatchObject({
        status: 404,
        code: 'book_not_found',
      });
    }
  });

  it('is private to caches', async () => {
    for (const url of [
      '/api/user_book_parts/',
      `/api/user_book_parts/${book.id}`,
      '/api/books/user',
      '/api/users/me',
      `/api/user_book_parts/last_location/${part.id}`,
    ]) {
      expect((await get(test, url, reader.headers)).headers['cache-control']).toBe('no-store');
    }
  });
});

describe('download_count (decisions)', () => {
  const count = async () => (await get(test, `/api/books/${book.id}`)).json<PublicBook>();
  const open = async (as = reader, what = 'open') => get(test, `/api/book_part/${what}/${part.id}`, as.headers);

  it('counts each owner once, by opening or downloading, and early readers never', async () => {
    const second = await addReader(test);
    const early = await addReader(test);
    await give(test, second.user.id, part.id);
    await give(test, early.user.id, part.id, { source: 'early_access' });
    expect(await count()).toMatchObject({ download_count: 0, parts: [{ download_count: 0 }] });
    await Promise.all(Array.from({ length: 10 }, async (_, n) => open(reader, n % 2 === 0 ? 'open' : 'download')));
    await open(early, 'download');
    await open(early);
    expect(await count()).toMatchObject({ download_count: 1 });
    await open(second, 'download');
    expect(await count()).toMatchObject({ download_count: 2, parts: [{ download_count: 2 }] });
    expect((await partsOf(book.id))[0]).toMatchObject({ is_downloaded: true });
    expect((await partsOf(book.id, early))[0]).toMatchObject({ is_downloaded: false });
  });
});
