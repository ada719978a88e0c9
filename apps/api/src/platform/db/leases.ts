import type { Db } from './db.ts';

/** Takes or renews a lease; false while another process holds it. */
export async function acquireLease(
  db: Db,
  name: string,
  holder: string,
  now: number,
  durationMs: number,
): Promise<boolean> {
  return db.withTx(async (tx) => {
    const row = await tx
      .insertInto('leases')
      .values({ name, holder, expires_at: now + durationMs })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder, expires_at: now + durationMs })
          .where((eb) => eb.or([eb('leases.holder', '=', holder), eb('leases.expires_at', '<=', now)])),
      )
      .returning('name')
      .executeTakeFirst();
    return row !== undefined;
  });
}

export async function releaseLease(db: Db, name: string, holder: string): Promise<void> {
  await db.withTx(async (tx) =>
    tx.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute(),
  );
}
