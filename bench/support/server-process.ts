import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { serverFlags } from '../../tools/launch/server-flags.mjs';
import { type BenchReader, signIn } from './sign-in.ts';

/** A server in a separate process, so that it shares no event loop with the load. */
export interface ServerProcess {
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Starts the shop on an empty data folder, filled with the demonstration shop. */
export async function startShop(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-bench-'));
  return dropAtStop(await startIn(folder, { CAPTCHA_PROVIDER: 'none', ...env }), folder);
}

/**
 * Starts the shop in production on data that another process filled with the demonstration shop, and signs the
 * demonstration reader in.
 */
export async function startProduction(
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly shop: ServerProcess; readonly reader: BenchReader }> {
  const folder = await mkdtemp(join(tmpdir(), 'cuentos-bench-'));
  const filling = await startIn(folder, { CAPTCHA_PROVIDER: 'none' });
  const reader = await signIn(filling.url);
  await filling.stop();
  // Production refuses accounts with the demonstration's password; sessions stay.
  const database = new Database(join(folder, 'shop.sqlite'));
  database.prepare('update users set password_hash = null').run();
  database.close();
  const production = { NODE_ENV: 'production', TRUST_PROXY: 'none', PAYMENT_SANDBOX: 'true' };
  return { shop: dropAtStop(await startIn(folder, { ...production, ...env }), folder), reader };
}

async function startIn(folder: string, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const port = await freePort();
  const settings = {
    DATA_DIR: folder,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'error',
    BACKUP_HOUR: 'off',
    ...env,
  };
  return start(join(root, 'apps/api/src/main.ts'), settings, port, '/health/ready');
}

function dropAtStop(server: ServerProcess, folder: string): ServerProcess {
  return { ...server, stop: async () => server.stop().then(async () => rm(folder, { recursive: true, force: true })) };
}

/** Starts a bare server that has one fixed answer, at `/body`. */
export async function startPlain(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const port = await freePort();
  const script = fileURLToPath(new URL('../api/plain-server.ts', import.meta.url));
  return start(script, { PORT: String(port), ...env }, port, '/ready');
}

/** Starts a script that listens on `PORT`; ready when `path` answers. */
export async function start(
  script: string,
  env: Readonly<Record<string, string>>,
  port: number,
  path: string,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...serverFlags, script], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await ready(`${url}${path}`, child);
  return {
    url,
    process: child,
    async stop() {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Returns the number of a free port. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 3000; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} was not ready in five minutes`);
}
