import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '..', '..');
/** Seeding the demonstration shop takes most of it. */
const READY_MS = 150_000;

/** A shop of its own: the built app on a free port, with the demonstration books in a folder that goes with it. */
export interface Shop {
  readonly url: string;
  readonly dataDir: string;
  /** Ends the process; the data stays. */
  stop(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Runs a command of apps/api/src/cli.ts on its data and gives what it printed. */
  command(...args: string[]): Promise<string>;
  /** Ends the process and deletes the data. */
  remove(): Promise<void>;
}

/** Builds the web app if its sources changed, and starts a freshly seeded shop. */
export async function startShop(settings: Readonly<Record<string, string>> = {}): Promise<Shop> {
  await promisify(execFile)(process.execPath, [join(ROOT, 'tools', 'build.mjs')], { cwd: ROOT });
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
    ...settings,
  };
  let server: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    server = spawn(process.execPath, [join(ROOT, 'apps', 'api', 'src', 'main.ts')], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await waitUntilReady(url, server);
  };
  const stop = async (): Promise<void> => {
    const ending = server;
    server = null;
    if (!ending || ending.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill('SIGTERM');
    await ended;
  };
  await start();
  return {
    url,
    dataDir,
    start,
    stop,
    async command(...args) {
      const cli = join(ROOT, 'apps', 'api', 'src', 'cli.ts');
      return (await promisify(execFile)(process.execPath, [cli, ...args], { cwd: ROOT, env })).stdout;
    },
    async remove() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
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
