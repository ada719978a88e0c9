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
 * Real processes of the shop send over real SMTP to slow servers. SMTP cannot exclude duplicates: a server that
 * accepted a mail whose sender died before the answer gets the mail again. That is at most one mail per connection,
 * with the same message id.
 */
const MAILS = 2 * MAIL_CONNECTIONS + 2;
/** Well after the lease of the dead process has expired and another process has polled for work. */
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

/** A mail server for one process of the shop, so that the test knows which process sent a mail. */
interface Post {
  readonly url: string;
  /** Ids of the mails that have arrived completely, whether they were acknowledged or not. */
  readonly arrived: string[];
  /** Accepts mails from now on, including those that wait for an answer. */
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
        // A killed sender leaves an incomplete message, which is ignored.
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

/** Registers people, each of whom gets a mail. */
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

/** Starts a process whose connections all wait for the server's answer, with further mails queued behind them. */
async function senderAtWork(): Promise<{ worker: Worker; post: Post }> {
  const post = await openPost({ accepting: false });
  const { worker, origin } = await start(post);
  await register(origin, MAILS);
  await until(() => post.arrived.length === MAIL_CONNECTIONS);
  return { worker, post };
}

/**
 * Stops a process between two transactions: one that is stopped within a transaction keeps its locks and blocks
 * writers.
 */
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

/** Checks that every mail arrived once, those in transmission at most twice, and no other mail. */
async function expectOnce(first: Post, second: Post): Promise<void> {
  const ids = (await mails()).map(({ id }) => id);
  expect(ids).toHaveLength(MAILS);
  expect(new Set([...first.arrived, ...second.arrived])).toEqual(new Set(ids));
  for (const { arrived } of [first, second]) expect(new Set(arrived).size).toBe(arrived.length);
  expect(first.arrived).toHaveLength(MAIL_CONNECTIONS);
}

describe('a process that is killed while a mail server delays its answers', () => {
  it.each(['another one', 'one that is started after it'])(
    'has its mails sent soon by %s, each at most once more',
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
  'a process that is suspended while a mail server delays its answers',
  () => {
    it('does not send mails that another process sent meanwhile when it continues', async () => {
      const { worker, post } = await senderAtWork();
      const next = await openPost({ accepting: false });
      await freeze(worker);
      await start(next);
      await until(() => next.arrived.length === MAIL_CONNECTIONS, SOON_MS);
      // The server answers before the process continues, so that the process could take the next mails at once.
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
  it("keeps the job's lease beyond its first term, so that no other process sends the mails", async () => {
    // A server that accepts connections and never answers.
    const lines = new Set<Socket>();
    const mute = createServer((line) => void lines.add(line.on('error', () => undefined)));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { origin } = await start({ url: `smtp://127.0.0.1:${(mute.address() as AddressInfo).port}` });
    await register(origin, 3);
    await until(() => lines.size === 3);
    const other = await openPost({ accepting: true });
    await start(other);
    await until(async () => (await mails()).every(({ attempts }) => attempts === 1), 60_000);
    // A silent connection times out after longer than a lease lasts.
    expect((await mails()).map(({ last_error: error }) => error)).toEqual(['ETIMEDOUT', 'ETIMEDOUT', 'ETIMEDOUT']);
    expect(other.arrived).toEqual([]);
    for (const line of lines) line.destroy();
    mute.close();
  }, 120_000);
});
