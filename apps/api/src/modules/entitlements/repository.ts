import type { Connection, Tx } from '../../platform/db/db.ts';
import { enterList, leaveList } from '../../platform/db/list-blocks.ts';
import type { EntitlementRow } from '../../platform/db/schema.ts';

export async function findEntitlements(
  connection: Connection,
  userId: string,
  partId: string,
): Promise<EntitlementRow[]> {
  return connection
    .selectFrom('entitlements')
    .selectAll()
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Everything a user holds that was not revoked; expiry is the domain's business. */
export async function findEntitlementsOf(connection: Connection, userId: string): Promise<EntitlementRow[]> {
  return connection
    .selectFrom('entitlements')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('granted_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Inserts unless the user holds the part in that way already; false then. */
export async function insertEntitlement(tx: Tx, row: EntitlementRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('entitlements')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'part_id', 'kind']).where('revoked_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return false;
  const list = row.kind === 'ownership' ? 'purchases' : 'early_access';
  await enterList(tx, list, { key: row.granted_at, id: row.id });
  return true;
}

/** Ends what an order gave, of one part or of all; returns the parts that were revoked. */
export async function revokeByOrder(
  tx: Tx,
  { orderId, partId, reason, now }: { orderId: string; partId: string | null; reason: string; now: number },
): Promise<string[]> {
  let query = tx
    .updateTable('entitlements')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('order_id', '=', orderId)
    .where('revoked_at', 'is', null);
  if (partId !== null) query = query.where('part_id', '=', partId);
  const rows = await query.returning('part_id').execute();
  return rows.map((row) => row.part_id);
}

/** How much an order gave: what its buyer holds of it now, and what it gave at any time. */
export async function grantsOfOrder(tx: Tx, orderId: string): Promise<{ live: number; ever: number }> {
  const rows = await tx.selectFrom('entitlements').select('revoked_at').where('order_id', '=', orderId).execute();
  return { ever: rows.length, live: rows.filter(({ revoked_at: revoked }) => revoked === null).length };
}

/** Changes until when a user reads a part early; false when the user does not. */
export async function moveEarlyAccessEnd(
  tx: Tx,
  { userId, partId, expiresAt }: { userId: string; partId: string; expiresAt: number | null },
): Promise<boolean> {
  const row = await tx
    .updateTable('entitlements')
    .set({ expires_at: expiresAt })
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .where('kind', '=', 'early_access')
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Ends early access, or what an admin gave for good; false when there is none. What was bought or taken for free is
 * never ended so: money goes back through a refund.
 */
export async function revokeGiven(
  tx: Tx,
  { userId, partId, source }: { userId: string; partId: string; source: 'early_access' | 'grant' },
  now: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('entitlements')
    .set({ revoked_at: now, revoke_reason: 'ended by an admin' })
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .where('source', '=', source)
    .where('revoked_at', 'is', null)
    .returning(['id', 'granted_at'])
    .executeTakeFirst();
  if (!row) return false;
  if (source === 'early_access') await leaveList(tx, 'early_access', { key: row.granted_at, id: row.id });
  return true;
}
