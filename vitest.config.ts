import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { scratchFolder } from './tools/launch/scratch-folder.mjs';
import { heavyTests, isolatedTests, postgresTests, repeatedTests, sqliteTests } from './tools/test-lists.mjs';

const [major] = process.versions.node.split('.');
if (Number(major) < 22)
  throw new Error('Run the tests with npm (npm test): they need the Node version that the project installs.');

const root = fileURLToPath(new URL('.', import.meta.url));
const missing = [...heavyTests, ...isolatedTests, ...repeatedTests, ...postgresTests].filter(
  (file) => !existsSync(`${root}${file}`),
);
if (missing.length > 0) throw new Error(`tools/test-lists.mjs names files that are not there: ${missing.join(', ')}`);

/** Costliest work of the API tests, which is tested by itself. */
const cheapWork = [
  { find: '@node-rs/argon2', replacement: `${root}tools/cheap-argon2.mjs` },
  { find: /^.*\/child\/run-child\.ts$/, replacement: `${root}tools/warm-children.mjs` },
];

const node = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  environment: 'node',
  env: { TMPDIR: scratchFolder() },
  setupFiles: ['tools/seeded-samples.mjs', 'apps/api/src/testing/common-sql.setup.ts'],
};

/** Libraries that keep something of the page they were loaded in: each test file loads them anew. */
const pageLibraries = [/@testing-library/, /@tanstack/, /react-router/, /hook-?form/, /fake-indexeddb/, /\/idb\//];
const dist = (library: string) =>
  `${root}node_modules/@testing-library/${library}/dist/@testing-library/${library}.esm.js`;
/** Their builds that can be loaded anew; Node would take the others. */
const testingLibrary = { '@testing-library/dom': dist('dom'), '@testing-library/react': dist('react') };

const nodeTests = '{packages,apps/api,apps/web/bundle,demo,tools}/**/*.test.ts';
/** Set by tools/postgres.mjs for what depends on the engine. */
const sameOnBoth = process.env['ENGINE_TESTS'] ? [...sqliteTests, ...repeatedTests] : [];
/** Set by tools/test.mjs where the tests on PostgreSQL run next. */
const laterOnPostgres = process.env['POSTGRES_FOLLOWS'] ? postgresTests : [];
const notOurs = ['**/node_modules/**', '**/*.dom.test.ts', ...sameOnBoth];

/** Begins with the files that take longest, so that none of them is left to one worker at the end. */
class HeavyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the runner, not that of a list
    const sorted = await super.sort(files);
    const isHeavy = ({ moduleId }: TestSpecification) => heavyTests.some((file) => moduleId.endsWith(file));
    return [...sorted.filter(isHeavy), ...sorted.filter((file) => !isHeavy(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: HeavyFirst },
    fsModuleCache: true,
    // Two shared cores are busy at times; no test is about its own speed.
    expect: { poll: { timeout: 10_000 } },
    // By default one core stays free for the runner, which needs a tenth of one: on two cores that is half of them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        resolve: { alias: cheapWork },
        test: {
          ...node,
          name: 'node',
          // Modules are loaded once for all files of a worker.
          isolate: false,
          include: [nodeTests],
          exclude: [...notOurs, ...heavyTests, ...isolatedTests],
        },
      },
      {
        extends: true,
        test: { ...node, name: 'heavy', include: [...heavyTests], exclude: [...sameOnBoth, ...laterOnPostgres] },
      },
      {
        extends: true,
        resolve: { alias: cheapWork },
        test: { ...node, name: 'isolated', include: [...isolatedTests], exclude: [...sameOnBoth] },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: './apps/web/src/testing/browser-environment.ts',
          // The files of a worker share Node's modules; apps/web/src/testing/page.ts gives each what a browser gives a page.
          isolate: false,
          alias: testingLibrary,
          server: { deps: { inline: pageLibraries } },
          globalSetup: 'apps/web/bundle/subset-fonts.ts',
          testTimeout: 120_000,
          // A file's page ends in a hook. One that ran out of time would go on, and remove the next file's globals.
          hookTimeout: 120_000,
          setupFiles: ['tools/seeded-samples.mjs', 'apps/web/src/testing/page.ts', 'apps/web/src/testing/setup.ts'],
          include: ['apps/web/src/**/*.test.{ts,tsx}', 'packages/**/*.dom.test.ts'],
        },
      },
    ],
  },
});
