// The reading journey in Firefox ESR and WebKitGTK, which the Playwright runner cannot drive.
//   node tools/browsers.mjs [--install]     `--install` brings missing ones with apt-get (Debian, as root)
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { projectNode, run } from './launch/run.mjs';
import { root } from './launch/stamps.mjs';

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

let missing = find().missing;
if (missing.length > 0 && process.argv.includes('--install')) {
  try {
    install(missing);
  } catch (error) {
    process.stderr.write(`\napt-get could not bring ${missing.join(', ')}: ${error.message}\n`);
  }
  missing = find().missing;
}
if (missing.length > 0) {
  process.stderr.write(
    `\nNot on this machine: ${missing.join(', ')} (Debian: apt-get install ${missing.join(' ')}).\n`,
  );
}
const { firefox, webkit } = find();
let failed = missing.length > 0;
if (firefox || webkit) {
  await run(projectNode, [join(root, 'e2e', 'browsers', 'run.ts'), JSON.stringify({ firefox, webkit })]).catch(() => {
    failed = true;
  });
}
process.exitCode = failed ? 1 : 0;

/** Programs that are here, and the Debian packages of those that are not. */
function find() {
  const firefox = FIREFOX.find((path) => existsSync(path));
  const browser = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser')[0];
  const [driver, display] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];
  const missing = [
    ...(firefox ? [] : ['firefox-esr']),
    ...(browser && existsSync(driver) ? [] : ['webkit2gtk-driver']),
    ...(existsSync(display) ? [] : ['xvfb']),
  ];
  const webkit = browser && existsSync(driver) && existsSync(display) ? { driver, browser, display } : undefined;
  return { firefox, webkit, missing };
}

function install(packages) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).error) {
    throw new Error('only root can install on this machine, and only with apt-get');
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...words) => execFileSync('apt-get', words, { env, stdio: 'inherit' });
  apt('update', '-q');
  apt('install', '-y', '-q', '--no-install-recommends', ...packages);
}
