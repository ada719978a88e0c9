import { createHash } from 'node:crypto';
import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely';
import { type Db, isDuplicateObject, isMissingTable, isUniqueViolation, type Tx } from './db.ts';
import { migrationTexts as t } from '../texts.ts';

interface Step {
  /**
   * `expand` (default) only adds, so that processes of the previous version keep working beside those of this one;
   * `contract` removes what that version still uses.
   */
  readonly kind?: 'expand' | 'contract';
}

/** Changes the schema. */
export interface SchemaStep extends Step {
  /** SQL; once applied it never changes, which is checked at every start. One statement, but for the first schema. */
  readonly statements: readonly string[];
}

/** A step that fills the columns of earlier steps. */
export interface FillStep extends Step {
  /** Describes the rows that it fills; it never changes once applied, which is checked at every start. */
  readonly fills: string;
  fill(tx: Tx): Promise<void>;
}

/** A step of the schema with a transaction of its own; its number is its position, from 1. */
export type Migration = SchemaStep | FillStep;

/**
 * A step for each statement. Engines whose schema changes are not part of transactions accept one change per
 * transaction, and no rows that use it in the same one (docs/decisions/126-sql-that-three-engines-know.md).
 */
export const oneByOne = (statements: readonly string[]): SchemaStep[] =>
  statements.map((statement) => ({ statements: [statement] }));

interface Ledger {
  schema_migrations: { number: number; hash: string; kind: 'expand' | 'contract'; applied_at: number };
}

/** The database was made by steps that this program does not have; starting would risk the data. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

/**
 * Applies what is missing, in order, each step in its own transaction. The row that records a step is inserted
 * first: its key is the lock that makes a second starter wait and then find the work done.
 * @param until `expand`: leaves the last steps that contract, since processes of the version before may be at work; in a
 *   new database there are none
 * @returns how many steps were applied, and how many are left.
 * @throws {MigrationError} when the database took other steps than these, or more of them of which one contracts; nothing
 *   is changed then.
 */
export async function migrate(
  db: Db,
  migrations: readonly Migration[],
  now: number,
  until: 'expand' | 'all' = 'all',
): Promise<{ readonly applied: number; readonly left: number }> {
  const hashes = migrations.map(hashOf);
  let applied = 0;
  let isNew = false;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const rows = await stepsTaken(db);
    if (rows === null) {
      await createLedger(db);
      continue;
    }
    requireSameSteps(rows, hashes);
    isNew ||= rows.length === 0;
    const pending = migrations.slice(rows.length);
    const [next] = pending;
    // A step that contracts was left to a version that is not at work any more once a later step expands.
    const isDue = until === 'all' || isNew || pending.some(({ kind }) => kind !== 'contract');
    if (!next || !isDue) return { applied, left: pending.length };
    const row = { number: rows.length + 1, hash: hashOf(next), kind: next.kind ?? 'expand', applied_at: now };
    if (await apply(db, next, row)) applied += 1;
  }
  throw new MigrationError(t.contended);
}

/** The steps that a database took, in order; null for a new one. A start that has nothing to apply only reads. */
async function stepsTaken(db: Db): Promise<readonly Ledger['schema_migrations'][] | null> {
  const ledger = db.handle as unknown as Kysely<Ledger>;
  try {
    return await ledger.selectFrom('schema_migrations').selectAll().orderBy('number').execute();
  } catch (error) {
    if (isMissingTable(error)) return null;
    throw error;
  }
}

/** @throws {MigrationError} when the database took steps that are not these. */
function requireSameSteps(rows: readonly Ledger['schema_migrations'][], hashes: readonly string[]): void {
  const foreign = rows.slice(0, hashes.length).find(({ number, hash }) => hashes[number - 1] !== hash);
  if (foreign) throw new MigrationError(t.foreign(foreign.number));
  const contracting = rows.slice(hashes.length).find(({ kind }) => kind === 'contract');
  if (contracting) throw new MigrationError(t.newer(contracting.number, hashes.length));
}

async function apply(db: Db, step: Migration, row: Ledger['schema_migrations']): Promise<boolean> {
  try {
    await db.withTx(async (tx) => {
      const ledger = tx as unknown as Transaction<Ledger>;
      await ledger.insertInto('schema_migrations').values(row).execute();
      if ('fill' in step) return step.fill(tx);
      for (const statement of step.statements) await tx.executeQuery(CompiledQuery.raw(statement));
      return undefined;
    });
    return true;
  } catch (error) {
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/**
 * `if not exists` may still collide on PostgreSQL when two starters create it at once: in the table's key, in its type
 * or in its name, whichever they reach together. On SQLite a starter that is migrating holds the lock for longer than
 * a statement waits, hence `withTx`, which waits on.
 */
async function createLedger(db: Db): Promise<void> {
  const create = sql`create table if not exists schema_migrations
    (number bigint not null primary key, hash text not null, kind text not null, applied_at bigint not null)`;
  const attempt = async (): Promise<unknown> => db.withTx(async (tx) => create.execute(tx));
  try {
    await attempt();
  } catch (error) {
    if (!isUniqueViolation(error) && !isDuplicateObject(error)) throw error;
    await attempt();
  }
}

const hashOf = (step: Migration): string => {
  const words = 'fill' in step ? step.fills : step.statements.join(';\n');
  return createHash('sha256').update(words).digest('hex');
};
