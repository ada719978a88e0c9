// Runs tests of the storage, and of the backups that are kept there, on OpenStack Swift by its S3 interface: a real
// object store, in a folder of its own.
//   node tools/swift.mjs test [vitest arguments]       Debian: apt-get install swift-proxy swift-account swift-container
//                                                      swift-object
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { projectNode, run } from './launch/run.mjs';
import { scratchFolder } from './launch/scratch-folder.mjs';
import { root } from './launch/stamps.mjs';

const KEYS = { accessKeyId: 'tests:tests', secretAccessKey: 'secret-of-the-tests', region: 'auto', bucket: 'libros' };
const PARTS = ['account', 'container', 'object'];

const [command, ...args] = process.argv.slice(2);
if (command === 'test') await test();
else {
  process.stderr.write('Usage: node tools/swift.mjs test [vitest arguments]\n');
  process.exitCode = 1;
}

/** Starts a server and runs the tests on it, which make their bucket. */
async function test() {
  if (spawnSync('swift-proxy-server', ['--version']).error)
    throw new Error('There is no OpenStack Swift on this machine (Debian: swift-proxy and the three beside it).');
  const folder = mkdtempSync(join(scratchFolder(), 'cuentos-swift-'));
  const servers = [];
  try {
    const ports = await writeSettings(folder);
    for (const name of [...PARTS, 'proxy'])
      servers.push(
        spawn(`swift-${name}-server`, [join(folder, `${name}.conf`)], { stdio: ['ignore', 'ignore', 'inherit'] }),
      );
    for (const port of Object.values(ports)) await answering(port);
    const endpoint = `http://127.0.0.1:${ports.proxy}`;
    const env = { ...process.env, TEST_S3: JSON.stringify({ endpoint, ...KEYS }), NODE_OPTIONS: '', NO_COLOR: '1' };
    const files =
      args.length > 0 ? args : ['apps/api/src/ports/storage.test.ts', 'apps/api/src/commands/snapshots.test.ts'];
    await run(projectNode, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...files], { env });
  } finally {
    for (const server of servers) server.kill('SIGTERM');
    await Promise.all(servers.filter(({ exitCode }) => exitCode === null).map(async (server) => once(server, 'exit')));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the settings of one machine with one disk and one copy of everything. @returns the port of each server */
async function writeSettings(folder) {
  const user = process.getuid() === 0 ? 'root' : execFileSync('id', ['-un'], { encoding: 'utf8' }).trim();
  const ports = {};
  for (const name of [...PARTS, 'proxy']) ports[name] = await sparePort();
  mkdirSync(join(folder, 'devices', 'one'), { recursive: true });
  writeFileSync(
    join(folder, 'swift.conf'),
    '[swift-hash]\nswift_hash_path_prefix = tests\nswift_hash_path_suffix = tests\n',
  );
  const basics = (name) =>
    `[DEFAULT]\nswift_dir = ${folder}\nuser = ${user}\nbind_ip = 127.0.0.1\nbind_port = ${ports[name]}\nworkers = 0\n`;
  for (const name of PARTS) {
    const ring = join(folder, `${name}.builder`);
    for (const words of [['create', '2', '1', '0'], ['add', `r1z1-127.0.0.1:${ports[name]}/one`, '1'], ['rebalance']])
      execFileSync('swift-ring-builder', [ring, ...words], { stdio: 'ignore' });
    writeFileSync(
      join(folder, `${name}.conf`),
      `${basics(name)}devices = ${join(folder, 'devices')}\nmount_check = false\n` +
        `[pipeline:main]\npipeline = ${name}-server\n[app:${name}-server]\nuse = egg:swift#${name}\n`,
    );
  }
  const filters = [
    'catch_errors',
    'gatekeeper',
    'cache',
    'listing_formats',
    's3api',
    'tempauth',
    'slo',
    'versioned_writes',
    'symlink',
  ];
  const settings = {
    cache: 'use = egg:swift#memcache',
    s3api: `use = egg:swift#s3api\nlocation = ${KEYS.region}`,
    tempauth: `use = egg:swift#tempauth\nuser_tests_tests = ${KEYS.secretAccessKey} .admin`,
  };
  writeFileSync(
    join(folder, 'proxy.conf'),
    `${basics('proxy')}[pipeline:main]\npipeline = ${filters.join(' ')} proxy-server\n` +
      `[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n` +
      filters.map((name) => `[filter:${name}]\n${settings[name] ?? `use = egg:swift#${name}`}\n`).join(''),
  );
  return ports;
}

async function answering(port) {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => null)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('Swift did not start within 30 s.');
}

async function sparePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
