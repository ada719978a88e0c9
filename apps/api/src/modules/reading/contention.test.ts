import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { migrations } from '../../platform/db/migrations.ts';
import type { Db } from '../../platform/db/db.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { openDb } from '../../platform/db/open-db.ts';
import { addReaders, type Readers, startShop, turnPages } from '../../testing/busy-shop.ts';
import { type HeldPostgres, holdPostgres } from '../../testing/hold-postgres.ts';
import type { Worker } from '../../testing/run-worker.ts';

const READERS = 50;
const WRITES = 1500;

describe.runIf(process.env['TEST_DATABASE_URL'])('readers of a young shop on PostgreSQL, by two processes', () => {
  let server: HeldPostgres;
  let folder: string;
  let db: Db;
  let readers: Readers;
  let workers: Worker[] = [];
  beforeEach(async () => {
    server = await holdPostgres();
    folder = await mkdtemp(join(tmpdir(), 'cuentos-contention-'));
    db = await openDb({ dataDir: folder, databaseUrl: server.url });
    await migrate(db, migrations, 0);
    readers = await addReaders(db, READERS);
  });
  afterEach(async () => {
    for (const { process: child, ended } of workers) {
      child.kill('SIGKILL');
      await ended;
    }
    workers = [];
    await db.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const counted = async (): Promise<{ commits: number; rollbacks: number }> => {
    const query = sql<{ commits: number; rollbacks: number }>`
      select xact_commit as commits, xact_rollback as rollbacks from pg_stat_database
        where datname = current_database()`;
    return (await query.execute(db.read)).rows[0]!;
  };

  /** Lets all readers turn pages for a while. @returns rollbacks per write, and the answers by status */
  const readOn = async (editionId?: string): Promise<{ perWrite: number; statuses: Map<number, number> }> => {
    const shops = await Promise.all([1, 2].map(async () => startShop({ folder, url: server.url })));
    workers = shops.map(({ worker }) => worker);
    // The statistics collector does this by itself before long: small tables are then read by sequential scans.
    await sql`analyze`.execute(db.handle);
    const turning = turnPages(
      shops.map(({ origin }) => origin),
      readers,
      editionId,
    );
    // Begins once every reader has rows: inserting into a small table causes conflicts for a moment.
    await vi.waitUntil(() => turning.acknowledged >= 10 * READERS, { timeout: 60_000, interval: 5 });
    await sql`analyze`.execute(db.handle);
    const begun = { writes: turning.acknowledged, ...(await counted()) };
    await vi.waitUntil(() => turning.acknowledged >= begun.writes + WRITES, { timeout: 120_000, interval: 20 });
    await turning.stop();
    const writes = turning.acknowledged - begun.writes;
    // Connections report their counts with a delay.
    await vi.waitUntil(async () => (await counted()).commits - begun.commits >= writes, {
      interval: 100,
      timeout: 30_000,
    });
    return { perWrite: ((await counted()).rollbacks - begun.rollbacks) / writes, statuses: turning.statuses };
  };

  it('cause few serialisation conflicts', async () => {
    const { perWrite, statuses } = await readOn();
    expect([...statuses.keys()]).toEqual([200]);
    expect(perWrite).toBeLessThanOrEqual(0.05);
  }, 200_000);

  it('cause few conflicts also when all of them read an edition that was replaced', async () => {
    const [old] = await db.read.selectFrom('editions').select(['id', 'part_id']).execute();
    const { id: _id, ...row } = await db.read.selectFrom('editions').selectAll().executeTakeFirstOrThrow();
    await db.handle
      .insertInto('editions')
      .values({ ...row, id: 'newer' })
      .execute();
    await db.handle.updateTable('editions').set({ state: 'superseded' }).where('id', '=', old!.id).execute();
    await db.handle.updateTable('book_parts').set({ edition_id: 'newer' }).execute();
    const { perWrite, statuses } = await readOn(old!.id);
    expect([...statuses.keys()]).toEqual([200]);
    expect(perWrite).toBeLessThanOrEqual(0.05);
    const queued = await db.read.selectFrom('anchor_queue').select('part_id').distinct().execute();
    expect(queued).toEqual([{ part_id: readers.partId }]);
  }, 200_000);
});
