import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** Rows that are tried again until they are done, by table; `done` is the column with the instant when they were. */
type RetriedTable =
  | { readonly table: 'mails'; readonly done: 'sent_at' }
  | { readonly table: 'payment_notices'; readonly done: 'processed_at' };

/** Result of a request for one more try. */
export type RetryResult = 'due' | 'done-already' | 'missing';

/** Makes a row that is not done due now, with all its tries again. */
export async function retryNow(tx: Tx, { table, done }: RetriedTable, id: string, now: number): Promise<RetryResult> {
  const result = await sql<{ at: number | null }>`
    select ${sql.ref(done)} as at from ${sql.table(table)} where id = ${id}`.execute(tx);
  const [row] = result.rows;
  if (!row) return 'missing';
  if (row.at !== null) return 'done-already';
  await sql`update ${sql.table(table)} set attempts = 0, next_attempt_at = ${now} where id = ${id}`.execute(tx);
  return 'due';
}
