import { type RawBuilder, sql } from 'kysely';
import type { Connection } from './db.ts';
import type { DumpedRow } from './dump.ts';

/** Sums of everything that is about money, by table and column, pesos. */
export type MoneySums = Readonly<Record<string, number>>;

const SUMMED: Readonly<Record<string, readonly string[]>> = {
  orders: ['total'],
  payments: ['amount', 'refunded_amount', 'settled_amount'],
  refunds: ['amount'],
  money_movements: ['amount', 'fee'],
};

/** Adds the money of dumped rows; tables without any change nothing. */
export function addMoney(sums: Record<string, number>, table: string, rows: readonly DumpedRow[]): void {
  for (const column of SUMMED[table] ?? []) {
    const name = `${table}.${column}`;
    sums[name] = rows.reduce((sum, row) => sum + Number(row[column] ?? 0), sums[name] ?? 0);
  }
}

/** Computes the same sums in the database. */
export async function sumMoney(connection: Connection): Promise<MoneySums> {
  const sums: Record<string, number> = {};
  for (const [table, columns] of Object.entries(SUMMED)) {
    for (const column of columns) {
      // PostgreSQL makes a decimal, which is read as text, of a sum.
      const query: RawBuilder<{ readonly sum: number }> =
        sql`select cast(coalesce(sum(${sql.ref(column)}), 0) as bigint) as sum from ${sql.table(table)}`;
      const { rows } = await query.execute(connection);
      sums[`${table}.${column}`] = rows[0]?.sum ?? 0;
    }
  }
  return sums;
}

/** Names of the sums that are not the same in both; a sum that is not named is 0. */
export function differentSums(expected: MoneySums, found: MoneySums): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...names].filter((name) => (expected[name] ?? 0) !== (found[name] ?? 0)).toSorted();
}
