import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { errorCodes, type ErrorBody } from '@cuentos/contract/error-codes';
import fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes, type KnownRoute } from '../../testing/all-routes.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addBareEdition, addBook, addPart, addReader, give, type SignedIn } from '../../testing/fixtures.ts';

const PROVE = process.env['PROVE'] === '1';
/** What belongs to another reader; no answer to the attacker may hold it. */
const SECRETS = ['Propietaria Secreta', 'secreta@ejemplo.cl', 'epubcfi(/6/777!/4)'];

let test: TestApp;
let attacker: SignedIn;
let routes: KnownRoute[];
const foreignIds: string[] = [];

beforeAll(async () => {
  test = await buildTestApp({
    env: {
      LIMIT_REGISTER_PER_HOUR: '1000000',
      LIMIT_PREFERENCE_PER_HOUR: '1000000',
      LIMIT_FORGOT_PER_HOUR: '1000000',
      LIMIT_CONTACT_PER_HOUR: '1000000',
      LIMIT_ACCOUNT_FAILURES: '1000000',
    },
  });
  attacker = await addReader(test);
  const victim = await addReader(test, { name: SECRETS[0]!, email: SECRETS[1]! });
  const book = await addBook(test);
  const part = await addPart(test, book.id);
  const edition = await addBareEdition(test, part.id);
  await give(test, victim.user.id, part.id);
  const saved = await test.app.inject({
    method: 'PUT',
    url: `/api/user_book_parts/${part.id}`,
    headers: victim.headers,
    payload: { last_location: SECRETS[2], percentage: 50 },
  });
  expect(saved.statusCode).toBe(200);
  const highlighted = await test.app.inject({
    method: 'POST',
    url: '/api/user_book_part_highlights/',
    headers: victim.headers,
    payload: { book_part_id: part.id, cfi_range: 'epubcfi(/6/4!/4/2,/1:0,/1:5)', note: SECRETS[0] },
  });
  expect(highlighted.statusCode).toBe(200);
  const draft = await addBook(test, { isDraft: true });
  const highlightId = highlighted.json<{ id: string }>().id;
  foreignIds.push(victim.user.id, book.id, part.id, edition, draft.id, highlightId);
  routes = allRoutes(test);
});
afterAll(async () => test.close());

/** An answer to bad input: a refusal in the contract's form, or a success that tells nothing of others. */
function judge(response: LightMyRequestResponse, what: string): true {
  expect(response.statusCode, what).toBeLessThan(500);
  for (const secret of SECRETS) expect(response.body, what).not.toContain(secret);
  if (response.statusCode < 400) return true;
  // 416 has no body; a HEAD has none either.
  // The payment sandbox speaks its provider's language and pages.
  if (response.rawPayload.length === 0 || / \/sandbox\//.test(what)) return true;
  const body = response.json<ErrorBody>();
  expect(
    Object.keys(body)
      .filter((key) => key !== 'fields')
      .toSorted(),
    what,
  ).toEqual(['code', 'detail', 'request_id']);
  expect(errorCodes[body.code].status, what).toBe(response.statusCode);
  expect(response.headers['x-content-type-options'], what).toBe('nosniff');
  return true;
}

const UUID = '01900000-0000-7000-8000-000000000000';
const fill = (path: string, value: string) => path.replaceAll(/\{[^}]+\}/g, () => value);

interface Attack {
  readonly param?: string;
  readonly query?: string;
  readonly payload?: InjectOptions['payload'];
  readonly headers?: Record<string, string>;
}

async function call(
  route: KnownRoute,
  { param = UUID, query = '', payload, headers = {} }: Attack,
): Promise<LightMyRequestResponse> {
  return test.app.inject({
    method: route.method,
    url: `${fill(route.path, param)}${query}`,
    headers: { ...attacker.headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
  });
}

const json = { 'content-type': 'application/json' };
const bodies: Record<string, Attack> = {
  'no body': {},
  'an empty body': { payload: '', headers: json },
  'half a JSON': { payload: '{"name": "An', headers: json },
  'two JSONs': { payload: '{} {}', headers: json },
  'a list': { payload: '[]', headers: json },
  'a text': { payload: '"x"', headers: json },
  'a number': { payload: '1e999', headers: json },
  null: { payload: 'null', headers: json },
  'a foreign prototype': {
    payload: '{"__proto__": {"role": "admin"}, "constructor": {"prototype": {"x": 1}}}',
    headers: json,
  },
  'bytes that are no text': { payload: Buffer.from([0xff, 0xfe, 0x00, 0x80]), headers: json },
  'deep JSON': { payload: `${'['.repeat(20_000)}${']'.repeat(20_000)}`, headers: json },
  XML: { payload: '<a/>', headers: { 'content-type': 'application/xml' } },
  'a type without form': { payload: 'x', headers: { 'content-type': 'ñ;;=' } },
  'multipart without boundary': { payload: 'x', headers: { 'content-type': 'multipart/form-data' } },
  'a form of ten thousand fields': {
    payload: Array.from({ length: 10_000 }, (_, n) => `a[${n}]=1`).join('&'),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  'broken escapes': {
    payload: 'username=%ff%00&password=%',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  'a body over the limit': { payload: JSON.stringify({ x: 'a'.repeat(300_000) }), headers: json },
};

const params = [
  '1',
  '-1',
  'null',
  'undefined',
  '[object Object]',
  '%00',
  '%0d%0aX-Evil:1',
  '%ff',
  '%',
  '%E0%A4%A',
  '..%2f..%2fetc%2fpasswd',
  "'%20or%201=1--",
  '%F0%9F%93%9A',
  '%u0041',
  'a'.repeat(3000),
  '{}',
  UUID.toUpperCase(),
  `${UUID}%00`,
  '01900000000070008000000000000000',
  '<script>',
  '{{7*7}}',
  '${7*7}',
];

const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  'a',
  'a'.repeat(10_000),
  'a'.repeat(200_000),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '🦤'.repeat(50),
  '<img src=x onerror=1>',
  "'; drop table users;--",
  '\r\nBcc: x@y.cl',
  [],
  ['x'],
  {},
  { $gt: '' },
  { toString: 'x' },
  UUID,
  '2026-02-30',
  'epubcfi(/6/4)',
  '٣',
  Number.MAX_SAFE_INTEGER + 1,
];

describe('every route refuses bad input without a fault', () => {
  it('knows the routes', () => {
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter(({ bodyFields }) => bodyFields.length > 0).length).toBeGreaterThan(4);
  });

  it.each(Object.entries(bodies))('%s', async (name, attack) => {
    for (const route of routes)
      expect(judge(await call(route, attack), `${route.method} ${route.path}: ${name}`)).toBe(true);
  });

  it.each(params)('%s as each parameter', async (param) => {
    for (const route of routes.filter(({ path }) => path.includes('{')))
      expect(judge(await call(route, { param }), `${route.method} ${route.path}`)).toBe(true);
  });

  it('every field with every kind of value, alone and beside sound ones', async () => {
    const sound: Record<string, unknown> = {
      last_location: 'epubcfi(/6/4)',
      percentage: 1,
      name: 'Ana Paz',
      username: 'x',
      password: 'y',
    };
    for (const route of routes) {
      for (const field of route.bodyFields) {
        const others = Object.fromEntries(
          route.bodyFields.filter((other) => other in sound && other !== field).map((other) => [other, sound[other]]),
        );
        for (const value of values) {
          for (const body of [{ [field]: value }, { ...others, [field]: value }]) {
            expect(
              judge(
                await call(route, { payload: JSON.stringify(body), headers: json }),
                `${route.method} ${route.path} ${field}=${JSON.stringify(value)?.slice(0, 40)}`,
              ),
            ).toBe(true);
          }
        }
      }
      for (const field of route.queryFields) {
        for (const value of ['', '%00', '%ff', 'a'.repeat(3000), '[]', '1e9', '-1']) {
          expect(
            judge(
              await call(route, { query: `?${field}=${value}&${field}[]=2&${field}[x]=3` }),
              `${route.method} ${route.path}?${field}`,
            ),
          ).toBe(true);
        }
      }
    }
  }, 60_000);

  it('what is another reader’s stays theirs', async () => {
    for (const route of routes) {
      for (const param of foreignIds) {
        const payload =
          route.method === 'GET'
            ? undefined
            : JSON.stringify({ last_location: 'epubcfi(/6/4)', percentage: 99, name: 'Ana Paz' });
        expect(
          judge(
            await call(route, { param, ...(payload ? { payload, headers: json } : {}) }),
            `${route.method} ${route.path}`,
          ),
        ).toBe(true);
      }
    }
    const rows = await test.ports.db.handle.selectFrom('reading_positions').selectAll().execute();
    expect(rows.map(({ percentage }) => percentage)).toEqual([50]);
    const highlights = await test.ports.db.handle.selectFrom('annotations').selectAll().execute();
    expect(highlights.map(({ revision, deleted_at }) => [revision, deleted_at])).toEqual([[1, null]]);
  });

  it('unknown addresses and methods show nothing of the inside', async () => {
    for (const url of [
      '/api',
      '/api/nada',
      '/API/books',
      '//api/books/',
      '/api/books/x/y',
      '/.env',
      '/.git/config',
      '/node_modules',
      '/%2e%2e/',
      '/%',
      '/a%',
      '/x\u0001',
      '/health',
      '/files/',
    ]) {
      const response = await test.app.inject({ url });
      expect(judge(response, url)).toBe(true);
      expect([400, 403, 404, 422], url).toContain(response.statusCode);
      expect(response.body, url).not.toMatch(/FST_|node_modules|stack|Error:(?! No encontrado| Datos)/);
    }
    for (const method of ['DELETE', 'PUT', 'OPTIONS', 'TRACE', 'PATCH'] as const) {
      expect(judge(await test.app.inject({ method: method as 'PUT', url: '/api/books/' }), method)).toBe(true);
    }
  });

  it('hostile headers', async () => {
    const hostile: Record<string, string>[] = [
      { authorization: 'Bearer' },
      { authorization: '' },
      { authorization: `Bearer ${'a'.repeat(15_000)}` },
      { authorization: 'Bearer ñ' },
      { cookie: '=;=;;XSRF-TOKEN' },
      { cookie: 'XSRF-TOKEN=%ff' },
      { 'if-none-match': '"'.repeat(5000) },
      { range: 'bytes=0-0' },
      { 'accept-encoding': 'br;q=0, *;q=1' },
      { accept: 'text/html' },
      { 'x-forwarded-for': 'x' },
      { host: 'evil.test' },
      { 'accept-version': '1' },
      { expect: 'nada' },
      { 'x-http-method-override': 'DELETE' },
    ];
    for (const route of routes) {
      for (const headers of hostile)
        expect(
          judge(
            await call(route, { headers }),
            `${route.method} ${route.path} ${JSON.stringify(headers).slice(0, 60)}`,
          ),
        ).toBe(true);
    }
  });

  it(
    'random bodies, addresses and headers',
    async () => {
      const attack = fc.record({
        route: fc.nat(),
        param: fc.oneof(
          fc.constantFrom(...params, ...foreignIds),
          fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
        ),
        query: fc.oneof(
          fc.constant(''),
          fc.string({ unit: 'grapheme-ascii' }).map((text) => `?${encodeURI(text)}`),
        ),
        value: fc.oneof(
          fc.json(),
          fc.constantFrom(...values).map((value) => JSON.stringify(value)),
        ),
        wrap: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(attack, async ({ route: index, param, query, value, wrap }) => {
          const route = routes[index % routes.length]!;
          const field = route.bodyFields[value.length % Math.max(1, route.bodyFields.length)] ?? 'x';
          const payload = wrap ? `{"${field}":${value}}` : value;
          expect(
            judge(
              await call(route, {
                param: param || 'x',
                query,
                ...(route.method === 'GET' ? {} : { payload, headers: json }),
              }),
              `${route.method} ${route.path}`,
            ),
          ).toBe(true);
        }),
        { numRuns: PROVE ? 100_000 : 400 },
      );
    },
    PROVE ? 3_600_000 : 30_000,
  );
});

describe('what is no HTTP', () => {
  it.each([
    ['noise', 'ñandú\r\n\r\n'],
    ['two lengths', 'POST /api/auth/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    [
      'length and chunks',
      'POST /api/auth/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\n${`X-A: ${'a'.repeat(1000)}\r\n`.repeat(40)}`],
  ])('%s closes the connection and nothing else', async (_, bytes) => {
    if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    const answer = await new Promise<string>((resolve) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.setTimeout(3000, () => socket.destroy());
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(received));
    });
    expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
    expect(answer).not.toContain('ñandú');
    expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200);
  });
});
