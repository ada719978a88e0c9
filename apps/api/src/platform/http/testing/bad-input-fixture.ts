import { type ErrorBody, errorCodes } from '@cuentos/contract/error-codes';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect } from 'vitest';
import { allRoutes, type KnownRoute } from '../../../testing/all-routes.ts';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { addBareEdition, addBook, addPart, addReader, give, type SignedIn } from '../../../testing/fixtures.ts';

/** Data of another reader; no answer to the attacker may contain them. */
const SECRETS = ['Propietaria Secreta', 'secreta@ejemplo.cl', 'epubcfi(/6/777!/4)'];

export let test: TestApp;
let attacker: SignedIn;
export let routes: KnownRoute[];
export const foreignIds: string[] = [];

/** Checks an answer to bad input: a refusal in the contract's form, or a success without data of others. */
export function expectSafeAnswer(response: LightMyRequestResponse, request: string): true {
  // Readiness answers 503 when a check takes too long, which a busy machine may cause.
  if (request.startsWith('GET /health/ready') && response.statusCode === 503) return true;
  expect(response.statusCode, request).toBeLessThan(500);
  for (const secret of SECRETS) expect(response.body, request).not.toContain(secret);
  if (response.statusCode < 400) return true;
  // An answer with status 416 and the answer to a HEAD have no body, and the payment sandbox answers like its provider.
  if (response.rawPayload.length === 0 || / \/sandbox\//.test(request)) return true;
  const body = response.json<ErrorBody>();
  expect(
    Object.keys(body)
      .filter((key) => key !== 'fields')
      .toSorted(),
    request,
  ).toEqual(['code', 'detail', 'request_id']);
  expect(errorCodes[body.code].status, request).toBe(response.statusCode);
  expect(response.headers['x-content-type-options'], request).toBe('nosniff');
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

export async function call(
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

export const json = { 'content-type': 'application/json' };
export const bodies: Record<string, Attack> = {
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

export const params = [
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

export const values: readonly unknown[] = [
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

/** Opens a shop with data of another reader. */
export function stageBadInput(): void {
  beforeAll(async () => {
    test = await buildTestApp({
      env: {
        LIMIT_REGISTER_PER_HOUR: '1000000',
        LIMIT_PREFERENCE_PER_HOUR: '1000000',
        LIMIT_FORGOT_PER_HOUR: '1000000',
        LIMIT_CONTACT_PER_HOUR: '1000000',
        LIMIT_ACCOUNT_FAILURES: '1000000',
        LIMIT_ADDRESS_FAILURES: '1000000',
        LIMIT_ALL_FAILURES: '8000000',
      },
    });
    // Streams of a stopped server end at once; otherwise their answers would never end.
    test.services.changes.stop();
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
}
