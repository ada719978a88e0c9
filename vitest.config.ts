import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { withoutRule } from './tools/prove/removed-rule.mjs';
import { askedRule } from './tools/prove/removed-rules.mjs';

const [major] = process.versions.node.split('.');
if (Number(major) < 22)
  throw new Error('Run the tests with npm (npm test): they need the Node version that the project installs.');

const root = fileURLToPath(new URL('.', import.meta.url));
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
        test: {
          name: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          environment: 'node',
          setupFiles: ['tools/seeded-samples.mjs'],
          include: ['{packages,apps/api,demo,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.dom.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          globalSetup: 'apps/web/bundle/subset-fonts.ts',
          testTimeout: 30_000,
          setupFiles: ['tools/seeded-samples.mjs', 'apps/web/src/testing/setup.ts'],
          include: ['apps/web/**/*.test.{ts,tsx}', 'packages/**/*.dom.test.ts'],
        },
      },
    ],
  },
});
