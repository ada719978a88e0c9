import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { readdir, readFile } from 'node:fs/promises';
import { type AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMailFiles, createSmtpMail } from '../../adapters/nodemailer/nodemailer-mail.ts';
import { createJobRunner, type JobRunner } from '../../platform/jobs/job-runner.ts';
import type { Db } from '../../platform/db/db.ts';
import { MAIL_CONNECTIONS, type MailPort, MailRefused, type OutgoingMail } from '../../ports/mail.ts';
import { wipe } from '../../testing/fixtures.ts';
import { openTestDb, type TestDb } from '../../testing/open-test-db.ts';
import {
  countGivenUp,
  createBulkMailJob,
  createMailJob,
  eraseSentSecrets,
  forgetCopies,
  MAIL_JOB,
  queueBulkMails,
  queueMail,
} from './service.ts';

// A template without a budget, since the tests queue many mails.
const content = { template: 'refund', subject: 'Hola, ñandú 🦤', text: 'Uno\ndos', html: '<p>Uno</p><p>dos</p>' };

let place: TestDb;
let db: Db;
const clock = { time: 0, now: () => clock.time };
beforeAll(async () => {
  const opened = await openTestDb();
  place = opened;
  db = opened.db;
});
beforeEach(async () => {
  await wipe(db);
  clock.time = Date.UTC(2026, 10, 18);
});
afterAll(async () => place.drop());

const queue = async (dedupeKey: string, to = 'ana@ejemplo.cl', change: Partial<typeof content> = {}) =>
  db.withTx(async (tx) => queueMail(tx, to, dedupeKey, { ...content, ...change }, clock.now()));
const rows = async () => db.read.selectFrom('mails').selectAll().orderBy('created_at').orderBy('id').execute();
const { log } = Fastify();
const runnerOf = (mail: MailPort, on = db): JobRunner =>
  createJobRunner({ db: on, log }, [createMailJob({ db: on, clock, mail })]);

function recorder(
  send: (mail: OutgoingMail) => Promise<void> | void = () => undefined,
): MailPort & { sent: OutgoingMail[] } {
  const sentMails: OutgoingMail[] = [];
  return {
    name: 'recorded',
    sent: sentMails,
    async send(mail) {
      await send(mail);
      sentMails.push(mail);
    },
    close: () => undefined,
  };
}

describe('the outbox', () => {
  it('sends a queued mail once, with a message id that stays the same', async () => {
    await queue('a');
    const mail = recorder();
    const runner = runnerOf(mail);
    await runner.runOnce(MAIL_JOB);
    await runner.runOnce(MAIL_JOB);
    const [row] = await rows();
    expect(mail.sent).toEqual([
      { messageId: row!.id, to: 'ana@ejemplo.cl', subject: content.subject, text: content.text, html: content.html },
    ]);
    expect(row).toMatchObject({ sent_at: clock.now(), next_attempt_at: null, attempts: 1, last_error: null });
  });

  it('finishes the running mails when the database fails to record one', async () => {
    await queue('noted badly');
    await queue('slow');
    const [, slow] = await rows();
    const arrived: string[] = [];
    const mail = recorder(async ({ messageId }) => {
      if (messageId === slow!.id) await new Promise((resolve) => setTimeout(resolve, 300));
      arrived.push(messageId);
    });
    let isBroken = true;
    const withTx: Db['withTx'] = async (work) => {
      if (!isBroken) return db.withTx(work);
      isBroken = false;
      throw new Error('the database is gone');
    };
    const job = createMailJob({ db: { ...db, read: db.read, withTx }, clock, mail });
    await expect(job.run(new AbortController().signal)).rejects.toThrow('the database is gone');
    expect(arrived).toHaveLength(2);
    expect((await rows()).map(({ sent_at: sent }) => sent !== null)).toEqual([false, true]);
  });

  it('sends one mail per event, however often the event is queued', async () => {
    await Promise.all(Array.from({ length: 10 }, async () => queue('order-1')));
    await queue('order-2');
    expect(await rows()).toHaveLength(2);
  });

  it('holds no mail of an event that was rolled back', async () => {
    const failing = db.withTx(async (tx) => {
      await queueMail(tx, 'ana@ejemplo.cl', 'a', content, 0);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
  });

  it('tries again after growing waits, and then keeps the mail with its error', async () => {
    await queue('a');
    let attempts = 0;
    const runner = runnerOf(
      recorder(() => {
        attempts += 1;
        throw new TypeError('fetch failed for ana@ejemplo.cl');
      }),
    );
    for (const [tries, wait] of [1, 5, 15, 60, 240, 720].entries()) {
      await runner.runOnce(MAIL_JOB);
      expect((await rows())[0]).toMatchObject({
        attempts: tries + 1,
        next_attempt_at: clock.now() + wait * MINUTE_MS,
        last_error: 'TypeError',
        sent_at: null,
      });
      clock.time += wait * MINUTE_MS - 1;
      await runner.runOnce(MAIL_JOB);
      expect(attempts).toBe(tries + 1);
      clock.time += 1;
    }
    await runner.runOnce(MAIL_JOB);
    clock.time += 10_000 * MINUTE_MS;
    await runner.runOnce(MAIL_JOB);
    expect(attempts).toBe(7);
    expect((await rows())[0]).toMatchObject({ attempts: 7, next_attempt_at: null, sent_at: null });
  });

  it("tries for three days when the server refuses the shop itself, and keeps the server's reason", async () => {
    await queue('a');
    const limit = new MailRefused('454 Throttling failure', { code: 'EENVELOPE', reason: 'sender-limit' });
    let attempts = 0;
    const runner = runnerOf(
      recorder(() => {
        attempts += 1;
        throw limit;
      }),
    );
    const start = clock.time;
    for (let hour = 0; hour < 24 * 7; hour += 1) {
      await runner.runOnce(MAIL_JOB);
      const [row] = await rows();
      expect(row?.last_error).toBe('sender-limit');
      if (row?.next_attempt_at === null) break;
      clock.time = row!.next_attempt_at!;
    }
    expect(attempts).toBe(11);
    expect(clock.time - start).toBeGreaterThan(2.5 * 24 * 60 * MINUTE_MS);
  });

  it.each([
    // A mailbox that does not exist is not tried again.
    ['no-mailbox', 1, 0],
    ['not-taken', 1, 1],
    ['mailbox-full', 7, 1],
  ] as const)('a mail that its server answers with %s is tried %i times', async (reason, tries, givenUp) => {
    await queue('a');
    let attempts = 0;
    const runner = runnerOf(
      recorder(() => {
        attempts += 1;
        throw new MailRefused('550', { code: 'EENVELOPE', reason });
      }),
    );
    for (let turn = 0; turn < 8; turn += 1) {
      await runner.runOnce(MAIL_JOB);
      clock.time += 720 * MINUTE_MS;
    }
    expect(attempts).toBe(tries);
    expect((await rows())[0]).toMatchObject({ attempts, next_attempt_at: null, last_error: reason });
    expect(await countGivenUp(db.read, clock.now())).toBe(givenUp);
  });

  it('sends other mails although one is refused', async () => {
    await queue('a', 'mala@ejemplo.cl');
    await queue('b');
    const mail = recorder(({ to }) => {
      if (to.startsWith('mala')) throw new Error('550');
    });
    await runnerOf(mail).runOnce(MAIL_JOB);
    expect(mail.sent.map(({ to }) => to)).toEqual(['ana@ejemplo.cl']);
  });

  it('sends at once a mail that a process with another clock queued', async () => {
    clock.time += 3 * 60 * MINUTE_MS;
    await queue('ahead', 'ana@ejemplo.cl');
    await db.withTx(async (tx) =>
      queueBulkMails(tx, [{ to: 'eva@ejemplo.cl', template: 'release', dedupeKey: 'ahead of many' }], clock.now()),
    );
    clock.time -= 3 * 60 * MINUTE_MS;
    const mail = recorder();
    await runnerOf(mail).runOnce(MAIL_JOB);
    const composer = { compose: async () => content, addressRefused: async () => undefined };
    const bulk = createBulkMailJob({ db, clock, mail, composers: new Map([['release', composer]]) });
    await bulk.run(new AbortController().signal);
    expect(mail.sent.map(({ to }) => to)).toEqual(['ana@ejemplo.cl', 'eva@ejemplo.cl']);
  });

  it('prevents a title from adding headers', async () => {
    await queue('a', 'ana@ejemplo.cl', { subject: 'Gracias\r\nBcc: otra@ejemplo.cl\u0000\n\nCuerpo' });
    expect((await rows())[0]!.subject).toBe('Gracias Bcc: otra@ejemplo.cl Cuerpo');
  });

  it('sends until it is empty, also with a long queue', async () => {
    for (let n = 0; n < 60; n += 1) await queue(`m${n}`);
    const mail = recorder();
    await runnerOf(mail).runOnce(MAIL_JOB);
    expect(new Set(mail.sent.map(({ messageId }) => messageId)).size).toBe(60);
    expect(mail.sent).toHaveLength(60);
  });

  it('sends urgent mails first, even those that arrive during a run', async () => {
    for (let n = 0; n < 20; n += 1) await queue(`m${n}`, `otra-${n}@ejemplo.cl`, { template: 'refund' });
    clock.time += 1000;
    await queue('first', 'primera@ejemplo.cl', { template: 'recover' });
    let request: Promise<unknown> | null = null;
    const mail = recorder(async () => {
      if (request === null) {
        clock.time += 1000;
        request = queue('second', 'segunda@ejemplo.cl', { template: 'verify-email' });
      }
      // The urgent mails are sent no later than the run that this request starts.
      await request;
    });
    await runnerOf(mail).runOnce(MAIL_JOB);
    const order = mail.sent.map(({ to }) => to);
    expect(order).toHaveLength(22);
    expect(order.indexOf('primera@ejemplo.cl')).toBeLessThan(MAIL_CONNECTIONS);
    expect(order.indexOf('segunda@ejemplo.cl')).toBeLessThan(2 * MAIL_CONNECTIONS);
  });

  it('sends the other mails while one takes long', async () => {
    for (const key of ['slow', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await queue(key, `${key}@ejemplo.cl`);
    const others = Promise.withResolvers<void>();
    const mail = recorder(async ({ to }) => {
      if (to.startsWith('slow')) await others.promise;
      else if (mail.sent.length === 6) others.resolve();
    });
    await runnerOf(mail).runOnce(MAIL_JOB);
    expect(mail.sent.at(-1)?.to).toBe('slow@ejemplo.cl');
    expect(mail.sent).toHaveLength(8);
  });

  it('sends mails that arrive while one takes long', async () => {
    await queue('slow', 'slow@ejemplo.cl');
    const later = Promise.withResolvers<void>();
    const mail = recorder(async ({ to }) => {
      if (to.startsWith('slow')) {
        await queue('later', 'later@ejemplo.cl');
        await later.promise;
      } else later.resolve();
    });
    await runnerOf(mail).runOnce(MAIL_JOB);
    expect(mail.sent.map(({ to }) => to)).toEqual(['later@ejemplo.cl', 'slow@ejemplo.cl']);
  });

  it('starts no further mail when the process ends', async () => {
    for (let n = 0; n < 20; n += 1) await queue(`m${n}`);
    let stopped: Promise<void> | undefined;
    const mail = recorder(() => {
      stopped ??= runner.stop();
    });
    const runner = runnerOf(mail);
    await runner.runOnce(MAIL_JOB);
    await stopped;
    expect(mail.sent.length).toBeLessThanOrEqual(MAIL_CONNECTIONS);
  });
});

describe('two processes', () => {
  it('send one mail', async () => {
    for (let n = 0; n < 15; n += 1) await queue(`m${n}`);
    const other = await place.open();
    const mail = recorder(async () => new Promise((resolve) => setTimeout(resolve, 2)));
    await Promise.all([
      runnerOf(mail).runOnce(MAIL_JOB),
      runnerOf(mail, other).runOnce(MAIL_JOB),
      runnerOf(mail, other).runOnce(MAIL_JOB),
    ]);
    expect(mail.sent).toHaveLength(15);
    expect(new Set(mail.sent.map(({ messageId }) => messageId)).size).toBe(15);
  });
});

describe('a process that was delayed while another one sent its mail', () => {
  it.each<[string, () => void]>([
    ['hears that its own was taken', () => undefined],
    [
      'hears that its line is gone',
      () => {
        throw new Error('the line is gone');
      },
    ],
  ])('%s, and leaves it sent', async (_, end) => {
    await queue('late');
    const [row] = await rows();
    const sentColumns = { sent_at: 5, attempts: 1, next_attempt_at: null, last_error: null };
    const mail = recorder(async () => {
      await db.withTx(async (tx) => tx.updateTable('mails').set(sentColumns).where('id', '=', row!.id).execute());
      end();
    });
    await runnerOf(mail).runOnce(MAIL_JOB);
    expect(await rows()).toMatchObject([sentColumns]);
  });
});

describe('the SMTP adapter', () => {
  interface Received {
    readonly from: string;
    readonly to: string[];
    readonly raw: Buffer;
  }
  const received: Received[] = [];
  let refuse = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(refuse ? new Error('no such mailbox') : null),
    onData(stream, session, done) {
      void buffer(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
        });
        done();
      });
    },
  });

  it('sends to a real server: envelope, headers, both bodies, and reports refusals', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    const mail = createSmtpMail(`smtp://127.0.0.1:${port}`, 'Cuentos de Bolsillo <hola@cuentos.test>');
    try {
      await mail.send({ messageId: 'abc-1', to: 'ana@ejemplo.cl', ...content });
      expect(received[0]).toMatchObject({ from: 'hola@cuentos.test', to: ['ana@ejemplo.cl'] });
      const parsed = await new PostalMime().parse(received[0]!.raw);
      expect(parsed).toMatchObject({
        subject: content.subject,
        messageId: '<abc-1@cuentos.test>',
        from: { name: 'Cuentos de Bolsillo' },
        html: expect.stringContaining('<p>dos</p>'),
      });
      expect(parsed.text?.trim()).toBe(content.text);
      await mail
        .send({
          messageId: 'abc-2',
          to: 'ana@ejemplo.cl\r\nBcc: otra@ejemplo.cl',
          ...content,
          subject: 'a\r\nBcc: otra@ejemplo.cl',
        })
        .catch(() => undefined);
      expect(received.flatMap(({ to }) => to).filter((to) => to !== 'ana@ejemplo.cl' && to.startsWith('otra'))).toEqual(
        [],
      );
      for (const { raw } of received) expect(raw.toString('latin1').split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im);
      refuse = true;
      await expect(mail.send({ messageId: 'abc-3', to: 'nadie@ejemplo.cl', ...content })).rejects.toThrow(
        /no such mailbox/,
      );
    } finally {
      mail.close();
      await new Promise<void>((resolve) => server.close(resolve));
    }
    const later = createSmtpMail(`smtp://127.0.0.1:${port}`, 'hola@cuentos.test');
    await expect(later.send({ messageId: 'abc-4', to: 'ana@ejemplo.cl', ...content })).rejects.toThrow(/ECONNREFUSED/);
  });

  it('sends no name, password or mail to a server without encryption', async () => {
    const commands: string[] = [];
    const plain = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) => {
        commands.push(String(auth.username));
        done(null, { user: 'tienda' });
      },
    });
    await new Promise<void>((resolve) => plain.listen(0, resolve));
    const { port } = plain.server.address() as AddressInfo;
    // The server has an address that is not loopback, for which encryption is required.
    const far = createSmtpMail(`smtp://tienda:secreto@[::ffff:127.0.0.1]:${port}`, 'hola@cuentos.test');
    try {
      await expect(far.send({ messageId: 'abc-5', to: 'ana@ejemplo.cl', ...content })).rejects.toThrow(/STARTTLS/);
      expect(commands).toEqual([]);
    } finally {
      far.close();
      await new Promise<void>((resolve) => plain.close(() => resolve()));
    }
  });

  it("waits for a slow server's answer, so that the mail is not sent twice", async () => {
    const arrived: string[] = [];
    const accept = Promise.withResolvers<void>();
    const slow = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        void buffer(stream).then(async (raw) => {
          arrived.push(raw.toString('latin1'));
          await accept.promise;
          done();
        });
      },
    });
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
    const { port } = slow.server.address() as AddressInfo;
    await queue('slow');
    const mail = createSmtpMail(`smtp://127.0.0.1:${port}`, 'hola@cuentos.test');
    try {
      // Time limits are set on the socket, in ms: 15 s for the greeting, ten minutes for the answer to a mail.
      const limits = vi.spyOn(Socket.prototype, 'setTimeout');
      onTestFinished(() => limits.mockRestore());
      const run = createJobRunner({ db, log, leaseMs: 2000 }, [createMailJob({ db, clock, mail })]).runOnce(MAIL_JOB);
      await expect.poll(() => arrived.length).toBe(1);
      const lease = async () => db.read.selectFrom('leases').select('expires_at').executeTakeFirstOrThrow();
      const { expires_at: end } = await lease();
      // The job renews its lease meanwhile, so no other process sends the mail.
      await expect.poll(async () => (await lease()).expires_at).toBeGreaterThan(end + 1000);
      await runnerOf(mail).runOnce(MAIL_JOB);
      expect((await rows())[0]).toMatchObject({ attempts: 0, sent_at: null });
      expect(limits.mock.calls.map(([limit]) => limit)).toContain(10 * MINUTE_MS);
      accept.resolve();
      await run;
      expect(arrived).toHaveLength(1);
      expect((await rows())[0]).toMatchObject({ attempts: 1, sent_at: clock.now() });
    } finally {
      mail.close();
      await new Promise<void>((resolve) => slow.close(() => resolve()));
    }
  });
});

describe('the adapter that writes files', () => {
  it('writes one .eml per mail, which mail programs can read', async () => {
    const folder = join(place.folder, 'outbox');
    const mail = createMailFiles(folder, 'Cuentos <hola@cuentos.test>');
    for (let attempt = 0; attempt < 2; attempt += 1)
      await mail.send({ messageId: 'abc', to: 'ana@ejemplo.cl', ...content });
    expect(await readdir(folder)).toEqual(['abc.eml']);
    const parsed = await new PostalMime().parse(await readFile(join(folder, 'abc.eml')));
    expect(parsed).toMatchObject({
      subject: content.subject,
      to: [{ address: 'ana@ejemplo.cl' }],
      html: expect.stringContaining('<p>Uno</p>'),
    });
  });

  it('keeps no copy of a mail whose content was deleted', async () => {
    const mail = createMailFiles(join(place.folder, 'copies'), 'hola@cuentos.test');
    // The folder does not exist before the first mail.
    await forgetCopies({ db, mail });
    for (const template of ['refund', 'gift', 'deleted']) await queue(template, 'ana@ejemplo.cl', { template });
    await runnerOf(mail).runOnce(MAIL_JOB);
    expect(await mail.copies?.()).toHaveLength(3);
    await db.withTx(async (tx) => eraseSentSecrets(tx, clock.now() + 1));
    await db.handle.deleteFrom('mails').where('template', '=', 'deleted').execute();
    await forgetCopies({ db, mail });
    const kept = (await rows()).filter(({ template }) => template === 'refund').map(({ id }) => id);
    expect(await mail.copies?.()).toEqual(kept);
  });
});
