// Runs dependency-cruiser over the product and makes sure that it really read it.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Far below the real number; without its swc parser the tool reads none and reports success. */
const FEWEST_MODULES = 200;

const bin = fileURLToPath(new URL('../node_modules/.bin/depcruise', import.meta.url));
const args = ['apps', 'packages', 'demo', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
const { stdout } = spawnSync(bin, args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
const { summary } = JSON.parse(stdout);
for (const { rule, from, to, cycle } of summary.violations) {
  console.error(`${rule.name}: ${from} → ${cycle ? cycle.map(({ name }) => name).join(' → ') : to}`);
}
console.log(`${summary.totalCruised} modules read, ${summary.violations.length} violations`);
if (summary.totalCruised < FEWEST_MODULES) {
  console.error(`fewer than ${FEWEST_MODULES} modules: the parser is missing`);
  process.exit(1);
}
process.exit(summary.violations.length === 0 ? 0 : 1);
