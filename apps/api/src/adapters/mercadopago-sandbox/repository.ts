import type { Connection, Tx } from '../../platform/db/db.ts';
import type { SandboxPayment, SandboxPreference } from './sandbox-payment.ts';

/** Keeps a preference unless there is one with that id; returns the one that is kept. */
export async function keepPreference(tx: Tx, preference: SandboxPreference, now: number): Promise<SandboxPreference> {
  const { id, merchant_order_id } = preference;
  await tx
    .insertInto('sandbox_preferences')
    .values({ id, merchant_order_id: String(merchant_order_id), body: JSON.stringify(preference), created_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return (await findPreference(tx, id)) ?? preference;
}

export async function findPreference(connection: Connection, id: string): Promise<SandboxPreference | undefined> {
  const row = await connection.selectFrom('sandbox_preferences').select('body').where('id', '=', id).executeTakeFirst();
  return row && (JSON.parse(row.body) as SandboxPreference);
}

export async function findPreferenceByOrder(
  connection: Connection,
  merchantOrder: string,
): Promise<SandboxPreference | undefined> {
  const query = connection
    .selectFrom('sandbox_preferences')
    .select('body')
    .where('merchant_order_id', '=', merchantOrder);
  const row = await query.executeTakeFirst();
  return row && (JSON.parse(row.body) as SandboxPreference);
}

export async function savePayment(tx: Tx, payment: SandboxPayment, now: number): Promise<void> {
  const { preference_id, external_reference } = payment;
  const change = { preference_id, external_reference, body: JSON.stringify(payment) };
  await tx
    .insertInto('sandbox_payments')
    .values({ id: String(payment.id), ...change, created_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(change))
    .execute();
}

export async function findPayment(connection: Connection, id: string): Promise<SandboxPayment | undefined> {
  const row = await connection.selectFrom('sandbox_payments').select('body').where('id', '=', id).executeTakeFirst();
  return row && (JSON.parse(row.body) as SandboxPayment);
}

/** Payments of a preference or of a reference, newest first. */
export async function listPayments(
  connection: Connection,
  by: 'preference_id' | 'external_reference',
  value: string,
): Promise<SandboxPayment[]> {
  const rows = await connection
    .selectFrom('sandbox_payments')
    .select('body')
    .where(by, '=', value)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => JSON.parse(row.body) as SandboxPayment);
}

/** Every payment, in the order of creation. */
export async function allPayments(connection: Connection): Promise<SandboxPayment[]> {
  const rows = await connection
    .selectFrom('sandbox_payments')
    .select('body')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => JSON.parse(row.body) as SandboxPayment);
}

/** Finds the earlier answer to an idempotency key. */
export async function findAnswer(tx: Tx, key: string): Promise<{ paymentId: string; body: unknown } | undefined> {
  const row = await tx.selectFrom('sandbox_refunds').selectAll().where('idempotency_key', '=', key).executeTakeFirst();
  return row && { paymentId: row.payment_id, body: JSON.parse(row.body) as unknown };
}

export async function keepAnswer(tx: Tx, key: string, paymentId: string, body: unknown, now: number): Promise<void> {
  await tx
    .insertInto('sandbox_refunds')
    .values({ idempotency_key: key, payment_id: paymentId, body: JSON.stringify(body), created_at: now })
    .execute();
}

/** Finds a setting by name: the switches, or a chargeback under its number. */
export async function findSetting<T extends object>(connection: Connection, name: string): Promise<T | undefined> {
  const row = await connection
    .selectFrom('sandbox_settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row && (JSON.parse(row.value) as T);
}

export async function saveSetting(tx: Tx, name: string, value: object): Promise<void> {
  const text = JSON.stringify(value);
  await tx
    .insertInto('sandbox_settings')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute();
}
