import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectNode, run } from './run.mjs';
import { hashOf, root, stampMatches, writeStamp } from './stamps.mjs';

const STAMP = 'apps/web/dist/.built-by-launcher';
/** Log of the bundler, which writes a line for each of some hundred files. */
const LOG = '.cache/build.log';

/**
 * Builds the web app, unless its sources are those of the last build.
 * @throws when the bundler fails, after writing its last 40 lines to the standard error
 */
export async function build() {
  const stamp = hashOf(['apps/web', 'packages', 'package-lock.json']);
  if (stampMatches(STAMP, stamp)) return;
  process.stdout.write(`Building the web app, half a minute (every file of it: ${LOG})…\n`);
  const path = join(root, LOG);
  mkdirSync(dirname(path), { recursive: true });
  const log = openSync(path, 'w');
  const env = { ...process.env, NODE_ENV: 'production' };
  try {
    await run(projectNode, ['apps/web/build.ts'], { env, stdio: ['ignore', log, log] });
  } catch (error) {
    process.stderr.write(lastLines(path, 40));
    throw error;
  } finally {
    closeSync(log);
  }
  process.stdout.write(lastLines(path, 1));
  writeStamp(STAMP, stamp);
}

function lastLines(path, count) {
  return `${readFileSync(path, 'utf8').trimEnd().split('\n').slice(-count).join('\n')}\n`;
}
