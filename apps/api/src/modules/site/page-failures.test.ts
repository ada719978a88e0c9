import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';

let lines: string[] = [];
let test: TestApp;
beforeEach(async () => {
  lines = [];
  test = await buildTestApp({ env: { LOG_LEVEL: 'warn' }, log: { write: (line) => void lines.push(line) } });
});
afterEach(async () => test.close());

const failure = {
  kind: 'code',
  page: '/user-library',
  message: 'Failed to fetch dynamically imported module: https://shop.test/assets/library-screen-sm84sIqW.js',
};
const tell = async (change: object = {}, from = '203.0.113.1') =>
  test.app.inject({
    method: 'POST',
    url: '/api/page_failures',
    payload: { ...failure, ...change },
    remoteAddress: from,
  });
const written = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

it('a page that failed to show is logged once as a warning, with the request id', async () => {
  const answer = await tell({ place: 'vendor-CccVFQFD.js:1:20480', build: 'shell-4e4dJzRm.js' });
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
  expect(written()).toMatchObject([
    {
      level: 40,
      message: 'page failure',
      request_id: answer.headers['x-request-id'],
      event: 'page_failure',
      kind: 'code',
      page: '/user-library',
      cause: 'Failed to fetch dynamically imported module: library-screen-sm84sIqW.js',
      place: 'vendor-CccVFQFD.js:1:20480',
      build: 'shell-4e4dJzRm.js',
    },
  ]);
});

it('the log has no personal data of a failure, and no text begins a new line', async () => {
  const token = 'Zm9yIGhlciBleWVzIG9ubHkgMTIz';
  await tell({
    kind: 'screen',
    page: `/recover-password/${token}`,
    message: `TypeError at ana@ejemplo.cl ${token} 912345678 Lucía /gift/${token}?a=1\n{"level":60,"message":"fatal"}\u2028\u001b[31mx`,
  });
  await tell({ page: `/nada/${token}` });
  expect(lines.join('').match(/\n/g)).toHaveLength(2);
  expect(lines.join('')).not.toMatch(new RegExp(`${token}|ana@|912345678|Luc|\\u2028|\\u001b`));
  expect(written()).toMatchObject([
    {
      level: 40,
      message: 'page failure',
      page: '/recover-password/{token}',
      cause: 'TypeError at … … … … … … [31mx',
    },
    { page: 'unknown' },
  ]);
});

it.each([
  ['another kind', { kind: 'x' }],
  ['a whole address as page', { page: 'https://shop.test/login' }],
  ['a long message', { message: 'a'.repeat(301) }],
  ['a place that is none', { place: 'at https://shop.test/?token=a' }],
  ['a build that is none', { build: 'a\nb' }],
])('refuses %s, and writes nothing', async (_, change) => {
  expect((await tell(change)).statusCode).toBe(422);
  expect(lines).toEqual([]);
});

it('a network that reports too much is ignored, and others are not', async () => {
  for (let n = 0; n < 20; n += 1) expect((await tell()).statusCode).toBe(204);
  expect((await tell()).statusCode).toBe(429);
  expect((await tell({}, '198.51.100.1')).statusCode).toBe(204);
  expect(lines).toHaveLength(21);
});
