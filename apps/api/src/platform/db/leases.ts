import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';

/**
 * Takes or renews a lease; false while another process holds it. Time is the database's own, the same for every
 * process; a lease that ends later than any could was taken by a clock that has been set back since, and does not count.
 * @param durationMs for how long no other process gets it, from now, milliseconds; the same for all who want this lease
 */
export async function acquireLease(db: Db, name: string, holder: string, durationMs: number): Promise<boolean> {
  return db.withTx(async (tx) => {
    const now = await databaseTime(db, tx);
    const end = now + durationMs;
    const row = await tx
      .insertInto('leases')
      .values({ name, holder, expires_at: end })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder, expires_at: end })
          .where((eb) =>
            eb.or([
              eb('leases.holder', '=', holder),
              eb('leases.expires_at', '<=', now),
              eb('leases.expires_at', '>', end),
            ]),
          ),
      )
      .returning('name')
      .executeTakeFirst();
    return row !== undefined;
  });
}

/** Makes a lease last longer; false when it is not the holder's any more. */
export async function renewLease(db: Db, name: string, holder: string, durationMs: number): Promise<boolean> {
  return db.withTx(async (tx) => {
    const renewed = await tx
      .updateTable('leases')
      .set({ expires_at: (await databaseTime(db, tx)) + durationMs })
      .where('name', '=', name)
      .where('holder', '=', holder)
      .returning('name')
      .executeTakeFirst();
    return renewed !== undefined;
  });
}

export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await db.withTx(async (tx) =>
    tx.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute(),
  );
}

/** Reads the database's clock, epoch milliseconds. */
async function databaseTime({ engine }: Db, tx: Tx): Promise<number> {
  const expression =
    engine === 'sqlite'
      ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
      : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;
  const { rows } = await sql<{ now: number }>`select ${expression} as now`.execute(tx);
  return rows[0]?.now ?? 0;
}
