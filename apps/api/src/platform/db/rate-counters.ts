import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';

/** Adds one hit to a counter in a transaction of its own; returns the hits in the window. */
export async function countHit(db: Db, key: string, now: number, windowMs: number): Promise<number> {
  return db.withTx(async (tx) => addHit(tx, key, now, windowMs));
}

/** Adds one hit to a counter, beginning a new window when the old one ended; returns the hits in the window. */
export async function addHit(tx: Tx, key: string, now: number, windowMs: number): Promise<number> {
  const begun = now - windowMs;
  const row = await tx
    .insertInto('rate_counters')
    .values({ key, window_start: now, count: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when rate_counters.window_start <= ${begun} then 1 else rate_counters.count + 1 end`,
        window_start: sql<number>`case when rate_counters.window_start <= ${begun} then ${now} else rate_counters.window_start end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** When the window of a counter began, that was just hit. */
export async function windowStart(tx: Tx, key: string): Promise<number> {
  const row = await tx
    .selectFrom('rate_counters')
    .select('window_start')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return row.window_start;
}

/** Takes back one counted hit. */
export async function uncountHit(db: Db, key: string): Promise<void> {
  await db.withTx(async (tx) =>
    tx
      .updateTable('rate_counters')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where('key', '=', key)
      .where('count', '>', 0)
      .execute(),
  );
}

export async function forgetHits(db: Db, key: string): Promise<void> {
  await db.withTx(async (tx) => dropHits(tx, key));
}

/** Begins a counter anew, in the caller's transaction. */
export async function dropHits(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('rate_counters').where('key', '=', key).execute();
}
