import { DAY_MS } from '@cuentos/domain/time/durations';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { screenRoutes } from '@cuentos/contract/site';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlausible } from '../../adapters/plausible/plausible-analytics.ts';
import { createUmami } from '../../adapters/umami/umami-analytics.ts';
import type { AnalyticsPort } from '../../ports/analytics.ts';
import { refusal } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { sweepPageViews } from './page-view-service.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0';
const PHONE = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
const TABLET = 'Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15';

let test: TestApp;
beforeEach(async () => {
  test = await buildTestApp();
});
afterEach(async () => test.close());

const view = async (payload: object, headers: Record<string, string> = {}, from = '203.0.113.1', on = test) =>
  on.app.inject({
    method: 'POST',
    url: '/api/analytics/pageview',
    payload,
    headers: { 'user-agent': FIREFOX, ...headers },
    remoteAddress: from,
  });
const rows = async (on = test) => on.ports.db.handle.selectFrom('page_views').selectAll().orderBy('day').execute();
const book = { route: '/book-detail/{book_id}' };

describe('page views', () => {
  it('are counted by day, pattern and visitor, without a cookie', async () => {
    for (let n = 0; n < 3; n += 1) {
      const answer = await view({ ...book, referrer: 'Buscador.example' });
      expect([answer.statusCode, answer.body, answer.cookies]).toEqual([204, '', []]);
    }
    await view(book, {}, '198.51.100.1');
    await view({ route: '/' });
    const viewRows = await rows();
    expect(viewRows).toHaveLength(3);
    expect(viewRows.find(({ views }) => views === 3)).toEqual({
      day: '2026-11-18',
      route: '/book-detail/{book_id}',
      visitor: expect.stringMatching(/^[\w-]{43}$/),
      referrer_host: 'buscador.example',
      device: 'desktop',
      views: 3,
    });
  });

  it('do not count the shop itself as a referrer', async () => {
    await view({ ...book, referrer: 'shop.test' });
    expect(await rows()).toMatchObject([{ referrer_host: '' }]);
  });

  it.each([
    [FIREFOX, 'desktop'],
    [PHONE, 'phone'],
    [TABLET, 'tablet'],
  ])('%s is a %s: %s', async (agent, device) => {
    await view(book, { 'user-agent': agent });
    expect(await rows()).toMatchObject([{ device }]);
  });

  it.each([{ dnt: '1' }, { 'sec-gpc': '1' }])('are not counted or passed on for requests with %j', async (headers) => {
    const heard: string[] = [];
    const receiver: AnalyticsPort = { name: 'x', pageView: async ({ url }) => void heard.push(url) };
    const listening = await buildTestApp({ ports: { analytics: [receiver] } });
    try {
      expect((await view(book, headers, undefined, listening)).statusCode).toBe(204);
      expect(await rows(listening)).toEqual([]);
      expect(heard).toEqual([]);
      await view(book, {}, undefined, listening);
      expect(heard).toEqual(['http://shop.test/book-detail/:book_id']);
    } finally {
      await listening.close();
    }
  });

  it.each(['', 'Googlebot/2.1', 'facebookexternalhit preview', 'HeadlessChrome/130'])(
    'of the program %j are not counted',
    async (agent) => {
      expect((await view(book, { 'user-agent': agent })).statusCode).toBe(204);
      expect(await rows()).toEqual([]);
    },
  );

  it.each([
    { route: '/recover-password/abc' },
    { route: '/book-detail/0190' },
    { route: '' },
    {},
    { route: '/', referrer: 'https://x.cl/ruta?correo=a@b.cl' },
    { route: '/', referrer: 'a b' },
    { route: '/', referrer: 'a'.repeat(300) },
  ])('422 for what is no pattern or no host: %j', async (payload) => {
    expect(refusal(await view(payload))).toMatchObject({ status: 422, code: 'invalid_request' });
    expect(await rows()).toEqual([]);
  });

  it('know the pattern of every screen', async () => {
    for (const route of screenRoutes) expect((await view({ route })).statusCode).toBe(204);
    expect(await rows()).toHaveLength(screenRoutes.length);
  });

  it('of one visitor cannot be linked over two days, and the salt of a past day is deleted', async () => {
    await view(book);
    test.clock.time += DAY_MS;
    await view(book);
    const [first, second] = await rows();
    expect(first!.visitor).not.toBe(second!.visitor);
    const { db } = test.ports;
    for (const step of sweepPageViews(db)) await step(test.clock.now(), new AbortController().signal);
    expect(await db.handle.selectFrom('analytics_salts').select('day').execute()).toEqual([{ day: '2026-11-19' }]);
    expect(await rows()).toHaveLength(2);
  });

  it('are stored without address and browser', async () => {
    await view(book);
    const stored = JSON.stringify([
      await rows(),
      await test.ports.db.handle.selectFrom('analytics_salts').selectAll().execute(),
    ]);
    expect(stored).not.toContain('203.0.113');
    expect(stored).not.toContain('Firefox');
  });

  it('are all counted when they are simultaneous', async () => {
    await Promise.all(Array.from({ length: 20 }, async () => view(book)));
    expect(await rows()).toMatchObject([{ views: 20 }]);
  });

  it('from a flooding network are no longer counted', async () => {
    const { db, clock } = test.ports;
    await db.handle
      .insertInto('rate_counters')
      .values({ key: 'pageview:203.0.113.1', window_start: clock.now(), count: 1000 })
      .execute();
    expect((await view(book)).statusCode).toBe(204);
    expect(await rows()).toEqual([]);
  });
});

describe('external analytics', () => {
  interface Heard {
    readonly url: string | undefined;
    readonly headers: IncomingHttpHeaders;
    readonly body: unknown;
  }
  const heard: Heard[] = [];
  let status = 202;
  const server = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      heard.push({ url: request.url, headers: request.headers, body: JSON.parse(bytes.toString()) });
      response.writeHead(status).end();
    });
  });

  it('get each view after the answer, and their failure affects no page', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const analytics = [createPlausible({ host, domain: 'libros.cl' }), createUmami({ host, websiteId: 'w-1' })];
    const listening = await buildTestApp({ ports: { analytics } });
    try {
      const headers = { 'accept-language': 'es-CL,es;q=0.9' };
      await view({ ...book, referrer: 'buscador.example' }, headers, '203.0.113.9', listening);
      await expect.poll(() => heard).toHaveLength(2);
      const [plausible, umami] = heard.toSorted((a, b) => String(a.url).localeCompare(String(b.url)));
      expect(plausible).toMatchObject({
        url: '/api/event',
        headers: { 'user-agent': FIREFOX, 'x-forwarded-for': '203.0.113.9' },
        body: {
          name: 'pageview',
          domain: 'libros.cl',
          url: 'http://shop.test/book-detail/:book_id',
          referrer: 'https://buscador.example/',
        },
      });
      expect(umami).toMatchObject({
        url: '/api/send',
        headers: { 'user-agent': FIREFOX },
        body: {
          type: 'event',
          payload: { website: 'w-1', hostname: 'shop.test', url: '/book-detail/:book_id', language: 'es-CL' },
        },
      });
      status = 500;
      expect((await view(book, {}, undefined, listening)).statusCode).toBe(204);
      await expect.poll(() => heard).toHaveLength(4);
      await expect(
        analytics[0]!.pageView({ url: 'http://x/', referrerHost: '', userAgent: 'x', address: '', language: '' }),
      ).rejects.toThrow('500');
    } finally {
      await listening.close();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
