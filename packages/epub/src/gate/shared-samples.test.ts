import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseXml } from '../container/xml-events.ts';
import { REMOVALS } from './gate-warning.ts';
import type { Prepared } from './prepare-edition.ts';
import { type Refusal, refusalText } from './refusal.ts';
import { measureEditionInChild } from './run-gate.ts';

const GOOD = fileURLToPath(new URL('../../../../../shared/epubs/', import.meta.url));
const BAD = fileURLToPath(new URL('../../../../../shared/epubs-bad/', import.meta.url));
for (const folder of [GOOD, BAD]) {
  if (!existsSync(folder))
    console.warn(`left out: the sample books are not beside the repository (${basename(folder)})`);
}

/** What the set asks of every file. */
const MEMORY_LIMIT_BYTES = 64 * 1024 * 1024;

/** Where the set leaves a choice, ours, and why. */
const CHOICES: Readonly<Record<string, 'accepted' | 'too-large'>> = {
  // A stated limit: 5,000 files.
  'large/spine-10000.epub': 'too-large',
};

interface Expectation {
  readonly file: string;
  readonly onDemand: boolean;
  readonly outcome: 'accepted' | 'rejected';
  readonly reason: string;
}

let directory = '';
let idleBytes = 0;
let count = 0;
const worst = { ms: 0, megabytes: 0 };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'samples-'));
  const idle = 'process.stdout.write(String(process.resourceUsage().maxRSS * 1024))';
  idleBytes = Number(execFileSync(process.execPath, ['-e', idle], { encoding: 'utf8' }));
  // The first runs compile; that memory is not the books'.
  for (const file of existsSync(BAD) ? ['control-valid.epub', 'spine-text-html.epub'] : []) {
    await measureEditionInChild(join(BAD, file), join(directory, 'first'));
  }
});
afterAll(async () => {
  console.info(`worst: ${Math.round(worst.ms)} ms, ${Math.round(worst.megabytes)} MB above an idle process`);
  await rm(directory, { recursive: true, force: true });
});

async function run(input: string): Promise<{ outcome: Prepared | Refusal; out: string; extraBytes: number }> {
  const out = join(directory, String(count++));
  await mkdir(out);
  const started = performance.now();
  const { outcome, peakBytes } = await measureEditionInChild(input, out);
  const ms = performance.now() - started;
  const extraBytes = (peakBytes ?? 0) - idleBytes;
  worst.ms = Math.max(worst.ms, ms);
  worst.megabytes = Math.max(worst.megabytes, extraBytes / 1024 / 1024);
  return { outcome, out, extraBytes };
}

const ACTIVE =
  /^(?:script|iframe|frame|object|embed|applet|form|input|button|select|textarea|base|foreignobject|include)$/i;
const LOADING = /^(?:src|srcset|poster|background|data|style|fill|filter|mask)$/;

/** Reads every text of an edition for what must not be there, whatever the book. */
async function expectHarmless(out: string): Promise<void> {
  const files = unzipSync(await readFile(join(out, 'edition.epub')));
  for (const [path, bytes] of Object.entries(files)) {
    const text = new TextDecoder().decode(bytes);
    // A namespace is a name, not an address.
    const rules = text.replace(/\/\*[\s\S]*?\*\/|@namespace[^;]*;/g, '');
    if (path.endsWith('.css')) expect(rules, path).not.toMatch(/https?:|expression\(|position:\s*fixed/i);
    if (/\.(?:x?html?|svg|ncx|smil)$/i.test(path)) expect(findings(text), path).toEqual([]);
    expect(text, path).not.toContain('root:x:');
  }
}

function findings(source: string): string[] {
  const found: string[] = [];
  let isStyle = false;
  parseXml(source, {
    open({ local, attributes }) {
      isStyle = local === 'style';
      if (ACTIVE.test(local)) found.push(local);
      for (const { local: name, uri, value } of attributes) {
        if (uri === '' && /^on/i.test(name)) found.push(name);
        if (/^\s*(?:javascript|vbscript|data:text)/i.test(value)) found.push(value);
        const loads = LOADING.test(name) || (name === 'href' && local !== 'a');
        if (loads && /(?:^|[\s("'])(?:https?:)?\/\//i.test(value)) found.push(`${name}=${value}`);
      }
    },
    text(text) {
      if (isStyle && /https?:|position:\s*fixed/i.test(text)) found.push(text);
    },
    doctype(body) {
      if (body.trim() !== 'html') found.push(body);
    },
    close() {
      isStyle = false;
    },
  });
  return found;
}

describe.runIf(existsSync(GOOD))('good books', () => {
  const textLengths = new Map<string, number>();
  const files: string[] = [];
  if (existsSync(GOOD)) {
    const manifest = JSON.parse(readFileSync(join(GOOD, 'manifest.json'), 'utf8')) as {
      files: { file: string; text_characters: number }[];
    };
    for (const { file, text_characters } of manifest.files) {
      files.push(file);
      textLengths.set(file, text_characters);
    }
  }

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
    expect(first.extraBytes).toBeLessThan(MEMORY_LIMIT_BYTES);
    await rm(first.out, { recursive: true });
    await rm(second.out, { recursive: true });
  });
});

describe.runIf(existsSync(BAD))('bad books', () => {
  const expectations = existsSync(BAD)
    ? (JSON.parse(readFileSync(join(BAD, 'expected.json'), 'utf8')) as Expectation[])
    : [];
  const maker = join(BAD, 'make-bad-epubs.py');
  const hasPython = existsSync(BAD) && canRun('python3');
  if (existsSync(BAD) && !hasPython) console.warn('left out: the on-demand books need python3');

  it('has an expectation for each file', () => {
    const named = new Set(expectations.map(({ file }) => file));
    expect(readdirSync(BAD).filter((file) => file.endsWith('.epub') && !named.has(file))).toEqual([]);
  });

  it.each(expectations.filter(({ onDemand }) => !onDemand || hasPython))(
    '$file: $outcome',
    { timeout: 300_000 },
    async ({ file, onDemand, outcome, reason }) => {
      const { outcome: result, out, extraBytes } = await run(onDemand ? await makeOnDemand(file) : join(BAD, file));
      const wanted = CHOICES[file] ?? (outcome === 'accepted' ? 'accepted' : reason);
      expect(result.accepted ? 'accepted' : result.reason).toBe(wanted);
      expect(extraBytes).toBeLessThan(MEMORY_LIMIT_BYTES);
      if (result.accepted) await expectHarmless(out);
      else expect(await readdir(out)).toEqual([]);
      await rm(out, { recursive: true });
    },
  );

  async function makeOnDemand(file: string): Promise<string> {
    const script = join(directory, 'make-bad-epubs.py');
    await copyFile(maker, script);
    execFileSync('python3', [script, '--only', basename(file, '.epub'), '--out', directory]);
    return join(directory, file);
  }
});

function canRun(command: string): boolean {
  try {
    execFileSync(command, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
