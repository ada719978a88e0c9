// `npm run release`: packs everything that running the shop needs, Node and packages included, into one archive.
//   node tools/release.mjs [folder]     default: release/
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { projectNode, run } from './launch/run.mjs';
import { serverFlags } from './launch/server-flags.mjs';
import { root } from './launch/stamps.mjs';

/** Workspaces whose sources run in production. */
const WORKSPACES = ['apps/api', 'packages/contract', 'packages/domain', 'packages/epub', 'demo'];
/** Documents and samples for the shop's operator. */
const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'THIRD_PARTY_NOTICES.md',
  '.env.example',
  'docs/operations',
  'docs/decisions',
  'docs/security-model.md',
  'docs/payment-states.md',
  'deploy',
];

const isTest = (path) => /\.test\.tsx?$|[/\\]testing$|[/\\]node_modules$|[/\\]dist$/.test(path);

/**
 * Packs a release.
 * @returns path of the archive
 */
export async function release(folder) {
  await install();
  await build();
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const name = `cuentos-de-bolsillo-${version}-${process.platform}-${process.arch}`;
  const stage = join(folder, name);
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  process.stdout.write('Packing sources, pages, packages and Node…\n');
  for (const workspace of WORKSPACES)
    cpSync(join(root, workspace), join(stage, workspace), { recursive: true, filter: (path) => !isTest(path) });
  for (const document of DOCUMENTS) cpSync(join(root, document), join(stage, document), { recursive: true });
  copyPages(stage);
  await installPackages(stage);
  mkdirSync(join(stage, 'bin'));
  cpSync(join(root, 'node_modules', 'node', 'bin', 'node'), join(stage, 'bin', 'node'));
  writeFileSync(join(stage, 'bin', 'shop'), launcher());
  chmodSync(join(stage, 'bin', 'shop'), 0o755);
  const archive = `${stage}.tar.gz`;
  execFileSync('tar', ['--owner=0', '--group=0', '--sort=name', '-czf', archive, '-C', folder, name], {
    stdio: 'inherit',
  });
  const digest = await digestOf(archive);
  writeFileSync(`${archive}.sha256`, `${digest}  ${basename(archive)}\n`);
  rmSync(stage, { recursive: true, force: true });
  process.stdout.write(`${archive}, ${Math.round(statSync(archive).size / 1e6)} MB, sha256 ${digest}\n`);
  return archive;
}

/** Copies the published build only: earlier ones are in the folder of the version before, or in the bucket. */
function copyPages(stage) {
  const dist = join(root, 'apps', 'web', 'dist');
  const published = readFileSync(join(dist, 'current'), 'utf8').trim();
  const target = join(stage, 'apps', 'web', 'dist');
  cpSync(join(dist, 'builds', published), join(target, 'builds', published), { recursive: true });
  writeFileSync(join(target, 'current'), published);
}

/** Installs the packages that the server loads, by the lock file, without build tools and packages of the browser. */
async function installPackages(stage) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { name, version, license, type, overrides, engines } = manifest;
  // Copies the manifests, because npm reads the lock file only with those from which it was made.
  cpSync(join(root, 'package-lock.json'), join(stage, 'package-lock.json'));
  cpSync(join(root, 'package.json'), join(stage, 'package.json'));
  for (const workspace of ['apps/web', 'e2e', 'bench']) {
    mkdirSync(join(stage, workspace), { recursive: true });
    cpSync(join(root, workspace, 'package.json'), join(stage, workspace, 'package.json'));
  }
  const npm = process.env.npm_execpath;
  const args = [
    'ci',
    '--omit=dev',
    '--workspace',
    'apps/api',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  if (npm) await run(process.execPath, [npm, ...args], { cwd: stage });
  else await run('npm', args, { cwd: stage });
  for (const workspace of ['e2e', 'bench', 'apps/web/package.json'])
    rmSync(join(stage, workspace), { recursive: true });
  writeFileSync(
    join(stage, 'package.json'),
    `${JSON.stringify({ name, version, license, private: true, type, engines, overrides }, null, 2)}\n`,
  );
}

/**
 * Returns a shell script in place of npm: `bin/shop start`, `bin/shop doctor`. Reads settings from the environment and
 * `.env`.
 */
function launcher() {
  return `#!/bin/sh
# Runs the shop (start) or one of its commands (doctor, backup, restore, migrate, admin:create, import, ...).
set -eu
here=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
node=$here/bin/node
export NODE_ENV="\${NODE_ENV:-production}" MALLOC_ARENA_MAX="\${MALLOC_ARENA_MAX:-2}"
command=\${1:-start}
case $command in
  start) [ ! -f .env ] || set -- --env-file=.env; [ "\${1:-}" = start ] && shift
    exec "$node" "$@" ${serverFlags.join(' ')} "$here/apps/api/src/main.ts" ;;
  alive) exec "$node" -e 'fetch("http://127.0.0.1:" + (process.env.PORT || 3000) + "/health/live").then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))' ;;
  # Ends when the process on PORT takes visitors, or with an error when the process MAINPID ends before.
  ready) exec "$node" --input-type=module -e 'const isReady = () => fetch("http://127.0.0.1:" + (process.env.PORT || 3000) + "/health/ready").then(({ ok }) => ok, () => false);
    while (!(await isReady())) { if (process.env.MAINPID) process.kill(process.env.MAINPID, 0); await new Promise((resolve) => setTimeout(resolve, 200)); }' ;;
  # As npm's commands stand in the documents: admin:create -- --email A.
  *) shift; [ "\${1:-}" != -- ] || shift
    exec "$node" "$here/apps/api/src/cli.ts" "$command" "$@" ;;
esac
`;
}

async function digestOf(path) {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? join(root, 'release'));
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  if (!existsSync(projectNode)) await install();
  await release(folder);
}
