import { describe, expect, it } from 'vitest';
import {
  openOrder,
  ownershipCount,
  reader,
  receipts,
  shop,
  stageSettlement,
  storedState,
} from '../orders/testing/settlement-fixture.ts';

stageSettlement();

describe('a buyer at the checkout page', () => {
  it('approves: returns to the book, the part is granted, one receipt is sent', async () => {
    const { bought, partId } = await openOrder();
    const back = await shop.click(bought, 'approved');
    const { book_id } = await shop.ports.db.read
      .selectFrom('book_parts')
      .select('book_id')
      .where('id', '=', partId)
      .executeTakeFirstOrThrow();
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
    expect(await storedState(bought)).toBe('paid');
    const [receipt, ...others] = await receipts();
    expect(others).toEqual([]);
    expect(receipt?.subject, 'two receipts are not taken for one').toMatch(
      /^Tu compra en .+: La micro <de> las seis .*: Primera parte$/,
    );
    expect(receipt?.text).toContain(`Pago: ${back.searchParams.get('payment_id')}`);
    expect(receipt?.text).toContain('Total (IVA incluido): $1.490');
    expect(receipt?.text).toContain('Neto: $1.252');
    expect(receipt?.text).toContain('IVA (19 %): $238');
    expect(receipt?.html).toContain('La micro &lt;de&gt; las seis');
    const payment = (await shop.rows.payments()).find((row) => row.order_id === bought.order_id);
    expect(payment).toMatchObject({ status: 'approved', amount: 1490, currency: 'CLP', fee: 57, problem: null });
  });

  it('rejects, tries again with the same checkout, approves', async () => {
    const { bought, partId } = await openOrder();
    expect((await shop.click(bought, 'rejected')).searchParams.get('result')).toBe('failure');
    await shop.settled();
    expect(await storedState(bought)).toBe('rejected');
    expect(await ownershipCount(partId)).toBe(0);
    expect(await shop.buy(reader, partId)).toEqual(bought);
    expect(await storedState(bought)).toBe('open');
    await shop.click(bought, 'approved');
    await shop.settled();
    expect(await ownershipCount(partId)).toBe(1);
  });

  it('leaves the payment pending, which is approved later', async () => {
    const { bought, partId } = await openOrder();
    expect((await shop.click(bought, 'pending')).searchParams.get('result')).toBe('pending');
    await shop.settled();
    expect(await storedState(bought)).toBe('pending');
    expect(await ownershipCount(partId)).toBe(0);
    expect(await receipts()).toEqual([]);
    await shop.click(bought, 'approved');
    await shop.settled();
    expect(await storedState(bought)).toBe('paid');
    expect(await ownershipCount(partId)).toBe(1);
  });

  it('is granted the part once when the notice comes after the redirect, or many times', async () => {
    await shop.setSwitches({ notice_when: 'after', notice_copies: 10 });
    const { bought, partId } = await openOrder();
    await shop.click(bought, 'approved');
    await expect.poll(async () => ownershipCount(partId)).toBe(1);
    await shop.settled();
    expect(await receipts()).toHaveLength(1);
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
    const { bought, partId, paymentId } = await openOrder();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved', ...change });
    expect(await shop.notify(paymentId)).toBe(200);
    expect(await shop.notify(paymentId)).toBe(200);
    await shop.settled();
    expect(await ownershipCount(partId)).toBe(0);
    // A wrong payment of an order waits for an admin, and the buyer is not asked to pay again meanwhile.
    expect(await storedState(bought)).toBe(problem === 'unknown_reference' ? 'open' : 'pending');
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
    const { bought, partId, paymentId } = await openOrder();
    await shop.setPayment(paymentId, { preference_id: bought.id, status });
    await shop.notify(paymentId);
    await shop.settled();
    expect(await ownershipCount(partId)).toBe(0);
  });

  it('never returns to an earlier state, even when the provider says so', async () => {
    const { bought, partId, paymentId } = await openOrder();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved' });
    await shop.notify(paymentId);
    await shop.settled();
    for (const status of ['pending', 'rejected'] as const) {
      await shop.setPayment(paymentId, { status });
      await shop.notify(paymentId);
      await shop.settled();
    }
    expect(await storedState(bought)).toBe('paid');
    expect(await ownershipCount(partId)).toBe(1);
    expect((await shop.rows.audits('payment.contradiction')).length).toBeGreaterThan(0);
  });

  it("ignores a report that is older than the shop's state", async () => {
    const { bought, partId, paymentId } = await openOrder();
    await shop.setPayment(paymentId, { preference_id: bought.id, status: 'approved' });
    const approved = await shop.ports.payments.getPayment(String(paymentId));
    await shop.setPayment(paymentId, { status: 'charged_back' });
    const chargedBack = await shop.ports.payments.getPayment(String(paymentId));
    await shop.setPayment(paymentId, { status: 'approved' });
    const won = await shop.ports.payments.getPayment(String(paymentId));
    for (const providerPayment of [approved, won, chargedBack, approved])
      await shop.services.payments.settlePayment(providerPayment);
    expect(await ownershipCount(partId)).toBe(1);
    expect(await storedState(bought)).toBe('paid');
  });
});

it('that names another order than before changes neither, and is added to the open list', async () => {
  const first = await openOrder();
  const { id: partId } = await shop.part();
  const second = { partId, bought: await shop.buy(reader, partId) };
  const back = await shop.click(first.bought, 'approved');
  await shop.settled();
  const paymentId = Number(back.searchParams.get('payment_id'));
  await shop.setPayment(paymentId, { external_reference: second.bought.order_id });
  expect(await shop.notify(paymentId)).toBe(200);
  await shop.settled();
  expect([await ownershipCount(first.partId), await storedState(first.bought)]).toEqual([1, 'paid']);
  expect([await ownershipCount(second.partId), await storedState(second.bought)]).toEqual([0, 'open']);
  const row = (await shop.rows.payments()).find(({ provider_payment_id: id }) => id === String(paymentId));
  expect(row).toMatchObject({ order_id: first.bought.order_id, contradiction: 'approved' });
});
