import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { longProof } from '@cuentos/domain/testing/long-proof';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scratchFolder } from './launch/scratch-folder.mjs';
import { makePiece } from './prove/make-piece.mjs';
import { proofs } from './prove/proofs.mjs';
import { pageOf, rowsOf } from './prove/report.mjs';
import { addResult, readResults } from './prove/results.mjs';
import { runShard } from './prove/run-shard.mjs';
import { countOf, missingOf, piecesOf, sliceOf } from './prove/slices.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

interface Slice {
  readonly first: number;
  readonly count: number;
}
const runs = ({ first, count }: Slice): number[] => Array.from({ length: count }, (_, index) => first + index);
const upTo = (count: number): number[] => runs({ first: 0, count });

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuentos-prove-test-'));
  file = join(folder, 'proofs.jsonl');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('slices', () => {
  it('of all shards cover the whole, without a gap and without a repeated run', () => {
    fc.assert(
      fc.property(fc.nat(3000), fc.integer({ min: 1, max: 60 }), (full, shards) => {
        const all = Array.from({ length: shards }, (_, index) => sliceOf(full, index + 1, shards) as Slice);
        expect(all.flatMap(runs)).toEqual(upTo(full));
        const counts = all.map(({ count }) => count);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('are the union of their pieces, none of which is larger than requested', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(3000), fc.integer({ min: 1, max: 400 }), (first, count, most) => {
        const pieces = piecesOf({ first, count }, most) as Slice[];
        expect(pieces.flatMap(runs)).toEqual(runs({ first, count }));
        for (const piece of pieces) expect(piece.count).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('lack exactly the runs that no other slice has made, however those overlap', () => {
    const slice = fc.record({ first: fc.nat(80), count: fc.nat(40) });
    fc.assert(
      fc.property(slice, fc.array(slice, { maxLength: 8 }), (wanted, made) => {
        const there = new Set(made.flatMap(runs));
        expect((missingOf(wanted, made) as Slice[]).flatMap(runs)).toEqual(
          runs(wanted).filter((index) => !there.has(index)),
        );
        expect(countOf(made)).toBe(there.size);
      }),
    );
  });
});

describe('a long proof', () => {
  const numbers = async (slice: Slice | null, everyday: number): Promise<number[]> => {
    if (slice) vi.stubEnv('PROVE', `some-proof:${slice.first}:${slice.count}`);
    const sizes: number[] = [];
    await longProof('some-proof', everyday).assert(
      fc.property(fc.nat(), (value) => {
        sizes.push(value);
      }),
    );
    vi.unstubAllEnvs();
    return sizes;
  };

  it('has the same values in slices as in one piece, and starts with the everyday sample', async () => {
    const whole = await numbers({ first: 0, count: 50 }, 7);
    const shards: number[] = [];
    for (const shard of [1, 2, 3, 4, 5, 6, 7]) shards.push(...(await numbers(sliceOf(50, shard, 7), 7)));
    expect(shards).toEqual(whole);
    expect(await numbers(null, 7)).toEqual(whole.slice(0, 7));
    expect(new Set(whole).size).toBeGreaterThan(30);
  });

  it('reports seed and path of a failure, with which it is found again', async () => {
    vi.stubEnv('PROVE', 'some-proof:20:30');
    const failing = fc.asyncProperty(fc.nat(), async (value) => value < 0);
    await expect(longProof('some-proof', 1).assert(failing)).rejects.toThrow(/seed: \d+, path: "20/);
  });

  it('signs for exactly the requested runs once all are made', async () => {
    const receipt = join(folder, 'receipt');
    vi.stubEnv('PROVE_RECEIPT', receipt);
    vi.stubEnv('PROVE', 'some-proof:5:3');
    expect([...longProof('another-proof', 2).runs()]).toEqual([0, 1]);
    for (const index of longProof('some-proof', 1).runs()) if (index === 6) break;
    expect(existsSync(receipt)).toBe(false);
    expect([...longProof('some-proof', 1).runs()]).toEqual([5, 6, 7]);
    expect(readFileSync(receipt, 'utf8')).toBe('some-proof:5:3\n');
  });

  it('is declared by the test in the list, and the page has its full count', () => {
    const page = readFileSync(join(root, 'docs', 'proofs.md'), 'utf8');
    const isVitest = ({ engines, isProgram }: (typeof proofs)[number]) => !isProgram && !engines.includes('browser');
    const titles = titlesOf(proofs.filter(isVitest).map(({ file }) => file));
    for (const proof of proofs) {
      const { name, file, test, full, unit } = proof;
      expect(page).toContain(`${full.toLocaleString('en')} ${unit} | \`npm run prove -- --only ${name}\``);
      if (!isVitest(proof)) continue;
      const source = readFileSync(join(root, file), 'utf8');
      expect(source).toMatch(new RegExp(`longProof\\('${name}'`));
      // Matches a whole suite, whose tests are generated at run time.
      if (source.includes(`('${test}', () => {`)) continue;
      // A generated title may be shortened, and then `-t` with its words finds no test.
      const chosen = titles.filter((each) => each.file.endsWith(file) && each.name.includes(test));
      if (test !== '') expect(chosen, name).toHaveLength(1);
    }
  });
});

/** Lists the titles of the tests in these files. */
function titlesOf(files: readonly string[]): { readonly name: string; readonly file: string }[] {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const list = join(folder, 'titles.json');
  // Lists the tests too that run on PostgreSQL only.
  const env = { ...process.env, POSTGRES_FOLLOWS: '' };
  execFileSync(process.execPath, [vitest, 'list', `--json=${list}`, ...new Set(files)], { cwd: root, env });
  return JSON.parse(readFileSync(list, 'utf8')) as { name: string; file: string }[];
}

const one = {
  ...proofs[0],
  name: 'some-proof',
  full: 100,
  piece: 10,
  unit: 'runs',
  engines: ['sqlite', 'postgres'] as const,
};

/** Runs a shard whose test fails for some runs. @returns the slices that were run */
async function make(shard: string, given: { fails?: readonly number[]; again?: boolean; commit?: string } = {}) {
  const [number = 1, shards = 1] = shard.split('/').map(Number);
  const madeSlices: Slice[] = [];
  const { fails = [], again = false, commit = 'abc' } = given;
  const failures = await runShard(
    { proofs: [one], engines: ['sqlite'], shard: number, shards, again, commit },
    {
      read: () => readResults(file),
      add: (result) => addResult(result, file),
      async make(_: unknown, __: unknown, piece: Slice) {
        madeSlices.push(piece);
        const isFailed = runs(piece).some((index) => fails.includes(index));
        return isFailed
          ? { outcome: 'failed', seconds: 1, message: '{ seed: 1, path: "47" }' }
          : { outcome: 'passed', seconds: 1 };
      },
      say: () => undefined,
    },
  );
  return { failures, made: madeSlices.flatMap(runs) };
}

describe('a shard', () => {
  it('runs its pieces one by one, and repeats them at the same commit only with `again`', async () => {
    expect((await make('2/4')).made).toEqual(runs({ first: 25, count: 25 }));
    expect((await make('2/4')).made).toEqual([]);
    expect((await make('2/4', { again: true })).made).toEqual(runs({ first: 25, count: 25 }));
    expect((await make('2/4', { commit: 'def' })).made).toEqual(runs({ first: 25, count: 25 }));
    // With other shards only the missing runs are made.
    expect((await make('1/2')).made).toEqual(runs({ first: 0, count: 25 }));
    expect((await make('1/1')).made).toEqual(runs({ first: 50, count: 50 }));
  });

  it('continues after the last finished piece when it was interrupted', async () => {
    const stopped = runShard(
      { proofs: [one], engines: ['sqlite'], shard: 1, shards: 1, again: false, commit: 'abc' },
      {
        read: () => readResults(file),
        add: (result) => addResult(result, file),
        async make(_: unknown, __: unknown, { first }: Slice) {
          if (first === 30) throw new Error('interrupted');
          return { outcome: 'passed', seconds: 1 };
        },
        say: () => undefined,
      },
    );
    await expect(stopped).rejects.toThrow('interrupted');
    appendFileSync(file, '{"proof":"some-pr');
    expect((await make('1/1')).made).toEqual(runs({ first: 30, count: 70 }));
    expect((await make('1/1')).made).toEqual([]);
  });

  it('records a failure with its seed, and runs it again', async () => {
    const first = await make('1/1', { fails: [47] });
    expect(first).toEqual({ failures: 1, made: upTo(100) });
    expect(readResults(file).filter(({ outcome }) => outcome === 'failed')).toMatchObject([
      {
        proof: 'some-proof',
        engine: 'sqlite',
        commit: 'abc',
        first: 40,
        count: 10,
        message: '{ seed: 1, path: "47" }',
      },
    ]);
    expect(rowsOf([one], readResults(file))[0]).toContain('not run to the end: 90 of 100 | `abc`');
    expect(rowsOf([one], readResults(file))[0]).toContain('open: runs 40 to 49');
    expect(await make('1/1')).toEqual({ failures: 0, made: runs({ first: 40, count: 10 }) });
    expect(rowsOf([one], readResults(file))[0]).toMatch(/\| 100 of 100 \|.*\| 1 passed when made again \|$/);
  });
});

describe('the report', () => {
  it('adds up the runs of a commit, keeps rows unknown to this machine, and names the missing runs', async () => {
    await make('1/4');
    await make('2/4');
    const page = pageOf([one], rowsOf([one], readResults(file)));
    expect(page).toMatch(
      /\| some-proof \| SQLite \| not run to the end: 50 of 100 \| `abc`, \d{4}-\d\d-\d\d \| none \|/,
    );
    expect(page).toContain('| some-proof | PostgreSQL | not run | | |');
    expect(pageOf([one], rowsOf([one], [], page))).toBe(page);
    // The later commit is named first, then the commit with more runs.
    await make('1/4', { commit: 'def' });
    expect(rowsOf([one], readResults(file))[0]).toMatch(/25 of 100; not run to the end: 50 of 100 \| `def`.*; `abc`/);
    // Results of a run with uncommitted changes are not shown.
    await make('1/1', { commit: 'def+changes' });
    expect(rowsOf([one], readResults(file))[0]).toContain('25 of 100');
  });
});

it('temporary files of test runs are in memory where there is such a place, or else where TMPDIR says', () => {
  vi.stubEnv('TMPDIR', undefined);
  expect(scratchFolder(join(folder, 'nowhere'))).toBe(tmpdir());
  expect(scratchFolder(folder)).toBe(folder);
  vi.stubEnv('TMPDIR', '/var/tmp');
  expect(scratchFolder(folder)).toBe('/var/tmp');
  vi.unstubAllEnvs();
});

it('a piece is run by the real test, which signs for it', async () => {
  const proof = proofs.find(({ name }) => name === 'sync-rules')!;
  expect(await makePiece(proof, 'none', { first: 99_990, count: 10 })).toMatchObject({ outcome: 'passed' });
  const misnamed = { ...proof, name: 'nobody-takes-this-name' };
  expect(await makePiece(misnamed, 'none', { first: 0, count: 10 })).toMatchObject({
    outcome: 'failed',
    message: 'the test signed for "" and not for "nobody-takes-this-name:0:10"',
  });
}, 120_000);

it('a program that is a proof gets its slice, and its piece keeps the measurement or the reason of the failure', async () => {
  const program = join(folder, 'program.mjs');
  writeFileSync(program, 'console.log(`noise\\nmutation of ${process.argv.slice(2)} in ${process.env.TMPDIR}`);');
  const proof = { ...proofs.find(({ isProgram }) => isProgram)!, file: relative(root, program) };
  const piece = { first: 4, count: 2 };
  const { outcome, message } = await makePiece(proof, 'none', piece);
  expect([outcome, message]).toEqual(['passed', expect.stringMatching(/^mutation of 4,2 in /)]);
  // A PostgreSQL server that it starts runs as a user who may not enter the folder of the piece.
  expect(message).not.toContain('cuentos-prove-');
  writeFileSync(program, "console.error('Error: below'); process.exitCode = 1;");
  expect(await makePiece(proof, 'none', piece)).toMatchObject({ outcome: 'failed', message: 'Error: below' });
});
