/**
 * Measures the cost of pages and searches of the admin's lists in an ordinary shop, in a large one and in one of a
 * million purchases. Prints the least time of some rounds, and the processor time of the server and its database, which
 * is more reliable on a busy machine.
 *
 * node bench/lists/run.ts [purchases of the largest shop] [sqlite | postgres] [part of a case's name]
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { freePort, type ServerProcess, start } from '../support/server-process.ts';
import { type Case, listCases } from './cases.ts';
import { seedSql, type Volume } from './seed-sql.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROUNDS = 20;
/** Linux's unit of a process's time, ms. */
const TICK_MS = 10;
const PURCHASES = Number(process.argv[2] ?? 1_000_000);
const ENGINES = process.argv[3] === undefined ? ['sqlite', 'postgres'] : [process.argv[3]];
const CASES = listCases().filter(({ name }) => name.includes(process.argv[4] ?? ''));
const volumeOf = (purchases: number): Volume => ({
  users: purchases / 10,
  books: Math.min(1000, purchases / 100),
  purchases,
  highlights: purchases,
});
const VOLUMES = [22_000, 100_000, 1_000_000].filter((purchases) => purchases <= PURCHASES).map(volumeOf);

/**
 * Returns the longest time that a user does not notice, ms: for pages by the size of the shop, for searches by the rows
 * that they cover.
 */
function barOf({ kind, rows }: Case, volume: Volume): number | null {
  if (kind === 'page') return volume.purchases <= 22_000 ? 20 : 100;
  return rows(volume) <= 100_000 ? 150 : null;
}

interface Shop {
  readonly server: ServerProcess;
  readonly headers: Record<string, string>;
  readonly volume: Volume;
  /** Processor time of the server and its database, milliseconds. */
  readonly spent: () => number;
}

for (const engine of ENGINES) {
  for (const volume of VOLUMES) {
    const folder = mkdtempSync(join(tmpdir(), 'cuentos-lists-'));
    const postgres = engine === 'postgres' ? await holdPostgres() : null;
    try {
      const shop = await openShop(folder, postgres, volume);
      for (const each of CASES) await measure(engine, shop, each);
      await shop.server.stop();
    } finally {
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

async function measure(engine: string, { server, headers, volume, spent }: Shop, each: Case): Promise<void> {
  const times: number[] = [];
  let before = 0;
  for (let round = -2; round < ROUNDS; round += 1) {
    // Starts counting after the first rounds, which warm the caches.
    if (round === 0) before = spent();
    const begun = performance.now();
    const answer = await fetch(server.url + each.path(volume), { headers });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${each.path(volume)}: ${answer.status} ${body}`);
    if (round >= 0) times.push(performance.now() - begun);
  }
  const cpu = (spent() - before) / ROUNDS;
  const least = Math.min(...times);
  const bar = barOf(each, volume);
  // Uses the lesser of both, because on a busy machine the clock includes other work.
  const isMet = bar === null || Math.min(least, cpu) <= bar;
  const verdict = bar === null ? 'no bar' : `(bar ${bar}) ${isMet ? 'met' : 'MISSED'}`;
  console.log(
    `${`${engine} ${volume.purchases} ${each.name}`.padEnd(56)} ${least.toFixed(1).padStart(7)} ms, ` +
      `processor ${cpu.toFixed(1).padStart(7)} ms ${verdict}`,
  );
}

interface HeldPostgres {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Opens a shop with an admin and the volume's rows, made by SQL. */
async function openShop(folder: string, postgres: HeldPostgres | null, volume: Volume): Promise<Shop> {
  const settings = {
    NODE_ENV: 'development',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    CAPTCHA_PROVIDER: 'none',
    ...(postgres ? { DATABASE_URL: postgres.url, AUTH_SECRET: 'only-for-measuring-'.repeat(3) } : {}),
  };
  const env = { ...process.env, ...settings, ADMIN_PASSWORD: 'clave-de-medir' };
  const cli = join(ROOT, 'apps/api/src/cli.ts');
  execFileSync(process.execPath, [cli, 'admin:create', '--email', 'medir@ejemplo.cl', '--name', 'Zoila'], { env });
  fill(folder, postgres?.url, seedSql(volume));
  const port = await freePort();
  const script = join(ROOT, 'apps/api/src/main.ts');
  const server = await start(script, { ...settings, PORT: String(port) }, port, '/health/ready');
  const body = new URLSearchParams({ username: 'medir@ejemplo.cl', password: 'clave-de-medir', captcha: 'none' });
  const login = await fetch(`${server.url}/api/auth/`, { method: 'POST', body });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const { pid = 0 } = server.process;
  const spent = () => processorTime(pid) + (postgres ? processorTimeBelow(postgres.pid) : 0);
  return { server, volume, spent, headers: { authorization: `Bearer ${token}` } };
}

function fill(folder: string, databaseUrl: string | undefined, statements: readonly string[]): void {
  if (databaseUrl) {
    const input = [...statements, 'vacuum analyze'].map((statement) => `${statement};\n`).join('');
    execFileSync('psql', ['-q', '-v', 'ON_ERROR_STOP=1', databaseUrl], { input });
    return;
  }
  const database = new BetterSqlite3(join(folder, 'shop.sqlite'));
  for (const statement of statements) database.exec(statement);
  database.close();
}

/** Fields of a process from its state on, as Linux reports them (proc_pid_stat(5)). */
function statOf(pid: number | string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    // Reports no fields: the process has ended, or the system has no such folder.
    return [];
  }
}

/** Sum of the processor times from one field to another, milliseconds. */
function processorTime(pid: number | string, first = 11, end = 13): number {
  return statOf(pid)
    .slice(first, end)
    .reduce((total, ticks) => total + Number(ticks) * TICK_MS, 0);
}

/** Processor time of a process, its children, and its ended children, milliseconds. */
function processorTimeBelow(pid: number): number {
  const children = readdirSync('/proc').filter((each) => /^\d+$/.test(each) && statOf(each)[1] === String(pid));
  return processorTime(pid, 11, 15) + children.reduce((total, child) => total + processorTime(child), 0);
}

/** Starts a separate PostgreSQL server, until it is stopped. */
async function holdPostgres(): Promise<HeldPostgres> {
  const child = spawn(process.execPath, [join(ROOT, 'tools/postgres.mjs'), 'hold'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('close', () => reject(new Error('PostgreSQL did not start')));
  });
  return {
    ...(JSON.parse(line) as { url: string; pid: number }),
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
