import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { resetRows, withShopDatabase } from './shop-database.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Time limit of a start, ms; seeding the demonstration shop takes most of it. */
const READY_MS = 540_000;
/** Time after which a process reloads the state that it keeps in memory, ms. */
const FRESH_MS = 1100;

/** A shop of a test: the built app on a free port, with the demonstration books in a folder of its own. */
export interface Shop {
  readonly url: string;
  readonly dataDir: string;
  /** Ends the process and keeps the data. */
  stop(): Promise<void>;
  /** Starts the process again on the same port and data, with these additional settings. */
  start(settings?: Readonly<Record<string, string>>): Promise<void>;
  /** Runs a command of apps/api/src/cli.ts on the shop's data and returns its output. */
  command(...args: string[]): Promise<string>;
  /** Resets the data to that of a freshly seeded shop without ending the process. */
  reset(): Promise<void>;
  /** Ends the process and deletes the data. */
  remove(): Promise<void>;
}

/** Folder of the seeded shop, computed once: the sources do not change meanwhile. */
let sources: Promise<string> | null = null;

/** Builds the web app if its sources changed, and starts a freshly seeded shop. */
export async function startShop(settings: Readonly<Record<string, string>> = {}): Promise<Shop> {
  sources ??= builtSources();
  const seeded = await sources;
  const dataDir = await mkdtemp(join(tmpdir(), 'cuentos-e2e-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: url,
    CAPTCHA_PROVIDER: 'none',
    LOG_LEVEL: 'warn',
    // No backup may run beside a test.
    BACKUP_HOUR: 'off',
  };
  let server: ChildProcess | null = null;

  const startWith = async (changes: Readonly<Record<string, string>>): Promise<void> => {
    server = spawn(process.execPath, [join(ROOT, 'apps', 'api', 'src', 'main.ts')], {
      cwd: ROOT,
      env: { ...env, ...changes },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await waitUntilReady(url, server).catch(async (error: unknown) => {
      await stop();
      throw error;
    });
  };
  const stop = async (): Promise<void> => {
    const ending = server;
    server = null;
    if (!ending || ending.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGTERM');
    await ended;
  };
  const remove = async (): Promise<void> => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const start: Shop['start'] = async (more) => startWith({ ...settings, ...more });
  try {
    if (existsSync(seeded)) await cp(seeded, dataDir, { recursive: true });
    else {
      await startWith({});
      await jobsDone(dataDir);
      await stop();
      await keepSeeded(seeded, dataDir);
    }
    await start();
  } catch (error) {
    // The caller gets no shop that it could remove.
    await remove();
    throw error;
  }
  return {
    url,
    dataDir,
    start,
    stop,
    async command(...args) {
      const cli = join(ROOT, 'apps', 'api', 'src', 'cli.ts');
      return (await promisify(execFile)(process.execPath, [cli, ...args], { cwd: ROOT, env: { ...env, ...settings } }))
        .stdout;
    },
    async reset() {
      const isStale = resetRows({ dataDir }, seeded);
      // Restores the files that a test deleted.
      await cp(join(seeded, 'files'), join(dataDir, 'files'), { recursive: true, force: false });
      if (!server) await start();
      else if (isStale) await new Promise((resolve) => setTimeout(resolve, FRESH_MS));
    },
    remove,
  };
}

/**
 * Builds the web app if its sources changed. Playwright calls this before its workers start, which would build at the
 * same time.
 */
export default async function buildApp(): Promise<void> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'tools', 'build.mjs')], { cwd: ROOT });
}

/** Stores a freshly seeded shop of these sources before the workers start; each worker would otherwise make one. */
export async function seedShop(): Promise<void> {
  sources ??= builtSources();
  if (!existsSync(await sources)) await (await startShop()).remove();
}

/**
 * Builds the web app if its sources changed.
 * @returns the folder for the seeded demonstration shop of these sources. Making its covers and books takes most of a
 * start. Other sources, or another day (dates count from today), have another folder.
 */
async function builtSources(): Promise<string> {
  await buildApp();
  const folders = ['apps/api/src', 'packages', 'demo', 'package-lock.json'];
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10));
  for (const folder of folders) await addTo(hash, join(ROOT, folder));
  return join(ROOT, '.cache', 'seeded-shops', hash.digest('hex').slice(0, 24));
}

async function addTo(hash: Hash, path: string): Promise<void> {
  if ((await stat(path)).isFile()) {
    hash.update(path).update(await readFile(path));
    return;
  }
  for (const name of (await readdir(path)).toSorted()) {
    if (name !== 'node_modules' && name !== 'dist') await addTo(hash, join(path, name));
  }
}

/**
 * Waits until the shop has cut the samples of its books and encoded its covers as AVIF: otherwise each copy would do so
 * beside its test.
 */
async function jobsDone(dataDir: string): Promise<void> {
  const work = `SELECT 1 FROM images WHERE has_avif IS NULL
    UNION ALL SELECT 1 FROM book_parts WHERE edition_id IS NOT NULL AND sample_share IS NOT 0 AND NOT EXISTS
    (SELECT 1 FROM samples WHERE samples.edition_id = book_parts.edition_id AND kind = 'beginning')`;
  const until = Date.now() + READY_MS;
  while (withShopDatabase({ dataDir }, (database) => database.prepare(work).get()) !== undefined) {
    if (Date.now() > until) throw new Error('the shop did not make the beginnings and pictures of its books');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Copies the stopped shop, so that no half-written page is copied. Another worker may copy at the same time: either
 * copy may stay, and a complete copy is never deleted. Copies of other sources are deleted.
 */
async function keepSeeded(place: string, dataDir: string): Promise<void> {
  const folder = join(place, '..');
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    if (!name.startsWith(basename(place))) await rm(join(folder, name), { recursive: true, force: true });
  }
  const copy = `${place}-${process.pid}`;
  await cp(dataDir, copy, { recursive: true });
  await rename(copy, place).catch(async () => rm(copy, { recursive: true, force: true }));
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  const until = Date.now() + READY_MS;
  while (Date.now() < until) {
    if (server.exitCode !== null) throw new Error(`the shop ended with code ${server.exitCode} instead of starting`);
    const ready = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the shop did not become ready');
}
