import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestDb, type TestDb } from '../../testing/open-test-db.ts';
import { startWorker } from '../../testing/run-worker.ts';
import { acquireLease, releaseLease, renewLease } from '../db/leases.ts';
import type { Db } from '../db/db.ts';
import { createJobRunner } from './job-runner.ts';

let place: TestDb;
let db: Db;
let other: Db;
beforeAll(async () => {
  const opened = await openTestDb();
  place = opened;
  db = opened.db;
  other = await place.open();
});
afterAll(async () => place.drop());

const { log } = Fastify();
/** Long enough to be renewed several times on a busy machine. */
const LEASE_MS = 2000;
const pause = async (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const runner = (on: Db, name: string, run: (signal: AbortSignal) => Promise<void>) =>
  createJobRunner({ db: on, log, leaseMs: LEASE_MS }, [{ name, everyMs: 60_000, run }]);
const setEnd = async (name: string, end: number) =>
  db.withTx(async (tx) => tx.updateTable('leases').set({ expires_at: end }).where('name', '=', name).execute());
const endOf = async (name: string): Promise<number> =>
  (await db.read.selectFrom('leases').select('expires_at').where('name', '=', name).executeTakeFirstOrThrow())
    .expires_at;

describe('a lease', () => {
  it('has one holder, who alone can renew and release it', async () => {
    const results = await Promise.all(
      ['x', 'y', 'x', 'y'].map(
        async (holder, n) => [holder, await acquireLease(n % 2 === 0 ? db : other, 'one', holder, 60_000)] as const,
      ),
    );
    const holders = [...new Set(results.filter(([, taken]) => taken).map(([holder]) => holder))];
    expect(holders).toHaveLength(1);
    const [holder = ''] = holders;
    const loser = holder === 'x' ? 'y' : 'x';
    expect(await renewLease(db, 'one', loser, 60_000)).toBe(false);
    await releaseLease(db, 'one', loser);
    expect(await acquireLease(db, 'one', loser, 60_000)).toBe(false);
    expect(await renewLease(db, 'one', holder, 60_000)).toBe(true);
    await releaseLease(db, 'one', holder);
    expect(await acquireLease(db, 'one', loser, 60_000)).toBe(true);
  });

  it('is free after it expired', async () => {
    await acquireLease(db, 'over', 'x', 60_000);
    await setEnd('over', Date.now() - 5000);
    expect(await acquireLease(db, 'over', 'y', 60_000)).toBe(true);
  });

  it('of a process whose clock was hours ahead delays no other process', async () => {
    await acquireLease(db, 'ahead', 'x', 60_000);
    await setEnd('ahead', Date.now() + 3 * 3_600_000);
    expect(await acquireLease(db, 'ahead', 'y', 60_000)).toBe(true);
  });
});

describe('jobs', () => {
  it('run for the first time one after the other, each within its own interval', async () => {
    const names = Array.from({ length: 10 }, (_, index) => `apart-${index}`);
    const jobs = names.map((name) => ({ name, everyMs: 600_000, run: async () => undefined }));
    const started = createJobRunner({ db, log }, jobs);
    const timer = vi.spyOn(globalThis, 'setTimeout');
    started.start();
    const waits = timer.mock.calls.map(([, wait = Number.NaN]) => wait).toSorted((a, b) => a - b);
    timer.mockRestore();
    await started.stop();
    expect(waits).toHaveLength(10);
    expect(waits.at(-1)).toBeLessThan(600_000);
    const gaps = waits.slice(1).map((wait, index) => wait - waits[index]!);
    expect(Math.min(...gaps)).toBeGreaterThan(59_000);
  });

  it('run again and again until they are stopped', async () => {
    const turns: number[] = [];
    const run = async () => void turns.push(turns.length);
    const started = createJobRunner({ db, log }, [{ name: 'in turn', everyMs: 20, run }]);
    started.start();
    await expect.poll(() => turns.length).toBeGreaterThan(2);
    await started.stop();
    const turnCount = turns.length;
    await pause(200);
    expect(turns).toHaveLength(turnCount);
  });
});

describe('a job', () => {
  it('is kept by its process for longer than one lease', async () => {
    const [started, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = runner(db, 'long', async () => {
      started.resolve();
      await done.promise;
    });
    const running = first.runOnce('long');
    await started.promise;
    const end = await endOf('long');
    expect(await acquireLease(other, 'long', 'z', LEASE_MS)).toBe(false);
    await expect.poll(async () => endOf('long')).toBeGreaterThan(end + LEASE_MS);
    let second = 0;
    await runner(other, 'long', async () => void (second += 1)).runOnce('long');
    expect(second).toBe(0);
    done.resolve();
    await running;
    await runner(other, 'long', async () => void (second += 1)).runOnce('long');
    expect(second).toBe(1);
  });

  it('stops if another process took its lease, and does not take it back', async () => {
    const first = runner(db, 'lost', async (signal) => {
      await db.withTx(async (tx) => tx.updateTable('leases').set({ holder: 'z' }).where('name', '=', 'lost').execute());
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    });
    await first.runOnce('lost');
    const rows = await db.read.selectFrom('leases').select('holder').where('name', '=', 'lost').execute();
    expect(rows).toEqual([{ holder: 'z' }]);
  });

  it('of a killed process continues in another one soon', async () => {
    const victim = startWorker('database-worker.ts', ['hold-job', place.folder, place.url]);
    await victim.waitFor('working');
    victim.process.kill('SIGKILL');
    await victim.ended;
    let runs = 0;
    const run = async () => void (runs += 1);
    const heir = createJobRunner({ db: other, log }, [{ name: 'killed', everyMs: 60_000, run }]);
    await heir.runOnce('killed');
    expect(runs).toBe(0);
    // Moves the end of the lease ten seconds back, in place of waiting.
    await setEnd('killed', (await endOf('killed')) - 10_000);
    await heir.runOnce('killed');
    expect(runs).toBe(1);
  });
});
