import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Db } from '../../platform/db/db.ts';
import { MAIL_CONNECTIONS } from '../../ports/mail.ts';
import { startShop } from '../../testing/busy-shop.ts';
import { openTestDb, type TestDb } from '../../testing/open-test-db.ts';
import type { Worker } from '../../testing/run-worker.ts';
import { queueMail } from './service.ts';

/** Real processes that send to a real mail server, which takes its time for each mail. */
const MAILS = 15;
const ACCEPTED_AFTER_MS = 1000;

let place: TestDb & { readonly db: Db };
/** Message ids, once for each time that a mail came whole. */
let arrived: string[];
/** Mails whose sender waits for the answer. */
let waiting: Set<string>;
let post: SMTPServer;
let workers: Worker[];

beforeEach(async () => {
  place = await openTestDb();
  arrived = [];
  waiting = new Set();
  workers = [];
  post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const take = (raw: Buffer): void => {
        const id = /^Message-ID: <([^@]+)@/im.exec(raw.toString('latin1'))![1]!;
        arrived.push(id);
        waiting.add(id);
        setTimeout(() => {
          waiting.delete(id);
          done();
        }, ACCEPTED_AFTER_MS);
      };
      // What was cut off did not come.
      buffer(stream).then(take, () => undefined);
    },
  });
  // A sender that was killed breaks its line off.
  post.on('error', () => undefined);
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const { process } of workers) process.kill('SIGKILL');
  for (const { ended } of workers) await ended;
  await new Promise<void>((resolve) => post.close(() => resolve()));
  await place.drop();
});

async function queueMany(): Promise<void> {
  for (let n = 0; n < MAILS; n += 1) await queue(`m${n}`);
}

async function queue(dedupeKey: string): Promise<void> {
  const content = { template: 'test', subject: 'Hola', text: 'Uno', html: '<p>Uno</p>' };
  await place.db.withTx(async (tx) => queueMail(tx, 'ana@ejemplo.cl', dedupeKey, content, Date.now()));
}

async function start(): Promise<Worker> {
  const { port } = post.server.address() as AddressInfo;
  const { worker } = await startShop(place, { SMTP_URL: `smtp://127.0.0.1:${port}` });
  workers.push(worker);
  return worker;
}

/** Some are sent, some wait for the server's word, and others have not begun. */
async function inTheMiddle(): Promise<void> {
  const isThere = async () => waiting.size >= 3 && (await sent()).size > 0;
  await vi.waitUntil(isThere, { timeout: 30_000, interval: 5 });
}

const rows = async () => place.db.read.selectFrom('mails').selectAll().execute();
/** Mails that the outbox knows to be accepted. */
const sent = async () => new Set((await rows()).filter(({ sent_at: at }) => at !== null).map(({ id }) => id));
const timesOf = (id: string): number => arrived.filter((other) => other === id).length;

/** Waits until the outbox is empty, and no sender is at work any more. */
async function everythingIsSent(): Promise<void> {
  const isDone = async () => (await rows()).every(({ sent_at: at }) => at !== null) && waiting.size === 0;
  await vi.waitUntil(isDone, { timeout: 60_000, interval: 50 });
}

/**
 * How often mails came, by what they were when their sender was cut off.
 * @param before those that were sent by then
 */
async function deliveries(before: ReadonlySet<string>) {
  const ids = (await rows()).map(({ id }) => id);
  const others = ids.filter((id) => !before.has(id)).map(timesOf);
  return {
    lost: ids.filter((id) => timesOf(id) === 0).length,
    sentAgain: [...before].filter((id) => timesOf(id) > 1).length,
    most: Math.max(...others),
    twice: others.filter((times) => times === 2).length,
  };
}

/** What was on its way may come twice: nobody can know whether it was taken. */
function expectedAtMost({ twice }: { readonly twice: number }) {
  return { lost: 0, sentAgain: 0, most: twice > 0 ? 2 : 1, twice: Math.min(twice, MAIL_CONNECTIONS) };
}

it('of a process that is killed while it sends go out by the next one, each once but for those on their way', async () => {
  await queueMany();
  const killed = await start();
  await inTheMiddle();
  killed.process.kill('SIGKILL');
  await killed.ended;
  const before = await sent();
  const begun = performance.now();
  await start();
  await everythingIsSent();
  const came = await deliveries(before);
  expect(came).toEqual(expectedAtMost(came));
  console.log(`${MAILS} mails after a kill: ${Math.round(performance.now() - begun)} ms`);
}, 120_000);

it('of a process that stands still are taken over by one beside it, and not sent again when it goes on', async () => {
  const beside = await start();
  beside.process.kill('SIGSTOP');
  await queueMany();
  const stopped = await start();
  await inTheMiddle();
  stopped.process.kill('SIGSTOP');
  const before = await sent();
  beside.process.kill('SIGCONT');
  await everythingIsSent();
  stopped.process.kill('SIGCONT');
  await queue('later');
  await everythingIsSent();
  const came = await deliveries(before);
  expect(came).toEqual(expectedAtMost(came));
}, 120_000);
