import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Where the four columns of the table of nouns look, in its order. */
const PLACES = {
  contract: 'packages/contract/src',
  domain: 'packages/domain/src',
  api: 'apps/api/src/modules',
  web: 'apps/web/src/features',
} as const;
type Place = keyof typeof PLACES;
const places = Object.keys(PLACES) as Place[];

interface Noun {
  readonly noun: string;
  readonly screen: readonly string[];
  /** What the cell of each place names, below that place. */
  readonly paths: Readonly<Record<Place, readonly string[]>>;
  readonly wire: readonly string[];
}

const quoted = (cell = '') => Array.from(cell.matchAll(/'([^']+)'/g), ([, words = '']) => words);
const coded = (cell = '') => Array.from(cell.matchAll(/`([^`]+)`/g), ([, words = '']) => words);

/** The rows below a table's head, as cells; the table is the first after `heading`. */
function rows(text: string, heading: string): string[][] {
  const [, after = ''] = text.split(`${heading}\n`);
  const table = /(?:^\|.*\n)+/m.exec(after)?.[0] ?? '';
  const cells = table.split('\n').map((line) => line.split('|').slice(1, -1));
  return cells.slice(2).flatMap((row) => (row.length > 0 ? [row.map((cell) => cell.trim())] : []));
}

function readNouns(text: string): Noun[] {
  return rows(text, '## Nouns').map(([noun = '', screen, contract, domain, api, web, wire]) => ({
    noun,
    screen: quoted(screen),
    paths: { contract: coded(contract), domain: coded(domain), api: coded(api), web: coded(web) },
    wire: coded(wire),
  }));
}

/** Files and folders of nouns below a place; those of `admin` stand one level deeper. */
function inTree(place: Place): string[] {
  const list = (folder: string, prefix = ''): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      if (entry.name === 'testing') return [];
      if (entry.name === 'admin' && prefix === '') return list(`${folder}/admin`, 'admin/');
      // The contract has a file for each noun, the others a folder; files in `admin` itself are its frame.
      const isFile = place === 'contract' && /(?<!\.test)\.ts$/.test(entry.name);
      return entry.isDirectory() || isFile ? [prefix + entry.name] : [];
    });
  return list(PLACES[place]);
}

/** What the glossary says that the tree does not bear out, and what the tree has that the glossary leaves out. */
function differences(text: string): string[] {
  const nouns = readNouns(text);
  const shared = rows(text, 'Of no noun, because all of them use it:').flatMap(([paths]) => coded(paths));
  const found = [...shared.filter((path) => !existsSync(join(root, path))).map((path) => `${path} is not there`)];
  for (const place of places) {
    const folder = PLACES[place];
    const named = nouns.flatMap(({ noun, paths }) => paths[place].map((path) => ({ noun, path })));
    const tree = inTree(place);
    for (const { noun, path } of named) {
      if (!existsSync(join(root, folder, path))) found.push(`${noun}: ${folder}/${path} is not there`);
      // One word: a folder is called as its noun is. A file of the contract may stand beside its noun's own.
      if (place !== 'contract' && path !== noun) found.push(`${noun}: ${folder}/${path} has another name`);
    }
    for (const path of tree) {
      const owners = named.filter((each) => each.path === path).length;
      if (owners > 1) found.push(`${folder}/${path} belongs to ${owners} nouns`);
      if (owners === 0 && !shared.includes(`${folder}/${path}`)) found.push(`${folder}/${path} is of no noun`);
      const own = nouns.find(({ noun }) => noun === path.replace(/\.ts$/, ''));
      if (own && !own.paths[place].includes(path)) found.push(`${own.noun}: ${folder}/${path} is not named`);
    }
  }
  return found;
}

/** All production sources of a few folders as one text. */
function sourcesOf(...folders: string[]): string {
  const list = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      if (entry.isDirectory()) return entry.name === 'testing' ? [] : list(`${folder}/${entry.name}`);
      return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [`${folder}/${entry.name}`] : [];
    });
  const files = folders.flatMap((folder) => list(folder));
  return files.map((path) => `${path}\n${readFileSync(join(root, path), 'utf8')}`).join('\n');
}

const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');

describe('the table of nouns', () => {
  it('is read whole', () => {
    const nouns = readNouns(glossary).map(({ noun }) => noun);
    expect(nouns).toEqual(expect.arrayContaining(['auth', 'highlights', 'admin/reports']));
    expect(new Set(nouns).size).toBe(nouns.length);
    for (const place of places) expect(inTree(place).length).toBeGreaterThan(5);
  });

  it('names what is there, and all of it', () => {
    expect(differences(glossary)).toEqual([]);
  });

  it('quotes words that stand on a screen', () => {
    const web = sourcesOf('apps/web/src');
    const words = readNouns(glossary).flatMap(({ screen }) => screen);
    expect(words.length).toBeGreaterThan(20);
    expect(words.filter((word) => !new RegExp(`['"\`>]${word}(?!\\p{L})`, 'u').test(web))).toEqual([]);
  });

  it('quotes words that go over the wire', () => {
    // An address may be named by its beginning.
    const contract = sourcesOf('packages/contract/src');
    const words = readNouns(glossary).flatMap(({ wire }) => wire);
    expect(words.length).toBeGreaterThan(20);
    expect(words.filter((word) => !contract.includes(word))).toEqual([]);
  });

  it.each([
    ['a folder that is not there', '| `reading` | `reading` |', '| `reading` | `reader` |', 'reader is not there'],
    ['a folder of another name', '| – | `mail` | – |', '| – | `audit` | – |', 'audit has another name'],
    ['a noun that is missing', /^\| bookmarks .*\n/m, '', 'features/bookmarks is of no noun'],
    ['a file of the contract that is missing', '`site.ts`, `ssr.ts`', '`site.ts`', 'ssr.ts is of no noun'],
    ['a noun without a part of its own', '| `admin/sessions` | `admin/sessions` |', '| – | – |', 'is not named'],
    ['a shared file that is not there', 'src/limits.ts', 'src/limitless.ts', 'limitless.ts is not there'],
  ])('would not pass with %s', (_, from, to, complaint) => {
    const changed = glossary.replace(from, to);
    expect(changed).not.toBe(glossary);
    expect(differences(changed).join('\n')).toContain(complaint);
  });
});

describe('the table of words', () => {
  it('names words that stand in the code', () => {
    const code = sourcesOf('apps/web/src', 'apps/api/src', 'packages');
    const words = rows(glossary, '## Words').flatMap(([, cell]) => coded(cell));
    expect(words.length).toBeGreaterThan(25);
    expect(words.filter((word) => !new RegExp(`\\b${word}`, 'i').test(code))).toEqual([]);
  });
});
