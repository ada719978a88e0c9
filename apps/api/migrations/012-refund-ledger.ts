import { type Kysely, sql } from 'kysely';

/** Columns of a refund: an order is not always known, and what went wrong last is. */
const refundColumns = [
  ['id', 'text', true],
  ['dedupe_key', 'text', false],
  ['order_id', 'text', false],
  ['payment_id', 'text', true],
  ['amount', 'bigint', true],
  ['part_id', 'text', false],
  ['reason', 'text', true],
  ['requested_by', 'text', false],
  ['state', 'text', true],
  ['provider_refund_id', 'text', false],
  ['attempts', 'bigint', true],
  ['next_attempt_at', 'bigint', false],
  ['created_at', 'bigint', true],
  ['done_at', 'bigint', false],
  ['last_error', 'text', false],
  ['last_tried_at', 'bigint', false],
] as const;

/** Refunds of payments without an order, what is open about a payment, and whether the provider takes our token. */
export async function up(db: Kysely<never>): Promise<void> {
  await rebuildRefunds(db);
  const payments = db.schema.alterTable('payments');
  await payments.addColumn('contradiction', 'text').execute();
  await payments.addColumn('settled_amount', 'bigint', (column) => column.notNull().defaultTo(0)).execute();
  await payments.addColumn('settled_at', 'bigint').execute();
  await payments.addColumn('state_at', 'bigint', (column) => column.notNull().defaultTo(0)).execute();
  await payments.addColumn('alerted_at', 'bigint').execute();
  await sql`update payments set state_at = updated_at`.execute(db);
  await db.schema.createIndex('payments_status').on('payments').columns(['status', 'problem']).execute();
  await db.schema.createIndex('payments_contradiction').on('payments').column('contradiction').execute();
  await db.schema
    .createTable('provider_faults')
    .addColumn('provider', 'text', (column) => column.notNull().primaryKey())
    .addColumn('refused_since', 'bigint')
    .addColumn('next_probe_at', 'bigint')
    .addColumn('mailed_at', 'bigint')
    .execute();
  await reopenForgotten(db);
}

/** One engine cannot let a column be null afterwards, so the table is made anew. */
async function rebuildRefunds(db: Kysely<never>): Promise<void> {
  let table = db.schema.createTable('refunds_rebuilt');
  for (const [name, type, isNeeded] of refundColumns) {
    table = table.addColumn(name, type, (column) => {
      const needed = isNeeded ? column.notNull() : column;
      return name === 'id' ? needed.primaryKey() : needed;
    });
  }
  await table.execute();
  await sql`insert into refunds_rebuilt (id, dedupe_key, order_id, payment_id, amount, part_id, reason, requested_by,
      state, provider_refund_id, attempts, next_attempt_at, created_at, done_at)
    select id, dedupe_key, case order_id when '' then null else order_id end, payment_id, amount, part_id, reason,
      requested_by, state, provider_refund_id, attempts, next_attempt_at, created_at, done_at from refunds`.execute(db);
  await db.schema.dropTable('refunds').execute();
  await db.schema.alterTable('refunds_rebuilt').renameTo('refunds').execute();
  const indexes = [
    ['refunds_next', 'next_attempt_at'],
    ['refunds_order', 'order_id'],
    ['refunds_payment', 'payment_id'],
    ['refunds_done', 'done_at'],
  ] as const;
  for (const [name, column] of indexes) await db.schema.createIndex(name).on('refunds').column(column).execute();
  await db.schema.createIndex('refunds_dedupe').on('refunds').column('dedupe_key').unique().execute();
}

/**
 * Earlier versions gave up a refund that was refused eight times. What the shop itself owes is tried again; what a
 * person asked for is not, for that person may have paid it back in another way since.
 */
async function reopenForgotten(db: Kysely<never>): Promise<void> {
  await sql`update refunds set state = 'requested', next_attempt_at = 0,
      dedupe_key = payment_id || ':' || coalesce(part_id, 'all')
    where state = 'failed' and requested_by is null
      and id = (select max(same.id) from refunds as same where same.payment_id = refunds.payment_id
        and coalesce(same.part_id, 'all') = coalesce(refunds.part_id, 'all'))`.execute(db);
}
