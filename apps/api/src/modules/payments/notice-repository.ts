import { sql } from 'kysely';
import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import { type RetryResult, retryNow } from '../../platform/db/due-rows.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { PaymentNoticeRow } from '../../platform/db/tables/payments.ts';
import type { BacklogState } from '../../platform/monitoring.ts';

/** Stores a notice, in one row for each payment; a repeated one makes the row due again. */
export async function storeNotice(db: Db, provider: string, paymentId: string, now: number): Promise<void> {
  const due = { received_at: now, processed_at: null, attempts: 0, next_attempt_at: now, last_error: null };
  await db.withTx(async (tx) =>
    tx
      .insertInto('payment_notices')
      .values({ id: newId(now), provider, provider_payment_id: paymentId, deliveries: 1, ...due })
      .onConflict((conflict) =>
        conflict
          .columns(['provider', 'provider_payment_id'])
          .doUpdateSet({ ...due, deliveries: sql<number>`payment_notices.deliveries + 1` }),
      )
      .execute(),
  );
}

/** When the last notice of a provider was written down. */
export async function lastNoticeAt(db: Db, provider: string): Promise<number | null> {
  const { at } = await db.read
    .selectFrom('payment_notices')
    .select(({ fn }) => fn.max('received_at').as('at'))
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow();
  return at;
}

export async function findNotice(
  connection: Connection,
  provider: string,
  paymentId: string,
): Promise<PaymentNoticeRow | undefined> {
  return connection
    .selectFrom('payment_notices')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirst();
}

export async function dueNotices(db: Db, now: number, limit: number): Promise<PaymentNoticeRow[]> {
  return db.read
    .selectFrom('payment_notices')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
}

/** How many notices wait to be processed, and since when the oldest does. */
export async function noticeBacklog(connection: Connection): Promise<BacklogState> {
  return connection
    .selectFrom('payment_notices')
    .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min<number | null>('received_at').as('oldestAt')])
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow();
}

/** Changes a notice unless it was delivered again since it was read; a new delivery makes it due again. */
export async function updateNotice(
  db: Db,
  readNotice: Pick<PaymentNoticeRow, 'id' | 'deliveries'>,
  change: Partial<PaymentNoticeRow>,
): Promise<void> {
  await db.withTx(async (tx) =>
    tx
      .updateTable('payment_notices')
      .set(change)
      .where('id', '=', readNotice.id)
      .where('deliveries', '=', readNotice.deliveries)
      .execute(),
  );
}

/** Makes an unprocessed notice due now, with all its tries again. */
export async function retryNotice(tx: Tx, id: string, now: number): Promise<RetryResult> {
  return retryNow(tx, { table: 'payment_notices', done: 'processed_at' }, id, now);
}
