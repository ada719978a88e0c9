import type { Connection, Tx } from '../../platform/db/db.ts';
import type { PocketItemRow } from '../../platform/db/tables/orders.ts';

/** The parts of a user's pocket, in the order in which they were put in. */
export async function pocketOf(connection: Connection, userId: string): Promise<PocketItemRow[]> {
  return connection
    .selectFrom('pocket_items')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('added_at')
    .orderBy('part_id')
    .execute();
}

/** Puts parts in; what is there already stays as it was. */
export async function putInPocket(tx: Tx, rows: readonly PocketItemRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('pocket_items')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['user_id', 'part_id']).doNothing())
    .execute();
}

/** Removes parts from a pocket; missing ones are ignored. */
export async function leavePocket(tx: Tx, userId: string, partIds: readonly string[]): Promise<void> {
  if (partIds.length === 0) return;
  await tx
    .deleteFrom('pocket_items')
    .where('user_id', '=', userId)
    .where('part_id', 'in', [...partIds])
    .execute();
}
