import { sql } from 'kysely';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { EntitlementRow, WaitingGrantRow } from '../../platform/db/tables/entitlements.ts';

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

/** Entitlements of a user for some parts, by part; the domain decides which have expired. */
export async function holdingsOfParts(
  connection: Connection,
  userId: string,
  partIds: readonly string[],
): Promise<Map<string, EntitlementRow[]>> {
  if (partIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('entitlements')
    .selectAll()
    .where('user_id', '=', userId)
    .where('part_id', 'in', [...partIds])
    .where('revoked_at', 'is', null)
    .execute();
  return Map.groupBy(rows, ({ part_id: id }) => id);
}

/** All entitlements of a user that were not revoked; the domain decides which have expired. */
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

/** Inserts an entitlement. @returns false when the user has one of that kind for the part already */
export async function insertEntitlement(tx: Tx, row: EntitlementRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('entitlements')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'part_id', 'kind']).where('revoked_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Which entitlements of an order end. */
export interface OrderRevocation {
  readonly orderId: string;
  /** Null for all parts. */
  readonly partId: string | null;
  readonly reason: string;
  readonly now: number;
}

/** Revokes the entitlements of an order. @returns their users and parts */
export async function revokeByOrder(
  tx: Tx,
  { orderId, partId, reason, now }: OrderRevocation,
): Promise<{ readonly userId: string; readonly partId: string }[]> {
  let query = tx
    .updateTable('entitlements')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('order_id', '=', orderId)
    .where('revoked_at', 'is', null);
  if (partId !== null) query = query.where('part_id', '=', partId);
  return query.returning(['user_id as userId', 'part_id as partId']).execute();
}

/** The next owners of a part, ordered by id. */
export async function holdersAfter(
  connection: Connection,
  partId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await connection
    .selectFrom('entitlements')
    .select('user_id')
    .distinct()
    .where('part_id', '=', partId)
    .where('revoked_at', 'is', null)
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map(({ user_id: id }) => id);
}

/** Entitlements of an order: how many are live, and all parts that it ever granted. */
export async function grantsOfOrder(tx: Tx, orderId: string): Promise<{ live: number; ever: ReadonlySet<string> }> {
  const rows = await tx
    .selectFrom('entitlements')
    .select(['part_id', 'revoked_at'])
    .where('order_id', '=', orderId)
    .execute();
  return {
    ever: new Set(rows.map(({ part_id: id }) => id)),
    live: rows.filter(({ revoked_at: revoked }) => revoked === null).length,
  };
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
 * Revokes early access or a grant; false when there is none. Purchases and free parts are never revoked here: a
 * purchase ends by its refund.
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
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a grant until the account's address is proved; a second one only changes the end. */
export async function saveWaitingGrant(tx: Tx, row: WaitingGrantRow): Promise<void> {
  const { expires_at, granted_by } = row;
  await tx
    .insertInto('waiting_grants')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'part_id', 'source']).doUpdateSet({ expires_at, granted_by }),
    )
    .execute();
}

/** Deletes and returns the waiting grants of an account, so that each is given once. */
export async function takeWaitingGrants(tx: Tx, userId: string): Promise<WaitingGrantRow[]> {
  return tx.deleteFrom('waiting_grants').where('user_id', '=', userId).returningAll().execute();
}

/** Deletes a waiting grant. @returns false when there is none */
export async function dropWaitingGrant(
  tx: Tx,
  { userId, partId, source }: { userId: string; partId: string; source: WaitingGrantRow['source'] },
): Promise<boolean> {
  const row = await tx
    .deleteFrom('waiting_grants')
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .where('source', '=', source)
    .returning('part_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** How many people own each part for good. */
export async function ownersOfParts(connection: Connection, partIds: readonly string[]): Promise<Map<string, number>> {
  if (partIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('entitlements')
    .select(({ fn }) => ['part_id', fn.countAll<number>().as('owners')])
    .where('part_id', 'in', [...partIds])
    .where('kind', '=', 'ownership')
    .where('revoked_at', 'is', null)
    .groupBy('part_id')
    .execute();
  return new Map(rows.map(({ part_id, owners }) => [part_id, owners]));
}

/** How many people own a part of each book for good; an owner of several parts counts once. */
export async function ownersOfBooks(connection: Connection, bookIds: readonly string[]): Promise<Map<string, number>> {
  if (bookIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('entitlements')
    .innerJoin('book_parts', 'book_parts.id', 'entitlements.part_id')
    .select(['book_parts.book_id', sql<number>`cast(count(distinct entitlements.user_id) as bigint)`.as('owners')])
    .where('book_parts.book_id', 'in', [...bookIds])
    .where('entitlements.kind', '=', 'ownership')
    .where('entitlements.revoked_at', 'is', null)
    .groupBy('book_parts.book_id')
    .execute();
  return new Map(rows.map(({ book_id, owners }) => [book_id, owners]));
}

/** Kind of entitlement by which a part is delivered. */
export type DeliveryKind = 'deliveries' | 'early_readings';

/** Records the first delivery of a part to a reader. @returns false for a later one, which changes nothing */
export async function recordDelivery(
  tx: Tx,
  kind: DeliveryKind,
  { userId, partId }: { readonly userId: string; readonly partId: string },
  now: number,
): Promise<boolean> {
  const values = { user_id: userId, part_id: partId, first_at: now };
  // Names each table, so that a search for its name finds the code that writes it.
  const insert =
    kind === 'deliveries'
      ? tx
          .insertInto('deliveries')
          .values(values)
          .onConflict((conflict) => conflict.columns(['user_id', 'part_id']).doNothing())
          .returning('part_id')
      : tx
          .insertInto('early_readings')
          .values(values)
          .onConflict((conflict) => conflict.columns(['user_id', 'part_id']).doNothing())
          .returning('part_id');
  const row = await insert.executeTakeFirst();
  return row !== undefined;
}

export async function wasDelivered(
  connection: Connection,
  kind: DeliveryKind,
  { userId, partId }: { readonly userId: string; readonly partId: string },
): Promise<boolean> {
  const row = await connection
    .selectFrom(kind)
    .select('part_id')
    .where('user_id', '=', userId)
    .where('part_id', '=', partId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Parts that were ever delivered to a reader as their owner. */
export async function deliveredParts(connection: Connection, userId: string): Promise<Set<string>> {
  const rows = await connection.selectFrom('deliveries').select('part_id').where('user_id', '=', userId).execute();
  return new Set(rows.map((row) => row.part_id));
}

/** When anything of each part first went out to a reader, by whatever right; parts of which nothing did are absent. */
export async function openedParts(
  connection: Connection,
  userId: string,
  partIds: readonly string[],
): Promise<Map<string, number>> {
  const opened = new Map<string, number>();
  if (partIds.length === 0) return opened;
  for (const kind of ['deliveries', 'early_readings'] as const) {
    const rows = await connection
      .selectFrom(kind)
      .select(['part_id', 'first_at'])
      .where('user_id', '=', userId)
      .where('part_id', 'in', [...partIds])
      .execute();
    for (const { part_id: id, first_at } of rows) opened.set(id, Math.min(opened.get(id) ?? first_at, first_at));
  }
  return opened;
}

/** Deletes a user's grants and free parts; purchases stay beside their payments. */
export async function deleteGiven(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('entitlements').where('user_id', '=', userId).where('source', '!=', 'purchase').execute();
}
