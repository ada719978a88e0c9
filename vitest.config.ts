import { existsSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { heavyTests, isolatedTests, sqliteTests } from './tools/test-lists.mjs';
import { withoutRule } from './tools/prove/removed-rule.mjs';
import { askedRule } from './tools/prove/removed-rules.mjs';

const [major] = process.versions.node.split('.');
if (Number(major) < 22)
  throw new Error('Run the tests with npm (npm test): they need the Node version that the project installs.');

const root = fileURLToPath(new URL('.', import.meta.url));
const missing = [...heavyTests, ...isolatedTests].filter((file) => !existsSync(`${root}${file}`));
if (missing.length > 0) throw new Error(`tools/test-lists.mjs names files that are not there: ${missing.join(', ')}`);

const rule = askedRule(process.env['REMOVED_RULE']);

/** Takes one rule out of what the tests load, so that they show whether they would see it missing. */
const removeRule = {
  name: 'remove-rule',
  enforce: 'pre' as const,
  load(id: string) {
    if (!rule || id.split('?')[0] !== `${root}${rule.file}`) return null;
    const text = withoutRule(rule, readFileSync(`${root}${rule.file}`, 'utf8'));
    writeFileSync(process.env['REMOVED_RULE_RECEIPT'] ?? '', rule.rule);
    return text;
  },
};

const MEMORY = '/dev/shm';

/** Databases that no test kills lie in memory where there is room: half of a test's time went into waiting for a disk. */
function quickTmpdir(): string {
  if (process.env['TMPDIR'] || !existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize < 1024 ** 3 ? tmpdir() : MEMORY;
}

const cheapHashes = { '@node-rs/argon2': `${root}tools/cheap-argon2.mjs` };

const node = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  environment: 'node',
  setupFiles: ['tools/seeded-samples.mjs'],
};

const nodeTests = '{packages,apps/api,demo,tools}/**/*.test.ts';
/** Set by tools/postgres.mjs for what depends on the engine. */
const sameOnBoth = process.env['ENGINE_TESTS'] ? sqliteTests : [];
const notOurs = ['**/node_modules/**', '**/*.dom.test.ts', ...sameOnBoth];

export default defineConfig({
  plugins: rule ? [removeRule] : [],
  test: {
    // What was loaded without a rule must never reach a run that has it.
    fsModuleCache: !rule,
    // Two shared cores are busy at times; no test is about its own speed.
    expect: { poll: { timeout: 10_000 } },
    // By default one core stays free for the runner, which needs a tenth of one: on two cores that is half of them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        resolve: { alias: cheapHashes },
        test: {
          ...node,
          name: 'node',
          // Modules are loaded once for all files of a worker.
          isolate: false,
          env: { TMPDIR: quickTmpdir() },
          include: [nodeTests],
          exclude: [...notOurs, ...heavyTests, ...isolatedTests],
        },
      },
      {
        extends: true,
        test: { ...node, name: 'heavy', include: [...heavyTests], exclude: [...sameOnBoth] },
      },
      {
        extends: true,
        resolve: { alias: cheapHashes },
        test: { ...node, name: 'isolated', include: [...isolatedTests], exclude: [...sameOnBoth] },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          globalSetup: 'apps/web/bundle/subset-fonts.ts',
          testTimeout: 120_000,
          setupFiles: ['tools/seeded-samples.mjs', 'apps/web/src/testing/setup.ts'],
          include: ['apps/web/**/*.test.{ts,tsx}', 'packages/**/*.dom.test.ts'],
        },
      },
    ],
  },
});
