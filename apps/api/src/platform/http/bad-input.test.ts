import { longProof } from '@cuentos/domain/testing/long-proof';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bodies,
  call,
  foreignIds,
  json,
  expectSafeAnswer,
  params,
  routes,
  stageBadInput,
  test,
  values,
} from './testing/bad-input-fixture.ts';

stageBadInput();

/** Number of random requests in the daily tests. */
const EVERYDAY = 120;
const proof = longProof('bad-requests', EVERYDAY);

describe('every route refuses bad input without a fault', () => {
  it('finds the routes', () => {
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter(({ bodyFields }) => bodyFields.length > 0).length).toBeGreaterThan(4);
  });

  it.each(Object.entries(bodies))('%s', async (name, attack) => {
    for (const route of routes)
      expect(expectSafeAnswer(await call(route, attack), `${route.method} ${route.path}: ${name}`)).toBe(true);
  });

  it.each(params)('%s as each parameter', async (param) => {
    for (const route of routes.filter(({ path }) => path.includes('{')))
      expect(expectSafeAnswer(await call(route, { param }), `${route.method} ${route.path}`)).toBe(true);
  });

  it('every field with every kind of value, alone and beside sound ones', { timeout: 300_000 }, async () => {
    let fields = 0;
    /** The daily tests try each kind of value in every second field. */
    const isTried = (_: unknown, kind: number) => proof.count > EVERYDAY || (kind + fields) % 2 === 0;
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
        fields += 1;
        for (const value of values.filter(isTried)) {
          for (const body of [{ [field]: value }, { ...others, [field]: value }]) {
            expect(
              expectSafeAnswer(
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
            expectSafeAnswer(
              await call(route, { query: `?${field}=${value}&${field}[]=2&${field}[x]=3` }),
              `${route.method} ${route.path}?${field}`,
            ),
          ).toBe(true);
        }
      }
    }
  });

  it("another reader's data are not changed", async () => {
    for (const route of routes) {
      for (const param of foreignIds) {
        const payload =
          route.method === 'GET'
            ? undefined
            : JSON.stringify({ last_location: 'epubcfi(/6/4)', percentage: 99, name: 'Ana Paz' });
        expect(
          expectSafeAnswer(
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

  it('unknown addresses and methods reveal nothing internal', async () => {
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
      expect(expectSafeAnswer(response, url)).toBe(true);
      expect([400, 403, 404, 422], url).toContain(response.statusCode);
      expect(response.body, url).not.toMatch(/FST_|node_modules|stack|Error:(?! No encontrado| Datos)/);
    }
    for (const method of ['DELETE', 'PUT', 'OPTIONS', 'TRACE', 'PATCH'] as const) {
      const response = await test.app.inject({ method: method as 'PUT', url: '/api/books/' });
      expect(expectSafeAnswer(response, method)).toBe(true);
      expect(response.statusCode, method).toBeGreaterThanOrEqual(400);
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
          expectSafeAnswer(
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
      await proof.assert(
        fc.asyncProperty(attack, async ({ route: index, param, query, value, wrap }) => {
          const route = routes[index % routes.length]!;
          const field = route.bodyFields[value.length % Math.max(1, route.bodyFields.length)] ?? 'x';
          const payload = wrap ? `{"${field}":${value}}` : value;
          expect(
            expectSafeAnswer(
              await call(route, {
                param: param || 'x',
                query,
                ...(route.method === 'GET' ? {} : { payload, headers: json }),
              }),
              `${route.method} ${route.path}`,
            ),
          ).toBe(true);
        }),
      );
    },
    proof.timeout(120_000),
  );
});
