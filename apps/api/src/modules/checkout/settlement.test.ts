import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Bought, openShop, type Reader, type TestShop } from './testing/open-shop.ts';

const MINUTE_MS = 60_000;
const DAY_S = 86_400;

let shop: TestShop;
let reader: Reader;
let nextId = 1000;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => shop.close());
afterEach(async () =>
  shop.setSwitches({ notice: 'send', notice_when: 'before', notice_copies: 1, notice_delay_ms: 0 }),
);

/** An order ready to pay, its part, and an id for a payment of it. */
async function open(): Promise<{ bought: Bought; partId: string; paymentId: number }> {
  reader = await shop.reader();
  const part = await shop.part();
  nextId += 1;
  return { bought: await shop.buy(reader, part.id), partId: part.id, paymentId: nextId };
}

const stateOf = async (bought: Bought): Promise<string> => (await shop.rows.order(bought.order_id)).state;
const owns = async (partId: string): Promise<number> => (await shop.rows.owned(reader.id, partId)).length;
const receipts = async () => (await shop.rows.mails('receipt')).filter((mail) => mail.recipient.startsWith(reader.id));
const asked = async (bought: Bought): Promise<string> => {
  const response = await shop.request(`/api/orders/${bought.order_id}`, { headers: await reader.headers() });
  return ((await response.json()) as { state: string }).state;
};

describe('a buyer at the checkout page', () => {
  it('approves: comes back to the book, the part is granted, one receipt goes out', async () => {
    const { bought, partId } = await open();
    const back = await shop.click(bought, 'approved');
    const { book_id } = await shop.rows.order(bought.order_id);
    expect(`${back.origin}${back.pathname}`).toBe(`${shop.origin}/user-library/${book_id}`);
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      result: 'success',
      status: 'approved',
      external_reference: bought.order_id,
      preference_id: bought.id,
      payment_id: back.searchParams.get('collection_id'),
      collection_status: 'approved',
      merchant_order_id: expect.stringMatching(/^\d+$/) as string,
    });
    await shop.settled();
    expect(await shop.rows.owned(reader.id, partId)).toMatchObject([{ source: 'purchase', order_id: bought.order_id }]);
    expect(await stateOf(bought)).toBe('paid');
    const [receipt, ...others] = await receipts();
    expect(others).toEqual([]);
    expect(receipt?.text).toContain(`Pago: ${back.searchParams.get('payment_id')}`);
    expect(receipt?.text).toContain('Total (IVA incluido): $1.490');
    expect(receipt?.text).toContain('Neto: $1.252');
    expect(receipt?.text).toContain('IVA (19 %): $238');
    expect(receipt?.html).toContain('La micro &lt;de&gt; las seis');
    const payment = (await shop.rows.payments()).find((row) => row.order_id === bought.order_id);
    expect(payment).toMatchObject({ status: 'approved', amount: 1490, currency: 'CLP', fee: 57, problem: null });
  });

  it('rejects, tries again at the same place, approves', async () => {
    const { bought, partId } = await open();
    expect((await shop.click(bought, 'rejected')).searchParams.get('result')).toBe('failure');
    await shop.settled();
    expect(await stateOf(bought)).toBe('rejected');
    expect(await owns(partId)).toBe(0);
    expect(await shop.buy(reader, partId)).toEqual(bought);
    expect(await stateOf(bought)).toBe('open');
    await shop.click(bought, 'approved');
    await shop.settled();
    expect(await owns(partId)).toBe(1);
  });

  it('leaves it pending; it is approved later', async () => {
    const { bought, partId } = await open();
    expect((await shop.click(bought, 'pending')).searchParams.get('result')).toBe('pending');
    await shop.settled();
    expect(await stateOf(bought)).toBe('pending');
    expect(await owns(partId)).toBe(0);
    expect(await receipts()).toEqual([]);
    await shop.click(bought, 'approved');
    await shop.settled();
    expect(await stateOf(bought)).toBe('paid');
    expect(await owns(partId)).toBe(1);
  });

  it('is granted once when the notice comes after the redirect, or many times', async () => {
    await shop.setSwitches({ notice_when: 'after', notice_copies: 10 });
    const { bought, partId } = await open();
    await shop.click(bought, 'approved');
    await expect.poll(async () => owns(partId)).toBe(1);
    await shop.settled();
    expect(await receipts()).toHaveLength(1);
  });
});

describe('a lost or forged notice', () => {
  it.each(['drop', 'bad_signature'] as const)('%s: the returning buyer finds the payment', async (notice) => {
    await shop.setSwitches({ notice });
    const { bought, partId } = await open();
    await shop.click(bought, 'approved');
    await shop.settled();
    expect(await owns(partId)).toBe(0);
    // The order was made a moment ago, and the provider is asked at most every few seconds.
    expect(await asked(bought)).toBe('open');
    shop.clock.time += 4000;
    expect(await asked(bought)).toBe('paid');
    expect(await owns(partId)).toBe(1);
  });

  it('the buyer who clicks again is not sent to pay a second time', async () => {
    await shop.setSwitches({ notice: 'drop' });
    const { bought, partId } = await open();
    await shop.click(bought, 'approved');
    shop.clock.time += 4000;
    expect(await shop.tryToBuy(reader, partId)).toMatchObject({ status: 409, code: 'already_owned' });
    expect(await owns(partId)).toBe(1);
  });

  it('the reconciliation finds it after two minutes', async () => {
    await shop.setSwitches({ notice: 'drop' });
    const { bought, partId } = await open();
    await shop.click(bought, 'approved');
    await shop.services.checkout.reconcileOrders();
    expect(await owns(partId)).toBe(0);
    shop.clock.time += 2 * MINUTE_MS;
    await shop.services.checkout.reconcileOrders();
    expect(await owns(partId)).toBe(1);
    expect(await receipts()).toHaveLength(1);
  });

  it('answers 401 to anything not signed by the provider, and stores nothing', async () => {
    const { bought, paymentId } = await open();
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
    expect(await stateOf(bought)).toBe('open');
  });

  it('accepts what is signed though old, and ignores what is about something else', async () => {
    const { bought, partId, paymentId } = await open();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved' });
    expect(await shop.notify(paymentId, { type: 'merchant_order' })).toBe(200);
    await shop.settled();
    expect(await owns(partId)).toBe(0);
    const yesterday = String(Math.floor(shop.clock.now() / 1000) - DAY_S);
    expect(await shop.notify(paymentId, { ts: yesterday })).toBe(200);
    expect(await shop.notify(paymentId, { ts: `${yesterday}000` })).toBe(200);
    await shop.settled();
    expect(await owns(partId)).toBe(1);
  });

  it('keeps a notice whose payment the provider does not know, and tries it again', async () => {
    const { bought, partId, paymentId } = await open();
    expect(await shop.notify(paymentId)).toBe(200);
    await shop.settled();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved' });
    await shop.services.checkout.processNotices();
    expect(await owns(partId)).toBe(0);
    shop.clock.time += MINUTE_MS;
    await shop.services.checkout.processNotices();
    expect(await owns(partId)).toBe(1);
  });
});

describe('a payment that does not match its order', () => {
  it.each([
    ['less', { transaction_amount: 1 }, 'wrong_amount'],
    ['more', { transaction_amount: 1491 }, 'wrong_amount'],
    ['a fraction less', { transaction_amount: 1489.9 }, 'wrong_amount'],
    ['another currency', { currency_id: 'ARS' }, 'wrong_currency'],
    ['another account', { collector_id: 1 }, 'wrong_account'],
    ['an unknown order', { external_reference: '01900000-0000-7000-8000-000000000000' }, 'unknown_reference'],
    ['no order at all', { external_reference: 'x' }, 'unknown_reference'],
  ] as const)('%s grants nothing, and is written down', async (_, change, problem) => {
    const { bought, partId, paymentId } = await open();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved', ...change });
    expect(await shop.notify(paymentId)).toBe(200);
    expect(await shop.notify(paymentId)).toBe(200);
    await shop.settled();
    expect(await owns(partId)).toBe(0);
    expect(await stateOf(bought)).toBe('open');
    const payment = (await shop.rows.payments()).find((row) => row.provider_payment_id === String(paymentId));
    expect(payment).toMatchObject({ status: 'approved', problem });
    const audits = await shop.rows.audits('payment.problem');
    expect(audits.filter((entry) => entry.subject === payment?.id)).toHaveLength(1);
    expect(await receipts()).toEqual([]);
  });

  it.each([
    'pending',
    'in_process',
    'authorized',
    'in_mediation',
    'rejected',
    'cancelled',
    'refunded',
    'charged_back',
  ] as const)('in state %s grants nothing', async (status) => {
    const { bought, partId, paymentId } = await open();
    await shop.setPayment(paymentId, { preference_id: bought.id, status });
    await shop.notify(paymentId);
    await shop.settled();
    expect(await owns(partId)).toBe(0);
  });

  it('never goes back to an earlier state, even when the provider says so', async () => {
    const { bought, partId, paymentId } = await open();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved' });
    await shop.notify(paymentId);
    await shop.settled();
    for (const status of ['pending', 'rejected'] as const) {
      await shop.setPayment(paymentId, { status });
      await shop.notify(paymentId);
      await shop.settled();
    }
    expect(await stateOf(bought)).toBe('paid');
    expect(await owns(partId)).toBe(1);
    expect((await shop.rows.audits('payment.contradiction')).length).toBeGreaterThan(0);
  });

  it('ignores a sighting that is older than what is known', async () => {
    const { bought, partId, paymentId } = await open();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved' });
    const approved = await shop.ports.payments.getPayment(String(paymentId));
    await shop.setPayment(paymentId, { status: 'charged_back' });
    const chargedBack = await shop.ports.payments.getPayment(String(paymentId));
    await shop.setPayment(paymentId, { status: 'approved' });
    const won = await shop.ports.payments.getPayment(String(paymentId));
    for (const seen of [approved, won, chargedBack, approved]) await shop.services.checkout.settlePayment(seen);
    expect(await owns(partId)).toBe(1);
    expect(await stateOf(bought)).toBe('paid');
  });
});

describe('two payments for one part', () => {
  it('of one order: one grant, one refund, a mail', async () => {
    const { bought, partId, paymentId } = await open();
    nextId += 1;
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.setPayment(nextId, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.settled();
    await shop.services.checkout.processRefunds();
    const payments = (await shop.rows.payments()).filter((row) => row.order_id === bought.order_id);
    expect(payments.map(({ problem }) => String(problem)).toSorted()).toEqual(['duplicate', 'null']);
    const refunds = (await shop.rows.refunds()).filter((row) => row.order_id === bought.order_id);
    expect(refunds).toMatchObject([{ amount: 1490, state: 'done', reason: 'duplicate' }]);
    expect(await owns(partId)).toBe(1);
    expect(await stateOf(bought)).toBe('paid');
    expect(await receipts()).toHaveLength(1);
    const told = (await shop.rows.mails('sent-back')).filter((mail) => mail.recipient.startsWith(reader.id));
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('$1.490');
    const duplicate = payments.find(({ problem }) => problem === 'duplicate');
    expect(await shop.ports.payments.getPayment(duplicate?.provider_payment_id ?? '')).toMatchObject({
      state: 'refunded',
    });
  });

  it('of which the second is disputed before it went back: it still goes back once', async () => {
    const { bought, partId, paymentId } = await open();
    nextId += 1;
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.settled();
    await shop.setPayment(nextId, { preference_id: bought.id, status: 'approved' });
    const sightings = [await shop.ports.payments.getPayment(String(nextId))];
    for (const status of ['charged_back', 'approved'] as const) {
      await shop.setPayment(nextId, { status });
      sightings.push(await shop.ports.payments.getPayment(String(nextId)));
    }
    await shop.setSwitches({ api: 'error_500' });
    for (const seen of sightings) await shop.services.checkout.settlePayment(seen);
    await shop.settled();
    await shop.setSwitches({ api: 'normal' });
    shop.clock.time += 5 * MINUTE_MS;
    await shop.services.checkout.processRefunds();
    expect((await shop.rows.refunds()).filter((row) => row.order_id === bought.order_id)).toMatchObject([
      { state: 'done' },
    ]);
    expect(await owns(partId)).toBe(1);
  });

  it('of which the other is first seen when its money went back already: what is paid stays', async () => {
    const { bought, partId, paymentId } = await open();
    nextId += 1;
    await shop.setPayment(nextId, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.settled();
    for (const status of ['charged_back', 'approved', 'refunded'] as const) {
      await shop.setPayment(paymentId, { preference_id: bought.id, status, notify: status !== 'approved' });
      await shop.settled();
      expect(await owns(partId)).toBe(1);
    }
    expect(await stateOf(bought)).toBe('paid');
  });

  it('of which the second goes back even when the first is taken from us meanwhile', async () => {
    const { bought, partId, paymentId } = await open();
    nextId += 1;
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.settled();
    await shop.setPayment(nextId, { preference_id: bought.id, status: 'approved' });
    const first = await shop.ports.payments.getPayment(String(nextId));
    await shop.setPayment(nextId, { status: 'approved' });
    const again = await shop.ports.payments.getPayment(String(nextId));
    await shop.setSwitches({ api: 'error_500' });
    await shop.services.checkout.settlePayment(first);
    await shop.settled();
    await shop.setSwitches({ api: 'normal' });
    await shop.setPayment(paymentId, { status: 'charged_back', notify: true });
    await shop.settled();
    await shop.services.checkout.settlePayment(again);
    expect(await owns(partId)).toBe(0);
    shop.clock.time += 5 * MINUTE_MS;
    await shop.services.checkout.processRefunds();
    expect((await shop.ports.payments.getPayment(String(nextId))).state).toBe('refunded');
    expect(await owns(partId)).toBe(0);
  });

  it('of two orders: the second goes back', async () => {
    const { bought, partId, paymentId } = await open();
    shop.clock.time += 31 * MINUTE_MS;
    const second = await shop.buy(reader, partId);
    nextId += 1;
    await shop.setPayment(nextId, { preference_id: second.id, status: 'approved', notify: true });
    await shop.settled();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.settled();
    expect(await shop.rows.owned(reader.id, partId)).toMatchObject([{ order_id: second.order_id }]);
    expect(await stateOf(second)).toBe('paid');
    expect(await stateOf(bought)).toBe('refunded');
    expect((await shop.rows.refunds()).filter((row) => row.order_id === bought.order_id)).toMatchObject([
      { state: 'done', reason: 'already_owned' },
    ]);
  });

  it('a late payment of an expired order is still honoured', async () => {
    const { bought, partId, paymentId } = await open();
    shop.clock.time += 2 * 60 * MINUTE_MS;
    await shop.services.checkout.reconcileOrders();
    expect(await stateOf(bought)).toBe('expired');
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved', notify: true });
    await shop.settled();
    expect(await stateOf(bought)).toBe('paid');
    expect(await owns(partId)).toBe(1);
  });
});
