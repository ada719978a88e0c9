import { DAY_MS } from '@cuentos/domain/time/durations';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Db } from '../../platform/db/db.ts';
import { catchUp } from '../accounting/movements.ts';
import { createMailJob, queueMail } from '../mail/service.ts';
import { giftSteps, details } from './testing/gift-steps.ts';
import { openShop, type TestShop } from './testing/open-shop.ts';

/** Tests of jobs whose first row fails in its transaction: the later rows are processed and the failure is reported. */
let shop: TestShop;
let steps: ReturnType<typeof giftSteps>;
let start: number;
beforeAll(async () => {
  shop = await openShop();
  steps = giftSteps(shop);
  start = shop.clock.time;
});
afterEach(() => {
  vi.restoreAllMocks();
  shop.clock.time = start;
});
afterAll(async () => shop.close());

/** Makes the next transaction fail. */
function failOnce(db: Db): void {
  vi.spyOn(db, 'withTx').mockRejectedValueOnce(new Error('the first row fails'));
}

it('gifts: the mails and reminders of the other gifts are sent', async () => {
  const gifts = [
    await steps.newGift({ ...details, send_on: '2026-11-20' }),
    await steps.newGift({ ...details, send_on: '2026-11-20' }),
  ];
  shop.clock.time = start + 3 * DAY_MS;
  failOnce(shop.ports.db);
  await expect(shop.services.gifts.sendGifts()).rejects.toThrow('the first row fails');
  const sentAt = await Promise.all(gifts.map(async ({ bought }) => (await steps.rowOf(bought)).sent_at));
  expect(sentAt.filter((at) => at !== null)).toHaveLength(1);
  await shop.services.gifts.sendGifts();
  shop.clock.time = (await steps.rowOf(gifts[0]!.bought)).expires_at! - 29 * DAY_MS;
  failOnce(shop.ports.db);
  await expect(shop.services.gifts.sendGifts()).rejects.toThrow('the first row fails');
  const reminded = await Promise.all(gifts.map(async ({ bought }) => (await steps.rowOf(bought)).reminded_at));
  expect(reminded.filter((at) => at !== null)).toHaveLength(1);
});

it('gifts: disputed payments, however many, delay no reminder', async () => {
  const disputed = [];
  for (let n = 0; n < 21; n += 1) disputed.push((await steps.newGift()).bought.order_id);
  const { handle } = shop.ports.db;
  await handle.updateTable('payments').set({ status: 'in_mediation' }).where('order_id', 'in', disputed).execute();
  const { bought } = await steps.newGift();
  const { id, expires_at: expiresAt } = await steps.rowOf(bought);
  // This gift ends after all of the disputed ones.
  await handle
    .updateTable('gifts')
    .set({ expires_at: expiresAt! + 1 })
    .where('id', '=', id)
    .execute();
  shop.clock.time = expiresAt! - 29 * DAY_MS;
  await shop.services.gifts.sendGifts();
  expect((await steps.rowOf(bought)).reminded_at).toBe(shop.clock.time);
});

it('movements: other earlier payments are recorded', async () => {
  const { handle } = shop.ports.db;
  const orders = [(await steps.newGift()).bought.order_id, (await steps.newGift()).bought.order_id];
  const payments = await handle.selectFrom('payments').select('id').where('order_id', 'in', orders).execute();
  const ids = payments.map(({ id }) => id);
  await handle.deleteFrom('money_movements').where('payment_id', 'in', ids).execute();
  failOnce(shop.ports.db);
  await expect(catchUp(shop.ports.db)).rejects.toThrow('the first row fails');
  const noted = await handle
    .selectFrom('money_movements')
    .select('payment_id')
    .where('payment_id', 'in', ids)
    .execute();
  expect(noted).toHaveLength(1);
});

it('waiting mails: the other mails are released, and due ones are sent', async () => {
  const { db, clock } = shop.ports;
  await db.handle.deleteFrom('mails').execute();
  const content = { template: 'refund', subject: 's', text: 't', html: 'h' };
  await db.withTx(async (tx) => {
    for (const key of ['a', 'b', 'due']) await queueMail(tx, `${key}@ejemplo.cl`, key, content, clock.now());
  });
  await db.handle.updateTable('mails').set({ is_held: 1 }).where('dedupe_key', '!=', 'due').execute();
  const sent: string[] = [];
  const mail = { name: 'recorded', send: async ({ to }: { to: string }) => void sent.push(to), close: () => undefined };
  failOnce(db);
  await expect(createMailJob({ db, clock, mail }).run(new AbortController().signal)).rejects.toThrow(
    'the first row fails',
  );
  expect(sent).toHaveLength(2);
  expect(sent).toContain('due@ejemplo.cl');
});
