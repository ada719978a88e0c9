import { HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { UnresolvedPayments } from '@cuentos/contract/payments';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PaymentUnauthorized, PaymentUnavailable } from '../../ports/payment.ts';
import { get } from '../../testing/calls.ts';
import { addReader, type SignedIn } from '../../testing/fixtures.ts';
import { type Bought, openShop, type Reader, type TestShop } from '../orders/testing/open-shop.ts';

let shop: TestShop;
let admin: SignedIn;
let reader: Reader;
let nextId = 1000;
beforeAll(async () => {
  shop = await openShop();
  admin = await addReader(shop, { role: 'admin', name: 'Zoila Jefa' });
});
afterAll(async () => shop.close());
afterEach(async () => {
  await shop.setSwitches({ api: 'normal', notice: 'send' });
  shop.clock.time += HOUR_MS;
  await shop.services.refunds.processRefunds();
});

/** Reads the open payments in a new session, since the tests move the clock past the life of a token. */
const opened = async (): Promise<UnresolvedPayments> => {
  const { access_token } = await shop.services.sessions.open(admin.user, { userAgent: 'test', address: '127.0.0.1' });
  const headers = { authorization: `Bearer ${access_token}` };
  return (await get(shop, '/api/admin/payments/open', headers)).json<UnresolvedPayments>();
};
const owns = async (partId: string): Promise<boolean> => (await shop.rows.owned(reader.id, partId)).length === 1;
const refundsOf = async (orderId: string) => (await shop.rows.refunds()).filter((row) => row.order_id === orderId);
const set = async (paymentId: number, change: object): Promise<void> => {
  await shop.setPayment(paymentId, { ...change, notify: true });
  await shop.settled();
};

async function ordered(): Promise<{ bought: Bought; partId: string }> {
  reader = await shop.reader();
  const { id: partId } = await shop.part();
  return { bought: await shop.buy(reader, partId), partId };
}

async function paid(): Promise<{ bought: Bought; partId: string }> {
  const sale = await ordered();
  await set((nextId += 1), { preference_id: sale.bought.id, status: 'approved' });
  return sale;
}

describe('credentials that the provider refuses', () => {
  it.each(['error_401', 'error_403', 'forbid_refunds'] as const)(
    '%s: count as no refusal of the refund; the shop stops asking, reports once, and continues when they work',
    async (api) => {
      const waiting = await paid();
      const { bought, partId } = await paid();
      const second = (nextId += 1);
      const mailed = async () =>
        (await shop.rows.mails('payment-credentials')).filter(({ recipient }) => recipient === admin.user.email).length;
      const before = await mailed();
      await shop.setSwitches({ api: 'error_500' });
      await shop.setPayment(second, { preference_id: bought.id, status: 'approved' });
      await shop.services.payments.settlePayment({
        ...(await shop.ports.payments.getPayment(String(second)).catch(() => null))!,
        id: String(second),
        state: 'approved',
        detail: '',
        orderId: bought.order_id,
        amount: 1490,
        refundedAmount: 0,
        currency: 'CLP',
        account: null,
        fee: 0,
        method: 'visa',
        version: shop.clock.now(),
      });
      await shop.settled();
      await shop.setSwitches({ api });
      for (let round = 0; round < 40; round += 1) {
        shop.clock.time += 30 * MINUTE_MS;
        await shop.services.refunds.processRefunds();
      }
      expect(await refundsOf(bought.order_id)).toMatchObject([{ state: 'requested', attempts: 0 }]);
      expect((await opened()).provider.refused_since).not.toBeNull();
      expect(await mailed()).toBe(before + 1);
      let calls = 0;
      const { limit } = shop.providerTime;
      shop.providerTime.limit = () => {
        calls += 1;
        return limit();
      };
      const refund = { orderId: waiting.bought.order_id, partId: null, reason: 'la pidió', actorId: admin.user.id };
      await shop.services.refunds.requestRefund(refund);
      await shop.services.refunds.processRefunds();
      await shop.settled();
      expect(calls).toBe(0);
      await shop.setSwitches({ api: 'normal' });
      for (let round = 0; round < 4; round += 1) {
        shop.clock.time += 30 * MINUTE_MS;
        await shop.services.refunds.processRefunds();
      }
      expect(await refundsOf(bought.order_id)).toMatchObject([{ state: 'done' }]);
      expect((await opened()).provider.refused_since).toBeNull();
      expect(await owns(partId)).toBe(true);
      shop.clock.time += 25 * HOUR_MS;
    },
  );

  it('a refusal followed by no answer does not count as refused credentials', async () => {
    const { bought } = await paid();
    let tries = 0;
    const refund = async (): Promise<never> => {
      tries += 1;
      throw tries === 1 ? new PaymentUnauthorized('once') : new PaymentUnavailable('then nothing');
    };
    const worker = shop.startProcess({ ...shop.ports.payments, refund });
    await worker.refunds.requestRefund({
      orderId: bought.order_id,
      partId: null,
      reason: 'la pidió',
      actorId: admin.user.id,
    });
    await worker.payments.idle();
    expect(tries).toBe(2);
    expect((await opened()).provider).toMatchObject({ refused_since: null });
    expect(await refundsOf(bought.order_id)).toMatchObject([{ state: 'requested', last_error: 'unavailable' }]);
  });

  it('a single refusal does not mark the token as invalid: nothing waits and no mail is sent', async () => {
    const { bought, partId } = await ordered();
    const mailed = (await shop.rows.mails('payment-credentials')).length;
    await shop.setSwitches({ api: 'error_401_once' });
    await set((nextId += 1), { preference_id: bought.id, status: 'approved' });
    expect((await opened()).provider).toMatchObject({ refused_since: null });
    expect((await shop.rows.mails('payment-credentials')).length).toBe(mailed);
    expect(await owns(partId)).toBe(true);
    const part = await shop.part();
    await shop.setSwitches({ api: 'error_401_once' });
    await shop.buy(await shop.reader(), part.id);
    const { bought: other } = await paid();
    await shop.setSwitches({ api: 'error_401_once' });
    await shop.services.refunds.requestRefund({
      orderId: other.order_id,
      partId: null,
      reason: 'la pidió',
      actorId: admin.user.id,
    });
    await shop.settled();
    expect(await refundsOf(other.order_id)).toMatchObject([{ state: 'done' }]);
    expect((await opened()).provider).toMatchObject({ refused_since: null });
  });

  it('a token that may not create checkouts is reported, and paid orders are still granted', async () => {
    const { bought, partId } = await ordered();
    await shop.setSwitches({ api: 'forbid_checkouts' });
    await expect(ordered()).rejects.toThrow();
    expect((await opened()).provider).toMatchObject({ refused_since: expect.any(String), refunds_only: false });
    await set((nextId += 1), { preference_id: bought.id, status: 'approved' });
    expect((await shop.rows.owned((await shop.rows.order(bought.order_id)).user_id, partId)).length).toBe(1);
    expect((await opened()).provider.refused_since).not.toBeNull();
    await shop.setSwitches({ api: 'normal' });
    await ordered();
    expect((await opened()).provider.refused_since).toBeNull();
    shop.clock.time += 25 * HOUR_MS;
  });

  it('credentials are accepted again with the first successful call of any kind', async () => {
    await shop.setSwitches({ api: 'error_403' });
    const part = await shop.part();
    await expect(shop.buy(await shop.reader(), part.id)).rejects.toThrow();
    expect((await opened()).provider.refused_since).not.toBeNull();
    await shop.setSwitches({ api: 'normal' });
    await shop.buy(await shop.reader(), part.id);
    expect((await opened()).provider.refused_since).toBeNull();
    shop.clock.time += 25 * HOUR_MS;
  });

  it('a token that may not refund does not stop grants', async () => {
    const { bought } = await paid();
    await shop.setSwitches({ api: 'forbid_refunds' });
    const refund = { orderId: bought.order_id, partId: null, reason: 'la pidió', actorId: admin.user.id };
    await shop.services.refunds.requestRefund(refund);
    await shop.settled();
    const credentialMails = (await shop.rows.mails('payment-credentials')).filter(({ text }) =>
      text.includes('recibe su libro'),
    );
    expect(credentialMails.map(({ recipient }) => recipient)).toContain(admin.user.email);
    for (let round = 0; round < 3; round += 1) {
      expect((await opened()).provider).toMatchObject({ refused_since: expect.any(String), refunds_only: true });
      // One payment is found by its notice, the other without a notice.
      const sale = await ordered();
      await set((nextId += 1), { preference_id: sale.bought.id, status: 'approved' });
      expect(await owns(sale.partId)).toBe(true);
      const untold = await ordered();
      await shop.setPayment((nextId += 1), { preference_id: untold.bought.id, status: 'approved', notify: false });
      shop.clock.time += 30 * MINUTE_MS;
      await shop.services.orders.reconcileOrders();
      expect(await owns(untold.partId)).toBe(true);
      await shop.services.refunds.processRefunds();
    }
    await shop.setSwitches({ api: 'normal' });
    for (let round = 0; round < 4; round += 1) {
      shop.clock.time += 30 * MINUTE_MS;
      await shop.services.refunds.processRefunds();
    }
    expect(await refundsOf(bought.order_id)).toMatchObject([{ state: 'done' }]);
    expect((await opened()).provider.refused_since).toBeNull();
    shop.clock.time += 25 * HOUR_MS;
  });

  it('a lasting refusal is reported again each week', async () => {
    await paid();
    const mailed = async () =>
      (await shop.rows.mails('payment-credentials')).filter(({ recipient }) => recipient === admin.user.email).length;
    const before = await mailed();
    await shop.setSwitches({ api: 'error_401' });
    const days = async (count: number) => {
      for (let hour = 0; hour < count * 24; hour += 6) {
        shop.clock.time += 6 * HOUR_MS;
        await shop.services.orders.reconcileOrders();
        await shop.services.refunds.processRefunds();
      }
      return (await mailed()) - before;
    };
    const part = await shop.part();
    await expect(shop.buy(await shop.reader(), part.id)).rejects.toThrow();
    expect(await days(6)).toBe(1);
    expect((await opened()).provider).toMatchObject({ refused_since: expect.any(String), refunds_only: false });
    expect(await days(3)).toBe(2);
    expect(await days(3)).toBe(2);
    await shop.setSwitches({ api: 'normal' });
    await days(1);
    expect((await opened()).provider).toMatchObject({ refused_since: null, refunds_only: false });
    shop.clock.time += 25 * HOUR_MS;
  });

  // Days without an answer, which are no fault of the credentials, must lose no notice either.
  it.each(['error_401', 'error_500'] as const)(
    '%s loses no notice: one that arrived meanwhile is processed',
    async (api) => {
      const { bought, partId } = await ordered();
      await shop.setSwitches({ api });
      nextId += 1;
      await set(nextId, { preference_id: bought.id, status: 'approved' });
      for (let day = 0; day < 12; day += 1) {
        shop.clock.time += 24 * HOUR_MS;
        await shop.services.payments.processNotices();
        await shop.services.refunds.processRefunds();
      }
      await shop.setSwitches({ api: 'normal' });
      shop.clock.time += 24 * HOUR_MS;
      await shop.services.refunds.processRefunds();
      await shop.services.payments.processNotices();
      expect(await owns(partId)).toBe(true);
    },
  );
});
