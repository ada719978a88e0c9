import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addReader } from '../../testing/fixtures.ts';
import type { Db } from '../../platform/db/db.ts';
import { updateUser, userKeys } from '../auth/service.ts';
import { createUserService } from './service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => test.close());

/** A database in which a change is committed just before each transaction. */
function after(change: () => Promise<unknown>): Db {
  const { db } = test.ports;
  return {
    ...db,
    async withTx(work) {
      await change();
      return db.withTx(work);
    },
  };
}

it('a new name keeps an address that an admin changes at the same moment, also for searches', async () => {
  const { db, clock } = test.ports;
  const { user } = await addReader(test);
  const email = `nueva-${user.id}@ejemplo.cl`;
  const admin = async () =>
    db.withTx(async (tx) =>
      updateUser(tx, user.id, { email, ...userKeys({ name: user.name, email, role: user.role }), updated_at: 1 }),
    );
  const renamed = await createUserService(after(admin), clock).rename(user.id, 'Nombre nuevo');
  expect(renamed).toMatchObject({ name: 'Nombre nuevo', email });
  const row = await db.read.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
  expect(row).toMatchObject(userKeys({ name: 'Nombre nuevo', email, role: user.role }));
});

it('an account that is deleted at the same moment gets no new name', async () => {
  const { db, clock } = test.ports;
  const { user } = await addReader(test);
  const admin = async () => db.withTx(async (tx) => updateUser(tx, user.id, { deleted_at: 1 }));
  await expect(createUserService(after(admin), clock).rename(user.id, 'Nombre nuevo')).rejects.toMatchObject({
    code: 'invalid_user_session',
  });
  const row = await db.read.selectFrom('users').select('name').where('id', '=', user.id).executeTakeFirstOrThrow();
  expect(row.name).toBe(user.name);
});
