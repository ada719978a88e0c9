import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { get } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addBook, addPart } from '../../testing/fixtures.ts';
import { buildFakeWebApp, buildPagesApp, type FakeWebApp, type PagesApp } from './testing/fake-web-app.ts';

let web: FakeWebApp;
let test: TestApp;
let pages: PagesApp;
let partId: string;
let bookPath: string;
beforeEach(async () => {
  web = await buildFakeWebApp();
  test = await buildTestApp();
  const book = await addBook(test);
  partId = (await addPart(test, book.id, { value: 1500 })).id;
  bookPath = `/book-detail/${book.id}`;
  test.services.books.catalogue.invalidate();
  pages = await buildPagesApp(test, web);
});
afterEach(async () => {
  await pages.app.close();
  await test.close().catch(() => undefined);
  await web.remove();
});

const visit = async (url: string, headers: Record<string, string> = {}) =>
  get({ app: pages.app } as TestApp, url, { accept: 'text/html', ...headers });

/** Changes the database as another process does: this process gets no event. */
const changePrice = async (value: number) =>
  test.ports.db.handle.updateTable('book_parts').set({ value }).where('id', '=', partId).execute();

describe('a public page', () => {
  it('is rendered once for all simultaneous requests when there is none', async () => {
    const answers = await Promise.all(Array.from({ length: 1000 }, async () => visit('/')));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(web.drawn).toEqual(['/']);
  });

  it('is current at once in this process, and within a second after a change by another one', async () => {
    expect((await visit(bookPath)).body).toContain('"value":1500');
    await changePrice(990);
    test.clock.time += 1000;
    expect((await visit(bookPath)).body).toContain('"value":990');
    await changePrice(1290);
    test.services.books.catalogue.invalidate();
    expect((await visit(bookPath)).body).toContain('"value":1290');
    const { identity, revision } = await shopNow();
    const change = { section: 'identity', revision, actorId: null } as const;
    await test.services.shop.publish(change, { ...identity, store_name: 'Otra tienda' });
    expect((await visit(bookPath)).body).toContain('Otra tienda');
  });

  it('is rendered again when it has changed, and only then', async () => {
    await Promise.all([visit('/'), visit(bookPath)]);
    const other = await addBook(test);
    test.clock.time += 1000;
    await Promise.all([visit('/'), visit(bookPath), visit(`/book-detail/${other.id}`)]);
    expect(web.drawn.toSorted()).toEqual(['/', '/', bookPath, `/book-detail/${other.id}`].toSorted());
  });

  it('changes at the moment at which a presale ends', async () => {
    const end = test.clock.time + 60_000;
    await test.ports.db.handle
      .updateTable('book_parts')
      .set({ is_presale: 1, presale_end_at: end, presale_discount: 20 })
      .where('id', '=', partId)
      .execute();
    test.clock.time = end - 1;
    expect((await visit(bookPath)).body).toContain('"left":1');
    test.clock.time = end;
    expect((await visit(bookPath)).body).toContain('"left":0');
  });

  it('is rendered again when its own time has passed, though its data are the same', async () => {
    expect((await visit('/')).body).toContain('© 2026');
    test.clock.time = Date.UTC(2027, 0);
    expect((await visit('/')).body).toContain('© 2027');
  });

  it('is the same for everybody: without cookies, cacheable, whatever the query string', async () => {
    const plain = await visit('/');
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=0, s-maxage=1',
      'cdn-cache-control': 'public, max-age=1, stale-while-revalidate=9, stale-if-error=86400',
      vary: 'accept-encoding',
    });
    expect(plain.headers['set-cookie']).toBeUndefined();
    for (const url of ['/?codigo=REGALO', '/?a=1&b=2']) {
      const same = await visit(url, { cookie: 'XSRF-TOKEN=otra; entrada=1' });
      expect([same.body, same.headers['set-cookie']]).toEqual([plain.body, undefined]);
    }
    expect(web.drawn).toEqual(['/']);
  });

  it('answers 304 to current copies, also recompressed ones, with the same bytes in every encoding', async () => {
    const plain = await visit('/');
    const etag = String(plain.headers.etag);
    for (const tag of [etag, `W/${etag}`, `"otra", W/${etag}`]) {
      const same = await visit('/', { 'if-none-match': tag });
      expect([same.statusCode, same.rawPayload.length, same.headers.etag], tag).toEqual([304, 0, etag]);
    }
    expect((await visit('/', { 'if-none-match': '"otra"' })).statusCode).toBe(200);
    const br = await visit('/', { 'accept-encoding': 'gzip, br' });
    const gzip = await visit('/', { 'accept-encoding': 'gzip' });
    expect([br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip']);
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
  });
});

const shopNow = async () => {
  const { identity } = test.services.shop.latest();
  return { identity, revision: (await test.services.shop.section('identity')).revision };
};

describe('pages rendered before the first visitor', () => {
  it('are available without the database from then on, legal ones too', async () => {
    await pages.makePages();
    await test.ports.db.close();
    test.clock.time += 3_600_000;
    for (const path of ['/', bookPath, '/privacy-policy']) expect((await visit(path)).statusCode, path).toBe(200);
    expect(web.drawn.toSorted()).toEqual(['/', bookPath, '/privacy-policy'].toSorted());
  });

  it('are shown unchanged while later changes cannot be read', async () => {
    await pages.makePages();
    const shown = await visit('/privacy-policy');
    const { identity, revision } = await shopNow();
    const change = { section: 'identity', revision, actorId: null } as const;
    await test.services.shop.publish(change, { ...identity, store_name: 'Otra tienda' });
    await test.ports.db.close();
    const kept = await visit('/privacy-policy');
    expect([kept.statusCode, kept.body]).toEqual([200, shown.body]);
    expect((await visit('/')).body).toContain('Otra tienda');
  });

  it('include the first books of a large shop; the others follow', async () => {
    for (let book = 0; book < 40; book += 1) await addBook(test);
    test.services.books.catalogue.invalidate();
    await pages.makePages();
    expect(web.drawn.length).toBeLessThan(43);
    await expect.poll(() => web.drawn.length).toBe(43);
    expect(new Set(web.drawn).size).toBe(43);
  });
});

describe('the page cache', () => {
  it('evicts no page for addresses that visitors invent', async () => {
    await pages.makePages();
    await visit(bookPath.replace('book-detail', 'login'));
    const before = web.drawn.length;
    for (let at = 0; at < 300; at += 1) {
      await visit(`/?x=${at}`);
      await visit(`${bookPath}?codigo=${at}`);
      await visit(`/book-detail/${at}`);
      await visit(`/login/${at}`);
    }
    for (const path of ['/', bookPath, bookPath.replace('book-detail', 'login'), '/privacy-policy']) await visit(path);
    expect(web.drawn.slice(before).filter((path) => !/^.login.\d+$/.test(path))).toEqual([]);
  });

  it.each(['/gift/secreto', '/accountant/secreto'])(
    'marks %s as uncacheable, unindexed and without a referrer',
    async (url) => {
      const { headers } = await visit(url);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
    },
  );

  it('stores no answer to a request with a token, and no page of a secret or invented address', async () => {
    const own = await visit('/', { authorization: 'Bearer token' });
    expect(own.headers['cache-control']).toBe('private, no-cache');
    expect(own.headers['cdn-cache-control']).toBeUndefined();
    await visit('/');
    expect(web.drawn).toEqual(['/', '/']);
    for (const url of ['/gift/secreto', '/recover-password/secreto', '/login/nada']) {
      await visit(url);
      const { headers } = await visit(url);
      expect(web.drawn.filter((path) => path === url)).toHaveLength(2);
      expect(String(headers['cache-control']), url).toMatch(/^(private, no-cache|no-store)$/);
      expect(headers['cdn-cache-control'], url).toBeUndefined();
    }
  });
});
