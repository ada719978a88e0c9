import { type ErrorBody, errorCodes } from '@cuentos/contract/error-codes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allRoutes, type KnownRoute } from '../../testing/all-routes.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addBook, addPart, addReader, type SignedIn } from '../../testing/fixtures.ts';
import { multipart } from '../../testing/multipart.ts';

let test: TestApp;
let admin: SignedIn;
let routes: KnownRoute[];
beforeAll(async () => {
  test = await buildTestApp();
  admin = await addReader(test, { role: 'admin' });
  await addPart(test, (await addBook(test)).id);
  routes = allRoutes(test).filter(({ path }) => path.startsWith('/api/admin/') || path.startsWith('/api/user_role'));
});
afterAll(async () => test.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const values = [
  null,
  true,
  -1,
  1e308,
  '',
  ' ',
  'a'.repeat(10_000),
  '\u0000',
  '\ud800',
  '<b>',
  [],
  {},
  '2026-02-30',
  '٣',
  '%',
];

async function call(
  route: KnownRoute,
  param: string,
  query: string,
  body: { payload?: string | Buffer; headers?: object },
) {
  const url = `${route.path.replaceAll(/\{[^}]+\}/g, () => param)}${query}`;
  const headers = { ...admin.headers, ...body.headers };
  const response = await test.app.inject({
    method: route.method,
    url,
    headers,
    ...(body.payload ? { payload: body.payload } : {}),
  });
  const request = `${route.method} ${url.slice(0, 100)} ${String(body.payload).slice(0, 80)}`;
  expect(response.statusCode, request).toBeLessThan(500);
  if (response.statusCode >= 400) {
    const { code } = response.json<ErrorBody>();
    expect(errorCodes[code].status, request).toBe(response.statusCode);
  }
}

describe('the admin area with bad input of an admin', () => {
  it('finds its routes', () => expect(routes.length).toBeGreaterThan(30));

  it("answers any kind of value in every field, query and parameter in the contract's form, without a fault", async () => {
    const id = crypto.randomUUID();
    expect(routes.some(({ bodyFields }) => bodyFields.length > 0)).toBe(true);
    for (const route of routes) {
      for (const param of [id, '1', '-1', '%00', '%ff', 'a'.repeat(3000), "'", '9999999999'])
        if (route.method === 'GET') await call(route, param, '', {});
      for (const field of route.queryFields)
        for (const value of ['', '%00', '%ff', 'a'.repeat(3000), '-1', '1e9', '0000-00-00', '9999-12-31'])
          await call(route, '1', `?${field}=${value}`, {});
      for (const payload of ['', '[]', 'null', '{"a":', '{"__proto__":{"role":"admin"}}'])
        if (route.method !== 'GET') await call(route, id, '', { payload, headers: JSON_TYPE });
      for (const field of route.bodyFields)
        for (const value of values)
          await call(route, id, '', { payload: JSON.stringify({ [field]: value }), headers: JSON_TYPE });
    }
  });

  it('answers any kind of value in every form field in the same way', async () => {
    const fields = ['name', 'pages', 'highlights', 'writer_ids', 'is_draft', 'value', 'release_date', 'is_presale'];
    const more = [
      'presale_discount_percentage',
      'presale_end_date',
      'publish',
      'unknown',
      'constructor',
      '__proto__',
      '',
    ];
    const book = await addBook(test);
    const part = await addPart(test, book.id);
    const forms = routes.filter(
      ({ method, path }) => ['POST', 'PUT'].includes(method) && /\/(books|book_parts)(\/\{id\})?$/.test(path),
    );
    expect(forms).toHaveLength(4);
    for (const route of forms) {
      const id = route.method === 'PUT' && route.path.includes('book_parts') ? part.id : book.id;
      for (const field of [...fields, ...more])
        for (const value of [
          '',
          '\u0000',
          'null',
          '[]',
          '{}',
          '[null]',
          '"x"',
          '-1',
          '1e9',
          '0000-01-01',
          '9999-12-31',
          '[{"passage":1}]',
          'a'.repeat(5000),
        ])
          await call(route, id, '', await multipart({ [field]: value }));
      await call(route, id, '', await multipart({ name: 'x'.repeat(600_000) }));
      await call(
        route,
        id,
        '',
        await multipart(Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, '1']))),
      );
      await call(
        route,
        id,
        '',
        await multipart({}, { image: { content: 'x', name: '../../x.png', type: 'image/png' } }),
      );
    }
  });
});
