import Fastify from 'fastify';
import { migrations } from '../platform/db/migrations.ts';
import { rememberMutation, savePosition } from '../modules/reading/repository.ts';
import type { Db } from '../platform/db/db.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/open-db.ts';
import { createJobRunner } from '../platform/jobs/job-runner.ts';

/**
 * Child process of the database tests: `database-worker.ts <task> <data folder> <database url or empty>`, with the
 * product's database layer and repositories. A test may kill it at any moment.
 */
const tasks: Readonly<Record<string, (db: Db) => Promise<void>>> = {
  async migrate(db) {
    print(`applied ${(await migrate(db, migrations, Date.now())).applied}`);
  },

  /** Reads a counter and writes it back increased, which shows lost updates. */
  async increment(db) {
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let turn = 0; turn < 50; turn += 1) await increment(db);
      }),
    );
  },

  /** Runs an endless job under a lease, as a process of the shop does. */
  async 'hold-job'(db) {
    const run = async (): Promise<never> => {
      print('working');
      return new Promise<never>(() => undefined);
    };
    const jobs = createJobRunner({ db, log: Fastify().log }, [{ name: 'killed', everyMs: 60_000, run }]);
    await jobs.runOnce('killed');
  },

  /** Writes as fast as possible, and prints the name of each acknowledged write. */
  async write(db) {
    const writer = async (userId: string): Promise<never> => {
      for (let revision = 1; ; revision += 1) {
        const mutationId = crypto.randomUUID();
        await db.withTx(async (tx) => {
          await rememberMutation(tx, userId, mutationId, revision);
          const position = {
            user_id: userId,
            part_id: mutationId,
            edition_id: 'e',
            last_location: 'epubcfi(/6/4)',
            percentage: 1,
            revision,
            updated_at: revision,
            recent_moves: mutationId,
          };
          await savePosition(tx, position);
        });
        print(mutationId);
      }
    };
    await Promise.all(Array.from({ length: 10 }, async () => writer(crypto.randomUUID())));
  },
};

async function increment(db: Db): Promise<void> {
  await db.withTx(async (tx) => {
    const row = await tx
      .selectFrom('rate_counters')
      .select('count')
      .where('key', '=', 'counter')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('rate_counters')
      .set({ count: row.count + 1 })
      .where('key', '=', 'counter')
      .execute();
  });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const [task = '', dataDir = '', databaseUrl = ''] = process.argv.slice(2);
const db = await openDb({ dataDir, databaseUrl: databaseUrl || undefined });
await tasks[task]?.(db);
await db.close();
