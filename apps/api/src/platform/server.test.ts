import { Agent, request as httpRequest } from 'node:http';
import { type LongProof, longProof, spread } from '@cuentos/domain/testing/long-proof';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PositionRecord } from '@cuentos/contract/reading';
import { addReaders, placeOf, type Readers, startShop, turnPage } from '../testing/busy-shop.ts';
import { openTestDb, type TestDb } from '../testing/open-test-db.ts';
import { startWorker } from '../testing/run-worker.ts';
import type { Db } from './db/db.ts';

const READERS = 8;

let place: TestDb & { readonly db: Db };
let shop: Readers;

beforeEach(async () => {
  place = await openTestDb();
  shop = await addReaders(place.db, READERS);
});
afterEach(async () => place.drop());

const startServer = async () => startShop(place);
const move = async (origin: string, reader: number, percentage: number) => turnPage(origin, shop, reader, percentage);

/**
 * Repeatedly kills servers under load, one after the other, and checks the positions that they acknowledged.
 * @returns the number of acknowledged positions
 */
async function killAgainAndAgain(proof: LongProof, servers: number): Promise<number> {
  const revisions = Array.from({ length: READERS }, () => 0);
  const startsMs: number[] = [];
  let acknowledged = 0;
  for (const cycle of proof.runs()) {
    const begunAt = performance.now();
    const running = await Promise.all(Array.from({ length: servers }, startServer));
    for (const { origin } of running) expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    startsMs.push(performance.now() - begunAt);
    const readers = revisions.map(async (_, reader) => {
      for (;;) {
        const answer = await move(running[reader % servers]!.origin, reader, Math.random() * 100)
          .then(async (response) => response.json() as Promise<PositionRecord>)
          .catch(() => null);
        if (!answer) return;
        revisions[reader] = answer.revision;
        acknowledged += 1;
      }
    });
    // One after the other: the remaining server keeps answering.
    for (const { worker } of running) {
      const begun = acknowledged;
      await vi.waitUntil(() => acknowledged >= begun + 30, { timeout: 20_000, interval: 2 });
      await new Promise((resolve) => setTimeout(resolve, spread(cycle) * 50));
      worker.process.kill('SIGKILL');
      await worker.ended;
    }
    await Promise.all(readers);
  }
  const { worker, origin } = await startServer();
  for (const reader of shop.tokens.keys()) {
    const { revision } = await placeOf(origin, shop, reader);
    // Beyond the last acknowledged move there may only be the one whose answer the kill cut off.
    expect(revision).toBeGreaterThanOrEqual(revisions[reader]!);
    expect(revision).toBeLessThanOrEqual(revisions[reader]! + 1);
  }
  worker.process.kill('SIGKILL');
  await worker.ended;
  // A few starts on a busy machine say nothing about the duration.
  const slowest = startsMs.toSorted((a, b) => b - a)[Math.floor(startsMs.length / 20)]!;
  // Only logged, for the full count: a busy machine is no fault of the shop.
  if (startsMs.length >= 20) console.log(`95 of 100 starts were ready within ${Math.round(slowest)} ms (bar 3000)`);
  return acknowledged;
}

describe('a server that is killed under readers at work', () => {
  const proof = longProof('server-kills', 2);
  it(
    'has every acknowledged position',
    async () => {
      expect(await killAgainAndAgain(proof, 1)).toBeGreaterThanOrEqual(30 * proof.count);
    },
    proof.timeout(120_000),
  );
});

describe('two servers that are killed under readers at work', () => {
  const proof = longProof('two-server-kills', 1);
  it(
    'have every acknowledged position',
    async () => {
      expect(await killAgainAndAgain(proof, 2)).toBeGreaterThanOrEqual(30 * 2 * proof.count);
    },
    proof.timeout(120_000),
  );
});

describe('a server that is asked to stop', () => {
  it('finishes every accepted request, then exits with 0 at once', async () => {
    const { worker, origin } = await startServer();
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const slow = async () =>
      new Promise<{ status: number; body: string }>((resolve, reject) => {
        const call = httpRequest(`${origin}/slow`, { agent }, (response) => {
          let body = '';
          response.on('data', (chunk: Buffer) => (body += chunk.toString()));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
          response.on('error', reject);
        });
        call.on('error', reject);
        call.end();
      });
    const accepted = Array.from({ length: 40 }, slow);
    const moves = shop.tokens.map(async (_, reader) => move(origin, reader, 50));
    // All requests have reached the server by then.
    await Promise.all(moves);
    await new Promise((resolve) => setTimeout(resolve, 150));
    worker.process.kill('SIGTERM');
    worker.process.kill('SIGTERM');
    const answers = await Promise.all(accepted);
    expect(answers).toEqual(Array.from({ length: 40 }, () => ({ status: 200, body: '{"done":true}' })));
    // Status 1 would mean that the server ran into its own time limit.
    expect(await worker.ended).toBe(0);
    agent.destroy();
    await expect(fetch(`${origin}/health/live`)).rejects.toThrow();
  });

  it('reports that it is not ready, and ends each connection with its answer, before it stops accepting them', async () => {
    const { worker, origin } = await startShop(place, { DRAIN_SECONDS: '2' });
    const statusOf = async (path: string) => (await fetch(`${origin}${path}`)).status;
    expect(await statusOf('/health/ready')).toBe(200);
    worker.process.kill('SIGTERM');
    await vi.waitUntil(async () => (await statusOf('/health/ready')) === 503);
    const answer = await fetch(`${origin}/api/books/`);
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
    expect(await worker.ended).toBe(0);
  });

  it('does not wait for idle open connections', async () => {
    const { worker, origin } = await startServer();
    const agent = new Agent({ keepAlive: true });
    await new Promise((resolve) =>
      httpRequest(`${origin}/health/live`, { agent }, (response) => response.resume().on('end', resolve)).end(),
    );
    worker.process.kill('SIGINT');
    expect(await worker.ended).toBe(0);
    agent.destroy();
  });

  it('reports wrong settings and exits with another status', async () => {
    const worker = startWorker('server-worker.ts', [], { ...process.env, PORT: 'x', NODE_ENV: 'test' });
    expect(await worker.ended).toBe(1);
    expect(worker.output()).toContain('PORT: ');
  });
});
