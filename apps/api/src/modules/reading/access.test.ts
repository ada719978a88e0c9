import { DAY_MS } from '@cuentos/domain/time/durations';
import { describe, expect, it } from 'vitest';
import type { PublicBook } from '@cuentos/contract/books';
import { get, refusal } from '../../testing/calls.ts';
import { TEST_NOW } from '../../testing/build-test-app.ts';
import { addBook, addPart, addReader, give } from '../../testing/fixtures.ts';
import {
  book,
  change,
  edition,
  library,
  notFound,
  part,
  partsOf,
  place,
  put,
  reader,
  stageReading,
  test,
} from './testing/reading-fixture.ts';

stageReading();

describe('opening a part', () => {
  const open = async (as = reader, partId = part.id) => get(test, `/api/book_part/open/${partId}`, as.headers);
  const link = async (as = reader, partId = part.id) => get(test, `/api/book_part/download/${partId}`, as.headers);

  it('is refused to everybody without a session', async () => {
    for (const url of [
      `/api/book_part/open/${part.id}`,
      `/api/book_part/download/${part.id}`,
      '/api/user_book_parts/',
      `/api/user_book_parts/${book.id}`,
    ]) {
      expect(refusal(await get(test, url))).toMatchObject({ status: 401, code: 'unauthenticated' });
    }
  });

  it('is possible for its owner, and to a stranger the part does not exist', async () => {
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

  it('is possible for its owner only from the release date on', async () => {
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

  it('is possible for its owner after the part was archived or unpublished', async () => {
    await change('book_parts', part.id, { is_active: 0 });
    await change('books', book.id, { is_active: 0, is_draft: 1 });
    expect((await open()).statusCode).toBe(200);
    expect((await link()).statusCode).toBe(200);
    expect((await library()).user_book_parts.map((row) => row.book_part_id)).toEqual([part.id]);
    expect((await partsOf(book.id)).map(({ id }) => id)).toEqual([part.id]);
  });

  it('is refused after the entitlement was revoked', async () => {
    await test.ports.db.handle
      .updateTable('entitlements')
      .set({ revoked_at: TEST_NOW })
      .where('part_id', '=', part.id)
      .execute();
    expect(refusal(await open())).toMatchObject(notFound);
    expect(refusal(await link())).toMatchObject(notFound);
    expect(refusal(await place())).toMatchObject(notFound);
    expect(await library()).toEqual({ user_book_parts: [], early_access: [], awaited: [] });
  });

  it('is refused without an ebook, with a sentence of its own for the owner', async () => {
    const bare = await addPart(test, book.id);
    await give(test, reader.user.id, bare.id);
    expect(refusal(await open(reader, bare.id))).toMatchObject({ status: 409, code: 'part_without_ebook' });
    expect(refusal(await put({ percentage: 1 }, reader, bare.id))).toMatchObject({
      status: 409,
      code: 'part_without_ebook',
    });
  });

  it('is possible with early access before the release, until the access ends', async () => {
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
    expect(await library(early)).toEqual({ user_book_parts: [], early_access: [], awaited: [] });
  });

  it('with early access to a hidden book ends in every list with the access', async () => {
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

  it('keeps the progress of early access when the reader buys the part', async () => {
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
  it('shows since when a part is owned, and when the server last stored a position of it', async () => {
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

  it("shows the caller's parts alone", async () => {
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

  it('never shows draft or archived parts to owners of other parts', async () => {
    const draft = await addPart(test, book.id, { isDraft: true });
    const archived = await addPart(test, book.id, { is_active: 0 });
    const listed = await addPart(test, book.id);
    const [owned] = (await get(test, '/api/books/user', reader.headers)).json<PublicBook[]>();
    expect(owned).toMatchObject({ purchased: true });
    expect(owned!.parts.map(({ id, is_purchased: isPurchased }) => [id, isPurchased])).toEqual([
      [part.id, true],
      [listed.id, false],
    ]);
    expect((await partsOf(book.id)).map(({ id }) => id)).toEqual([part.id, listed.id]);
    await give(test, reader.user.id, archived.id);
    expect((await partsOf(book.id)).map(({ id }) => id)).toEqual([part.id, archived.id, listed.id]);
    expect(draft.is_draft).toBe(1);
  });

  it('shows other readers an empty page for a draft book', async () => {
    const hidden = await addBook(test, { isDraft: true });
    await addPart(test, hidden.id);
    for (const id of [hidden.id, crypto.randomUUID()]) {
      expect(refusal(await get(test, `/api/user_book_parts/${id}`, reader.headers))).toMatchObject({
        status: 404,
        code: 'book_not_found',
      });
    }
  });

  it('is not cached by shared caches', async () => {
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
