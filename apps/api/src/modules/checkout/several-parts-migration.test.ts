import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrations } from '../../../migrations/migrations.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { makeTestDb, type TestDb } from '../../testing/open-test-db.ts';

let place: TestDb;
beforeEach(async () => {
  place = await makeTestDb();
});
afterEach(async () => place.drop());

it('orders of one part stay as they were, and say which discount they had', async () => {
  const db = await place.open();
  const before = migrations.filter(({ number }) => number < 23);
  await migrate(db, before, 1);
  const handle = db.handle as unknown as Kysely<never>;
  for (const [id, discount] of [
    ['full', 0],
    ['less', 34],
  ] as const) {
    await sql`insert into orders (id, user_id, book_id, state, total, created_at, updated_at, expires_at, checks)
      values (${id}, 'u', 'b', 'paid', 990, 1, 2, 3, 0)`.execute(handle);
    await sql`insert into order_items (id, order_id, part_id, value, discount_percentage, amount)
      values (${id}, ${id}, 'p', 1490, ${discount}, 990)`.execute(handle);
  }
  await migrate(db, migrations, 2);
  const orders = await db.read.selectFrom('orders').select(['id', 'state', 'total']).orderBy('id').execute();
  expect(orders).toEqual([
    { id: 'full', state: 'paid', total: 990 },
    { id: 'less', state: 'paid', total: 990 },
  ]);
  const items = await db.read.selectFrom('order_items').selectAll().orderBy('id').execute();
  expect(items).toMatchObject([
    { order_id: 'full', part_id: 'p', amount: 990, position: 0, reduction: null },
    { order_id: 'less', part_id: 'p', amount: 990, position: 0, reduction: 'presale' },
  ]);
});
