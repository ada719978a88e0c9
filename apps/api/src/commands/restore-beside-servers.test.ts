import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longProof } from '@cuentos/domain/testing/long-proof';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Shop } from '../compose.ts';
import type { Db } from '../platform/db/db.ts';
import { dumpedTables, type TableName, tableKeys } from '../platform/db/dump.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { addReaders, startShop, turnPage, turnPages } from '../testing/busy-shop.ts';
import { addBook, addEdition, addPart, addReader, give, ingest, TEST_PASSWORD } from '../testing/fixtures.ts';
import { startWorker } from '../testing/run-worker.ts';
import { backup } from './backup.ts';

let folder: string;
let archive: string;
let original: TestApp;
let owner: { readonly email: string; readonly partId: string };
let archived: Contents;

/** What the shops begin with: as many may register as like to. */
const UNHURRIED = { LIMIT_REGISTER_PER_HOUR: '1000000' };

const shopOf = ({ config, ports, services }: TestApp): Shop => ({ config, ports, services }) as Shop;

/** Everything that a backup holds: rows as text by table and key, and digests of files by name. */
interface Contents {
  readonly rows: ReadonlyMap<TableName, ReadonlyMap<string, string>>;
  readonly files: ReadonlyMap<string, string>;
}

async function contentsOf({ config, ports }: TestApp): Promise<Contents> {
  const rows = new Map<TableName, Map<string, string>>();
  for (const table of dumpedTables) rows.set(table, await rowsOf(ports.db, table));
  const root = join(config.dataDir, 'files');
  const files = new Map<string, string>();
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    files.set(
      path.slice(root.length + 1),
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    );
  }
  return { rows, files };
}

async function rowsOf(db: Db, table: TableName): Promise<Map<string, string>> {
  const rows = (await db.read.selectFrom(table).selectAll().execute()) as Record<string, unknown>[];
  return new Map(
    rows.map((row) => [
      tableKeys[table].map((key) => String(row[key])).join('|'),
      JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    ]),
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuentos-drill-'));
  archive = join(folder, 'respaldo.tar.gz');
  original = await buildTestApp({ env: UNHURRIED });
  for (let book = 0; book < 3; book += 1) {
    const part = await addPart(original, (await addBook(original)).id);
    await addEdition(original, part.id, await ingest(original));
    const { user } = await addReader(original, { withPassword: book === 0 });
    await give(original, user.id, part.id);
    if (book === 0) owner = { email: user.email, partId: part.id };
  }
  archived = await contentsOf(original);
  await backup(shopOf(original), [archive]);
}, 60_000);
afterAll(async () => {
  await original.close();
  await rm(folder, { recursive: true, force: true });
});

/** People who register one after the other until they are told to stop. */
function register(origin: string) {
  const state = { stop: false, statuses: new Map<number, number>(), registered: [] as string[] };
  const once = async (): Promise<boolean> => {
    const email = `${crypto.randomUUID()}@ejemplo.cl`;
    const body = { name: 'Ana Paz', email, password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };
    const answer = await post(origin, '/api/users/', body).catch(() => null);
    const status = answer?.status ?? 0;
    state.statuses.set(status, (state.statuses.get(status) ?? 0) + 1);
    if (answer?.ok) state.registered.push(email);
    return answer?.ok ?? false;
  };
  const going = (async () => {
    while (!state.stop) await once();
  })();
  return Object.assign(state, {
    once,
    async end() {
      state.stop = true;
      await going;
    },
  });
}

const post = async (origin: string, path: string, body: object): Promise<Response> =>
  fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The command as an operator gives it, in a process of its own. */
async function restoreInto(
  test: TestApp,
  ...flags: string[]
): Promise<{ code: number | NodeJS.Signals; said: string }> {
  const run = startWorker('../cli.ts', ['restore', archive, ...flags], {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: test.config.dataDir,
    DATABASE_URL: test.config.DATABASE_URL ?? '',
    AUTH_SECRET: 'a secret that only the tests know, long enough',
  });
  const code = await run.ended;
  return { code, said: run.output() };
}

/**
 * What a restore changes on purpose: sessions end, and with them the places from where somebody signed in; and what a
 * process at work counts by itself.
 */
const CHANGED: ReadonlySet<string> = new Set(['sessions', 'list_blocks', 'rate_counters']);

/** Tables that registering writes to, and the mails that follow. */
const WRITTEN: ReadonlySet<string> = new Set([
  'users',
  'search_words',
  'consent_records',
  'account_tokens',
  'mails',
  // One page of each reader may be on its way while the rows change.
  'reading_positions',
  'applied_mutations',
  ...CHANGED,
]);

const proof = longProof('restores-beside-servers', 1);
it(
  'beside two processes and people at work is refused without changing anything, and brings everything when told to',
  async () => {
    let drills = 0;
    for (const _ of proof.runs()) {
      await drill();
      drills += 1;
    }
    expect(drills).toBe(proof.count);
  },
  proof.timeout(120_000),
);

async function drill(): Promise<void> {
  const test = await buildTestApp({ env: UNHURRIED });
  const readers = await addReaders(test.ports.db, 4);
  const place = { folder: test.config.dataDir, url: test.config.DATABASE_URL ?? '' };
  const mine = await contentsOf(test);
  const servers = await Promise.all([startShop(place), startShop(place)]);
  const origins = servers.map(({ origin }) => origin);
  try {
    const turning = turnPages(origins, readers);
    const registering = origins.map(register);
    await vi.waitUntil(() => registering.every(({ registered }) => registered.length >= 2), { timeout: 30_000 });

    const refused = await restoreInto(test, '--replace');
    expect(refused.said).toContain('La tienda está funcionando.');
    expect(refused.code).not.toBe(0);
    await expectContents(test, mine);
    const known = [...(await rowsOf(test.ports.db, 'users')).values()];
    expect(known.some((row) => row.includes(owner.email))).toBe(false);
    for (const { registered } of registering) expect(known.some((row) => row.includes(registered[0]!))).toBe(true);
    expect([...turning.statuses.keys()]).toEqual([200]);

    const { code, said } = await restoreInto(test, '--replace', '--beside-running');
    expect(said).toMatch(/repuesto: \d+ filas/);
    expect(code).toBe(0);
    // Acknowledged after the restore.
    const later = await Promise.all(registering.map(async ({ once }) => once()));
    expect(later).toEqual([true, true]);
    await turning.stop();
    for (const one of registering) await one.end();
    await expectContents(test, archived);
    expect((await rowsOf(test.ports.db, 'reading_positions')).size).toBeLessThanOrEqual(readers.tokens.length);
    const users = [...(await rowsOf(test.ports.db, 'users')).values()];
    for (const { registered } of registering) expect(users.some((row) => row.includes(registered.at(-1)!))).toBe(true);
    const statuses = [turning, ...registering].flatMap((each) => [...each.statuses.keys()]);
    // Whoever read before has no session any more.
    expect(statuses.filter((status) => ![200, 201, 401, 503].includes(status))).toEqual([]);
    expect(turning.speechless).toBe(0);
    for (const origin of origins) await expectToGoOn(origin);
  } finally {
    for (const { worker } of servers) worker.process.kill('SIGKILL');
    for (const { worker } of servers) await worker.ended;
    await test.close();
  }
}

/** Every row and file is there as it was; what is more was written by who is at work. */
async function expectContents(test: TestApp, expected: Contents): Promise<void> {
  const { rows, files } = await contentsOf(test);
  expect(files).toEqual(expected.files);
  const missing: string[] = [];
  const foreign: string[] = [];
  for (const [table, before] of expected.rows) {
    const now = rows.get(table)!;
    for (const [key, row] of before) {
      if (!CHANGED.has(table) && now.get(key) !== row) missing.push(`${table} ${row}`);
    }
    if (WRITTEN.has(table)) continue;
    for (const key of now.keys()) if (!before.has(key)) foreign.push(`${table} ${key}`);
  }
  expect(missing).toEqual([]);
  expect(foreign).toEqual([]);
}

/** Somebody out of the archive signs in and reads on, and a stranger sees the books of the archive. */
async function expectToGoOn(origin: string): Promise<void> {
  expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
  const books = (await original.app.inject('/api/books/')).json<{ books: { id: string }[] }>();
  const shown = (await (await fetch(`${origin}/api/books/`)).json()) as typeof books;
  expect(JSON.stringify(shown)).toBe(JSON.stringify(books));
  const entered = await post(origin, '/api/auth/', { username: owner.email, password: TEST_PASSWORD });
  expect(entered.status).toBe(200);
  const { access_token: token } = (await entered.json()) as { access_token: string };
  const turned = await turnPage(origin, { partId: owner.partId, tokens: [token] }, 0, 40);
  expect(turned.status).toBe(200);
}
