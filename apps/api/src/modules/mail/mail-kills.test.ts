import { type AddressInfo, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Db } from '../../platform/db/db.ts';
import { MAIL_CONNECTIONS } from '../../ports/mail.ts';
import { startShop } from '../../testing/busy-shop.ts';
import { openTestDb, type TestDb } from '../../testing/open-test-db.ts';
import type { Worker } from '../../testing/run-worker.ts';

/**
 * Real processes of the shop over real SMTP conversations with servers that take their time. Mail itself cannot promise
 * that nothing comes twice: a server that took a mail whose sender ended before its answer gets it again. That is at
 * most one for each connection, and it has the same id.
 */
const MAILS = 2 * MAIL_CONNECTIONS + 2;
/** Well after the lease of who is gone has ended and another process has looked whether there is something to do. */
const SOON_MS = 3 * (10_000 + 5000);

let place: TestDb & { readonly db: Db };
let workers: Worker[];
let posts: Post[];
beforeEach(async () => {
  place = await openTestDb();
  workers = [];
  posts = [];
});
afterEach(async () => {
  for (const { process } of workers) process.kill('SIGKILL');
  for (const { ended } of workers) await ended;
  for (const post of posts) await post.close();
  await place.drop();
});

/** A mail server of one process of the shop, so that it is known who sent what. */
interface Post {
  readonly url: string;
  /** Ids of the mails that it has in full, whether it has said so or not. */
  readonly arrived: string[];
  /** From now on mails are accepted, those too that wait for it. */
  accept(): void;
  close(): Promise<void>;
}

async function openPost({ accepting }: { readonly accepting: boolean }): Promise<Post> {
  const arrived: string[] = [];
  const gate = Promise.withResolvers<void>();
  if (accepting) gate.resolve();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      void buffer(stream).then(
        async (raw) => {
          arrived.push(/^message-id: *(?:\r\n )?<([^@>]+)/im.exec(raw.toString('latin1'))?.[1] ?? '');
          await gate.promise;
          done();
        },
        // A sender that is killed leaves a mail half said.
        () => undefined,
      );
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const post = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    arrived,
    accept: () => gate.resolve(),
    close: async () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
  posts.push(post);
  return post;
}

async function start(post: Pick<Post, 'url'>): Promise<{ worker: Worker; origin: string }> {
  const started = await startShop(place, { SMTP_URL: post.url, LIMIT_REGISTER_PER_HOUR: '1000' });
  workers.push(started.worker);
  return started;
}

/** People come, each of whom is written to. */
async function register(origin: string, count: number): Promise<void> {
  const people = Array.from({ length: count }, async (_, n) => {
    const password = 'una-clave-de-prueba';
    const fields = { name: 'Ana', email: `ana-${n}@ejemplo.cl`, password, confirmPassword: password };
    const headers = { 'content-type': 'application/json' };
    return fetch(`${origin}/api/users/`, { method: 'POST', headers, body: JSON.stringify(fields) });
  });
  for (const { status } of await Promise.all(people)) expect(status).toBe(201);
}

const mails = async () => place.db.read.selectFrom('mails').selectAll().execute();
const until = async (is: () => boolean | Promise<boolean>, timeout = 30_000): Promise<void> => {
  await vi.waitUntil(is, { timeout, interval: 20 });
};
const areSent = async (): Promise<boolean> => (await mails()).every(({ sent_at: sent }) => sent !== null);

/** A process whose mails wait for the answers of its server, as many as it has connections, and others behind them. */
async function senderAtWork(): Promise<{ worker: Worker; post: Post }> {
  const post = await openPost({ accepting: false });
  const { worker, origin } = await start(post);
  await register(origin, MAILS);
  await until(() => post.arrived.length === MAIL_CONNECTIONS);
  return { worker, post };
}

/** Stops a process between two transactions: one that stands still within one keeps its locks, so no other could write. */
async function freeze({ process: frozen }: Worker): Promise<void> {
  const canWrite = () =>
    place.db.handle
      .updateTable('mails')
      .set('attempts', sql`attempts`)
      .execute()
      .then(
        () => true,
        () => false,
      );
  frozen.kill('SIGSTOP');
  while (!(await canWrite())) {
    frozen.kill('SIGCONT');
    await setTimeout(20);
    frozen.kill('SIGSTOP');
  }
}

/** Everything came, what was on its way perhaps twice, and nothing else did. */
async function expectOnce(first: Post, second: Post): Promise<void> {
  const ids = (await mails()).map(({ id }) => id);
  expect(ids).toHaveLength(MAILS);
  expect(new Set([...first.arrived, ...second.arrived])).toEqual(new Set(ids));
  for (const { arrived } of [first, second]) expect(new Set(arrived).size).toBe(arrived.length);
  expect(first.arrived).toHaveLength(MAIL_CONNECTIONS);
}

describe('a process that is killed while a mail server thinks about its mails', () => {
  it.each(['another one', 'one that is started after it'])(
    'has them sent soon by %s, each once more at most',
    async (heir) => {
      const { worker, post } = await senderAtWork();
      const next = await openPost({ accepting: true });
      if (heir === 'another one') await start(next);
      worker.process.kill('SIGKILL');
      await worker.ended;
      if (heir !== 'another one') await start(next);
      await until(areSent, SOON_MS);
      await expectOnce(post, next);
      expect((await mails()).map(({ attempts }) => attempts)).toEqual(Array.from({ length: MAILS }, () => 1));
    },
    120_000,
  );
});

describe.runIf(process.platform !== 'win32')(
  'a process that stands still while a mail server thinks about its mails',
  () => {
    it('sends none of those that another one sends meanwhile when it goes on', async () => {
      const { worker, post } = await senderAtWork();
      const next = await openPost({ accepting: false });
      await freeze(worker);
      await start(next);
      await until(() => next.arrived.length === MAIL_CONNECTIONS, SOON_MS);
      // Its server has answered by the time at which it goes on, so that it could take up the next ones at once.
      post.accept();
      worker.process.kill('SIGCONT');
      const noted = async () =>
        (await mails()).filter(({ sent_at: sent }) => sent !== null).length === MAIL_CONNECTIONS;
      await until(noted);
      next.accept();
      await until(areSent);
      expect(post.arrived).toHaveLength(MAIL_CONNECTIONS);
      await expectOnce(post, next);
    }, 120_000);
  },
);

describe('a process whose mails all time out', () => {
  it('keeps the job for longer than a lease, so that no other process sends the mails', async () => {
    // It takes the line and never says a word.
    const lines = new Set<Socket>();
    const mute = createServer((line) => void lines.add(line.on('error', () => undefined)));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { origin } = await start({ url: `smtp://127.0.0.1:${(mute.address() as AddressInfo).port}` });
    await register(origin, 3);
    await until(() => lines.size === 3);
    const other = await openPost({ accepting: true });
    await start(other);
    await until(async () => (await mails()).every(({ attempts }) => attempts === 1), 60_000);
    // A line that says nothing is given up after longer than a lease lasts.
    expect((await mails()).map(({ last_error: error }) => error)).toEqual(['ETIMEDOUT', 'ETIMEDOUT', 'ETIMEDOUT']);
    expect(other.arrived).toEqual([]);
    for (const line of lines) line.destroy();
    mute.close();
  }, 120_000);
});
