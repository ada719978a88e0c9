/**
 * What the admin's lists and searches cost in a shop of a hundred times the size, both shops running side by side and
 * asked in turn. The design's own volumes are those of 100,000 users.
 *
 * node bench/growth/run.ts [users of the large shop] [sqlite | postgres] [part of a case's name]
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { freePort, type ServerProcess, start } from '../support/server-process.ts';
import { median } from '../support/stats.ts';
import { type Case, growthCases } from './cases.ts';
import { seedSql, type Volume } from './seed-sql.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROUNDS = 30;
const USERS = Number(process.argv[2] ?? 10_000);
const ENGINES = process.argv[3] === undefined ? ['sqlite', 'postgres'] : [process.argv[3]];
const CASES = growthCases().filter(({ name }) => name.includes(process.argv[4] ?? ''));
const volumeOf = (users: number): Volume => ({
  users,
  books: users / 10,
  purchases: users * 10,
  highlights: users * 50,
});
const [LARGE, SMALL] = [volumeOf(USERS), volumeOf(USERS / 100)];

interface Shop {
  readonly server: ServerProcess;
  readonly headers: Record<string, string>;
  readonly volume: Volume;
}

for (const engine of ENGINES) {
  const folder = mkdtempSync(join(tmpdir(), 'cuentos-growth-'));
  const servers = engine === 'postgres' ? await Promise.all([holdPostgres(), holdPostgres()]) : null;
  const opened: Shop[] = [];
  const open = async (name: string, url: string | undefined, volume: Volume): Promise<Shop> => {
    const shop = await openShop(join(folder, name), url, volume);
    opened.push(shop);
    return shop;
  };
  try {
    const shops = [await open('small', servers?.[0].url, SMALL), await open('large', servers?.[1].url, LARGE)] as const;
    for (const each of CASES) await compare(engine, shops, each);
  } finally {
    for (const shop of opened) await shop.server.stop();
    for (const held of servers ?? []) await held.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare(engine: string, shops: readonly [Shop, Shop], { name, path, rows }: Case): Promise<void> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS + 3; round += 1) {
    for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const { server, headers, volume } = shops[at];
      const begun = performance.now();
      const answer = await fetch(server.url + path(volume), { headers });
      const body = await answer.text();
      if (!answer.ok) throw new Error(`${path(volume)}: ${answer.status} ${body}`);
      // The first ones warm the caches.
      if (round >= 3) times[at].push((performance.now() - begun) / (rows?.(volume) ?? 1));
    }
  }
  const [small, large] = [median(times[0]), median(times[1])];
  const bar = rows ? 1.2 : 2;
  const unit = rows ? 'ms a row' : 'ms';
  console.log(
    `${`${engine} ${name}`.padEnd(48)} ${small.toFixed(2).padStart(7)} → ${large.toFixed(2).padStart(7)} ${unit.padEnd(8)} ` +
      `× ${(large / small).toFixed(2)} (bar ${bar}) ${large / small <= bar ? 'met' : 'MISSED'}`,
  );
}

/** A shop with an admin and the volume's rows, made by SQL. */
async function openShop(folder: string, databaseUrl: string | undefined, volume: Volume): Promise<Shop> {
  const settings = {
    NODE_ENV: 'development',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    CAPTCHA_PROVIDER: 'none',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl, AUTH_SECRET: 'only-for-measuring-'.repeat(3) } : {}),
  };
  const env = { ...process.env, ...settings, ADMIN_PASSWORD: 'clave-de-medir' };
  const cli = join(ROOT, 'apps/api/src/cli.ts');
  execFileSync(process.execPath, [cli, 'admin:create', '--email', 'medir@ejemplo.cl', '--name', 'Zoila'], { env });
  fill(folder, databaseUrl, seedSql(volume));
  const port = await freePort();
  const script = join(ROOT, 'apps/api/src/main.ts');
  const server = await start(script, { ...settings, PORT: String(port) }, port, '/health/ready');
  const body = new URLSearchParams({ username: 'medir@ejemplo.cl', password: 'clave-de-medir', captcha: 'none' });
  const login = await fetch(`${server.url}/api/auth/`, { method: 'POST', body });
  const { access_token: token } = (await login.json()) as { access_token: string };
  return { server, volume, headers: { authorization: `Bearer ${token}` } };
}

function fill(folder: string, databaseUrl: string | undefined, statements: readonly string[]): void {
  if (databaseUrl) {
    const input = [...statements, 'vacuum analyze'].map((statement) => `${statement};\n`).join('');
    execFileSync('psql', ['-q', '-v', 'ON_ERROR_STOP=1', databaseUrl], { input });
    return;
  }
  const database = new BetterSqlite3(join(folder, 'shop.sqlite'));
  for (const statement of statements) database.exec(statement);
  database.exec('analyze');
  database.close();
}

/** A PostgreSQL server of its own, until stopped. */
async function holdPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [join(ROOT, 'tools/postgres.mjs'), 'hold'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('close', () => reject(new Error('PostgreSQL did not start')));
  });
  return {
    url: (JSON.parse(line) as { url: string }).url,
    async stop() {
      child.stdin.end();
      await ended;
    },
  };
}
