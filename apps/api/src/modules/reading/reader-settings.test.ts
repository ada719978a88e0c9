import type { ReaderSettings } from '@cuentos/contract/reader-settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get } from '../../testing/calls.ts';
import { addReader, type SignedIn } from '../../testing/fixtures.ts';

let test: TestApp;
let reader: SignedIn;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());
beforeEach(async () => {
  reader = await addReader(test);
});

const URL = '/api/users/me/reader_settings';
const read = async (as = reader) => (await get(test, URL, as.headers)).json<ReaderSettings>();
const put = async (settings: unknown, mutation_id = crypto.randomUUID(), as = reader) =>
  test.app.inject({ method: 'PUT', url: URL, headers: as.headers, payload: { settings, mutation_id } });

describe('settings of the reader', () => {
  it('are empty at first, and then have the last value of each that a device sent', async () => {
    expect(await read()).toEqual({ settings: null, revision: 0 });
    await put({ name: 'dark', fontSize: '20' });
    const answer = await put({ fontSize: '24' });
    expect(answer.json<ReaderSettings>()).toEqual({ settings: { name: 'dark', fontSize: '24' }, revision: 2 });
    expect(await read()).toEqual(answer.json());
    expect((await get(test, URL, reader.headers)).headers['cache-control']).toBe('no-store');
  });

  it('are changed once by a change that is sent twice, which answers the current settings', async () => {
    const id = crypto.randomUUID();
    await put({ fontSize: '20' }, id);
    await put({ fontSize: '24' });
    expect((await put({ fontSize: '20' }, id)).json<ReaderSettings>()).toEqual({
      settings: { fontSize: '24' },
      revision: 2,
    });
  });

  it('keep all changes that devices make at the same moment', async () => {
    await put({ name: 'dark' });
    const changes = Array.from({ length: 8 }, (_, at) => ({ [`setting${'abcdefgh'[at]}`]: String(at) }));
    const answers = await Promise.all(changes.map(async (change) => put(change)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(changes.map(() => 200));
    expect(await read()).toEqual({ settings: Object.assign({ name: 'dark' }, ...changes) as unknown, revision: 9 });
  });

  it('are limited to the settings that exist, also over several calls', async () => {
    const names = (from: number) =>
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`a${'b'.repeat(from + at)}`, 'x']));
    expect((await put(names(0))).statusCode).toBe(200);
    expect((await put(names(9))).statusCode).toBe(200);
    expect((await put({ otro: 'x', mas: 'x' })).statusCode).toBe(422);
    expect(Object.keys((await read()).settings ?? {})).toHaveLength(29);
  });

  it('belong to one reader', async () => {
    await put({ name: 'dark' });
    expect(await read(await addReader(test))).toEqual({ settings: null, revision: 0 });
  });

  it.each([
    ['no object', 'dark'],
    ['a value that is no text', { fontSize: 20 }],
    ['a value without end', { name: 'a'.repeat(61) }],
    ['a name of odd signs', { '__proto__.x': 'a' }],
    [
      'too many',
      Object.fromEntries(
        Array.from({ length: 31 }, (_, at) => [`a${'b'.repeat(at % 29)}${'c'.repeat(at > 28 ? 1 : 0)}`, 'x']),
      ),
    ],
  ])('that are %s are refused', async (_, settings) => {
    expect((await put(settings)).statusCode).toBe(422);
    expect((await read()).revision).toBe(0);
  });
});
