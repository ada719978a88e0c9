import { HOUR_MS } from '@cuentos/domain/time/durations';
import type { UnresolvedPayments } from '@cuentos/contract/payments';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BookPartRow } from '../../platform/db/tables/books.ts';
import { get, refusal } from '../../testing/calls.ts';
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

const post = async (url: string, payload: object = {}) => {
  const { headers } = await freshAdmin();
  return shop.app.inject({ method: 'POST', url, headers, payload });
};
/** Signs the admin in again, since the tests move the clock past the life of a token. */
async function freshAdmin(): Promise<SignedIn> {
  const { access_token } = await shop.services.sessions.open(admin.user, { userAgent: 'test', address: '127.0.0.1' });
  return { ...admin, headers: { ...admin.headers, authorization: `Bearer ${access_token}` } };
}
const opened = async (): Promise<UnresolvedPayments> =>
  (await get(shop, '/api/admin/payments/open', (await freshAdmin()).headers)).json<UnresolvedPayments>();
const openOf = async (providerId: number) =>
  (await opened()).payments.find(({ provider_payment_id: id }) => id === String(providerId));
const owns = async (partId: string): Promise<boolean> => (await shop.rows.owned(reader.id, partId)).length === 1;
const refundsOf = async (orderId: string) => (await shop.rows.refunds()).filter((row) => row.order_id === orderId);
const rowOf = async (providerId: number) =>
  (await shop.rows.payments()).find(({ provider_payment_id: id }) => id === String(providerId))!;
const atProvider = async (id: number) => shop.ports.payments.getPayment(String(id));
const set = async (paymentId: number, change: object): Promise<void> => {
  await shop.setPayment(paymentId, { ...change, notify: true });
  await shop.settled();
};
const reason = 'lo pidió por teléfono';

async function ordered(): Promise<{ bought: Bought; partId: string }> {
  reader = await shop.reader();
  const { id: partId } = await shop.part();
  return { bought: await shop.buy(reader, partId), partId };
}

async function paid(change: object = {}): Promise<{ bought: Bought; partId: string; paymentId: number }> {
  const sale = await ordered();
  nextId += 1;
  const paymentId = nextId;
  await set(paymentId, { preference_id: sale.bought.id, status: 'approved', ...change });
  return { ...sale, paymentId };
}

/** Creates a paid order of parts of two books. */
async function paidForTwo(): Promise<{
  bought: Bought;
  parts: readonly [BookPartRow, BookPartRow];
  paymentId: number;
}> {
  reader = await shop.reader();
  const parts = [await shop.part({ value: 1490 }), await shop.part({ value: 990 })] as const;
  const bought = await shop.buy(reader, parts[0].id, parts[1].id);
  nextId += 1;
  await set(nextId, { preference_id: bought.id, status: 'approved' });
  return { bought, parts, paymentId: nextId };
}

/** Creates a duplicate payment of an order, whose refund the provider refuses. */
async function doubled(): Promise<{ bought: Bought; partId: string; paymentId: number; doubleId: number }> {
  const sale = await paid();
  await shop.setSwitches({ api: 'refuse_refunds' });
  nextId += 1;
  await set(nextId, { preference_id: sale.bought.id, status: 'approved' });
  return { ...sale, doubleId: nextId };
}

async function refusedFor(rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    shop.clock.time += 25 * HOUR_MS;
    await shop.services.refunds.processRefunds();
  }
}

describe('a refund that the provider refuses', () => {
  it('is tried again after any number of refusals, is in the open list, and succeeds in the end', async () => {
    const { bought, doubleId, partId } = await doubled();
    await refusedFor(12);
    const [refund] = await refundsOf(bought.order_id);
    expect(refund).toMatchObject({ state: 'requested', reason: 'duplicate' });
    expect(refund?.next_attempt_at).toBeGreaterThan(shop.clock.now());
    expect(await openOf(doubleId)).toMatchObject({
      reason: 'duplicate',
      amount: 1490,
      left: 1490,
      refund: { refused: true, last_error: 'refused' },
    });
    await shop.setSwitches({ api: 'normal' });
    await refusedFor(1);
    expect(await atProvider(doubleId)).toMatchObject({ state: 'refunded' });
    expect(await openOf(doubleId)).toBeUndefined();
    expect(await owns(partId)).toBe(true);
  });

  it('is tried at once when an admin asks for it', async () => {
    const { bought, doubleId } = await doubled();
    await refusedFor(10);
    await shop.setSwitches({ api: 'normal' });
    const { id } = await rowOf(doubleId);
    expect((await post(`/api/admin/payments/${id}/retry`)).statusCode).toBe(200);
    await shop.settled();
    expect(await refundsOf(bought.order_id)).toMatchObject([{ state: 'done' }]);
    expect(await shop.rows.audits('refund.retried')).toHaveLength(1);
    expect(refusal(await post(`/api/admin/payments/${id}/retry`)).code).toBe('nothing_to_retry');
  });
});

describe('the refund of an order', () => {
  it('asks which payment is meant before it refunds the good one instead of a bad one', async () => {
    const { bought, partId, paymentId, doubleId } = await doubled();
    await refusedFor(10);
    await shop.setSwitches({ api: 'normal' });
    const answer = await post(`/api/admin/orders/${bought.order_id}/refund`, { reason });
    expect(refusal(answer)).toMatchObject({ status: 409, code: 'refund_names_no_payment' });
    await shop.settled();
    expect(await owns(partId)).toBe(true);
    expect(await atProvider(paymentId)).toMatchObject({ state: 'approved', refundedAmount: 0 });
    const { id } = await rowOf(paymentId);
    const meant = await post(`/api/admin/orders/${bought.order_id}/refund`, { reason, payment_id: id });
    expect(meant.statusCode).toBe(200);
    await shop.settled();
    expect(await owns(partId)).toBe(false);
    expect(await atProvider(paymentId)).toMatchObject({ state: 'refunded' });
    await refusedFor(1);
    expect(await atProvider(doubleId)).toMatchObject({ state: 'refunded' });
  });
});

describe('a payment with a problem', () => {
  it.each([
    ['wrong_amount', { transaction_amount: 1500 }],
    ['wrong_currency', { currency_id: 'ARS' }],
    ['wrong_account', { collector_id: 1 }],
    ['unknown_reference', { external_reference: 'x' }],
  ] as const)('%s: stands in the open list and is refunded on its own', async (problem, change) => {
    const { bought, partId, paymentId } = await paid(change);
    expect(await openOf(paymentId)).toMatchObject({ reason: problem, refund: null });
    nextId += 1;
    await set(nextId, { preference_id: bought.id, status: 'approved' });
    expect(await owns(partId)).toBe(true);
    const { id, amount } = await rowOf(paymentId);
    const answers = await Promise.all([1, 2, 3].map(async () => post(`/api/admin/payments/${id}/refund`, { reason })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    await shop.settled();
    expect(await atProvider(paymentId)).toMatchObject({ state: 'refunded', refundedAmount: amount });
    expect((await shop.rows.refunds()).filter((row) => row.payment_id === id)).toMatchObject([
      { state: 'done', amount },
    ]);
    expect(await openOf(paymentId)).toBeUndefined();
    // The part that the good payment bought is not affected.
    expect(await owns(partId)).toBe(true);
    expect(await atProvider(nextId)).toMatchObject({ state: 'approved', refundedAmount: 0 });
    const again = await post(`/api/admin/payments/${id}/refund`, { reason: 'otra vez' });
    expect(again.json()).toEqual(answers[0]?.json());
  });

  it('can be settled outside of the shop, with a reason, and is not refunded afterwards', async () => {
    const { bought, doubleId, partId } = await doubled();
    const { id } = await rowOf(doubleId);
    expect((await post(`/api/admin/payments/${id}/settle`, { reason: 'x' })).statusCode).toBe(422);
    expect((await post(`/api/admin/payments/${id}/settle`, { reason: 'transferencia 123' })).statusCode).toBe(200);
    expect(await openOf(doubleId)).toBeUndefined();
    await shop.setSwitches({ api: 'normal' });
    await refusedFor(2);
    expect(await atProvider(doubleId)).toMatchObject({ state: 'approved', refundedAmount: 0 });
    expect(await refundsOf(bought.order_id)).toMatchObject([{ state: 'settled' }]);
    const audit = (await shop.rows.audits('payment.settled')).find(({ subject }) => subject === id);
    expect(JSON.parse(audit?.detail ?? '{}')).toMatchObject({ reason: 'transferencia 123', amount: 1490 });
    expect(refusal(await post(`/api/admin/payments/${id}/refund`, { reason })).code).toBe('refund_not_possible');
    expect(await owns(partId)).toBe(true);
  });

  it('is in the open list and can be refunded if it names another order later', async () => {
    const { paymentId } = await paid();
    await set(paymentId, { external_reference: 'nobody' });
    expect(await openOf(paymentId)).toMatchObject({ reason: 'contradiction' });
    const { id } = await rowOf(paymentId);
    expect((await post(`/api/admin/payments/${id}/refund`, { reason })).statusCode).toBe(200);
    await shop.settled();
    expect(await atProvider(paymentId)).toMatchObject({ state: 'refunded' });
    expect(await openOf(paymentId)).toBeUndefined();
  });
});

describe('a good payment', () => {
  it('keeps its grant and is added to the open list if the provider changes its amount later', async () => {
    const { partId, paymentId } = await paid();
    await set(paymentId, { transaction_amount: 149 });
    expect(await owns(partId)).toBe(true);
    expect(await openOf(paymentId)).toMatchObject({ reason: 'contradiction', amount: 1490 });
  });

  it('is refunded once if its requested refund was made by hand and then settled', async () => {
    const { bought, parts, paymentId } = await paidForTwo();
    await shop.setSwitches({ api: 'refuse_refunds' });
    const refund = { orderId: bought.order_id, partId: parts[0].id, reason, actorId: admin.user.id };
    await shop.services.refunds.requestRefund(refund);
    await shop.settled();
    await set(paymentId, { transaction_amount_refunded: 1490 });
    const { id } = await rowOf(paymentId);
    expect((await post(`/api/admin/payments/${id}/settle`, { reason: 'a mano' })).statusCode).toBe(200);
    await shop.notify(paymentId);
    await shop.settled();
    expect(await refundsOf(bought.order_id)).toMatchObject([{ state: 'done', amount: 1490 }]);
    expect(await rowOf(paymentId)).toMatchObject({ refunded_amount: 1490, settled_amount: 0 });
    expect([await owns(parts[0].id), await owns(parts[1].id)]).toEqual([false, true]);
  });

  it('still owes a settled refund if a different amount was refunded by hand', async () => {
    const { bought, parts, paymentId } = await paidForTwo();
    await shop.setSwitches({ api: 'refuse_refunds' });
    const refund = { orderId: bought.order_id, partId: parts[0].id, reason, actorId: admin.user.id };
    await shop.services.refunds.requestRefund(refund);
    await shop.settled();
    await set(paymentId, { transaction_amount_refunded: 990 });
    const { id } = await rowOf(paymentId);
    expect((await post(`/api/admin/payments/${id}/settle`, { reason: 'a mano' })).statusCode).toBe(200);
    await shop.notify(paymentId);
    await shop.settled();
    expect(await rowOf(paymentId)).toMatchObject({ refunded_amount: 990, settled_amount: 1490 });
    const statesByPart = new Map((await refundsOf(bought.order_id)).map(({ state, part_id: part }) => [part, state]));
    expect(statesByPart).toEqual(
      new Map([
        [parts[0].id, 'settled'],
        [parts[1].id, 'done'],
      ]),
    );
    expect([await owns(parts[0].id), await owns(parts[1].id)]).toEqual([false, false]);
  });

  it('ends access if its requested refund was settled outside of the shop', async () => {
    const { bought, partId, paymentId } = await paid();
    await shop.setSwitches({ api: 'refuse_refunds' });
    const { id } = await rowOf(paymentId);
    await post(`/api/admin/orders/${bought.order_id}/refund`, { reason });
    await shop.settled();
    expect(await openOf(paymentId)).toMatchObject({ reason: 'refund', refund: { refusals: 1, refused: false } });
    await post(`/api/admin/payments/${id}/settle`, { reason: 'transferencia 124' });
    expect([await owns(partId), await openOf(paymentId)]).toEqual([false, undefined]);
    expect((await shop.rows.order(bought.order_id)).state).toBe('refunded');
    // The provider's later report of the same money does not count a second time.
    await set(paymentId, { status: 'refunded' });
    expect(await rowOf(paymentId)).toMatchObject({ refunded_amount: 1490, settled_amount: 0 });
  });

  it('owes nothing as a duplicate if all of it was settled outside, whatever part was refunded', async () => {
    const { bought, parts, paymentId } = await paidForTwo();
    await shop.setSwitches({ api: 'refuse_refunds' });
    const { id } = await rowOf(paymentId);
    for (const { id: partId } of parts) {
      await shop.services.refunds.requestRefund({ orderId: bought.order_id, partId, reason, actorId: admin.user.id });
      await shop.settled();
      expect((await post(`/api/admin/payments/${id}/settle`, { reason: 'a mano' })).statusCode).toBe(200);
    }
    await set(paymentId, { status: 'charged_back' });
    nextId += 1;
    await set(nextId, { preference_id: bought.id, status: 'approved' });
    expect(await owns(parts[0].id)).toBe(true);
    await set(paymentId, { status: 'approved', transaction_amount_refunded: 990 });
    expect(await rowOf(paymentId)).toMatchObject({ problem: 'duplicate', refunded_amount: 990, settled_amount: 1490 });
  });
});

describe('a dispute', () => {
  it('is in the open list until it is decided or an admin closes it', async () => {
    const { paymentId } = await paid();
    expect(await openOf(paymentId)).toBeUndefined();
    await set(paymentId, { status: 'in_mediation' });
    expect(await openOf(paymentId)).toMatchObject({ reason: 'in_mediation' });
    await set(paymentId, { status: 'charged_back' });
    expect(await openOf(paymentId)).toMatchObject({ reason: 'charged_back' });
    const { id } = await rowOf(paymentId);
    expect((await post(`/api/admin/payments/${id}/settle`, { reason: 'perdida' })).statusCode).toBe(200);
    expect(await openOf(paymentId)).toBeUndefined();
    await set(paymentId, { status: 'charged_back', status_detail: 'reimbursed' });
    expect(await openOf(paymentId)).toBeUndefined();
    await set(paymentId, { status: 'in_mediation' });
    // A dispute is a new matter, so the payment is open again.
    expect(await openOf(paymentId)).toMatchObject({ reason: 'in_mediation' });
  });

  it('closed while a refund waits: once the bank returns the money, it is owed and refunded', async () => {
    const { bought, partId, paymentId } = await paid();
    await shop.setSwitches({ api: 'refuse_refunds' });
    await post(`/api/admin/orders/${bought.order_id}/refund`, { reason });
    await shop.settled();
    await set(paymentId, { status: 'charged_back' });
    const { id } = await rowOf(paymentId);
    expect((await post(`/api/admin/payments/${id}/settle`, { reason: 'perdida' })).statusCode).toBe(200);
    expect(await openOf(paymentId)).toBeUndefined();
    await set(paymentId, { status: 'approved' });
    expect(await openOf(paymentId)).toMatchObject({ reason: 'refund', left: 1490 });
    await shop.setSwitches({ api: 'normal' });
    await refusedFor(1);
    expect(await atProvider(paymentId)).toMatchObject({ state: 'refunded' });
    expect([await owns(partId), await openOf(paymentId)]).toEqual([false, undefined]);
  });

  it('does not cost the buyer a good second payment if the disputed one was never granted', async () => {
    const { bought, partId } = await ordered();
    const [first, second] = [(nextId += 1), (nextId += 1)];
    await set(first, { preference_id: bought.id, status: 'in_mediation' });
    await set(second, { preference_id: bought.id, status: 'approved' });
    expect(await owns(partId)).toBe(true);
    expect(await atProvider(second)).toMatchObject({ state: 'approved', refundedAmount: 0 });
    await set(first, { status: 'approved' });
    expect(await atProvider(first)).toMatchObject({ state: 'refunded' });
    expect(await owns(partId)).toBe(true);
  });
});

describe('a buyer who was deleted while a voucher was pending', () => {
  it('is granted nothing: the money is refunded automatically, and listed', async () => {
    const { bought, partId } = await ordered();
    nextId += 1;
    const paymentId = nextId;
    await set(paymentId, { preference_id: bought.id, status: 'pending' });
    const { headers } = await freshAdmin();
    const gone = await shop.app.inject({ method: 'DELETE', url: `/api/admin/users/${reader.id}`, headers });
    expect(gone.statusCode).toBe(200);
    await shop.setSwitches({ api: 'refuse_refunds' });
    await set(paymentId, { status: 'approved' });
    expect(await owns(partId)).toBe(false);
    expect(await openOf(paymentId)).toMatchObject({ reason: 'buyer_gone', left: 1490, refund: { amount: 1490 } });
    await shop.setSwitches({ api: 'normal' });
    shop.clock.time += HOUR_MS;
    await shop.services.refunds.processRefunds();
    expect(await atProvider(paymentId)).toMatchObject({ state: 'refunded' });
    expect(await openOf(paymentId)).toBeUndefined();
  });
});

describe('a dispute', () => {
  it.each(['in_mediation', 'charged_back'] as const)('%s: is mailed to the admins at once, once', async (status) => {
    const { paymentId } = await paid();
    const mailed = async () =>
      (await shop.rows.mails('open-payments')).filter(
        ({ text, recipient }) => text.includes(`Pago ${paymentId}`) && recipient === admin.user.email,
      ).length;
    expect(await mailed()).toBe(0);
    await set(paymentId, { status });
    expect(await mailed()).toBe(1);
    await shop.services.payments.alertAdmins();
    await set(paymentId, { status_detail: 'documentation_pending' });
    expect(await mailed()).toBe(1);
  });
});

describe('a payment that stays open longer than a day', () => {
  it('is mailed to every admin once', async () => {
    const { paymentId } = await paid({ transaction_amount: 1501 });
    const second = await addReader(shop, { role: 'admin', name: 'Otra Jefa' });
    const { provider_payment_id: providerId } = await rowOf(paymentId);
    const mailed = async () =>
      (await shop.rows.mails('open-payments'))
        .filter(({ text }) => text.includes(providerId))
        .map(({ recipient }) => recipient);
    shop.clock.time += 23 * HOUR_MS;
    await shop.services.payments.alertAdmins();
    expect(await mailed()).toEqual([]);
    shop.clock.time += 2 * HOUR_MS;
    await shop.services.payments.alertAdmins();
    await shop.services.payments.alertAdmins();
    const everybody = [admin.user.email, second.user.email];
    expect((await mailed()).toSorted()).toEqual(everybody.toSorted());
    shop.clock.time += 6 * 24 * HOUR_MS;
    await shop.services.payments.alertAdmins();
    expect(await mailed()).toHaveLength(2);
    shop.clock.time += 25 * HOUR_MS;
    await shop.services.payments.alertAdmins();
    await shop.services.payments.alertAdmins();
    expect((await mailed()).toSorted()).toEqual([...everybody, ...everybody].toSorted());
  });

  it('is mailed again when another refund of the same payment stays open', async () => {
    const { bought, parts, paymentId } = await paidForTwo();
    const { provider_payment_id: providerId } = await rowOf(paymentId);
    const mailed = async () =>
      (await shop.rows.mails('open-payments')).filter(
        ({ text, recipient }) => text.includes(providerId) && recipient === admin.user.email,
      ).length;
    for (const [index, { id: partId }] of parts.entries()) {
      await shop.setSwitches({ api: 'refuse_refunds' });
      const refund = { orderId: bought.order_id, partId, reason: 'la pidió', actorId: admin.user.id };
      await shop.services.refunds.requestRefund(refund);
      await shop.settled();
      shop.clock.time += 25 * HOUR_MS;
      await shop.services.payments.alertAdmins();
      await shop.services.payments.alertAdmins();
      expect(await mailed()).toBe(index + 1);
      await shop.setSwitches({ api: 'normal' });
      await shop.services.refunds.processRefunds();
      expect((await refundsOf(bought.order_id)).map(({ state }) => state)).not.toContain('requested');
    }
  });
});
