// Finds programs of this machine that some checks need: a PostgreSQL server, Firefox, WebKitGTK, readers of deploy/.
//   node tools/programs.mjs     installs the missing ones with apt-get (Debian, as root) and lists those still missing
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Programs that read the samples of `deploy`, by their Debian package. */
const readersOfSamples = {
  nginx: 'nginx-light',
  haproxy: 'haproxy',
  caddy: 'caddy',
  promtool: 'prometheus',
  varnishd: 'varnish',
  'systemd-analyze': 'systemd',
};

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = missingPackages();
  if (packages.length > 0) {
    try {
      install(packages);
    } catch (error) {
      process.stderr.write(`${error.message}\n`);
    }
  }
  const left = missingPackages();
  if (left.length > 0) process.stderr.write(`Not on this machine: ${left.join(', ')}\n`);
  process.exitCode = left.length === 0 ? 0 : 1;
}

/**
 * Folder of PostgreSQL's programs: of POSTGRES_PROGRAMS, where Debian puts them, or on PATH; undefined when there is
 * none.
 */
export function findPostgres() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    process.env.POSTGRES_PROGRAMS ?? '',
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/** Returns the other browsers that are installed, and the Debian packages of those that are not. */
export function findBrowsers() {
  const firefox = FIREFOX.find((path) => existsSync(path));
  const browser = filesNamed('/usr/lib', /-linux-gnu/, /^webkit2gtk-4\./, /^MiniBrowser$/)[0];
  const [driver, display] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];
  const missing = [
    ...(firefox ? [] : ['firefox-esr']),
    ...(browser && existsSync(driver) ? [] : ['webkit2gtk-driver']),
    ...(existsSync(display) ? [] : ['xvfb']),
  ];
  const webkit = browser && existsSync(driver) && existsSync(display) ? { driver, browser, display } : undefined;
  return { firefox, webkit, missing };
}

/** Finds files like a glob, which Node 20 lacks; one pattern for each step of the path. */
function filesNamed(folder, ...[pattern, ...deeper]) {
  if (!pattern) return [folder];
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => pattern.test(name)) : [];
  return names.flatMap((name) => filesNamed(join(folder, name), ...deeper));
}

function missingPackages() {
  const readers = Object.entries(readersOfSamples).filter(([program]) => spawnSync(program, ['--version']).error);
  return [
    ...(findPostgres() ? [] : ['postgresql-15']),
    ...findBrowsers().missing,
    ...new Set(readers.map(([, debianPackage]) => debianPackage)),
  ];
}

/** Installs Debian's packages; PostgreSQL without a default cluster and without starting anything. */
function install(packages) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error)
    throw new Error('Only root can install on this machine, and only with apt-get.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...words) => execFileSync('apt-get', words, { env, stdio: 'inherit' });
  const policy = '/usr/sbin/policy-rc.d';
  const policyWasThere = existsSync(policy);
  const clusters = '/etc/postgresql-common/createcluster.conf';
  mkdirSync('/etc/postgresql-common', { recursive: true });
  if (!existsSync(clusters)) writeFileSync(clusters, 'create_main_cluster = false\n');
  if (!policyWasThere) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    apt('update', '-q');
    apt('install', '-y', '-q', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', ...packages);
  } finally {
    if (!policyWasThere) rmSync(policy, { force: true });
  }
}
