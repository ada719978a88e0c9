import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BULK_CONNECTIONS, MailRefused, type OutgoingMail } from '../../ports/mail.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { refusal } from '../../testing/calls.ts';
import { addBareEdition, addBook, addPart, addReader, type SignedIn, signIn } from '../../testing/fixtures.ts';
import { updatePart } from '../books/service.ts';
import { createBulkMailJob, retryMail } from '../mail/service.ts';
import { announcementSteps } from './testing/announcement-steps.ts';

/**
 * Tests of announcements while the mail server refuses every mail of the shop, as the adapter's MailRefused reports it.
 */
const { signal } = new AbortController();
let test: TestApp;
let admin: SignedIn;
let sentMails: OutgoingMail[];
let answers: Map<string, Error>;
const { agreeMany, audited, audiences, create, follow, mailPort, perMinute, read, send, take, work } =
  announcementSteps(() => ({ test, admin, sentMails, answers }));
beforeEach(async () => {
  test = await buildTestApp();
  admin = await addReader(test, { role: 'admin', email: 'jefa@ejemplo.cl' });
  sentMails = [];
  answers = new Map();
  await test.services.shop.open();
  await perMinute(20);
});
afterEach(async () => test.close());

/** Refusal of a server whose daily limit for the shop is used up. */
const limit = new MailRefused('550 5.4.5 Daily user sending limit exceeded', {
  code: 'EMESSAGE',
  reason: 'sender-limit',
});
const refuseAll = (error: Error, count: number): void => {
  for (let n = 0; n < count; n += 1) answers.set(`l${String(n).padStart(4, '0')}@ejemplo.cl`, error);
};
/** Number of mails that the server was asked to take. */
let asked = 0;
const counting = {
  ...mailPort,
  send: async (mail: OutgoingMail) => {
    asked += 1;
    await mailPort.send(mail);
  },
};
const workCounting = async (): Promise<number> => {
  asked = 0;
  await test.services.announcements.run(signal);
  await createBulkMailJob({ ...test.ports, mail: counting, composers: test.services.bulkComposers }).run(signal);
  await test.services.announcements.run(signal);
  return asked;
};

it("an announcement pauses when the shop's limit is used up, spends no tries, and continues by itself", async () => {
  await agreeMany(60);
  refuseAll(limit, 60);
  const { id } = await create();
  await send(id);
  expect(await workCounting()).toBeLessThanOrEqual(BULK_CONNECTIONS);
  const since = new Date(test.clock.now()).toISOString();
  const next = new Date(test.clock.now() + 15 * MINUTE_MS).toISOString();
  expect(await read(id)).toMatchObject({
    state: 'sending',
    refused: 0,
    standstill: { reason: 'sender-limit', since, next_try_at: next },
  });
  expect((await audiences()).refused).toBe(0);
  // Before that moment no mail is tried, and then one.
  test.clock.time += 15 * MINUTE_MS - 1;
  expect(await workCounting()).toBe(0);
  test.clock.time += 1;
  expect(await workCounting()).toBe(1);
  test.clock.time += 60 * MINUTE_MS;
  expect(await workCounting()).toBe(1);
  answers.clear();
  for (let hour = 0; hour < 8; hour += 1) {
    test.clock.time += 60 * MINUTE_MS;
    await work();
  }
  admin = await signIn(test, admin.user);
  expect(await read(id)).toMatchObject({ state: 'done', accepted: 60, refused: 0, standstill: null });
  expect(sentMails).toHaveLength(60);
  expect(new Set(sentMails.map(({ to }) => to)).size).toBe(60);
});

it('an announcement continues at once by the button, and after three days only by the button', async () => {
  await agreeMany(30);
  refuseAll(limit, 30);
  const { id } = await create();
  await send(id);
  await work();
  answers.clear();
  expect((await take(id, 'retry')).json()).toMatchObject({ state: 'sending', standstill: null });
  await work();
  expect(sentMails).toHaveLength(20);
  refuseAll(limit, 30);
  test.clock.time += MINUTE_MS;
  await work();
  test.clock.time += 3 * 1440 * MINUTE_MS;
  await work();
  admin = await signIn(test, admin.user);
  expect(await read(id)).toMatchObject({
    state: 'paused',
    standstill: { reason: 'sender-limit', next_try_at: null },
  });
  answers.clear();
  test.clock.time += 1440 * MINUTE_MS;
  await work();
  expect(sentMails).toHaveLength(20);
  admin = await signIn(test, admin.user);
  await take(id, 'resume');
  await work();
  expect(await read(id)).toMatchObject({ state: 'done', accepted: 30, standstill: null });
  expect(new Set(sentMails.map(({ to }) => to)).size).toBe(30);
  expect(sentMails).toHaveLength(30);
});

it('one refused mail does not hold up the mails that the server takes', async () => {
  await perMinute(1);
  await agreeMany(4);
  const { db } = test.ports;
  const first = await db.read.selectFrom('mailing_list').select('email').orderBy('id').executeTakeFirstOrThrow();
  answers.set(first.email, limit);
  const { id } = await create();
  await send(id);
  for (let turn = 0; turn < 10; turn += 1) {
    await work();
    test.clock.time += 8 * MINUTE_MS;
  }
  expect(sentMails).toHaveLength(3);
});

/** Queues a mail that stays in the outbox, because its part was withdrawn before its turn. */
async function holdRelease(): Promise<void> {
  const book = await addBook(test);
  const part = await addPart(test, book.id, { releaseAt: test.clock.now() });
  await addBareEdition(test, part.id);
  await follow('sigue@ejemplo.cl', book.id);
  await test.services.releases.tell(signal);
  await test.ports.db.withTx(async (tx) => updatePart(tx, part.id, { is_draft: 1 }));
  test.clock.time += MINUTE_MS;
}

it('an announcement continues beside a held mail when the refused recipients have unsubscribed', async () => {
  // One mail at a time: of two, the second may begin before or after the first is refused.
  await perMinute(1);
  await agreeMany(4);
  await holdRelease();
  refuseAll(limit, 4);
  const { id } = await create();
  await send(id);
  expect(await workCounting()).toBe(1);
  const { db } = test.ports;
  const triedMails = await db.read.selectFrom('mails').select('recipient').where('attempts', '=', 1).execute();
  const addresses = triedMails.map(({ recipient }) => recipient);
  await db.withTx(async (tx) =>
    tx.updateTable('mailing_list').set({ state: 'unsubscribed' }).where('email', 'in', addresses).execute(),
  );
  // The mails are dropped when they would be tried; a minute later another mail is tried in their place.
  test.clock.time += 15 * MINUTE_MS;
  expect(await workCounting()).toBe(0);
  test.clock.time += MINUTE_MS;
  expect(await workCounting()).toBe(1);
  test.clock.time += MINUTE_MS;
  expect(await workCounting()).toBe(0);
  answers.clear();
  for (const wait of [60, 2, 2, 2]) {
    test.clock.time += wait * MINUTE_MS;
    await work();
  }
  expect(sentMails).toHaveLength(3);
  admin = await signIn(test, admin.user);
  expect(await read(id)).toMatchObject({ state: 'done', accepted: 3, standstill: null });
});

it('an announcement continues once a silent server answers, even if it refuses a recipient', async () => {
  await agreeMany(3);
  refuseAll(new Error('the line broke off'), 3);
  const { id } = await create();
  await send(id);
  await work();
  expect(await read(id)).toMatchObject({ standstill: { reason: 'unanswered' } });
  refuseAll(new MailRefused('no', { code: 'EENVELOPE', reason: 'no-mailbox' }), 3);
  test.clock.time += MINUTE_MS;
  await work();
  const { db } = test.ports;
  expect(await db.read.selectFrom('mail_pauses').selectAll().execute()).toEqual([]);
});

it('an announcement stays paused when a server that refuses the shop reports a missing mailbox', async () => {
  await agreeMany(1);
  refuseAll(limit, 1);
  const { id } = await create();
  await send(id);
  await work();
  refuseAll(new MailRefused('no', { code: 'EENVELOPE', reason: 'no-mailbox' }), 1);
  test.clock.time += 15 * MINUTE_MS;
  await work();
  const { db } = test.ports;
  expect(await db.read.selectFrom('mail_pauses').select('reason').execute()).toEqual([{ reason: 'sender-limit' }]);
});

it('the server is asked again for an announcement sent days after another one found it closed', async () => {
  await agreeMany(1);
  refuseAll(limit, 1);
  const first = await create();
  await send(first.id);
  await work();
  await take(first.id, 'stop');
  answers.clear();
  test.clock.time += 30 * 1440 * MINUTE_MS;
  admin = await signIn(test, admin.user);
  const { id } = await create();
  await send(id);
  await work();
  expect(await read(id)).toMatchObject({ state: 'done', accepted: 1 });
});

it('a mail of a finished announcement is sent when an admin asks for it in the list of mails', async () => {
  await agreeMany(1);
  answers.set('l0000@ejemplo.cl', new MailRefused('no', { code: 'EENVELOPE', reason: 'not-taken' }));
  const { id } = await create();
  await send(id);
  await work();
  answers.clear();
  const { db, clock } = test.ports;
  const mail = await db.read.selectFrom('mails').select('id').where('priority', '=', 2).executeTakeFirstOrThrow();
  expect(await db.withTx(async (tx) => retryMail(tx, mail.id, clock.now()))).toBe('due');
  await work();
  expect(await read(id)).toMatchObject({ state: 'done', accepted: 1, refused: 0 });
});

it('an aborted announcement can be sent to those who did not get it, and nobody gets it twice', async () => {
  await agreeMany(5);
  const says = (reason: MailRefused['reason']) => new MailRefused('no', { code: 'EENVELOPE', reason });
  answers.set('l0000@ejemplo.cl', says('no-mailbox'));
  answers.set('l0001@ejemplo.cl', says('not-taken'));
  answers.set('l0002@ejemplo.cl', says('not-taken'));
  const { id } = await create();
  await send(id);
  await work();
  expect(await read(id)).toMatchObject({ state: 'done', accepted: 2, refused: 3, resendable: 2 });
  answers.delete('l0001@ejemplo.cl');
  expect((await take(id, 'retry')).json()).toMatchObject({ state: 'sending', finished_at: null });
  await work();
  expect(await read(id)).toMatchObject({ state: 'done', accepted: 3, refused: 2, resendable: 1 });
  answers.clear();
  await take(id, 'retry');
  await work();
  expect(sentMails.map(({ to }) => to).toSorted()).toEqual([1, 2, 3, 4].map((n) => `l000${n}@ejemplo.cl`));
  expect(refusal(await take(id, 'retry'))).toMatchObject({ status: 409, code: 'announcement_state' });
  expect(await audited()).toContain('announcement.retried');
});
