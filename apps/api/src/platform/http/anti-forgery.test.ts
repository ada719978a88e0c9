import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { get, refusal } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addReader, type SignedIn } from '../../testing/fixtures.ts';

let test: TestApp;
let reader: SignedIn;
beforeAll(async () => {
  test = await buildTestApp();
  reader = await addReader(test);
});
afterAll(async () => test.close());

const PAIR = { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abc' };
const rename = async (
  headers: Record<string, string>,
  url = '/api/users/me',
  method: InjectOptions['method'] = 'PATCH',
) => test.app.inject({ method: method, url, headers: { ...reader.headers, ...headers }, payload: { name: 'Ana Paz' } });
const refused = { status: 403, code: 'anti_forgery', detail: 'No tiene permisos para realizar esta acción' };

describe('anti-forgery by double submit', () => {
  it.each([
    ['a program without signs of a browser', {}, 200],
    ['a page with the pair', { origin: 'http://shop.test', 'sec-fetch-site': 'same-origin', ...PAIR }, 200],
    ['Origin alone', { origin: 'http://shop.test' }, 403],
    ['Sec-Fetch-Site alone', { 'sec-fetch-site': 'same-origin' }, 403],
    ['a typed address', { 'sec-fetch-site': 'none' }, 403],
    ['any cookie alone', { cookie: 'otra=1' }, 403],
    ['the cookie without the header', { cookie: 'XSRF-TOKEN=abc' }, 403],
    ['the header without the cookie', { origin: 'http://shop.test', 'x-xsrf-token': 'abc' }, 403],
    ['another value', { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abd' }, 403],
    ['a longer value', { cookie: 'XSRF-TOKEN=abc', 'x-xsrf-token': 'abcd' }, 403],
    ['empty values', { cookie: 'XSRF-TOKEN=', 'x-xsrf-token': '' }, 403],
  ])('%s', async (_, headers, status) => {
    const response = await rename(headers);
    expect(response.statusCode).toBe(status);
    if (status === 403) expect(refusal(response)).toEqual(refused);
  });

  it('refuses another site even with both tokens', async () => {
    expect(refusal(await rename({ ...PAIR, 'sec-fetch-site': 'cross-site' }))).toEqual({
      ...refused,
      code: 'cross_site_request',
    });
  });

  it('compares addresses in any spelling', async () => {
    for (const url of ['/%61pi/users/me', '/api/%75sers/me', '/api/users/me/', '/api/users/me?x=1']) {
      expect(refusal(await rename({ origin: 'http://evil.test' }, url))).toEqual(refused);
    }
  });

  it('covers every method that changes data, before the body is read', async () => {
    const calls: [InjectOptions['method'], string][] = [
      ['POST', '/api/auth/'],
      ['POST', '/api/auth/refresh'],
      ['POST', '/api/auth/logout'],
      ['POST', '/api/users/'],
      ['PUT', `/api/user_book_parts/${crypto.randomUUID()}`],
      ['POST', `/api/user_book_parts/get_preference_id/${crypto.randomUUID()}`],
    ];
    for (const [method, url] of calls)
      expect(refusal(await rename({ origin: 'http://evil.test' }, url, method))).toEqual(refused);
  });

  it('does not cover the payment notice, which is signed', async () => {
    const response = await test.app.inject({
      method: 'POST',
      url: '/api/payments/webhook?data.id=1&type=payment',
      headers: { origin: 'http://x.test' },
    });
    expect(refusal(response)).toMatchObject({ code: 'notice_not_authentic' });
  });

  it('does not cover GET and HEAD', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await test.app.inject({
        method,
        url: '/api/users/me',
        headers: { ...reader.headers, origin: 'http://shop.test' },
      });
      expect(response.statusCode).toBe(200);
    }
  });
});

describe('the anti-forgery cookie', () => {
  it('comes with a page visit, is unguessable, and is set once', async () => {
    const visit = async (headers: Record<string, string> = {}) =>
      get(test, '/api/seller', { accept: 'text/html', ...headers });
    const [first, second] = [await visit(), await visit()].map(
      ({ cookies }) => cookies[0] as { name: string; value: string; sameSite: string; path: string },
    );
    expect(first).toMatchObject({ name: 'XSRF-TOKEN', sameSite: 'Lax', path: '/' });
    expect(first!.value).toMatch(/^[\w-]{32}$/);
    expect(second!.value).not.toBe(first!.value);
    expect((await visit({ cookie: 'XSRF-TOKEN=abc' })).cookies).toEqual([]);
  });

  it('is Secure when the shop uses https', async () => {
    const secure = await buildTestApp({ env: { PUBLIC_URL: 'https://shop.test' } });
    try {
      const response = await get(secure, '/api/seller', { accept: 'text/html' });
      expect(response.cookies[0]).toMatchObject({ secure: true });
      expect(response.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    } finally {
      await secure.close();
    }
  });

  it('is never set on an answer that shared caches keep', async () => {
    const image = await get(test, `/images/${'a'.repeat(40)}.jpg`, { accept: 'image/avif,image/webp,*/*' });
    expect(image.cookies).toEqual([]);
  });
});
