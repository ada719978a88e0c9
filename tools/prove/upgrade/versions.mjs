import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { run } from '../../launch/run.mjs';
import { serverFlags } from '../../launch/server-flags.mjs';
import { root } from '../../launch/stamps.mjs';

/** Folder of the tables: a commit since its last change has the schema of this one. */
const SCHEMA = 'apps/api/src/platform/db/tables';

/**
 * A version of the shop in a folder of its own, built.
 * @typedef {{ readonly commit: string, readonly folder: string }} Version
 */

/** @returns {Version} the one in this folder; its pages are built by the caller. */
export const presentVersion = () => ({ commit: gitSays('rev-parse', '--short=10', 'HEAD'), folder: root });

/**
 * Checks out an earlier version and builds it.
 * @param {string | undefined} wanted a commit; without one the oldest that surely has today's schema
 * @returns {Promise<Version>}
 */
export async function earlierVersion(wanted) {
  const commit = gitSays('rev-parse', '--short=10', wanted ?? gitSays('log', '-1', '--format=%H', '--', SCHEMA));
  const folder = join(root, '.cache', 'versions', commit);
  if (!existsSync(join(folder, 'apps', 'web', 'dist', 'current'))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const sources = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 * 1024 * 1024 });
    execFileSync('tar', ['-x', '-C', folder], { input: sources });
    await install(folder);
    await run(nodeOf(folder), ['tools/build.mjs'], { cwd: folder });
  }
  return { commit, folder };
}

const gitSays = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

export const nodeOf = (folder) => join(folder, 'node_modules', 'node', 'bin', 'node');

/** Installs the packages of a version, or links those of this folder if the lock file is the same. */
async function install(folder) {
  const lock = (of) => readFileSync(join(of, 'package-lock.json'), 'utf8');
  if (lock(folder) !== lock(root)) {
    await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
    return;
  }
  for (const at of ['node_modules', 'apps/api/node_modules', 'apps/web/node_modules']) {
    if (existsSync(join(root, at))) execFileSync('cp', ['-al', join(root, at), join(folder, at)]);
  }
}

/** Returns the number of a free port. */
export async function sparePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/**
 * Starts a process of a version as a supervisor does.
 * @returns {Promise<{ readonly origin: string, readonly port: number, stop(): Promise<void>,
 *   kill(): Promise<void> }>} once it is ready
 */
export async function startProcess({ commit, folder }, env, port) {
  const args = [...serverFlags, join(folder, 'apps', 'api', 'src', 'main.ts')];
  const child = spawn(nodeOf(folder), args, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, MALLOC_ARENA_MAX: '2', ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk) => (said = `${said}${chunk}`.slice(-4000)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const origin = `http://127.0.0.1:${port}`;
  for (let waited = 0; !(await isReady(origin)); waited += 100) {
    if (child.exitCode !== null || waited > 300_000) throw new Error(`${commit} did not start:\n${said}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    origin,
    port,
    async stop() {
      child.kill('SIGTERM');
      const status = await ended;
      if (status !== 0) throw new Error(`${commit} ended with ${String(status)}:\n${said}`);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const isReady = async (origin) =>
  fetch(`${origin}/health/ready`).then(
    ({ status }) => status === 200,
    () => false,
  );
