// Runs dependency-cruiser over the product and checks that it read the modules.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Least number of modules, far below the real one: without its swc parser the tool reads none and reports success. */
const FEWEST_MODULES = 200;

const bin = fileURLToPath(new URL('../node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', import.meta.url));
// Reports to a file, because the tool exits before a pipe is read to its end.
const report = fileURLToPath(new URL('../.cache/boundaries.json', import.meta.url));
mkdirSync(dirname(report), { recursive: true });
// Removes the report of an earlier run, which would be read when the tool cannot run.
rmSync(report, { force: true });
const output = ['--output-type', 'json', '--output-to', report];
const args = [bin, 'apps', 'packages', 'demo', '--config', '.dependency-cruiser.cjs', ...output];
spawnSync(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
const { summary } = JSON.parse(readFileSync(report, 'utf8'));
for (const { rule, from, to, cycle } of summary.violations) {
  console.error(`${rule.name}: ${from} → ${cycle ? cycle.map(({ name }) => name).join(' → ') : to}`);
}
console.log(`${summary.totalCruised} modules read, ${summary.violations.length} violations`);
if (summary.totalCruised < FEWEST_MODULES) {
  console.error(`fewer than ${FEWEST_MODULES} modules: the parser is missing`);
  process.exit(1);
}
process.exit(summary.violations.length === 0 ? 0 : 1);
