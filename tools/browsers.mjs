// Runs the reading journey in Firefox ESR and WebKitGTK, which the Playwright runner cannot drive: node
// tools/browsers.mjs
import { join } from 'node:path';
import { projectNode, run } from './launch/run.mjs';
import { root } from './launch/stamps.mjs';
import { findBrowsers } from './programs.mjs';

const { firefox, webkit, missing } = findBrowsers();
if (missing.length > 0) {
  process.stderr.write(
    `\nNot on this machine: ${missing.join(', ')} (Debian, as root: node tools/programs.mjs brings them).\n`,
  );
}
let failed = missing.length > 0;
if (firefox || webkit) {
  await run(projectNode, [join(root, 'e2e', 'browsers', 'run.ts'), JSON.stringify({ firefox, webkit })]).catch(() => {
    failed = true;
  });
}
process.exitCode = failed ? 1 : 0;
