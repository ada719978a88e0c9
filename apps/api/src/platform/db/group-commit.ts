import { type Kysely, sql } from 'kysely';
import type { Database, Tx } from './schema.ts';

/** Works that share one commit at most; a slow disk must not make the first of them wait for too many. */
const LARGEST_GROUP = 64;

interface QueuedWork {
  run(tx: Tx): Promise<void>;
  succeed(): void;
  fail(error: unknown): void;
}

/**
 * Runs transactions for an engine with a single writer. SQLite waits for the disk at every commit, so works that wait
 * at the same time share one: each is a savepoint of its own, fails alone, and is acknowledged only after the common
 * commit (docs/decisions/005-group-commit.md).
 */
export function createGroupCommit(writeConnection: Kysely<Database>): <T>(work: (tx: Tx) => Promise<T>) => Promise<T> {
  const waiting: QueuedWork[] = [];
  let draining = false;

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      // Requests that this turn of the event loop still has to read join the group.
      await new Promise((resolve) => setImmediate(resolve));
      await commitGroup(writeConnection, waiting.splice(0, LARGEST_GROUP));
    }
    draining = false;
  };

  return async <T>(work: (tx: Tx) => Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      let value: { readonly result: T } | undefined;
      waiting.push({
        async run(tx) {
          value = { result: await work(tx) };
        },
        succeed: () => (value ? resolve(value.result) : reject(new Error('the work did not run'))),
        fail: reject,
      });
      if (draining) return;
      draining = true;
      void drain();
    });
}

/** The engine ended the whole transaction at the failure of one work. */
class TransactionAborted extends Error {
  readonly reason: unknown;

  constructor(reason: unknown, cause: unknown) {
    super('the engine gave up the transaction', { cause });
    this.reason = reason;
  }
}

async function commitGroup(writeConnection: Kysely<Database>, group: readonly QueuedWork[]): Promise<void> {
  const failures = new Map<QueuedWork, unknown>();
  // Keeps the first error: the end of the transaction fails as well, and would hide it.
  let gaveUp: TransactionAborted | null = null;
  try {
    await writeConnection.transaction().execute(async (tx) => {
      for (const work of group) {
        await inSavepoint(tx, work, failures).catch((error: unknown) => {
          if (error instanceof TransactionAborted) gaveUp = error;
          throw error;
        });
      }
    });
  } catch (error) {
    const reason = reasonOf(gaveUp) ?? error;
    for (const work of group) work.fail(failures.get(work) ?? reason);
    return;
  }
  for (const work of group) {
    if (failures.has(work)) work.fail(failures.get(work));
    else work.succeed();
  }
}

const reasonOf = (gaveUp: TransactionAborted | null): unknown => gaveUp?.reason;

async function inSavepoint(tx: Tx, work: QueuedWork, failures: Map<QueuedWork, unknown>): Promise<void> {
  await sql`savepoint work`.execute(tx);
  try {
    await work.run(tx);
  } catch (error) {
    failures.set(work, error);
    // Fails itself when the engine gave up the whole transaction, as on a full disk; then no write of the group was
    // acknowledged, and the engine's reason is the reason of each.
    await sql`rollback to work`.execute(tx).catch((cause: unknown) => {
      throw new TransactionAborted(error, cause);
    });
  }
  await sql`release work`.execute(tx);
}
