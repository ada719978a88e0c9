import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { get, refusal } from '../../testing/calls.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { buildFakeWebApp, buildPagesApp, fakeShell as shell, type FakeWebApp } from './testing/fake-web-app.ts';

let web: FakeWebApp;
let test: TestApp;
let app: FastifyInstance;
beforeAll(async () => {
  web = await buildFakeWebApp();
  test = await buildTestApp();
  ({ app } = await buildPagesApp(test, web));
});
afterAll(async () => {
  await app.close();
  await test.close().catch(() => undefined);
  await web.remove();
});

const visit = async (url: string, headers: Record<string, string> = {}) =>
  get({ app } as TestApp, url, { accept: 'text/html', ...headers });

describe('an absolute address', () => {
  it.each([
    ['http://tienda.test/', 200],
    ['http://tienda.test', 200],
    ['HTTPS://tienda.test:3000?x=1', 200],
    ['http://tienda.test/nada', 404],
    ['http://tienda.test/api/nada', 404],
    ['http://tienda.test/api/books/', 200],
  ])('%s is answered as its path is', async (target, status) => {
    const server = await app.listen({ host: '127.0.0.1', port: 0 }).catch(() => app.listeningOrigin);
    const socket = connect(Number(new URL(server).port), '127.0.0.1');
    socket.write(`GET ${target} HTTP/1.1\r\nHost: tienda.test\r\nConnection: close\r\n\r\n`);
    const answer = (await buffer(socket)).toString();
    expect(answer.split(' ', 2)).toEqual(['HTTP/1.1', String(status)]);
    expect(answer.includes('content-type: application/json')).toBe(target.includes('/api/'));
  });
});

describe('pages', () => {
  it('are the public document with the rendered content, to the letter', async () => {
    const storeName = test.services.shop.latest().identity.store_name;
    const response = await visit('/');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toBe(
      shell
        .replace('<!--head-->', () => '<title>$& $1</title>')
        .replace('<!--styles-->', '<style>p{}</style>')
        .replace('<!--app-->', '<p>0</p><p>© 2026</p>')
        .replace('<!--data-->', () => JSON.stringify({ a: '$$', shown: [], legal: 0, left: 0, name: storeName })),
    );
  });

  it("may run the shop's files and the scripts of their document; private pages only the files", async () => {
    const sources = async (url: string) =>
      /script-src ([^;]*)/.exec(String((await visit(url)).headers['content-security-policy']))?.[1];
    const hash = createHash('sha256').update('note()').digest('base64');
    for (const url of ['/', '/nada', '/broken']) expect(await sources(url), url).toBe(`'self' 'sha256-${hash}'`);
    for (const url of ['/user-library', '/reader/a/b', '/api/books/']) expect(await sources(url), url).toBe("'self'");
  });

  it('answer 304 to a current copy, with the same bytes in every encoding', async () => {
    const plain = await visit('/');
    const same = await visit('/', { 'if-none-match': String(plain.headers.etag) });
    expect([same.statusCode, same.rawPayload.length]).toEqual([304, 0]);
    const [br, gzip] = [
      await visit('/', { 'accept-encoding': 'gzip, br' }),
      await visit('/', { 'accept-encoding': 'gzip' }),
    ];
    expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
  });

  it('are the bare shell for private screens, which search engines do not index', async () => {
    const response = await visit('/user-library');
    expect(response.headers['x-robots-tag']).toBe('noindex');
    expect(response.body).not.toContain('<p>');
    expect(response.body).toContain('<div id="private">');
    expect(response.cookies[0]).toMatchObject({ name: 'XSRF-TOKEN' });
    expect((await visit('/reader/a/b')).body).toContain('<div id="reader">');
    expect((await visit('/reader.html')).statusCode).toBe(404);
    expect((await visit('/nada')).statusCode).toBe(404);
    expect((await visit('/nada')).headers['x-robots-tag']).toBe('noindex');
    expect((await visit('/old')).headers.location).toBe('/not-found');
  });

  it('reveal nothing of the cause if they cannot be rendered', async () => {
    const response = await visit('/broken');
    expect(response.statusCode).toBe(500);
    expect(response.body).not.toContain('canario');
    // The answer is the shell of a public page, whose script loads the data again.
    expect(response.body).toContain('<div id="root">');
  });
});

describe('addresses beside the pages', () => {
  it('unknown addresses of the API are answered by the API', async () => {
    for (const url of ['/api/nada', '/api/', '/files/', '/images/', '/health/']) {
      const response = await visit(url);
      expect(response.headers['content-type'], url).toContain('application/json');
      expect(refusal(response).status, url).toBeGreaterThanOrEqual(400);
    }
    expect((await visit('/api/books/')).json()).toEqual([]);
  });

  it('files named by their content are cached for good, others revalidated', async () => {
    expect((await visit('/assets/app-a1b2.js')).headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/) as string,
    });
    expect((await visit('/sw.js')).headers['cache-control']).toBe('no-cache');
  });

  it('folders are not listed', async () => {
    for (const url of ['/assets', '/assets/', '/files/', '/images/']) {
      const { statusCode, body } = await visit(url);
      expect(body, url).not.toContain('app-a1b2');
      expect(statusCode, url).toBeGreaterThanOrEqual(400);
    }
  });

  it('files outside the folder are not served', async () => {
    for (const url of [
      '/../server/entry-server.js',
      '/%2e%2e/server/entry-server.js',
      '/assets/..%2f..%2fserver%2fentry-server.js',
      '/assets/%00',
    ]) {
      const response = await visit(url);
      expect(response.body).not.toContain('canario secreto');
      expect(response.statusCode).toBeGreaterThanOrEqual(400);
      expect(response.statusCode).toBeLessThan(500);
    }
  });
});

describe('pages while the database is unavailable', () => {
  it('are made of the catalogue in memory; without one the answer is 503 with a time to retry', async () => {
    const other = await buildTestApp();
    const { app: bare } = await buildPagesApp(other, web);
    await other.ports.db.read.selectFrom('books').select('id').execute();
    await other.ports.db.close();
    const empty = await get({ app: bare } as TestApp, '/', { accept: 'text/html' });
    expect([empty.statusCode, empty.headers['retry-after']]).toEqual([503, '5']);
    await bare.close();
    await other.close().catch(() => undefined);

    const page = (await visit('/')).body;
    await test.ports.db.close();
    // Longer than the catalogue is used without checking.
    test.clock.time += 60_000;
    const response = await visit('/');
    expect([response.statusCode, response.body]).toEqual([200, page]);
    expect((await visit('/api/books/')).statusCode).toBe(200);
  });
});

it("a start accepts no requests before its build's files are available to processes of another build", async () => {
  const gate = Promise.withResolvers<void>();
  const stored: string[] = [];
  const putFile = async (key: string): Promise<void> => {
    stored.push(key);
    await gate.promise;
  };
  const other = await buildTestApp();
  const ports = { ...other.ports, storage: { ...other.ports.storage, putFile } };
  const starting = await buildPagesApp({ ...other, ports }, web);
  let isReady = false;
  const made = starting.makePages().then(() => {
    isReady = true;
  });
  await vi.waitUntil(() => stored.length > 0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isReady).toBe(false);
  gate.resolve();
  await made;
  await starting.app.close();
  await other.close();
});
