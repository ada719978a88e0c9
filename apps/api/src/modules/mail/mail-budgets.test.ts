import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestApp, TEST_NOW, type TestApp } from '../../testing/build-test-app.ts';
import { refusal, tokensOf } from '../../testing/calls.ts';
import { addReader, wipe } from '../../testing/fixtures.ts';
import { mailsTo } from '../../testing/mails.ts';
import { createJobRunner } from '../../platform/jobs/job-runner.ts';
import { createMailJob, MAIL_JOB, queueMail, retryMail } from './service.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
beforeEach(async () => {
  await wipe(test.ports.db);
  test.clock.time = TEST_NOW;
});
afterAll(async () => test.close());

const VICTIM = 'victima@ejemplo.cl';
const post = async (url: string, payload: object = {}, headers = {}) =>
  test.app.inject({ method: 'POST', url, payload, headers });
const queue = async (template: string, number: number, to = VICTIM, causedBy?: string) =>
  test.ports.db.withTx(async (tx) =>
    queueMail(
      tx,
      to,
      `${template}:${to}:${number}`,
      { template, subject: 's', text: 't', html: 'h', ...(causedBy === undefined ? {} : { causedBy }) },
      test.clock.time,
    ),
  );
const times = async (count: number, work: (number: number) => Promise<boolean>): Promise<number> => {
  let done = 0;
  for (let number = 0; number < count; number += 1) if (await work(number)) done += 1;
  return done;
};

it('a registration of a foreign address does not fill its mailbox, whatever the account requests and cancels', async () => {
  const person = { name: 'Un Extraño', email: VICTIM, password: 'clave-larga-1', confirmPassword: 'clave-larga-1' };
  const response = await post('/api/users/', person);
  const headers = { authorization: `Bearer ${tokensOf(response).access_token}` };
  for (let round = 0; round < 20; round += 1) {
    test.clock.time += 30;
    for (const action of ['block', 'unblock', 'erase', 'keep']) {
      const answer = await post(`/api/users/me/data/${action}`, {}, headers);
      expect(answer.statusCode, 'what was asked for is done all the same').toBe(200);
    }
    if (round % 5 === 0) await post('/api/auth/update-password', { password: `otra clave larga ${round}` }, headers);
    await post('/api/users/me/verify-email', {}, headers);
  }
  const mails = await mailsTo(test, VICTIM);
  const sentMails = mails.filter(({ is_held: isHeld }) => isHeld === 0);
  expect(sentMails.length).toBeLessThanOrEqual(18);
  // One mail of each kind waits for a later hour.
  expect(mails.length - sentMails.length).toBeLessThanOrEqual(4);
  // The audit log has one entry for each budget that was exceeded.
  const auditLines = await test.ports.db.read
    .selectFrom('audit_log')
    .select('detail')
    .where('action', '=', 'mail.held_back')
    .execute();
  expect(auditLines.map(({ detail }) => detail).toSorted()).toEqual(['{"budget":"mail"}', '{"budget":"mail"}']);
});

it('a flood of mails of one kind delays no warning of another kind, no code, no recovery and no receipt', async () => {
  expect(await times(40, async (number) => queue('data-blocked', number))).toBe(10);
  expect(await times(40, async (number) => queue('erasure-asked', number))).toBe(4);
  const money = ['receipt', 'payment-pending', 'refund', 'sent-back', 'money-undone', 'money-review', 'money-disputed'];
  for (const template of ['password-changed', 'email-changed', 'recover', 'entry-code', ...money, 'money-restored']) {
    expect(await queue(template, 1), template).toBe(true);
  }
  expect(await times(40, async (number) => queue('receipt', number + 2)), 'nothing takes a receipt').toBe(40);
});

it('a waiting mail that is sent by hand makes room for the next one of its kind', async () => {
  expect(await times(5, async (number) => queue('password-changed', number))).toBe(4);
  const heldMails = async () => (await mailsTo(test, VICTIM)).filter(({ is_held: isHeld }) => isHeld === 1);
  const [first] = await heldMails();
  const now = test.clock.time;
  expect(await test.ports.db.withTx(async (tx) => retryMail(tx, first!.id, now))).toBe('due');
  expect(await heldMails()).toEqual([]);
  expect(await queue('password-changed', 6)).toBe(false);
  expect((await heldMails()).map(({ id }) => id)).not.toContain(first!.id);
  expect(await heldMails()).toHaveLength(1);
});

it('the mails that an account causes at other addresses are limited, per account and in total', async () => {
  const { user } = await addReader(test);
  const to = (number: number) => `persona-${number}@ejemplo.cl`;
  expect(await times(30, async (number) => queue('new-email', number, to(number), user.id))).toBe(10);
  // Sets the counters as if other accounts had caused that many mails within the hour.
  for (let part = 0; part < 8; part += 1) {
    const full = { key: `mail-all:caused:${part}`, window_start: test.clock.time, count: 250 };
    await test.ports.db.withTx(async (tx) => {
      await tx.deleteFrom('rate_counters').where('key', '=', full.key).execute();
      await tx.insertInto('rate_counters').values(full).execute();
    });
  }
  expect(await queue('welcome', 1, to(4000))).toBe(false);
  expect(await queue('password-changed', 1, to(5000)), 'warnings are not taken by it').toBe(true);
});

it('mails beyond the budget are joined into one that counts them, sent when there is room', async () => {
  const sentMails: { subject: string; text: string; html: string }[] = [];
  const mail = {
    name: 'recorded',
    send: async (out: { subject: string; text: string; html: string }) => void sentMails.push(out),
    close: () => undefined,
  };
  const job = createMailJob({ db: test.ports.db, clock: test.clock, mail });
  const work = async () => {
    sentMails.length = 0;
    await createJobRunner({ db: test.ports.db, log: test.app.log }, [job]).runOnce(MAIL_JOB);
    return sentMails.map(({ subject, text }) => `${subject}: ${text.split('\n')[0]}`);
  };
  const tell = async (number: number, subject: string) =>
    test.ports.db.withTx(async (tx) => {
      const html = `<h1>t</h1><a href="/keep/${number}">x</a>`;
      const content = { template: 'erasure-asked', subject, text: `enlace ${number}`, html };
      return queueMail(tx, VICTIM, `erasure:${number}`, content, test.clock.time);
    });
  expect(await times(9, async (number) => tell(number, 'Se borra'))).toBe(4);
  await tell(9, 'Otra cosa');
  expect(await work()).toHaveLength(4);
  expect(await work(), 'nothing more before there is room').toEqual([]);
  test.clock.time += 3_600_000;
  const waited = ['Otra cosa: Este aviso esperó: antes te llegaron muchos en poco tiempo.'];
  const collapsed = 'Se borra: Hubo 5 avisos como este en poco tiempo. Te enviamos solo el último.';
  expect((await work()).toSorted()).toEqual([...waited, collapsed]);
  // Only the latest link is valid.
  const last = sentMails.find(({ subject }) => subject === 'Se borra');
  expect(last?.text).toContain('enlace 8');
  expect(last?.html).toMatch(/<h1>t<\/h1><p[^>]*>Hubo 5 avisos.*keep\/8/);
  expect(await work()).toEqual([]);
});

it('waiting mails are sent no faster than the budget of all accounts', async () => {
  await times(11, async (number) => queue('welcome', number));
  test.clock.time += 3_600_000;
  await test.ports.db.withTx(async (tx) => {
    const full = { window_start: test.clock.time, count: 250 };
    const keys = Array.from({ length: 8 }, (_, part) => `mail-all:caused:${part}`);
    await tx.deleteFrom('rate_counters').where('key', 'in', keys).execute();
    await tx
      .insertInto('rate_counters')
      .values(keys.map((key) => ({ key, ...full })))
      .execute();
  });
  const quiet = { name: 'quiet', send: async () => undefined, close: () => undefined };
  const job = createMailJob({ db: test.ports.db, clock: test.clock, mail: quiet });
  const unsent = async () => {
    await createJobRunner({ db: test.ports.db, log: test.app.log }, [job]).runOnce(MAIL_JOB);
    return (await mailsTo(test, VICTIM)).filter(({ sent_at: at }) => at === null).length;
  };
  expect(await unsent()).toBe(1);
  test.clock.time += 3_600_000;
  expect(await unsent()).toBe(0);
});

it('the budget restarts with the next hour, and a rolled-back mail does not count', async () => {
  expect(await times(12, async (number) => queue('welcome', number))).toBe(10);
  test.clock.time += 3_600_000;
  const undone = test.ports.db.withTx(async (tx) => {
    for (let number = 0; number < 12; number += 1) {
      const content = { template: 'welcome', subject: 's', text: 't', html: 'h' };
      await queueMail(tx, VICTIM, `undone:${number}`, content, test.clock.time);
    }
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await queue('welcome', 100)).toBe(true);
});

it('a mail that was not queued is not reported as sent', async () => {
  const reader = await addReader(test);
  await times(10, async (number) => queue('welcome', number, reader.user.email));
  const tooMany = { status: 429, code: 'too_many_requests' };
  expect(refusal(await post('/api/users/me/verify-email', {}, reader.headers))).toMatchObject(tooMany);
  await times(10, async (number) => queue('welcome', number + 20));
  expect(refusal(await post('/api/contact', { email: VICTIM }))).toMatchObject(tooMany);
  const rows = await test.ports.db.read.selectFrom('mailing_list').selectAll().execute();
  expect(rows, 'nothing is half-made').toEqual([]);
});
