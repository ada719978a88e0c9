import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { Database } from './schema.ts';
import { tables } from './schema.ts';
import type { SweepStep } from '../jobs/sweep-job.ts';

/** Rows that one statement deletes: far from the time limit of a statement on a slow disk, and short for other writers. */
const PIECE = 2000;

/** Condition by which rows of a table are over. */
interface OldRows {
  readonly table: keyof Database;
  /** Instant (epoch milliseconds) or day that says when a row is over. */
  readonly column: string;
  /** Oldest time of rows that are kept, in the format of the column. */
  keptFrom(now: number): number | string;
}

/**
 * A step of the sweep that deletes old rows piece by piece, each in a transaction of its own. However many there are, each
 * run brings the end nearer.
 * @throws {Error} at once for a column without an index, by which each piece would read the whole table
 */
export function forgetRows(db: Db, { table, column, keptFrom }: OldRows): SweepStep {
  const { key, indexes = {} } = tables[table] as {
    readonly key: readonly string[];
    readonly indexes?: Readonly<Record<string, { readonly on: readonly string[] }>>;
  };
  if (key[0] !== column && !Object.values(indexes).some(({ on }) => on[0] === column))
    throw new Error(`no index of ${table} begins with ${column}`);
  const [target, at] = [sql.table(table), sql.ref(column)];
  const names = sql.join(key.map((name) => sql.ref(name)));
  return async (now, signal) => {
    const before = keptFrom(now);
    while (!signal.aborted) {
      const { numAffectedRows = 0n } = await db.withTx(async (tx) =>
        sql`delete from ${target} where (${names}) in
          (select ${names} from ${target} where ${at} < ${before} order by ${at} limit ${PIECE})`.execute(tx),
      );
      if (numAffectedRows < PIECE) return;
    }
  };
}
