import { sql, type Transaction } from 'kysely';
import type { Db } from './db.ts';
import type { Database, Tx } from './schema.ts';

/** Tables as string maps, because erasure treats all tables alike. */
type AnyTables = Record<string, Record<string, string | number | null>>;

/** Deletes the rows of a table that name any of some values in a column. */
export async function eraseRows(
  tx: Tx,
  table: keyof Database,
  column: string,
  values: readonly string[],
): Promise<void> {
  if (values.length === 0) return;
  const where = sql<boolean>`${sql.ref(column)} in (${sql.join(values)})`;
  await (tx as unknown as Transaction<AnyTables>).deleteFrom(table).where(where).execute();
}

/** Removes the payer from JSON bodies of a table that contain one of some words. */
export async function erasePayers(
  tx: Tx,
  table: keyof Database,
  { key, words }: { readonly key: string; readonly words: readonly string[] },
): Promise<void> {
  const any = tx as unknown as Transaction<AnyTables>;
  for (const word of words) {
    const rows = await any
      .selectFrom(table)
      .select([key, 'body'])
      .where('body', 'like', sql<string>`${holds(word)} escape '\\'`)
      .execute();
    for (const { [key]: id = null, body } of rows) {
      const without = JSON.stringify(JSON.parse(String(body)), (name, value: unknown) =>
        name === 'payer' ? undefined : value,
      );
      await any.updateTable(table).set({ body: without }).where(key, '=', id).execute();
    }
  }
}

/** Deletes counters whose keys contain an address or account id. */
export async function eraseCounters(tx: Tx, words: readonly string[]): Promise<void> {
  for (const word of words) {
    await tx
      .deleteFrom('rate_counters')
      .where('key', 'like', sql<string>`${holds(word)} escape '\\'`)
      .execute();
  }
}

const holds = (word: string): string => `%${word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/**
 * Removes earlier versions of pages that SQLite keeps beside its file. A reading connection may prevent it; then later
 * checkpoints do it. PostgreSQL needs no such step.
 */
export async function dropEarlierPages({ engine, handle }: Db): Promise<void> {
  if (engine === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(handle).catch(() => undefined);
}
