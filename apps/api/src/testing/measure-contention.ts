import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrations } from '../platform/db/migrations.ts';
import type { Db } from '../platform/db/db.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/open-db.ts';
import { addReaders, startShop, turnPage } from './busy-shop.ts';
import { holdPostgres } from './hold-postgres.ts';
import { startWorker, type Worker } from './run-worker.ts';

const CONNECTIONS = 50;
/** Long enough that the slowest hundredth of the writes are dozens of writes. */
const MILLISECONDS = 20_000;

/**
 * Pauses of the connections between two writes: about half a second, like readers, or none. The bar compares fifty
 * readers with one, because a server that idles between two writes takes longer for each than one that never idles.
 * Fifty connections without pauses wait for each other on any server.
 */
const PACES = [
  { name: 'reading', pauseMs: 500 },
  { name: 'without a pause', pauseMs: 0 },
] as const;

interface Measured {
  readonly times: readonly number[];
  readonly faults: number;
}

/** Sends a page turn of the reader of a connection. @returns the status */
type Turn = (connection: number) => Promise<number>;

/**
 * Turns pages over some connections, one after the other on each.
 * @param pauseMs mean pause of a reader; each pause is random, because readers with equal pauses who queued once would
 * keep colliding
 */
async function load(turn: Turn, connections: number, pauseMs: number): Promise<Measured> {
  const times: number[] = [];
  let faults = 0;
  const until = performance.now() + MILLISECONDS;
  const loop = async (connection: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, Math.random() * pauseMs));
    while (performance.now() < until) {
      const begun = performance.now();
      const status = await turn(connection);
      times.push(performance.now() - begun);
      if (status >= 500) faults += 1;
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())));
    }
  };
  await Promise.all(Array.from({ length: connections }, async (_, connection) => loop(connection)));
  return { times, faults };
}

const share = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN;

const rollbacks = async (db: Db): Promise<number> => {
  // Connections report their counts after a second.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const query = sql<{ count: number }>`select xact_rollback as count from pg_stat_database
    where datname = current_database()`;
  return (await query.execute(db.read)).rows[0]?.count ?? Number.NaN;
};

async function fill(db: Db, rows: number): Promise<void> {
  await sql`insert into reading_positions
    (user_id, part_id, edition_id, last_location, percentage, revision, updated_at)
    select 'u' || n, 'p' || (n % 50), 'e', 'epubcfi(/6/4)', 1, 1, 1 from generate_series(1, ${rows}) n`.execute(
    db.handle,
  );
  await sql`analyze`.execute(db.handle);
}

/** The median milliseconds of a write over one connection alone, by pace. */
async function mediansAlone(turn: Turn): Promise<Readonly<Record<string, number>>> {
  const medians: Record<string, number> = {};
  for (const { name, pauseMs } of PACES) medians[name] = share((await load(turn, 1, pauseMs)).times, 0.5);
  return medians;
}

/** The slowest hundredth over all connections, as multiples of the median over one alone. */
function slowest({ times }: Measured, alone: Readonly<Record<string, number>>): string {
  const p99 = share(times, 0.99);
  const multiples = Object.entries(alone).map(
    ([name, median]) => `${(p99 / median).toFixed(1)} × the median of one ${name} (${median.toFixed(1)} ms)`,
  );
  return `p99 ${p99.toFixed(1)} ms = ${multiples.join(', ')}`;
}

async function stop(workers: readonly Worker[]): Promise<void> {
  for (const worker of workers) worker.process.kill('SIGTERM');
  await Promise.all(workers.map(async ({ ended }) => ended));
}

/** Measures the machine itself: the same connections to two processes that only write. */
async function measureBare(db: Db, url: string): Promise<void> {
  await sql`create table bare_positions (reader text primary key, place text, revision int)`.execute(db.handle);
  const env = { ...process.env, DATABASE_URL: url };
  const workers = [0, 1].map(() => startWorker('bare-writer-worker.ts', [], env));
  try {
    await Promise.all(workers.map(async (worker) => worker.waitFor('port ')));
    const origins = workers.map((worker) => `http://127.0.0.1:${worker.lines()[0]?.slice('port '.length) ?? ''}`);
    const turn: Turn = async (connection) => {
      const origin = origins[connection % origins.length] ?? '';
      const body = JSON.stringify({ place: Math.random() });
      return (await fetch(`${origin}/${connection}`, { method: 'PUT', body })).status;
    };
    await load(turn, CONNECTIONS, 0);
    const alone = await mediansAlone(turn);
    for (const { name, pauseMs } of PACES)
      process.stdout.write(
        `${CONNECTIONS} bare writers ${name}: ${slowest(await load(turn, CONNECTIONS, pauseMs), alone)}\n`,
      );
  } finally {
    await stop(workers);
  }
}

/**
 * Measures readers over two processes on PostgreSQL, beside few rows and beside many (bars: rollbacks per write ≤ 0.05,
 * no answer of 5xx, p99 ≤ 4 × the median of one connection, at the pace of readers), and two processes without any
 * rules on this machine in the same run.
 */
async function measure(rows: number): Promise<void> {
  const server = await holdPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-bench-'));
  const db = await openDb({ dataDir: folder, databaseUrl: server.url });
  await migrate(db, migrations, 0);
  const shop = await addReaders(db, CONNECTIONS);
  await fill(db, rows);
  const place = { folder, url: server.url };
  const shops = await Promise.all([startShop(place), startShop(place)]);
  const turn: Turn = async (connection) => {
    const origin = shops[connection % shops.length]?.origin ?? '';
    return (await turnPage(origin, shop, connection % shop.tokens.length, Math.random() * 100)).status;
  };
  try {
    await load(turn, CONNECTIONS, 0);
    const alone = await mediansAlone(turn);
    for (const { name, pauseMs } of PACES) {
      const before = await rollbacks(db);
      const all = await load(turn, CONNECTIONS, pauseMs);
      const perWrite = ((await rollbacks(db)) - before) / all.times.length;
      process.stdout.write(
        `${CONNECTIONS} readers ${name}, ${rows} rows: ${perWrite.toFixed(3)} rollbacks a write (bar 0.05), ${all.faults} faults, ${all.times.length} writes, ${slowest(all, alone)} (bar for reading: 4 × one reading)\n`,
      );
    }
    await stop(shops.map(({ worker }) => worker));
    await measureBare(db, server.url);
  } finally {
    await stop(shops.map(({ worker }) => worker));
    await db.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

for (const rows of [20, 20_000]) await measure(rows);
