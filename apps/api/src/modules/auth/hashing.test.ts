import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { login, refusal } from '../../testing/calls.ts';
import { addUser } from '../../testing/fixtures.ts';
import { hashPassword, passwordMatches } from './passwords.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());

it('a password is stored as argon2id of 19 MiB and two passes, with a salt of its own', async () => {
  const [first = '', second = ''] = await Promise.all(
    ['una clave', 'una clave'].map(async (password) => hashPassword(password)),
  );
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43}$/);
  expect(second).not.toBe(first);
});

it('sixty passwords hashed at once leave capacity for reading a file', async () => {
  await passwordMatches(null, 'the first one also makes what the others are compared with');
  let done = 0;
  const hashes = Array.from({ length: 60 }, async () => {
    await passwordMatches(null, 'una clave cualquiera');
    done += 1;
  });
  for (let file = 0; file < 3; file += 1) await readFile(fileURLToPath(import.meta.url));
  expect(done).toBeLessThan(20);
  await Promise.all(hashes);
});

it('requests beyond the length of the queue are asked to come again, and count as no failed login', async () => {
  const users = await Promise.all(Array.from({ length: 80 }, async () => addUser(test)));
  const answers = await Promise.all(
    users.map(async ({ email }, index) => login(test, { username: email, from: `10.1.0.${index}` })),
  );
  const refused = answers.filter(({ statusCode }) => statusCode === 503);
  expect(refused.length).toBeGreaterThan(10);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(80 - refused.length);
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.map((answer) => refusal(answer))).toContainEqual({
    status: 503,
    code: 'busy',
    detail: 'Hay mucha gente a la vez. Intenta de nuevo en unos segundos.',
  });
  const counters = await test.ports.db.handle.selectFrom('rate_counters').selectAll().where('count', '>', 0).execute();
  expect(counters).toEqual([]);
});
