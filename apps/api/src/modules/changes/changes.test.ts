import type { AddressInfo } from 'node:net';
import type { AccessClaims } from '@cuentos/contract/auth';
import type { ChangeList } from '@cuentos/contract/changes';
import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BookPartRow } from '../../platform/db/tables/books.ts';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { get, refresh, tokensOf } from '../../testing/calls.ts';
import { addOwner, addReader, give, type SignedIn, signIn } from '../../testing/fixtures.ts';
import { revokeSessions, scheduleErasure } from '../auth/service.ts';
import { takeBack, tellHolders } from '../entitlements/service.ts';
import { endEpoch, recordChange } from './service.ts';
import { listen, type Listening } from './testing/listen.ts';

let test: TestApp;
let origin: string;
let reader: SignedIn;
let part: BookPartRow;
let edition: string;
const listening: Listening[] = [];
beforeAll(async () => {
  test = await buildTestApp();
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});
afterAll(async () => test.close());
beforeEach(async () => {
  test.clock.time = TEST_NOW;
  ({ reader, part, edition } = await addOwner(test));
});
afterEach(async () => {
  for (const each of listening.splice(0)) each.leave();
});

/** Listens as a device and waits for the first list. */
const follow = async (as = reader, since: number | null = null): Promise<Listening> => {
  const stream = await listen(origin, as.headers.authorization, since);
  listening.push(stream);
  await stream.opened;
  return stream;
};
const changes = async (since: number | null, as = reader): Promise<ChangeList> =>
  (await get(test, `/api/changes${since === null ? '' : `?since=${since}`}`, as.headers)).json<ChangeList>();
const note = async (as: SignedIn, topic: 'library' | 'orders' = 'orders'): Promise<void> =>
  test.ports.db.withTx(async (tx) => recordChange(tx, as.user.id, { topic }));
const send = async (method: 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) => {
  const response = await test.app.inject({ method, url, headers: reader.headers, ...(payload ? { payload } : {}) });
  expect(response.statusCode, response.body).toBeLessThan(300);
};
const revisionIn = (token: string): number => decodeJwt<AccessClaims>(token).changes;
const mutation = () => ({ mutation_id: crypto.randomUUID() });

describe('the list of changes', () => {
  it('has only a revision at first, then each change since it once, in its newest version', async () => {
    const { revision } = await changes(null);
    expect((await changes(null)).changes).toEqual([]);
    await note(reader);
    await note(reader, 'library');
    await note(reader);
    expect(await changes(revision)).toMatchObject({
      revision: revision + 3,
      changes: [
        { topic: 'library', part_id: null, revision: revision + 2, version: 0 },
        { topic: 'orders', part_id: null, revision: revision + 3, version: 0 },
      ],
    });
    expect((await changes(revision + 2)).changes).toMatchObject([{ topic: 'orders' }]);
  });

  it("is a full reload for a revision above the shop's: a backup was restored", async () => {
    await note(reader);
    const list = await changes(1_000_000);
    expect(list.revision).toBeLessThan(1000);
    expect(list.changes.map(({ topic }) => topic)).toContain('orders');
  });

  it.each(['-1', '1.5', 'x', '9007199254740992'])('is refused with the revision %j', async (since) => {
    const { statusCode } = await get(test, `/api/changes?since=${since}`, reader.headers);
    expect(statusCode).toBe(422);
  });
});

describe('the stream of changes', () => {
  it("names the epoch of the shop's data, which ends when a backup is restored", async () => {
    const before = await changes(null);
    expect((await changes(0)).epoch).toEqual(before.epoch);
    await test.ports.db.withTx(async (tx) => endEpoch(tx));
    const [{ epoch }, { epoch: same }] = await Promise.all([changes(null), changes(null)]);
    expect(epoch.id).not.toBe(before.epoch.id);
    expect(same).toEqual(epoch);
  });

  it('reports everything that a reader writes, with its revision', async () => {
    const since = (await changes(null)).revision;
    const stream = await follow();
    const place = { last_location: 'epubcfi(/6/4)', percentage: 10, edition_id: edition };
    await send('PUT', `/api/user_book_parts/${part.id}`, { ...place, ...mutation() });
    const id = crypto.randomUUID();
    const range = 'epubcfi(/6/4!/4,/2/1:0,/2/1:5)';
    const highlight = { id, book_part_id: part.id, edition_id: edition, cfi_range: range, color: 'yellow', note: '' };
    await send('POST', '/api/user_book_part_highlights/', {
      ...highlight,
      quote: 'a',
      prefix: '',
      suffix: '',
      ...mutation(),
    });
    await send('DELETE', `/api/user_book_part_highlights/${id}`);
    const bookmark = { book_part_id: part.id, edition_id: edition, cfi: 'epubcfi(/6/4)', percentage: 1, chapter: null };
    await send('PUT', `/api/bookmarks/${id}`, { ...bookmark, quote: '', prefix: '' });
    await send('PUT', `/api/bookmarks/${id}`, { ...bookmark, quote: '', prefix: '' });
    await send('DELETE', `/api/bookmarks/${id}`);
    await send('PUT', '/api/users/me/reader_settings', { settings: { theme: 'dark' }, ...mutation() });
    await send('PUT', `/api/user_book_parts/${part.id}/finished`, { finished: true, base_revision: 0, ...mutation() });
    const heard = ['position', 'highlights', 'highlights', 'bookmarks', 'bookmarks', 'settings', 'finished'];
    await expect.poll(async () => stream.lists.at(-1)?.revision).toBe(since + heard.length);
    expect(await changes(since)).toMatchObject({
      changes: [
        { topic: 'position', part_id: part.id, version: 1 },
        { topic: 'highlights', part_id: part.id, version: 2 },
        { topic: 'bookmarks', part_id: part.id, version: 0 },
        { topic: 'settings', part_id: null, version: 1 },
        { topic: 'finished', part_id: part.id, version: 1 },
      ],
    });
  });

  it('reports entitlements that the shop grants and revokes', async () => {
    const stream = await follow();
    const other = (await addOwner(test)).part;
    await give(test, reader.user.id, other.id, { source: 'grant' });
    await expect.poll(() => stream.lists.at(-1)?.changes).toMatchObject([{ topic: 'library', part_id: other.id }]);
    const gift = { userId: reader.user.id, partId: other.id, source: 'grant' } as const;
    await test.ports.db.withTx(async (tx) => takeBack(tx, gift, test.clock.now()));
    await expect.poll(() => stream.topics()).toEqual(['library', 'library']);
    await tellHolders(test.ports.db, part.id);
    await expect.poll(() => stream.lists.at(-1)?.changes).toMatchObject([{ topic: 'library', part_id: part.id }]);
  });

  it('has no changes of another reader', async () => {
    const stranger = await addReader(test);
    const [own, theirs] = [await follow(), await follow(stranger)];
    await note(stranger);
    await expect.poll(() => theirs.topics()).toEqual(['orders']);
    // The other reader's change would have arrived before this one.
    await note(reader, 'library');
    await expect.poll(() => own.topics()).toEqual(['library']);
    expect(theirs.topics()).toEqual(['orders']);
    expect((await changes(0)).changes.map(({ topic }) => topic)).not.toContain('orders');
  });

  it('has no changes of a failed transaction', async () => {
    const stream = await follow();
    const failing = test.ports.db.withTx(async (tx) => {
      await recordChange(tx, reader.user.id, { topic: 'orders' });
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow('taken back');
    await note(reader, 'library');
    await expect.poll(() => stream.topics()).toEqual(['library']);
  });

  it('can begin at the revision in an access token, which is that of the moment at which it was made', async () => {
    await note(reader, 'library');
    const signedIn = await signIn(test, reader.user);
    const known = revisionIn(signedIn.tokens.access_token);
    expect((await follow(signedIn, known)).topics()).toEqual([]);
    await note(reader);
    expect((await follow(signedIn, known)).topics()).toEqual(['orders']);
    const renewed = tokensOf(await refresh(test, signedIn.tokens.refresh_token));
    expect(revisionIn(renewed.access_token)).toBe(known + 1);
  });

  it('continues after a pause from the last revision, without a gap', async () => {
    const first = await follow();
    const heard = first.lists[0]!.revision;
    first.leave();
    await note(reader);
    await note(reader, 'library');
    const second = await follow(reader, heard);
    expect(second.topics()).toEqual(['orders', 'library']);
  });
});

describe('a connection of the stream', () => {
  it('is passed on by proxies without buffering, and not cached', async () => {
    const { headers } = await follow();
    expect(headers.get('content-type')).toContain('text/event-stream');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('content-encoding')).toBeNull();
  });

  it('ends with its session, and reports nothing afterwards', async () => {
    const stream = await follow();
    const other = await signIn(test, reader.user);
    const stays = await follow(other);
    await test.services.sessions.end(reader.headers.authorization);
    await note(other);
    expect(await stream.ended).toBe('session');
    expect(stream.topics()).toEqual([]);
    await expect.poll(() => stays.topics()).toEqual(['orders']);
  });

  it('ends when all sessions of a blocked reader end', async () => {
    const stream = await follow();
    await test.ports.db.withTx(async (tx) => revokeSessions(tx, reader.user.id, test.clock.now()));
    expect(await stream.ended).toBe('session');
  }, 15_000);

  it('ends when the erasure of the account is due', async () => {
    const stream = await follow();
    const keepSession = (await test.services.sessions.readCaller(reader.headers.authorization))?.sessionId ?? null;
    const ending = { at: TEST_NOW + 1, keepSession };
    await test.ports.db.withTx(async (tx) => void (await scheduleErasure(tx, reader.user, ending, TEST_NOW)));
    await note(reader);
    expect(await stream.ended).toBe('session');
    expect(stream.topics()).toEqual([]);
  });

  it('ends with the token that opened it', async () => {
    const stream = await follow();
    test.clock.time += 15 * 60_000;
    await note(reader);
    expect(await stream.ended).toBe('session');
    expect(stream.topics()).toEqual([]);
  });

  it('is closed first if it is the oldest of too many', async () => {
    const [oldest, ...others] = [await follow(), await follow(), await follow(), await follow(), await follow()];
    await follow();
    await note(reader);
    await expect.poll(() => oldest?.topics()).toEqual(['orders']);
    await follow();
    expect(await oldest?.ended).toBe('crowded');
    await note(reader, 'library');
    for (const each of others) await expect.poll(() => each.topics()).toEqual(['orders', 'library']);
  });

  it('is not opened by a HEAD request', async () => {
    const response = await fetch(`${origin}/api/changes/stream`, { method: 'HEAD', headers: reader.headers });
    expect(response.status).toBe(200);
  });
});

describe('a server that shuts down', () => {
  it('ends its streams at once with the reason, and does not wait for them', async () => {
    const other = await buildTestApp();
    const address = await other.app.listen({ host: '127.0.0.1', port: 0 });
    const { reader: guest } = await addOwner(other);
    const stream = await listen(address, guest.headers.authorization);
    await stream.opened;
    const closing = other.app.close();
    expect(await stream.ended).toBe('stopping');
    await closing;
    await other.close();
  });
});
