import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { longProof } from '@cuentos/domain/testing/long-proof';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makePiece, placeOf } from './prove/make-piece.mjs';
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
  it('of all shards are the whole, without a gap and without a run twice', () => {
    fc.assert(
      fc.property(fc.nat(3000), fc.integer({ min: 1, max: 60 }), (full, shards) => {
        const all = Array.from({ length: shards }, (_, index) => sliceOf(full, index + 1, shards) as Slice);
        expect(all.flatMap(runs)).toEqual(upTo(full));
        const counts = all.map(({ count }) => count);
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('are the whole of their pieces, none of which is larger than asked', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(3000), fc.integer({ min: 1, max: 400 }), (first, count, most) => {
        const pieces = piecesOf({ first, count }, most) as Slice[];
        expect(pieces.flatMap(runs)).toEqual(runs({ first, count }));
        for (const piece of pieces) expect(piece.count).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('miss exactly what no other slice has made, however those overlap', () => {
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
    const seen: number[] = [];
    await longProof('some-proof', everyday).assert(
      fc.property(fc.nat(), (value) => {
        seen.push(value);
      }),
    );
    vi.unstubAllEnvs();
    return seen;
  };

  it('has the same values in slices as in one piece, and begins with the everyday sample', async () => {
    const whole = await numbers({ first: 0, count: 50 }, 7);
    const shards: number[] = [];
    for (const shard of [1, 2, 3, 4, 5, 6, 7]) shards.push(...(await numbers(sliceOf(50, shard, 7), 7)));
    expect(shards).toEqual(whole);
    expect(await numbers(null, 7)).toEqual(whole.slice(0, 7));
    expect(new Set(whole).size).toBeGreaterThan(30);
  });

  it('tells seed and path of a failure, by which it is found again', async () => {
    vi.stubEnv('PROVE', 'some-proof:20:30');
    const failing = fc.asyncProperty(fc.nat(), async (value) => value < 0);
    await expect(longProof('some-proof', 1).assert(failing)).rejects.toThrow(/seed: \d+, path: "20/);
  });

  it('signs for the runs that it was asked for once all are made, and for no others', async () => {
    const receipt = join(folder, 'receipt');
    vi.stubEnv('PROVE_RECEIPT', receipt);
    vi.stubEnv('PROVE', 'some-proof:5:3');
    expect([...longProof('another-proof', 2).runs()]).toEqual([0, 1]);
    for (const index of longProof('some-proof', 1).runs()) if (index === 6) break;
    expect(existsSync(receipt)).toBe(false);
    expect([...longProof('some-proof', 1).runs()]).toEqual([5, 6, 7]);
    expect(readFileSync(receipt, 'utf8')).toBe('some-proof:5:3\n');
  });

  it('is declared by the test that the list names, and the page knows its full count', () => {
    const page = readFileSync(join(root, 'docs', 'proofs.md'), 'utf8');
    const titles = titlesOf(proofs.filter(({ engines }) => !engines.includes('browser')).map(({ file }) => file));
    for (const { name, file, test, full, unit, engines } of proofs) {
      expect(page).toContain(`${full.toLocaleString('en')} ${unit} | \`npm run prove -- --only ${name}\``);
      if (engines.includes('browser')) continue;
      expect(readFileSync(join(root, file), 'utf8')).toMatch(new RegExp(`longProof\\('${name}'`));
      // A title that is put together while the tests run may be cut short, and then its words choose nothing.
      const chosen = titles.filter((each) => each.file.endsWith(file) && each.name.includes(test));
      if (test !== '') expect(chosen, name).toHaveLength(1);
    }
  });
});

/** Titles of the tests of some files, as they are written. */
function titlesOf(files: readonly string[]): { readonly name: string; readonly file: string }[] {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const list = join(folder, 'titles.json');
  execFileSync(process.execPath, [vitest, 'list', `--json=${list}`, ...new Set(files)], { cwd: root });
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

/** Makes a shard with a test that fails for some runs, and tells the pieces that were made. */
async function make(shard: string, given: { fails?: readonly number[]; again?: boolean; commit?: string } = {}) {
  const [number = 1, shards = 1] = shard.split('/').map(Number);
  const made: Slice[] = [];
  const { fails = [], again = false, commit = 'abc' } = given;
  const failures = await runShard(
    { proofs: [one], engines: ['sqlite'], shard: number, shards, again, commit },
    {
      read: () => readResults(file),
      add: (result) => addResult(result, file),
      async make(_: unknown, __: unknown, piece: Slice) {
        made.push(piece);
        const isFailed = runs(piece).some((index) => fails.includes(index));
        return isFailed
          ? { outcome: 'failed', seconds: 1, message: '{ seed: 1, path: "47" }' }
          : { outcome: 'passed', seconds: 1 };
      },
      say: () => undefined,
    },
  );
  return { failures, made: made.flatMap(runs) };
}

describe('a shard', () => {
  it('is made piece by piece, and not again at the same commit unless that is asked', async () => {
    expect((await make('2/4')).made).toEqual(runs({ first: 25, count: 25 }));
    expect((await make('2/4')).made).toEqual([]);
    expect((await make('2/4', { again: true })).made).toEqual(runs({ first: 25, count: 25 }));
    expect((await make('2/4', { commit: 'def' })).made).toEqual(runs({ first: 25, count: 25 }));
    // Cut otherwise, only what is missing.
    expect((await make('1/2')).made).toEqual(runs({ first: 0, count: 25 }));
    expect((await make('1/1')).made).toEqual(runs({ first: 50, count: 50 }));
  });

  it('that was interrupted goes on after the last finished piece, whatever was cut off', async () => {
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

  it('that fails is kept as failed with its seed, and is made again', async () => {
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
  it('adds up what was made at a commit, keeps rows that this machine knows nothing of, and says what was not run', async () => {
    await make('1/4');
    await make('2/4');
    const page = pageOf([one], rowsOf([one], readResults(file)));
    expect(page).toMatch(
      /\| some-proof \| SQLite \| not run to the end: 50 of 100 \| `abc`, \d{4}-\d\d-\d\d \| none \|/,
    );
    expect(page).toContain('| some-proof | PostgreSQL | not run | | |');
    expect(pageOf([one], rowsOf([one], [], page))).toBe(page);
    // A later commit is named first, and the one with more beside it.
    await make('1/4', { commit: 'def' });
    expect(rowsOf([one], readResults(file))[0]).toMatch(/25 of 100; not run to the end: 50 of 100 \| `def`.*; `abc`/);
    // What ran with uncommitted changes shows nothing.
    await make('1/1', { commit: 'def+changes' });
    expect(rowsOf([one], readResults(file))[0]).toContain('25 of 100');
  });
});

it('a piece keeps its databases in memory only where its proof says so, and there is such a place', () => {
  expect(placeOf({}, folder)).toBe(tmpdir());
  expect(placeOf({ inMemory: true }, join(folder, 'nowhere'))).toBe(tmpdir());
  expect(placeOf({ inMemory: true }, folder)).toBe(folder);
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
