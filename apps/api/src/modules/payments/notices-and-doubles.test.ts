import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import { describe, expect, it } from 'vitest';
import {
  answeredState,
  newPaymentId,
  openOrder,
  ownershipCount,
  reader,
  receipts,
  shop,
  stageSettlement,
  storedState,
} from '../orders/testing/settlement-fixture.ts';

stageSettlement();

describe('a lost or forged notice', () => {
  it.each(['drop', 'bad_signature'] as const)('%s: the returning buyer finds the payment', async (notice) => {
    await shop.setSwitches({ notice });
    const { bought, partId } = await openOrder();
    await shop.click(bought, 'approved');
    await shop.settled();
    expect(await ownershipCount(partId)).toBe(0);
    // The shop asks the provider about an order only every few seconds, and it just did.
    expect(await answeredState(bought)).toBe('open');
    shop.clock.time += 4000;
    expect(await answeredState(bought)).toBe('paid');
    expect(await ownershipCount(partId)).toBe(1);
  });

  it('does not send a buyer who clicks again to pay a second time', async () => {
    await shop.setSwitches({ notice: 'drop' });
    const { bought, partId } = await openOrder();
    await shop.click(bought, 'approved');
    shop.clock.time += 4000;
    expect(await shop.tryToBuy(reader, partId)).toMatchObject({ status: 409, code: 'already_owned' });
    expect(await ownershipCount(partId)).toBe(1);
  });

  it('is made up for by the reconciliation after two minutes', async () => {
    await shop.setSwitches({ notice: 'drop' });
    const { bought, partId } = await openOrder();
    await shop.click(bought, 'approved');
    await shop.services.orders.reconcileOrders();
    expect(await ownershipCount(partId)).toBe(0);
    shop.clock.time += 2 * MINUTE_MS;
    await shop.services.orders.reconcileOrders();
    expect(await ownershipCount(partId)).toBe(1);
    expect(await receipts()).toHaveLength(1);
  });

  it('of a voucher paid days after a card is made up for, and the voucher is refunded', async () => {
    const { bought, partId, paymentId } = await openOrder();
    const card = newPaymentId();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'pending', notify: true });
    await shop.setPayment(card, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.settled();
    const days = async (count: number) => {
      for (let hour = 0; hour < count * 24; hour += 1) {
        shop.clock.time += 60 * MINUTE_MS;
        await shop.services.orders.reconcileOrders();
      }
    };
    await days(3);
    await shop.setPayment(paymentId, { status: 'approved' });
    await days(2);
    await shop.settled();
    await shop.services.refunds.processRefunds();
    expect((await shop.ports.payments.getPayment(String(paymentId))).state).toBe('refunded');
    expect([await ownershipCount(partId), await storedState(bought)]).toEqual([1, 'paid']);
  });

  it('answers 401 to notices that the provider did not sign, and stores nothing', async () => {
    const { bought, paymentId } = await openOrder();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved' });
    expect(await shop.notify(paymentId, { forged: true })).toBe(401);
    expect(await shop.notify('1; drop table', {})).toBe(401);
    const path = `/api/payments/webhook?data.id=${paymentId}&type=payment`;
    for (const headers of [
      {},
      { 'x-signature': '' },
      { 'x-signature': 'ts=1,v1=00' },
      { 'x-signature': `ts=1,v1=${'0'.repeat(64)}` },
    ]) {
      const response = await shop.request(path, { method: 'POST', headers });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({
        code: 'notice_not_authentic',
        detail: 'El aviso de pago no es auténtico.',
      });
    }
    await shop.settled();
    expect(await storedState(bought)).toBe('open');
  });

  it('accepts old notices with a valid signature, and ignores those about something else', async () => {
    const { bought, partId, paymentId } = await openOrder();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved' });
    expect(await shop.notify(paymentId, { type: 'merchant_order' })).toBe(200);
    await shop.settled();
    expect(await ownershipCount(partId)).toBe(0);
    const yesterday = String(Math.floor(shop.clock.now() / 1000) - DAY_MS / 1000);
    expect(await shop.notify(paymentId, { ts: yesterday })).toBe(200);
    expect(await shop.notify(paymentId, { ts: `${yesterday}000` })).toBe(200);
    await shop.settled();
    expect(await ownershipCount(partId)).toBe(1);
  });

  it('keeps a notice whose payment the provider does not know, and tries it again', async () => {
    const { bought, partId, paymentId } = await openOrder();
    expect(await shop.notify(paymentId)).toBe(200);
    await shop.settled();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved' });
    await shop.services.payments.processNotices();
    expect(await ownershipCount(partId)).toBe(0);
    shop.clock.time += MINUTE_MS;
    await shop.services.payments.processNotices();
    expect(await ownershipCount(partId)).toBe(1);
  });
});

describe('two payments for one part', () => {
  it('in one order make one grant, one refund and a mail', async () => {
    const { bought, partId, paymentId } = await openOrder();
    const secondId = newPaymentId();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.setPayment(secondId, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.settled();
    await shop.services.refunds.processRefunds();
    const payments = (await shop.rows.payments()).filter((row) => row.order_id === bought.order_id);
    expect(payments.map(({ problem }) => String(problem)).toSorted()).toEqual(['duplicate', 'null']);
    const refunds = (await shop.rows.refunds()).filter((row) => row.order_id === bought.order_id);
    expect(refunds).toMatchObject([{ amount: 1490, state: 'done', reason: 'duplicate' }]);
    expect(await ownershipCount(partId)).toBe(1);
    expect(await storedState(bought)).toBe('paid');
    expect(await receipts()).toHaveLength(1);
    const sentBackMails = (await shop.rows.mails('sent-back')).filter((mail) => mail.recipient.startsWith(reader.id));
    expect(sentBackMails).toHaveLength(1);
    expect(sentBackMails[0]?.text).toContain('$1.490');
    const duplicate = payments.find(({ problem }) => problem === 'duplicate');
    expect(await shop.ports.payments.getPayment(duplicate?.provider_payment_id ?? '')).toMatchObject({
      state: 'refunded',
    });
  });

  it('refund the second one once although it was disputed before', async () => {
    const { bought, partId, paymentId } = await openOrder();
    const secondId = newPaymentId();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.settled();
    await shop.setPayment(secondId, { preference_id: bought.id, status: 'approved' });
    const reports = [await shop.ports.payments.getPayment(String(secondId))];
    for (const status of ['charged_back', 'approved'] as const) {
      await shop.setPayment(secondId, { status });
      reports.push(await shop.ports.payments.getPayment(String(secondId)));
    }
    await shop.setSwitches({ api: 'error_500' });
    for (const providerPayment of reports) await shop.services.payments.settlePayment(providerPayment);
    await shop.settled();
    await shop.setSwitches({ api: 'normal' });
    shop.clock.time += 5 * MINUTE_MS;
    await shop.services.refunds.processRefunds();
    expect((await shop.rows.refunds()).filter((row) => row.order_id === bought.order_id)).toMatchObject([
      { state: 'done' },
    ]);
    expect(await ownershipCount(partId)).toBe(1);
  });

  it('keep the first one if the other one was refunded before its first notice', async () => {
    const { bought, partId, paymentId } = await openOrder();
    const secondId = newPaymentId();
    await shop.setPayment(secondId, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.settled();
    for (const status of ['charged_back', 'approved', 'refunded'] as const) {
      await shop.setPayment(paymentId, { preference_id: bought.id, status, notify: status !== 'approved' });
      await shop.settled();
      expect(await ownershipCount(partId)).toBe(1);
    }
    expect(await storedState(bought)).toBe('paid');
  });

  it('refund the second one even if the bank charges the first one back meanwhile', async () => {
    const { bought, partId, paymentId } = await openOrder();
    const secondId = newPaymentId();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.settled();
    await shop.setPayment(secondId, { preference_id: bought.id, status: 'approved' });
    const first = await shop.ports.payments.getPayment(String(secondId));
    await shop.setPayment(secondId, { status: 'approved' });
    const again = await shop.ports.payments.getPayment(String(secondId));
    await shop.setSwitches({ api: 'error_500' });
    await shop.services.payments.settlePayment(first);
    await shop.settled();
    await shop.setSwitches({ api: 'normal' });
    await shop.setPayment(paymentId, { status: 'charged_back', notify: true });
    await shop.settled();
    await shop.services.payments.settlePayment(again);
    expect(await ownershipCount(partId)).toBe(0);
    shop.clock.time += 5 * MINUTE_MS;
    await shop.services.refunds.processRefunds();
    expect((await shop.ports.payments.getPayment(String(secondId))).state).toBe('refunded');
    expect(await ownershipCount(partId)).toBe(0);
  });

  it('in two orders refund the second one', async () => {
    const { bought, partId, paymentId } = await openOrder();
    shop.clock.time += 31 * MINUTE_MS;
    const second = await shop.buy(reader, partId);
    const secondId = newPaymentId();
    await shop.setPayment(secondId, { preference_id: second.id, status: 'approved', notify: true });
    await shop.settled();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.settled();
    expect(await shop.rows.owned(reader.id, partId)).toMatchObject([{ order_id: second.order_id }]);
    expect(await storedState(second)).toBe('paid');
    expect(await storedState(bought)).toBe('refunded');
    expect((await shop.rows.refunds()).filter((row) => row.order_id === bought.order_id)).toMatchObject([
      { state: 'done', reason: 'already_owned', part_id: null },
    ]);
    // The buyer got one receipt for the kept payment, and a mail about the refund.
    expect(await receipts()).toHaveLength(1);
  });

  it('a late payment of an expired order is still honoured', async () => {
    const { bought, partId, paymentId } = await openOrder();
    shop.clock.time += 2 * 60 * MINUTE_MS;
    await shop.services.orders.reconcileOrders();
    expect(await storedState(bought)).toBe('expired');
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.settled();
    expect(await storedState(bought)).toBe('paid');
    expect(await ownershipCount(partId)).toBe(1);
  });
});
