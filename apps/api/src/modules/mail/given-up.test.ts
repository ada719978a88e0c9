import type { mailEntries } from '@cuentos/contract/mails';
import { DAY_MS } from '@cuentos/domain/time/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { MailRow } from './repository.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { get } from '../../testing/calls.ts';
import { addReader, type SignedIn } from '../../testing/fixtures.ts';
import { countGivenUp, queueBulkMails, queueMail } from './service.ts';

let test: TestApp;
let admin: SignedIn;
beforeAll(async () => {
  test = await buildTestApp();
  admin = await addReader(test, { role: 'admin' });
});
afterAll(async () => test.close());

const content = { template: 'receipt', subject: 'Comprobante', text: 'Uno', html: '<p>Uno</p>' };
const givenUp = async () => countGivenUp(test.ports.db.read, test.ports.clock.now());
const retry = async () =>
  (await test.app.inject({ method: 'POST', url: '/api/admin/mails/retry', headers: admin.headers })).json<{
    retried: number;
  }>().retried;
const change = async (key: string, columns: Partial<MailRow>) =>
  test.ports.db.withTx(async (tx) => tx.updateTable('mails').set(columns).where('dedupe_key', '=', key).execute());
const check = async () => {
  const rows = (await test.services.adminSetup.overview()).rows;
  return rows.find(({ name }) => name === 'mail_given_up');
};

it('mails that were given up in the last two weeks are counted, reported in the setup, listed and sent again', async () => {
  const { db, clock } = test.ports;
  const [now, stopped] = [clock.now(), { attempts: 7, next_attempt_at: null, last_error: 'sender-limit' }];
  await db.withTx(async (tx) => {
    for (const key of ['sent', 'waiting', 'given up', 'emptied', 'no mailbox', 'old']) {
      await queueMail(tx, `${key.replace(' ', '-')}@ejemplo.cl`, key, content, now);
    }
    const many = ['to one of many', 'dropped', 'parked'];
    await queueBulkMails(
      tx,
      many.map((dedupeKey) => ({ to: 'eva@ejemplo.cl', template: 'release', dedupeKey })),
      now,
    );
  });
  expect(await givenUp()).toBe(0);
  expect(await check()).toMatchObject({ state: 'ready' });
  await change('sent', { sent_at: now, next_attempt_at: null });
  await change('given up', stopped);
  await change('emptied', { ...stopped, text: '', html: '' });
  await change('no mailbox', { ...stopped, last_error: 'no-mailbox' });
  await change('old', { ...stopped, created_at: now - 14 * DAY_MS - 1 });
  await change('to one of many', stopped);
  await change('dropped', { ...stopped, last_error: 'dropped' });
  await change('parked', { ...stopped, last_error: 'parked' });

  expect(await givenUp()).toBe(2);
  expect(await check()).toMatchObject({
    state: 'advised',
    found: '2 correos de las últimas dos semanas no salieron, y ya no se intentan.',
    action: { path: '/admin/log?ver=correos' },
  });
  const listed = await get(test, '/api/admin/mails?state=failed', admin.headers);
  expect(listed.headers['x-total-count']).toBe('2');
  expect(
    listed
      .json<z.infer<typeof mailEntries>>()
      .map(({ recipient }) => recipient)
      .toSorted(),
  ).toEqual(['eva@ejemplo.cl', 'given-up@ejemplo.cl']);

  expect(await retry()).toBe(2);
  expect(await givenUp()).toBe(0);
  const due = await db.read.selectFrom('mails').select('dedupe_key').where('next_attempt_at', '=', now).execute();
  expect(due.map(({ dedupe_key: key }) => key).toSorted()).toEqual(['given up', 'to one of many', 'waiting']);
  expect(
    await db.read.selectFrom('audit_log').select('action').where('action', '=', 'mail.retried').execute(),
  ).toHaveLength(2);
});
