import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';
import { hashOf, root, stampMatches, writeStamp } from './stamps.mjs';

const STAMP = 'node_modules/.installed-by-launcher';

/** Installs the packages of the lock file, unless exactly these are installed already. */
export async function install() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const manifests = Object.keys(lock.packages).filter((path) => path === '' || !path.includes('node_modules'));
  const stamp = hashOf(
    ['package-lock.json', ...manifests.map((path) => join(path, 'package.json'))],
    [process.platform, process.arch],
  );
  if (stampMatches(STAMP, stamp)) return;
  process.stdout.write('Installing packages (about a minute the first time)…\n');
  // Uses the npm that started this process; production mode would leave out the build tools and Node itself.
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  if (npm) await run(process.execPath, [npm, ...args]);
  else await run('npm', args, { shell: process.platform === 'win32' });
  writeStamp(STAMP, stamp);
}
