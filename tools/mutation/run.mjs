// Changes the code in small ways, one at a time (a mutant), and asks the tests whether they notice.
//   node tools/mutation/run.mjs FIRST COUNT [AREA,AREA]   slices of a hundredth of the mutants, from slice FIRST on
// Works on a copy of the repository in .cache/mutation, where it also installs Stryker. Writes the mutants that no test
// noticed to .cache/mutation/survivors, a file for each area.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { projectNode, run } from '../launch/run.mjs';
import { hashOf, root, stampMatches, writeStamp } from '../launch/stamps.mjs';
import { heavyTests } from '../test-lists.mjs';
import { areas } from './areas.mjs';
import { isBelow, scoreOf } from './score.mjs';

const WORK = '.cache/mutation';
const STRYKER = `${WORK}/stryker`;
const tree = join(root, WORK, 'tree');

const [first, count] = process.argv.slice(2, 4).map(Number);
const names = process.argv[4]?.split(',') ?? areas.map(({ name }) => name);

await installStryker();
copyRepository();
for (const area of areas.filter(({ name }) => names.includes(name))) await mutate(area);
rmSync(tree, { recursive: true, force: true });

/** Installs Stryker in a folder that only this program uses; vitest is the repository's own. */
async function installStryker() {
  const files = ['tools/mutation/package.json', 'tools/mutation/package-lock.json'];
  const stamp = hashOf(files);
  if (stampMatches(`${STRYKER}/stamp`, stamp)) return;
  mkdirSync(join(root, STRYKER), { recursive: true });
  for (const file of files) copyFileSync(join(root, file), join(root, STRYKER, file.split('/').at(-1)));
  const npm = process.env.npm_execpath;
  const args = ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: join(root, STRYKER) };
  if (npm) await run(process.execPath, [npm, ...args], options);
  else await run('npm', args, { ...options, shell: process.platform === 'win32' });
  writeStamp(`${STRYKER}/stamp`, stamp);
}

/** Copies the repository, because Stryker changes the files. The links to the workspaces lead into the copy. */
function copyRepository() {
  rmSync(tree, { recursive: true, force: true });
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0')) {
    // Skips a file that was removed but not committed, which git lists too.
    if (file === '' || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    copyFileSync(join(root, file), join(tree, file));
  }
  const scope = 'node_modules/@cuentos';
  for (const folder of globSync('{,*/,apps/*/,packages/*/}node_modules', { cwd: root })) {
    mkdirSync(join(tree, folder), { recursive: true });
    for (const name of readdirSync(join(root, folder))) {
      // Skips caches, whose names begin with a dot, because they must not contain changed code.
      if (join(folder, name) !== scope && !name.startsWith('.'))
        symlinkSync(join(root, folder, name), join(tree, folder, name));
    }
  }
  mkdirSync(join(tree, scope));
  for (const workspace of globSync('{*,apps/*,packages/*}/package.json', { cwd: tree })) {
    const { name } = JSON.parse(readFileSync(join(tree, workspace), 'utf8'));
    if (name.startsWith('@cuentos/')) symlinkSync(join(tree, dirname(workspace)), join(tree, 'node_modules', name));
  }
}

/** Tests the mutants of an area in the slices, and prints how many were killed. */
async function mutate({ name, mutate: files, tests, floor }) {
  const report = join(root, WORK, 'reports', `${name}.json`);
  const stryker = join(root, STRYKER, 'node_modules', '@stryker-mutator');
  // Leaves out a test that reads the source, which would find the changed one.
  const isWanted = (file) => !heavyTests.includes(file) && !file.endsWith('looked-up-by-address.test.ts');
  const options = {
    mutate: [...files, '!**/testing/**', '!**/*.test.{ts,tsx}', '!**/texts.ts'],
    testRunner: 'vitest',
    testFiles: globSync(tests, { cwd: tree }).filter(isWanted).toSorted(),
    plugins: [join(stryker, 'vitest-runner/dist/src/index.js'), join(import.meta.dirname, 'sample-checker.mjs')],
    checkers: ['sample'],
    sample: { first, count },
    warnings: { unknownOptions: false, slow: false },
    inPlace: true,
    disableTypeChecks: false,
    coverageAnalysis: 'perTest',
    vitest: { related: false },
    concurrency: availableParallelism(),
    // Allows a long time, because on a busy machine a mutant takes several times the time of its tests before.
    timeoutMS: 20_000,
    timeoutFactor: 1.5,
    dryRunTimeoutMinutes: 60,
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
  };
  const config = join(tree, 'stryker.config.json');
  writeFileSync(config, JSON.stringify(options, null, 2));
  await run(projectNode, [join(stryker, 'core/bin/stryker.js'), 'run', config], { cwd: tree });
  const score = scoreOf(JSON.parse(readFileSync(report, 'utf8')));
  const survivors = join(root, WORK, 'survivors', `${name}.txt`);
  mkdirSync(dirname(survivors), { recursive: true });
  writeFileSync(survivors, `${score.survivors.join('\n')}\n`);
  const percent = ((100 * score.killed) / Math.max(1, score.tested)).toFixed(1);
  console.log(`mutation of ${name}: ${score.killed} of ${score.tested} mutants killed (${percent} %)`);
  if (floor === null || !isBelow(score, floor)) return;
  console.error(`Error: ${name} was at ${floor} % and is below by more than chance explains; see ${survivors}`);
  process.exitCode = 1;
}
