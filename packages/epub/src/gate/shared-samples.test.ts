import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { longProof } from '@cuentos/domain/testing/long-proof';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseXml } from '../container/xml-events.ts';
import { REMOVALS } from './gate-warning.ts';
import { type PreparedEdition, prepareEdition } from './prepare-edition.ts';
import type { Refusal } from './refusal.ts';
import { refusalText } from './texts.ts';
import { measureEditionInChild } from './run-gate.ts';

const GOOD = fileURLToPath(new URL('../../../../../shared/epubs/', import.meta.url));
const BAD = fileURLToPath(new URL('../../../../../shared/epubs-bad/', import.meta.url));
for (const folder of [GOOD, BAD]) {
  if (!existsSync(folder))
    console.warn(`left out: the sample books are not beside the repository (${basename(folder)})`);
}

/** Step between the books of successive runs, so that a small sample takes books of both sets, and none twice. */
const STRIDE = 61;

/** Memory limit that the sample set demands for every file. */
const MEMORY_LIMIT_BYTES = 64 * 1024 * 1024;

/** Our outcome for files where the set allows several, with the reason. */
const CHOICES: Readonly<Record<string, 'accepted' | 'too-large'>> = {
  // The gate's stated limit is 5,000 files.
  'large/spine-10000.epub': 'too-large',
};

interface GoodBooks {
  readonly files: readonly { readonly file: string; readonly text_characters: number }[];
}

interface Expectation {
  readonly file: string;
  readonly onDemand: boolean;
  readonly outcome: 'accepted' | 'rejected';
  readonly reason: string;
}

const goodBooks = existsSync(GOOD)
  ? (JSON.parse(readFileSync(join(GOOD, 'manifest.json'), 'utf8')) as GoodBooks).files
  : [];
const expectations = existsSync(BAD)
  ? (JSON.parse(readFileSync(join(BAD, 'expected.json'), 'utf8')) as Expectation[])
  : [];

let directory = '';
let count = 0;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'samples-'));
});
afterAll(async () => rm(directory, { recursive: true, force: true }));

/** Runs the gate in this process: a child for each book, with its small heap, would take ten times as long. */
async function run(input: string): Promise<{ outcome: PreparedEdition | Refusal; out: string }> {
  const out = join(directory, String(count++));
  await mkdir(out);
  return { outcome: await prepareEdition(input, out), out };
}

const ACTIVE = /^(?:script|iframe|frame|object|embed|applet|form|input|button|select|textarea|base|include)$/i;
const LOADING = /^(?:src|srcset|poster|background|data|style|fill|filter|mask)$/;

/** Searches every text of an edition for content that no edition may have. */
async function expectHarmless(out: string): Promise<void> {
  const files = unzipSync(await readFile(join(out, 'edition.epub')));
  for (const [path, bytes] of Object.entries(files)) {
    const text = new TextDecoder().decode(bytes);
    // A namespace is a name, not an address that is loaded.
    const rules = text.replace(/\/\*[\s\S]*?\*\/|@namespace[^;]*;/g, '');
    if (path.endsWith('.css')) expect(rules, path).not.toMatch(/https?:|expression\(|position:\s*fixed/i);
    if (/\.(?:x?html?|svg|ncx|smil)$/i.test(path)) expect(findings(text), path).toEqual([]);
    expect(text, path).not.toContain('root:x:');
  }
}

function findings(source: string): string[] {
  const addresses: string[] = [];
  let isStyle = false;
  parseXml(source, {
    open({ local, attributes }) {
      isStyle = local === 'style';
      if (ACTIVE.test(local)) addresses.push(local);
      for (const { local: name, uri, value } of attributes) {
        if (uri === '' && /^on/i.test(name)) addresses.push(name);
        if (/^\s*(?:javascript|vbscript|data:text)/i.test(value)) addresses.push(value);
        const loads = LOADING.test(name) || (name === 'href' && local !== 'a');
        if (loads && /(?:^|[\s("'])(?:https?:)?\/\//i.test(value)) addresses.push(`${name}=${value}`);
      }
    },
    text(text) {
      if (isStyle && /https?:|position:\s*fixed/i.test(text)) addresses.push(text);
    },
    doctype(body) {
      if (body.trim() !== 'html') addresses.push(body);
    },
    close() {
      isStyle = false;
    },
  });
  return addresses;
}

describe.runIf(existsSync(GOOD))('good books', () => {
  const textLengths = new Map(goodBooks.map(({ file, text_characters }) => [file, text_characters]));
  const proof = longProof('gate-books', 0);
  /** Each book passes the gate twice, which takes seconds, so the daily tests take a third of them. */
  const files = [...textLengths.keys()].filter((_, index) => proof.count > 0 || index % 3 === 0);

  it.each(files)('%s is accepted, and its edition needs no more cleaning', { timeout: 300_000 }, async (file) => {
    const first = await run(join(GOOD, file));
    if (!first.outcome.accepted) throw new Error(refusalText(first.outcome));
    const expected = textLengths.get(file) ?? 0;
    const { publication } = first.outcome;
    if (expected > 0) expect(publication.characters).toBeGreaterThan(expected * 0.9);
    expect(publication.sections.every(({ missing }) => !missing)).toBe(true);
    expect(publication.toc.length).toBeGreaterThan(0);
    const second = await run(first.outcome.editionPath);
    if (!second.outcome.accepted) throw new Error(refusalText(second.outcome));
    expect(second.outcome.publication).toEqual(publication);
    expect(second.outcome.editionHash).toBe(first.outcome.editionHash);
    expect(second.outcome.warnings.filter(({ kind }) => (REMOVALS as readonly string[]).includes(kind))).toEqual([]);
    await expectHarmless(second.out);
    await rm(first.out, { recursive: true });
    await rm(second.out, { recursive: true });
  });

  it.runIf(proof.count > 0)('every good book was taken', () => {
    expect([...proof.runs()]).toEqual([0]);
  });
});

const outcomeOf = (result: PreparedEdition | Refusal): string => (result.accepted ? 'accepted' : result.reason);
const expectedOf = ({ file, outcome, reason }: Expectation): string =>
  CHOICES[file] ?? (outcome === 'accepted' ? 'accepted' : reason);

describe.runIf(existsSync(BAD))('bad books', () => {
  it('every file has an expected outcome', () => {
    const named = new Set(expectations.map(({ file }) => file));
    expect(readdirSync(BAD).filter((file) => file.endsWith('.epub') && !named.has(file))).toEqual([]);
  });

  it.each(expectations.filter(({ onDemand }) => !onDemand))(
    '$file: $outcome',
    { timeout: 300_000 },
    async (expectation) => {
      const { outcome, out } = await run(join(BAD, expectation.file));
      expect(outcomeOf(outcome)).toBe(expectedOf(expectation));
      if (outcome.accepted) await expectHarmless(out);
      else expect(await readdir(out)).toEqual([]);
      await rm(out, { recursive: true });
    },
  );
});

describe.runIf(existsSync(GOOD) && existsSync(BAD))('a child process for each book, as the shop starts it', () => {
  const books: readonly Expectation[] = [
    ...expectations,
    ...goodBooks.map(({ file }): Expectation => ({
      file: join(GOOD, file),
      onDemand: false,
      outcome: 'accepted',
      reason: '',
    })),
  ];
  const proof = longProof('gate-children', 2);

  it(
    'gives the same outcome for each book, and takes less than 64 MB',
    { timeout: proof.timeout(300_000) },
    async () => {
      const idle = 'process.stdout.write(String(process.resourceUsage().maxRSS * 1024))';
      const idleBytes = Number(execFileSync(process.execPath, ['-e', idle], { encoding: 'utf8' }));
      // The first runs compile code; their memory is not the books'.
      for (const file of ['control-valid.epub', 'spine-text-html.epub'])
        await measureEditionInChild(join(BAD, file), join(directory, 'first'));
      for (const index of proof.runs()) {
        const book = books[(index * STRIDE) % books.length]!;
        const out = join(directory, `child-${index}`);
        await mkdir(out);
        const input = book.onDemand ? await makeOnDemand(book.file) : resolve(BAD, book.file);
        const { outcome, peakBytes } = await measureEditionInChild(input, out);
        expect(outcomeOf(outcome), book.file).toBe(expectedOf(book));
        expect((peakBytes ?? 0) - idleBytes, book.file).toBeLessThan(MEMORY_LIMIT_BYTES);
        await rm(out, { recursive: true });
      }
    },
  );

  /** Made by the script of the sample set, which needs python3: these files are too large to be stored. */
  async function makeOnDemand(file: string): Promise<string> {
    const script = join(directory, 'make-bad-epubs.py');
    await copyFile(join(BAD, 'make-bad-epubs.py'), script);
    execFileSync('python3', [script, '--only', basename(file, '.epub'), '--out', directory]);
    return join(directory, file);
  }
});
