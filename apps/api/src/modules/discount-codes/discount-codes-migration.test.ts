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

it('orders from before were made with no code, and a code is there once', async () => {
  const db = await place.open();
  await migrate(
    db,
    migrations.filter(({ number }) => number < 27),
    1,
  );
  const handle = db.handle as unknown as Kysely<never>;
  await sql`insert into orders (id, user_id, state, total, created_at, updated_at, expires_at, checks)
    values ('before', 'u', 'paid', 990, 1, 2, 3, 0)`.execute(handle);
  await migrate(db, migrations, 2);
  const orders = await db.read.selectFrom('orders').select(['id', 'total', 'discount_code']).execute();
  expect(orders).toEqual([{ id: 'before', total: 990, discount_code: null }]);
  const row = {
    code: 'LLAVES20',
    kind: 'percentage',
    amount: 20,
    book_id: null,
    part_id: null,
    starts_at: null,
    ends_at: null,
    max_uses: null,
    max_uses_per_person: null,
    is_active: 1,
    created_at: 1,
    updated_at: 1,
  } as const;
  const insert = async (id: string) =>
    db.withTx(async (tx) =>
      tx
        .insertInto('discount_codes')
        .values({ ...row, id })
        .execute(),
    );
  await insert('one');
  await expect(insert('two')).rejects.toThrow(/unique/i);
});
