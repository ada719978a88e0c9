import type { ActiveSession } from '@cuentos/contract/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/build-test-app.ts';
import { get } from '../../../testing/calls.ts';
import { addUser, signIn } from '../../../testing/fixtures.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());

const YEAR_MS = 366 * 86_400_000;

it("an admin sees and counts a person's live sessions, newest first, and none that ended or expired", async () => {
  const admin = await addUser(test, { role: 'admin', name: 'Zoila' });
  const reader = await addUser(test, { name: 'Mara' });
  await signIn(test, admin);
  test.clock.time += YEAR_MS;
  const ended = await signIn(test, reader);
  await test.services.sessions.end(ended.headers.authorization);
  test.clock.time += 1000;
  await signIn(test, reader);
  test.clock.time += 1000;
  const { headers } = await signIn(test, admin);
  const answer = await get(test, '/api/admin/active_sessions/0/10', headers);
  expect(answer.headers['x-total-count']).toBe('2');
  expect(answer.json<ActiveSession[]>().map(({ name }) => name)).toEqual(['Zoila', 'Mara']);
  const response = await get(test, '/api/admin/active_sessions/0/10?q=mara', headers);
  expect(response.headers['x-total-count']).toBe('1');
});

it('an admin ends all sessions of a person except the one that asks, with one audit entry', async () => {
  const admin = await addUser(test, { role: 'admin' });
  const reader = await addUser(test, { name: 'Mara' });
  const [asking, otherOfAdmin] = [await signIn(test, admin), await signIn(test, admin)];
  const lost = [await signIn(test, reader), await signIn(test, reader)];
  const statusOf = async ({ headers }: (typeof lost)[number]) =>
    (await get(test, '/api/users/me/sessions', headers)).statusCode;
  const closeAll = async (id: string) =>
    test.app.inject({ method: 'DELETE', url: `/api/admin/users/${id}/sessions`, headers: asking.headers });
  expect((await closeAll(reader.id)).statusCode).toBe(200);
  expect(await Promise.all(lost.map(statusOf))).toEqual([401, 401]);
  expect(await statusOf(otherOfAdmin)).toBe(200);
  expect((await closeAll(admin.id)).statusCode).toBe(200);
  expect(await Promise.all([asking, otherOfAdmin].map(statusOf))).toEqual([200, 401]);
  expect((await closeAll(crypto.randomUUID())).statusCode).toBe(404);
  const audit = test.ports.db.read.selectFrom('audit_log').select(['subject', 'actor_id']);
  expect(await audit.where('action', '=', 'user.sessions_closed').execute()).toEqual(
    [reader.id, admin.id].map((subject) => ({ subject, actor_id: admin.id })),
  );
});
