// Measures that keep the tree readable: how many files, how small, how many that only their neighbour uses. Each has a
// limit; `npm run check` fails above it. Tests and what only tests use do not count.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Files that everybody looks for by their fixed names in a module, and those that are started by their address. */
const fixedNames = /\/(?:routes|repository)\.ts$|[/-]texts\.ts$|-worker\.ts$/;

/** The fewest lines of a file that is no helper by its size alone. */
const SMALL_LINES = 41;

const packages = {
  '@cuentos/domain/': 'packages/domain/src/',
  '@cuentos/contract/': 'packages/contract/src/',
  '@cuentos/epub/': 'packages/epub/src/',
};

/**
 * Measures a tree.
 * @param files path → text of every production source under apps/ and packages/.
 * @returns figures with their limits, and the names behind each.
 */
export function measureHouse(files) {
  const paths = [...files.keys()];
  const web = paths.filter((path) => path.startsWith('apps/web/'));
  const small = web.filter((path) => files.get(path).split('\n').length - 1 < SMALL_LINES);
  const lonely = onlyNeighbours(files);
  const outside = paths.filter((path) => !path.startsWith('packages/contract/'));
  // The contract has one file for each noun, in one folder: its names are its order.
  const full = fullestFolder(outside);
  const literal = outside.filter((path) => /['"`]\/api\b/.test(files.get(path)));
  const sentences = paths.filter((path) =>
    /\.detail\s*(?:[!=]==|\??\.(?:includes|startsWith|match)\()/.test(files.get(path)),
  );
  const busy = web.filter((path) => path !== 'apps/web/src/ui/forms/use-task.ts' && /\bsetBusy/.test(files.get(path)));
  return [
    // Shares and not counts: counts grow with what the shop can do.
    {
      name: 'of them under 41 lines, percent',
      value: Math.round((small.length / web.length) * 100),
      limit: 33,
      files: small,
    },
    {
      name: 'files that only one file of their own folder uses, percent',
      value: Math.round((lonely.length / paths.length) * 100),
      limit: 12,
      files: lonely,
    },
    { name: 'files in the fullest folder', value: full.count, limit: 26, files: [full.folder] },
    { name: "files with a literal '/api' outside the contract", value: literal.length, limit: 0, files: literal },
    { name: 'files that branch on a sentence of the server', value: sentences.length, limit: 0, files: sentences },
    { name: 'forms with a busy state of their own', value: busy.length, limit: 0, files: busy },
  ];
}

function onlyNeighbours(files) {
  const importers = new Map([...files.keys()].map((path) => [path, new Set()]));
  for (const [path, text] of files) {
    for (const [, specifier] of text.matchAll(/['"`]((?:\.\.?\/|@cuentos\/)[^'"`\n]+)['"`]/g)) {
      const target = resolve(path, specifier);
      if (target !== path) importers.get(target)?.add(path);
    }
  }
  return [...importers]
    .filter(
      ([path, users]) => users.size === 1 && [...users].every((user) => posix.dirname(user) === posix.dirname(path)),
    )
    .map(([path]) => path)
    .filter((path) => !fixedNames.test(path));
}

function resolve(from, specifier) {
  const [name, root] = Object.entries(packages).find(([prefix]) => specifier.startsWith(prefix)) ?? [];
  if (name) return `${root}${specifier.slice(name.length)}.ts`;
  return posix.normalize(posix.join(posix.dirname(from), specifier.replace(/[?#].*/, '')));
}

function fullestFolder(paths) {
  const counts = new Map();
  for (const path of paths) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  const [folder, count] = [...counts].toSorted(([, a], [, b]) => b - a)[0];
  return { folder, count };
}

/** Every production source of the repository, by path. Migrations never change again and are only listed. */
function readTree() {
  const root = fileURLToPath(new URL('../', import.meta.url));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps', 'packages'], {
    cwd: root,
    encoding: 'utf8',
  });
  const paths = listed
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !/\.(?:test|spec)\.|\/testing\//.test(path));
  return new Map(
    paths.flatMap((path) => {
      try {
        return [[path, readFileSync(`${root}${path}`, 'utf8')]];
      } catch {
        return []; // deleted, not yet committed
      }
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const figures = measureHouse(readTree());
  for (const { name, value, limit, files } of figures) {
    console.log(`${value > limit ? '✗' : '✓'} ${name}: ${value} (at most ${limit})`);
    if (value > limit || process.argv.includes('--files')) for (const file of files) console.log(`    ${file}`);
  }
  process.exitCode = figures.some(({ value, limit }) => value > limit) ? 1 : 0;
}
