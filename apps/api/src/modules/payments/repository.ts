import { sql } from 'kysely';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { PaymentRow, ProviderFaultRow } from '../../platform/db/tables/payments.ts';
import { liveUserId } from '../auth/service.ts';

/** Payments of several orders, in the order in which they came. */
export async function paymentsOfOrders(connection: Connection, orderIds: readonly string[]): Promise<PaymentRow[]> {
  if (orderIds.length === 0) return [];
  return connection
    .selectFrom('payments')
    .selectAll()
    .where('order_id', 'in', [...orderIds])
    .orderBy('id')
    .execute();
}

export async function findPayment(
  connection: Connection,
  provider: string,
  providerPaymentId: string,
): Promise<PaymentRow | undefined> {
  return connection
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', providerPaymentId)
    .executeTakeFirst();
}

export async function findPaymentById(connection: Connection, id: string): Promise<PaymentRow | undefined> {
  return connection.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function paymentsOf(connection: Connection, orderId: string): Promise<PaymentRow[]> {
  return connection.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('id').execute();
}

/** Inserts or replaces by the provider's payment id; the row keeps its own id and time of making. */
export async function savePayment(tx: Tx, row: PaymentRow): Promise<PaymentRow> {
  const { id: _id, created_at: _created, provider: _provider, provider_payment_id: _paymentId, ...change } = row;
  return tx
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'provider_payment_id']).doUpdateSet(change))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function updatePayment(tx: Tx, id: string, change: Partial<PaymentRow>): Promise<void> {
  await tx.updateTable('payments').set(change).where('id', '=', id).execute();
}

/** A payment with the names around it. */
export interface NamedPayment extends PaymentRow {
  /** Null once the account is deleted. */
  readonly buyer_id: string | null;
  readonly buyer_name: string | null;
  readonly buyer_email: string | null;
}

/**
 * Payments that may be unresolved, the longest in their state first; the domain decides which are. Each query uses an
 * index, because nearly all payments are resolved.
 */
export async function unresolvedCandidates(connection: Connection, limit: number): Promise<NamedPayment[]> {
  return connection
    .selectFrom('payments')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .selectAll('payments')
    .select(['users.name as buyer_name', 'users.email as buyer_email'])
    .select(liveUserId.as('buyer_id'))
    .where('payments.settled_at', 'is', null)
    .where(
      'payments.id',
      'in',
      sql<string>`(select id from payments where status = 'approved' and problem > ''
        union all select id from payments where status = 'in_mediation'
        union all select id from payments where status = 'charged_back' and settled_at is null
        union all select id from payments where contradiction > ''
        union all select payment_id from refunds where next_attempt_at >= 0)`,
    )
    .orderBy('payments.state_at')
    .orderBy('payments.id')
    .limit(limit)
    .execute();
}

export async function findFaults(connection: Connection, names: readonly string[]): Promise<ProviderFaultRow[]> {
  return connection.selectFrom('provider_faults').selectAll().where('provider', 'in', names).execute();
}

export async function saveFault(tx: Tx, { provider, ...fault }: ProviderFaultRow): Promise<void> {
  await tx
    .insertInto('provider_faults')
    .values({ provider, ...fault })
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(fault))
    .execute();
}

/** Reserves the next probe of refused credentials. @returns false before it is due, or when another process has it */
export async function takeProbe(
  tx: Tx,
  names: readonly string[],
  { now, next }: { now: number; next: number },
): Promise<boolean> {
  const row = await tx
    .updateTable('provider_faults')
    .set({ next_probe_at: next })
    .where('provider', 'in', names)
    .where('refused_since', 'is not', null)
    .where('next_probe_at', '<=', now)
    .returning('provider')
    .executeTakeFirst();
  return row !== undefined;
}
