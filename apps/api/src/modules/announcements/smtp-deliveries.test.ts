import { HOUR_MS } from '@cuentos/domain/time/durations';
import type { AddressInfo } from 'node:net';
import { longProof } from '@cuentos/domain/testing/long-proof';
import { buffer } from 'node:stream/consumers';
import { type SMTPServerAddress, SMTPServer, type SMTPServerSession } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BULK_CONNECTIONS } from '../../ports/mail.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { addReader } from '../../testing/fixtures.ts';
import { startWorker, type Worker } from '../../testing/run-worker.ts';
import { knownSubscriber } from '../site/service.ts';
import { updateSubscriber } from '../site/repository.ts';

/**
 * An announcement over real SMTP, sent by a process that is killed twice. SMTP cannot exclude duplicates: a server that
 * accepted a mail whose sender died before recording it gets the mail again. That is at most one mail per connection
 * and kill, with the same message id, by which servers drop duplicates. Likewise a refused address may be tried again.
 */
const proof = longProof('announcement-deliveries', 80);
const KILLS = 2;

let test: TestApp;
let worker: Worker | null = null;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(async () => {
  worker?.process.kill('SIGKILL');
  await new Promise<void>((resolve) => server.close(() => resolve()));
  await test.close();
});

/** The answer that the server gives for an address. */
function manner(index: number): 'accept' | 'refuse' | 'full' | 'busy' | 'break' {
  if (index % 40 === 1) return 'refuse';
  if (index % 40 === 2) return 'busy';
  if (index % 40 === 3) return 'full';
  if (index % 40 === 4) return 'break';
  return 'accept';
}

const indexOf = ({ address }: SMTPServerAddress): number => Number(/^l(\d+)@/.exec(address)?.[1]);
/** The server does not answer for the tenth and the thirtieth address it is asked about. */
const HANGS = new Set([10, 30]);
/** Number of tries of each address; `taken` has the message ids accepted for it. */
const recipientsByAttempt = new Map<number, number>();
/** Number of tries of each address by one sender process. */
const askedBySender = new Map<string, number>();
let senders = 0;
const taken = new Map<number, string[]>();

const answer = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code });

function onRcptTo(address: SMTPServerAddress, _session: SMTPServerSession, done: (error?: Error | null) => void): void {
  const index = indexOf(address);
  const times = (recipientsByAttempt.get(index) ?? 0) + 1;
  recipientsByAttempt.set(index, times);
  const bySender = `${index} by ${senders}`;
  askedBySender.set(bySender, (askedBySender.get(bySender) ?? 0) + 1);
  const how = manner(index);
  if (how === 'refuse') return done(answer(550, '5.1.1 no such mailbox'));
  if (how === 'busy' && times === 1) return done(answer(451, '4.7.1 try again later'));
  if (how === 'full' && times === 1) return done(answer(452, '4.2.2 mailbox full'));
  // Two of the three connections get no answer until the sender is killed.
  if (times === 1 && HANGS.has(recipientsByAttempt.size)) return undefined;
  return done();
}

/** A killed sender leaves incomplete messages, which the server ignores. */
const broken = (): void => undefined;

const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo,
  onData(stream, session, done) {
    void buffer(stream).then((raw) => {
      const [to] = session.envelope.rcptTo;
      const index = to ? indexOf(to) : -1;
      const breaks = manner(index) === 'break' && recipientsByAttempt.get(index) === 1;
      if (breaks) {
        // The connection closes before the server answers the message.
        for (const connection of server.connections) {
          if ((connection as { id?: string }).id === session.id) (connection as unknown as Closable)._socket.destroy();
        }
        return;
      }
      const id = /^message-id: *(?:\r\n )?<([^>]+)>/im.exec(raw.toString('latin1'))?.[1] ?? '';
      taken.set(index, [...(taken.get(index) ?? []), id]);
      done();
    }, broken);
  },
});
// The server emits an error for each connection that a killed process breaks.
server.on('error', () => undefined);

interface Closable {
  readonly _socket: { destroy(): void };
}

const start = (aheadMs: number): Worker => {
  const { port } = server.server.address() as AddressInfo;
  const { dataDir, DATABASE_URL = '' } = test.config;
  senders += 1;
  worker = startWorker('bulk-mail-worker.ts', [dataDir, DATABASE_URL, `smtp://127.0.0.1:${port}`, String(aheadMs)]);
  return worker;
};

async function kill(sender: Worker): Promise<void> {
  sender.process.kill('SIGKILL');
  await sender.ended;
}

it(
  'everybody gets it once, whatever the server says, and over kills of the sender',
  async () => {
    const indices = [...proof.runs()];
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    for (let at = 0; at < indices.length; at += 500) {
      await test.ports.db.withTx(async (tx) => {
        for (const index of indices.slice(at, at + 500)) {
          const { id } = await knownSubscriber(tx, `l${index}@ejemplo.cl`, 1);
          await updateSubscriber(tx, id, { state: 'confirmed', confirmed_at: 1 });
        }
      });
    }
    const { announcements } = test.services;
    const admin = await addReader(test, { role: 'admin' });
    const draft = { subject: 'Hola', body: 'Una **carta**.', audience: 'news', audience_id: null } as const;
    const { id } = await announcements.create(admin.user.id, draft);
    await announcements.send(admin.user.id, id, null);

    const deadline = { timeout: proof.timeout(120_000), interval: 50 };
    const reachable = indices.filter((index) => manner(index) !== 'refuse');
    const delivered = () => reachable.filter((index) => taken.has(index)).length;
    let ahead = 0;
    for (let kills = 1; kills <= KILLS; kills += 1) {
      const running = start(ahead);
      await expect.poll(delivered, deadline).toBeGreaterThanOrEqual((indices.length * kills) / 4);
      const { accepted } = await announcements.read(id);
      // The reported count only has accepted mails; the server may have accepted further mails whose answer is on its
      // way.
      expect(accepted).toBeLessThanOrEqual(delivered());
      await kill(running);
      const acceptedCount = (await announcements.read(id)).accepted;
      expect(delivered() - acceptedCount).toBeLessThanOrEqual(BULK_CONNECTIONS * kills);
      ahead += HOUR_MS / 60;
    }
    for (let turn = 0; (await announcements.read(id)).state !== 'done' && turn < 12; turn += 1) {
      const running = start(ahead);
      await running.waitFor('idle');
      await kill(running);
      ahead += 2 * HOUR_MS;
    }

    const results = await announcements.read(id);
    const refused = indices.length - reachable.length;
    expect(results).toMatchObject({
      state: 'done',
      total: indices.length,
      accepted: reachable.length,
      refused,
      retrying: 0,
    });
    expect(reachable.filter((index) => !taken.has(index))).toEqual([]);
    const mails = [...taken.values()];
    expect(mails.filter((ids) => new Set(ids).size > 1)).toEqual([]);
    const repeats = mails.reduce((sum, ids) => sum + ids.length - 1, 0);
    expect(repeats).toBeLessThanOrEqual(KILLS * BULK_CONNECTIONS);
    // A sender that heard that a mailbox does not exist never tries it again.
    const refusals = indices.filter((index) => manner(index) === 'refuse');
    const ofRefusals = [...askedBySender].filter(([key]) => manner(Number.parseInt(key, 10)) === 'refuse');
    expect(ofRefusals.filter(([, times]) => times > 1)).toEqual([]);
    expect(ofRefusals.length - refusals.length).toBeLessThanOrEqual(KILLS * BULK_CONNECTIONS);
    expect((await announcements.audiences()).news).toBe(reachable.length);
  },
  proof.timeout(120_000),
);
