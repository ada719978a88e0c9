import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrations } from '../../../migrations/migrations.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { makeTestDb, type TestDb } from '../../testing/open-test-db.ts';
import { catchUp } from './movements.ts';

let place: TestDb;
beforeEach(async () => {
  place = await makeTestDb();
});
afterEach(async () => place.drop());

it.each([
  ['nobody worked on', 1, 'payment-receipt', 'undecided'],
  ['somebody published with the voucher', 2, 'payment-receipt', 'voucher'],
  ['says that the seller makes boletas', 3, 'own', 'issuer'],
])('a legal section that %s is brought along', async (_, revision, before, after) => {
  const db = await place.open();
  await migrate(
    db,
    migrations.filter(({ number }) => number < 29),
    1,
  );
  const handle = db.handle as unknown as Kysely<never>;
  const published = JSON.stringify({ seller_name: 'Ana', tax_document: before });
  await sql`insert into shop_sections (section, published, draft, revision, published_at, updated_at, updated_by)
    values ('legal', ${published}, null, ${revision}, 1, 1, null)`.execute(handle);
  await migrate(db, migrations, 2);
  const row = await db.read.selectFrom('shop_sections').selectAll().executeTakeFirstOrThrow();
  expect(JSON.parse(row.published)).toEqual({ seller_name: 'Ana', tax_document: after });
});

it('payments and refunds of before are noted on their days, once', async () => {
  const db = await place.open();
  await migrate(
    db,
    migrations.filter(({ number }) => number < 29),
    1,
  );
  const handle = db.handle as unknown as Kysely<never>;
  await sql`insert into orders (id, user_id, state, total, created_at, updated_at, expires_at, paid_at, checks)
    values ('o', 'u', 'partially_refunded', 1490, 1, 2, 3, 100, 0)`.execute(handle);
  for (const [id, status, refunded] of [
    ['good', 'approved', 490],
    ['gone', 'charged_back', 0],
    ['never', 'rejected', 0],
  ] as const) {
    await sql`insert into payments (id, provider, provider_payment_id, order_id, status, status_detail, amount,
        refunded_amount, currency, fee, method, provider_updated_at, created_at, updated_at, settled_amount, state_at)
      values (${id}, 'mp', ${id}, ${id === 'good' ? 'o' : null}, ${status}, '', 1490, ${refunded}, 'CLP', 57, 'visa',
        1, 90, 500, 0, 400)`.execute(handle);
  }
  await sql`insert into refunds (id, payment_id, amount, reason, state, attempts, created_at, done_at)
    values ('r', 'good', 490, '', 'done', 0, 290, 300)`.execute(handle);
  await migrate(db, migrations, 2);
  for (let round = 0; round < 2; round += 1) await catchUp(db);
  const rows = await db.read
    .selectFrom('money_movements')
    .select(['payment_id', 'kind', 'amount', 'fee', 'document_way', 'at'])
    .orderBy('payment_id')
    .orderBy('position')
    .execute();
  expect(rows).toEqual([
    { payment_id: 'gone', kind: 'payment', amount: 1490, fee: 57, document_way: 'undecided', at: 90 },
    { payment_id: 'gone', kind: 'chargeback', amount: -1490, fee: 0, document_way: null, at: 400 },
    { payment_id: 'good', kind: 'payment', amount: 1490, fee: 57, document_way: 'undecided', at: 100 },
    { payment_id: 'good', kind: 'refund', amount: -490, fee: 0, document_way: null, at: 300 },
  ]);
  expect(await db.read.selectFrom('tax_documents').selectAll().execute()).toEqual([]);
});
