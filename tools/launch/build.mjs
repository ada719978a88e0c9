import { projectNode, run } from './run.mjs';
import { hashOf, stampMatches, writeStamp } from './stamps.mjs';

const STAMP = 'apps/web/dist/.built-by-launcher';

/** Builds the web app, unless its sources are those of the last build. */
export async function build() {
  const stamp = hashOf(['apps/web', 'packages', 'package-lock.json']);
  if (stampMatches(STAMP, stamp)) return;
  process.stdout.write('Building the web app…\n');
  await run(projectNode, ['apps/web/build.ts'], { env: { ...process.env, NODE_ENV: 'production' } });
  writeStamp(STAMP, stamp);
}
