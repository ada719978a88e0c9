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

/** A refund as the version before wrote it. */
async function refund(handle: Kysely<never>, id: string, change: Record<string, string | number | null> = {}) {
  const row: Record<string, string | number | null> = {
    id,
    dedupe_key: null,
    order_id: 'o',
    payment_id: `pay-${id}`,
    amount: 1490,
    part_id: null,
    reason: 'duplicate',
    requested_by: null,
    state: 'failed',
    provider_refund_id: null,
    attempts: 8,
    next_attempt_at: null,
    created_at: 1,
    done_at: null,
    ...change,
  };
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  await sql`insert into refunds (${columns}) values (${sql.join(Object.values(row))})`.execute(handle);
}

it('what an earlier version gave up and the shop owes is tried again; what a person asked for is left alone', async () => {
  const db = await place.open();
  const before = migrations.filter(({ number }) => number < 12);
  await migrate(db, before, 1);
  const handle = db.handle as unknown as Kysely<never>;
  await refund(handle, 'a');
  await refund(handle, 'b', { requested_by: 'admin', reason: 'lo pidió' });
  await refund(handle, 'c', { order_id: '', payment_id: 'pay-c', part_id: 'p' });
  // Given up, and asked for again since.
  await refund(handle, 'd', { payment_id: 'same' });
  await refund(handle, 'e', { payment_id: 'same', state: 'done', dedupe_key: 'same:all', done_at: 5 });
  await migrate(db, migrations, 2);
  const rows = await db.read
    .selectFrom('refunds')
    .select(['id', 'state', 'dedupe_key', 'order_id', 'next_attempt_at'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: 'a', state: 'requested', dedupe_key: 'pay-a:all', order_id: 'o', next_attempt_at: 0 },
    { id: 'b', state: 'failed', dedupe_key: null, order_id: 'o', next_attempt_at: null },
    { id: 'c', state: 'requested', dedupe_key: 'pay-c:p', order_id: null, next_attempt_at: 0 },
    { id: 'd', state: 'failed', dedupe_key: null, order_id: 'o', next_attempt_at: null },
    { id: 'e', state: 'done', dedupe_key: 'same:all', order_id: 'o', next_attempt_at: null },
  ]);
});
