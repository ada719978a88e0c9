import { defineConfig } from 'vitest/config';

const [major] = process.versions.node.split('.');
if (Number(major) < 22)
  throw new Error('Run the tests with npm (npm test): they need the Node version that the project installs.');

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          // Two shared cores are busy at times; no test is about its own speed.
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
          setupFiles: ['tools/seeded-samples.mjs', 'apps/web/src/testing/patience.ts'],
          include: ['apps/web/**/*.test.{ts,tsx}', 'packages/**/*.dom.test.ts'],
        },
      },
    ],
  },
});
