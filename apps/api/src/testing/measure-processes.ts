import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrations } from '../platform/db/migrations.ts';
import { migrate } from '../platform/db/migrate.ts';
import { openDb } from '../platform/db/open-db.ts';
import { addReaders, startShop, turnPages } from './busy-shop.ts';
import { confineProcess } from './confine-process.ts';
import { holdPostgres } from './hold-postgres.ts';

const READERS = 40;
const MILLISECONDS = 8000;
const PAIRS = 5;
/** Share of a core that each process of the shop gets, percent; without it as much as the machine has. */
const SHARE = Number(process.env['PROCESS_SHARE'] ?? 0);
/** Linux's unit of a process's time, ms. */
const TICK_MS = 10;

const statOf = (pid: number | string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    // Reports no fields: the process has ended.
    return [];
  }
};
const timeOf = (pid: number | string): number =>
  (Number(statOf(pid)[11] ?? 0) + Number(statOf(pid)[12] ?? 0)) * TICK_MS;
/** Processor time of a process and of those that it started, milliseconds. */
const timeBelow = (pid: number): number =>
  readdirSync('/proc')
    .filter((each) => /^\d+$/.test(each) && statOf(each)[1] === String(pid))
    .reduce((total, child) => total + timeOf(child), timeOf(pid));

/**
 * Measures page turns over one process of the shop and over two on one PostgreSQL server, in turns (bar: 1.7 times the
 * rate where cores are spare). Where none are, the processor time of a turn says what a second process adds: nothing is
 * lost to it when a turn costs the same. `PROCESS_SHARE=10` gives each process a tenth of a core, so that a machine
 * without spare cores has room for both, and the rates say what two do beside one.
 */
async function measure(): Promise<void> {
  const server = await holdPostgres();
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-bench-'));
  const db = await openDb({ dataDir: folder, databaseUrl: server.url });
  await migrate(db, migrations, 0);
  const readers = await addReaders(db, READERS);
  const place = { folder, url: server.url };
  const shops = await Promise.all([startShop(place), startShop(place)]);
  let groups: (() => void)[] = [];
  const run = async (processes: number): Promise<number> => {
    const spent = (): number => shops.reduce((total, { worker }) => total + timeOf(worker.process.pid ?? 0), 0);
    const before = { shop: spent(), database: timeBelow(server.pid()) };
    const turning = turnPages(
      shops.slice(0, processes).map(({ origin }) => origin),
      readers,
    );
    await sleep(MILLISECONDS);
    await turning.stop();
    const turns = turning.acknowledged;
    const [shop, database] = [spent() - before.shop, timeBelow(server.pid()) - before.database];
    const a = (ms: number): string => (ms / turns).toFixed(2);
    const rate = Math.round(turns / (MILLISECONDS / 1000));
    process.stdout.write(
      `${processes} of the shop: ${rate} turns/s, ${a(shop)} ms of processor for a turn, the database ${a(database)} ms\n`,
    );
    return turns;
  };
  try {
    // Twice without a limit, so that what is measured is compiled.
    await run(2);
    await run(2);
    if (SHARE > 0) groups = shops.map(({ worker }) => confineProcess(worker.process.pid ?? 0, SHARE));
    const ratios: number[] = [];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const one = await run(1);
      ratios.push((await run(2)) / one);
    }
    const told = ratios.toSorted((a, b) => a - b).map((ratio) => ratio.toFixed(2));
    process.stdout.write(
      `two processes turn ${told[(PAIRS - 1) / 2]} times as many pages as one (${told.join(', ')})\n`,
    );
  } finally {
    for (const { worker } of shops) worker.process.kill('SIGTERM');
    await Promise.all(shops.map(async ({ worker }) => worker.ended));
    for (const remove of groups) remove();
    await db.close();
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

await measure();
