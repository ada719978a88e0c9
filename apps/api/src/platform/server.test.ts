import { Agent, request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PositionRecord } from '@cuentos/contract/reading';
import { createSessionService, createTokenService } from '../modules/auth/service.ts';
import { createBookService } from '../modules/books/service.ts';
import { addBareEdition, addBook, addPart, addUser, give } from '../testing/fixtures.ts';
import type { TestApp } from '../testing/build-test-app.ts';
import { openTestDb, type TestDb } from '../testing/open-test-db.ts';
import { startWorker, type Worker } from '../testing/run-worker.ts';
import { readSecrets } from './config/secrets.ts';
import type { Db } from './db/db.ts';

const SECRET = 'a secret that only the tests know, long enough';
const READERS = 8;

let place: TestDb & { readonly db: Db };
let partId: string;
let tokens: string[];

beforeEach(async () => {
  place = await openTestDb();
  const clock = { now: () => Date.now(), time: 0 };
  const { db } = place;
  const from = { storeName: 'Cuentos', origin: 'http://shop.test' };
  const sessions = createSessionService({ db, clock, tokens: createTokenService(readSecrets('', SECRET)), from });
  // The fixtures need no more of the application than this.
  const test = {
    ports: { db, clock },
    clock,
    services: { sessions, books: createBookService({ db, clock }) },
  } as unknown as TestApp;
  partId = (await addPart(test, (await addBook(test)).id)).id;
  await addBareEdition(test, partId);
  tokens = [];
  for (let n = 0; n < READERS; n += 1) {
    const user = await addUser(test);
    await give(test, user.id, partId);
    tokens.push((await sessions.open(user, { userAgent: '', address: '' })).access_token);
  }
});
afterEach(async () => place.drop());

async function startServer(): Promise<{ worker: Worker; origin: string }> {
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: place.folder,
    DATABASE_URL: place.url,
    AUTH_SECRET: SECRET,
    CAPTCHA_PROVIDER: 'none',
    PORT: '0',
  };
  const worker = startWorker('server-worker.ts', [], env);
  await worker.waitFor('port ');
  return { worker, origin: `http://127.0.0.1:${worker.lines()[0]!.slice('port '.length)}` };
}

const move = async (origin: string, reader: number, percentage: number) =>
  fetch(`${origin}/api/user_book_parts/${partId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${tokens[reader]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ last_location: 'epubcfi(/6/4)', percentage, mutation_id: crypto.randomUUID() }),
  });

describe('a server that is killed under readers at work', () => {
  it('has every position that it acknowledged, in five cycles', async () => {
    const revisions = Array.from({ length: READERS }, () => 0);
    let acknowledged = 0;
    for (let cycle = 0; cycle < 5; cycle += 1) {
      const { worker, origin } = await startServer();
      const readers = revisions.map(async (_, reader) => {
        for (;;) {
          const answer = await move(origin, reader, Math.random() * 100)
            .then(async (response) => response.json() as Promise<PositionRecord>)
            .catch(() => null);
          if (!answer) return;
          revisions[reader] = answer.revision;
          acknowledged += 1;
        }
      });
      const begun = acknowledged;
      await vi.waitUntil(() => acknowledged >= begun + 30, { timeout: 20_000, interval: 2 });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50));
      worker.process.kill('SIGKILL');
      await Promise.all([...readers, worker.ended]);
    }
    expect(acknowledged).toBeGreaterThanOrEqual(150);
    const { worker, origin } = await startServer();
    for (const [reader, token] of tokens.entries()) {
      const response = await fetch(`${origin}/api/user_book_parts/last_location/${partId}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { revision } = (await response.json()) as PositionRecord;
      // At most the one move whose answer the kill cut off each time is there beyond the last acknowledged one.
      expect(revision).toBeGreaterThanOrEqual(revisions[reader]!);
      expect(revision).toBeLessThanOrEqual(revisions[reader]! + 1);
    }
    worker.process.kill('SIGKILL');
    await worker.ended;
  }, 60_000);
});

describe('a server that is asked to stop', () => {
  it('finishes every request that it accepted, then ends with 0 at once', async () => {
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
    const moves = tokens.map(async (_, reader) => move(origin, reader, 50));
    // Every one of them has reached the server.
    await Promise.all(moves);
    await new Promise((resolve) => setTimeout(resolve, 150));
    worker.process.kill('SIGTERM');
    worker.process.kill('SIGTERM');
    const answers = await Promise.all(accepted);
    expect(answers).toEqual(Array.from({ length: 40 }, () => ({ status: 200, body: '{"done":true}' })));
    // Not 1: it did not run into its own time limit.
    expect(await worker.ended).toBe(0);
    agent.destroy();
    await expect(fetch(`${origin}/health/live`)).rejects.toThrow();
  }, 30_000);

  it('does not wait for visitors who only hold a connection open', async () => {
    const { worker, origin } = await startServer();
    const agent = new Agent({ keepAlive: true });
    await new Promise((resolve) =>
      httpRequest(`${origin}/health/live`, { agent }, (response) => response.resume().on('end', resolve)).end(),
    );
    worker.process.kill('SIGINT');
    expect(await worker.ended).toBe(0);
    agent.destroy();
  }, 30_000);

  it('says what is wrong with its settings and ends with another status', async () => {
    const worker = startWorker('server-worker.ts', [], { ...process.env, PORT: 'x', NODE_ENV: 'test' });
    expect(await worker.ended).toBe(1);
    expect(worker.output()).toContain('PORT: ');
  }, 30_000);
});
