import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import type { RefundRow } from '../../platform/db/tables/payments.ts';
import type { BacklogState } from '../../platform/monitoring.ts';

/** Reason of a refund that the buyer requested by withdrawing. */
export const WITHDRAWAL = 'withdrawal';

/** Reason of a refund that was made at the provider's site. */
export const MADE_THERE = 'made at the provider';

/** Inserts a refund unless the same money is being sent back already; returns false then. */
export async function insertRefund(tx: Tx, refund: RefundRow): Promise<boolean> {
  const row = await tx
    .insertInto('refunds')
    .values(refund)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findRefund(
  connection: Connection,
  by: 'id' | 'dedupe_key',
  value: string,
): Promise<RefundRow | undefined> {
  return connection.selectFrom('refunds').selectAll().where(by, '=', value).executeTakeFirst();
}

/** Refunds of a payment that were made or will be; those that the provider denied are left out. */
export async function refundsOf(connection: Connection, paymentId: string): Promise<RefundRow[]> {
  return connection
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('state', '!=', 'failed')
    .orderBy('id')
    .execute();
}

export async function dueRefunds(db: Db, now: number, limit: number): Promise<RefundRow[]> {
  return db.read
    .selectFrom('refunds')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
}

/** How many requested refunds are not made yet, and since when the oldest is requested. */
export async function refundBacklog(connection: Connection): Promise<BacklogState> {
  return connection
    .selectFrom('refunds')
    .select((eb) => [eb.fn.countAll<number>().as('waiting'), eb.fn.min<number | null>('created_at').as('oldestAt')])
    .where('next_attempt_at', 'is not', null)
    .where('state', '=', 'requested')
    .executeTakeFirstOrThrow();
}

/** Refunds that our credentials did not allow at the last try, ordered by their next try. */
export async function forbiddenRefunds(db: Db, limit: number): Promise<RefundRow[]> {
  return db.read
    .selectFrom('refunds')
    .selectAll()
    .where('next_attempt_at', 'is not', null)
    .where('last_error', '=', 'credentials')
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
}

export async function updateRefund(tx: Tx, id: string, change: Partial<RefundRow>): Promise<void> {
  await tx.updateTable('refunds').set(change).where('id', '=', id).execute();
}

/** Refunds of several payments, by the payment. */
export async function refundsOfAll(
  connection: Connection,
  paymentIds: readonly string[],
): Promise<Map<string, RefundRow[]>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', 'in', paymentIds)
    .where('state', '!=', 'failed')
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ payment_id: id }) => id);
}

/**
 * Clears the team's reasons from a buyer's refunds. @returns ids of the buyer's orders, payments and refunds, by
 * which the audit log names them
 */
export async function eraseReasons(tx: Tx, userId: string): Promise<string[]> {
  const orders = await tx.selectFrom('orders').select('id').where('user_id', '=', userId).execute();
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return [];
  const payments = await tx.selectFrom('payments').select('id').where('order_id', 'in', ids).execute();
  const refunds = await tx.selectFrom('refunds').select('id').where('order_id', 'in', ids).execute();
  await tx
    .updateTable('refunds')
    .set({ reason: '' })
    .where('order_id', 'in', ids)
    .where('requested_by', 'is not', null)
    .where('requested_by', '!=', userId)
    .execute();
  return [...ids, ...payments.map(({ id }) => id), ...refunds.map(({ id }) => id)];
}
