// `npm test`: every check of the project, from nothing but Node 20 or newer and npm.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './launch/build.mjs';
import { install } from './launch/install.mjs';
import { compiledModules, projectNode, run } from './launch/run.mjs';
import { root } from './launch/stamps.mjs';

const env = { ...process.env, FORCE_COLOR: '0', NODE_OPTIONS: '', NODE_COMPILE_CACHE: compiledModules };
delete env.NODE_ENV;
const results = { passed: 0, failed: 0 };
/** Read by tools/failures.mjs. */
const failedSteps = [];

await install();
await step('Static checks', async () => tool('npm/bin/npm-cli.js', ['run', 'check']));
await step('Unit and API tests', async () => vitest([]));
await step('Build', build);
await step('Size of the pages', async () => run(projectNode, ['apps/web/bundle/check-sizes.ts'], { env }));
await step('Browser tests', playwright);

mkdirSync(join(root, '.cache'), { recursive: true });
writeFileSync(join(root, '.cache', 'failed-steps.json'), JSON.stringify(failedSteps));
console.log(`\n${results.passed} passed, ${results.failed} failed`);
process.exit(results.failed === 0 ? 0 : 1);

/** Runs one step; a failure is counted and the later steps still run. */
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
  const report = join(root, '.cache', 'vitest.json');
  rmSync(report, { force: true });
  try {
    await tool('vitest/vitest.mjs', [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ]);
  } finally {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
    results.passed += numPassedTests;
    results.failed += numFailedTests;
  }
}

async function playwright() {
  const report = join(root, '.cache', 'playwright.json');
  rmSync(report, { force: true });
  try {
    await run(projectNode, [bin('@playwright/test/cli.js'), 'test', '--config', 'e2e/playwright.config.ts'], {
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    });
  } finally {
    const { stats } = JSON.parse(readFileSync(report, 'utf8'));
    results.passed += stats.expected;
    results.failed += stats.unexpected;
  }
}
