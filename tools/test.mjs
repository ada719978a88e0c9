// `npm test`: checks a change; needs only Node 20 or newer and npm.
//   node tools/test.mjs          static checks, unit, API and DOM tests, and the journeys with the tag @core
//   node tools/test.mjs --rest   the rest: heavy tests and all other browser tests (`.ci/run` does both)
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { compiledModules, projectNode, run } from './launch/run.mjs';
import { root } from './launch/stamps.mjs';

/** Tag of the journeys that cover money, entitlements, offline reading and notes. */
const CORE = '@core';
/** Projects of vitest.config.ts that take minutes, not tens of minutes. */
const QUICK = ['node', 'isolated', 'dom'];
const env = { ...process.env, FORCE_COLOR: '0', NODE_OPTIONS: '', NODE_COMPILE_CACHE: compiledModules };
delete env.NODE_ENV;
const isRest = process.argv.includes('--rest');
const results = { passed: 0, failed: 0 };
/** Names of the failed steps, which tools/failures.mjs reads. */
const failedSteps = [];

await install();
if (isRest) {
  env.POSTGRES_FOLLOWS = '1';
  await step('Heavy tests', async () => vitest(['--project', 'heavy', '--maxWorkers', '4']));
  await step('Build', build);
  await step('Browser tests', async () => playwright(['--grep-invert', CORE]));
} else {
  await step('Static checks', async () => tool('npm/bin/npm-cli.js', ['run', 'check']));
  await step('Unit, API and DOM tests', async () => vitest(QUICK.flatMap((name) => ['--project', name])));
  await step('Build', build);
  await step('Size of the pages', async () => run(projectNode, ['apps/web/bundle/check-sizes.ts'], { env }));
  await step('Journeys', async () => playwright(['--grep', CORE]));
}

mkdirSync(join(root, '.cache'), { recursive: true });
writeFileSync(reportOf('failed-steps'), JSON.stringify(failedSteps));
console.log(`\n${results.passed} passed, ${results.failed} failed`);
process.exit(results.failed === 0 ? 0 : 1);

/** Path of a report for tools/failures.mjs. */
function reportOf(name) {
  return join(root, '.cache', `${name}${isRest ? '-rest' : ''}.json`);
}

/** Runs one step; counts a failure and goes on with the later steps. */
async function step(name, work) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  try {
    await work();
  } catch (error) {
    console.error(`${name}: ${error.message}`);
    process.exitCode = 1;
    results.failed += 1;
    failedSteps.push(name);
  }
  console.log(`== ${name}: ${Math.round((Date.now() - started) / 1000)} s`);
}

function bin(path) {
  return join(root, 'node_modules', path);
}

async function tool(path, args) {
  if (path.startsWith('npm/')) {
    const npm = process.env.npm_execpath;
    if (npm) return run(process.execPath, [npm, ...args], { env });
    return run('npm', args, { env, shell: process.platform === 'win32' });
  }
  return run(projectNode, [bin(path), ...args], { env });
}

async function vitest(args) {
  const report = reportOf('vitest');
  rmSync(report, { force: true });
  env.UNHANDLED_ERRORS = reportOf('unhandled-errors');
  const reporters = ['--reporter=default', '--reporter=json', '--reporter=./tools/unhandled-errors.mjs'];
  try {
    await tool('vitest/vitest.mjs', ['run', ...reporters, `--outputFile.json=${report}`, ...args]);
  } finally {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    results.passed += numPassedTests;
    results.failed += numFailedTests;
  }
}

async function playwright(args) {
  const report = reportOf('playwright');
  rmSync(report, { force: true });
  try {
    await run(projectNode, [bin('@playwright/test/cli.js'), 'test', '--config', 'e2e/playwright.config.ts', ...args], {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    });
  } finally {
    const { stats } = JSON.parse(readFileSync(report, 'utf8'));
    results.passed += stats.expected;
    results.failed += stats.unexpected;
  }
}
