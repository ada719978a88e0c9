import { longProof, spread } from '@cuentos/domain/testing/long-proof';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { migrations } from './migrations.ts';
import { holdPostgres } from '../../testing/hold-postgres.ts';
import { openTestDb, type TestDb } from '../../testing/open-test-db.ts';
import { startWorker } from '../../testing/run-worker.ts';
import type { Db } from './db.ts';
import { migrate } from './migrate.ts';
import { openDb } from './open-db.ts';

const proof = longProof('writer-kills', 5);

let place: TestDb | null = null;
afterEach(async () => {
  await place?.drop();
  place = null;
});

/** Checks that both rows of every acknowledged write exist, and no write is incomplete. */
async function checkRows(db: Db, acknowledged: readonly string[]): Promise<void> {
  const mutations = new Set(
    (await db.read.selectFrom('applied_mutations').select('mutation_id').execute()).map((row) => row.mutation_id),
  );
  const positions = new Set(
    (await db.read.selectFrom('reading_positions').select('part_id').execute()).map((row) => row.part_id),
  );
  expect(
    acknowledged.filter((id) => !mutations.has(id)),
    'lost',
  ).toEqual([]);
  expect([...mutations].toSorted(), 'half writes').toEqual([...positions].toSorted());
}

describe(`a writer that is killed ${proof.count} times`, () => {
  it(
    'loses no acknowledged write',
    async () => {
      const opened = await openTestDb();
      place = opened;
      const acknowledged: string[] = [];
      for (const cycle of proof.runs()) {
        const worker = startWorker('database-worker.ts', ['write', place.folder, place.url]);
        // At least one write is acknowledged before the kill.
        await worker.waitFor('\n');
        await new Promise((resolve) => setTimeout(resolve, spread(cycle) * 40));
        worker.process.kill('SIGKILL');
        expect(await worker.ended).toBe('SIGKILL');
        // A line that reached the pipe stands for an answer that reached a client.
        acknowledged.push(...worker.lines());
      }
      await checkRows(opened.db, acknowledged);
      if (opened.db.engine === 'sqlite') {
        const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(opened.db.handle);
        expect(rows).toEqual([{ integrity_check: 'ok' }]);
      }
      await migrate(opened.db, migrations, 0);
    },
    proof.timeout(120_000),
  );
});

describe.runIf(process.env['TEST_DATABASE_URL'])('a PostgreSQL server that is stopped immediately', () => {
  it('loses no acknowledged write, and the shop reconnects to it', async () => {
    const server = await holdPostgres();
    const db = await openDb({ dataDir: '.', databaseUrl: server.url });
    try {
      await migrate(db, migrations, 0);
      const acknowledged: string[] = [];
      for (let cycle = 0; cycle < 3; cycle += 1) {
        const worker = startWorker('database-worker.ts', ['write', '.', server.url]);
        await worker.waitFor('\n');
        await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100));
        server.crash();
        // The writer exits, because a lost connection is no conflict to be retried.
        expect(await worker.ended).toBe(1);
        acknowledged.push(...worker.lines());
        await server.restart();
        await checkRows(db, acknowledged);
      }
      expect(acknowledged.length).toBeGreaterThan(10);
    } finally {
      await db.close();
      await server.close();
    }
  });
});
