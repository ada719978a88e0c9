import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import Fastify from 'fastify';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailFiles, createSmtpMail } from '../../adapters/nodemailer/nodemailer-mail.ts';
import { createJobRunner, type JobRunner } from '../../platform/jobs/job-runner.ts';
import { releaseLease, acquireLease } from '../../platform/db/leases.ts';
import type { Db } from '../../platform/db/db.ts';
import type { MailPort, OutgoingMail } from '../../ports/mail.ts';
import { wipe } from '../../testing/fixtures.ts';
import { openTestDb, type TestDb } from '../../testing/open-test-db.ts';
import { createMailJob, MAIL_JOB, queueMail } from './service.ts';

const MINUTE_MS = 60_000;
const content = { template: 'test', subject: 'Hola, ñandú 🦤', text: 'Uno\ndos', html: '<p>Uno</p><p>dos</p>' };

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
  createJobRunner({ db: on, clock, log }, [createMailJob({ db: on, clock, mail })]);

function recorder(
  send: (mail: OutgoingMail) => Promise<void> | void = () => undefined,
): MailPort & { sent: OutgoingMail[] } {
  const sent: OutgoingMail[] = [];
  return {
    name: 'recorded',
    sent,
    async send(mail) {
      await send(mail);
      sent.push(mail);
    },
  };
}

describe('the outbox', () => {
  it('sends what is queued once, under a name that stays the same', async () => {
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

  it('mails one event once, however often it is told', async () => {
    await Promise.all(Array.from({ length: 10 }, async () => queue('order-1')));
    await queue('order-2');
    expect(await rows()).toHaveLength(2);
  });

  it('holds nothing of an event that did not happen', async () => {
    const failing = db.withTx(async (tx) => {
      await queueMail(tx, 'ana@ejemplo.cl', 'a', content, 0);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rows()).toEqual([]);
  });

  it('tries again later, each time later, and then keeps the mail with its error', async () => {
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

  it('one that is refused does not hold up the others', async () => {
    await queue('a', 'mala@ejemplo.cl');
    await queue('b');
    const mail = recorder(({ to }) => {
      if (to.startsWith('mala')) throw new Error('550');
    });
    await runnerOf(mail).runOnce(MAIL_JOB);
    expect(mail.sent.map(({ to }) => to)).toEqual(['ana@ejemplo.cl']);
  });

  it('a title cannot add headers', async () => {
    await queue('a', 'ana@ejemplo.cl', { subject: 'Gracias\r\nBcc: otra@ejemplo.cl\u0000\n\nCuerpo' });
    expect((await rows())[0]!.subject).toBe('Gracias Bcc: otra@ejemplo.cl Cuerpo');
  });

  it('stops between two mails when the process ends', async () => {
    for (const key of ['a', 'b', 'c']) await queue(key);
    let stopped: Promise<void> | undefined;
    const mail = recorder(() => {
      stopped ??= runner.stop();
    });
    const runner = runnerOf(mail);
    await runner.runOnce(MAIL_JOB);
    await stopped;
    expect(mail.sent).toHaveLength(1);
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

  it('one of which crashed in the middle: the other takes over when the lease is over', async () => {
    await queue('a');
    const mail = recorder();
    const runner = runnerOf(mail);
    expect(await acquireLease(await place.open(), MAIL_JOB, 'crashed', clock.now(), 10 * MINUTE_MS)).toBe(true);
    clock.time += 10 * MINUTE_MS - 1;
    await runner.runOnce(MAIL_JOB);
    expect(mail.sent).toHaveLength(0);
    clock.time += 1;
    await runner.runOnce(MAIL_JOB);
    expect(mail.sent).toHaveLength(1);
  });

  it('share a lease rightly: one holder, renewed by it, released by it only', async () => {
    const other = await place.open();
    const results = await Promise.all(
      ['x', 'y', 'x', 'y'].map(
        async (holder, n) => [holder, await acquireLease(n % 2 === 0 ? db : other, 'job', holder, 0, 100)] as const,
      ),
    );
    const holders = new Set(results.filter(([, taken]) => taken).map(([holder]) => holder));
    expect(holders.size).toBe(1);
    const [holder] = [...holders];
    const loser = holder === 'x' ? 'y' : 'x';
    expect(await acquireLease(db, 'job', loser, 99, 100)).toBe(false);
    await releaseLease(db, 'job', loser);
    expect(await acquireLease(db, 'job', loser, 99, 100)).toBe(false);
    expect(await acquireLease(db, 'job', holder!, 99, 100)).toBe(true);
    expect(await acquireLease(db, 'job', loser, 150, 100)).toBe(false);
    await releaseLease(db, 'job', holder!);
    expect(await acquireLease(db, 'job', loser, 150, 100)).toBe(true);
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

  it('speaks with a real server: envelope, headers, both bodies, and passes refusals on', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    const mail = createSmtpMail(`smtp://127.0.0.1:${port}`, 'Cuentos de Bolsillo <hola@cuentos.test>');
    try {
      await mail.send({ messageId: 'abc-1', to: 'ana@ejemplo.cl', ...content });
      expect(received[0]).toMatchObject({ from: 'hola@cuentos.test', to: ['ana@ejemplo.cl'] });
      const parsed = await new PostalMime().parse(received[0]!.raw);
      expect(parsed).toMatchObject({
        subject: content.subject,
        messageId: '<abc-1@127.0.0.1>',
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
      await new Promise<void>((resolve) => server.close(resolve));
    }
    await expect(mail.send({ messageId: 'abc-4', to: 'ana@ejemplo.cl', ...content })).rejects.toThrow(/ECONNREFUSED/);
  }, 20_000);
});

describe('the adapter that writes files', () => {
  it('makes one .eml per mail that any program can read', async () => {
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
});
