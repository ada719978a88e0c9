import type { OwnOrder } from '@cuentos/contract/orders';
import { withdrawableUntil } from '@cuentos/domain/refunds/withdrawal';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addEdition, give, ingest } from '../../testing/fixtures.ts';
import { openShop, type Reader, type TestShop } from '../orders/testing/open-shop.ts';

let shop: TestShop;
let start: number;
beforeAll(async () => {
  shop = await openShop();
  start = shop.clock.time;
});
afterEach(async () => {
  await shop.setSwitches({ api: 'normal' });
  shop.clock.time = start;
});
afterAll(async () => shop.close());

/** Creates a part with an ebook that a reader paid for. */
async function paid() {
  const reader = await shop.reader();
  const part = await shop.part();
  const edition = await addEdition(shop, part.id, await ingest(shop));
  const order = await shop.buy(reader, part.id);
  await shop.click(order, 'approved');
  await shop.settled();
  return { reader, part, edition, order: order.order_id };
}
type Paid = Awaited<ReturnType<typeof paid>>;

async function withdraw({ reader, part, order }: Pick<Paid, 'reader' | 'part' | 'order'>) {
  const response = await shop.request(`/api/orders/${order}/withdraw`, {
    method: 'POST',
    headers: { ...(await reader.headers()), 'content-type': 'application/json' },
    body: JSON.stringify({ part_id: part.id }),
  });
  return { status: response.status, ...((await response.json()) as Partial<OwnOrder> & { code?: string }) };
}

const open = async (reader: Reader, partId: string) =>
  shop.request(`/api/book_part/open/${partId}`, { headers: await reader.headers() });

async function paymentOf(order: string) {
  const payment = (await shop.rows.payments()).find(({ order_id: id }) => id === order);
  if (!payment) throw new Error('nothing paid for the order');
  return payment;
}
const refundsOf = async (order: string) => (await shop.rows.refunds()).filter(({ order_id: id }) => id === order);

/** Checks that the part is still owned and no refund was made. */
async function expectUntouched({ reader, part, order }: Paid, refunds = 0): Promise<void> {
  expect(await shop.rows.owned(reader.id, part.id)).toHaveLength(1);
  expect(await refundsOf(order)).toHaveLength(refunds);
}

describe('withdrawing from a purchase', () => {
  it('ends access and refunds the payment, with a mail and an audit entry', async () => {
    const bought = await paid();
    const { reader, part, order } = bought;
    expect(await withdraw(bought)).toMatchObject({
      status: 200,
      returned: { amount: 1490, is_withdrawal: true },
      items: [{ can_read: false, withdrawal: { refusal: 'returned' } }],
    });
    await shop.settled();
    expect(await shop.rows.owned(reader.id, part.id)).toEqual([]);
    expect((await open(reader, part.id)).status).toBe(404);
    const [refund, ...others] = await refundsOf(order);
    expect(others).toEqual([]);
    expect(refund).toMatchObject({ state: 'done', amount: 1490, reason: 'withdrawal', requested_by: reader.id });
    expect(await paymentOf(order)).toMatchObject({ status: 'refunded', refunded_amount: 1490 });
    expect((await shop.rows.order(order)).state).toBe('refunded');
    const mails = (await shop.rows.mails('refund')).filter(({ recipient }) => recipient.startsWith(reader.id));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Te devolvimos $1.490');
    const audits = (await shop.rows.audits('order.withdrawn')).filter(({ subject }) => subject === order);
    expect(audits.map(({ detail }) => JSON.parse(detail) as unknown)).toEqual([{ part: part.id, amount: 1490 }]);
  });

  it('ends access at once, whatever the provider answers, and the refund follows', async () => {
    const bought = await paid();
    await shop.setSwitches({ api: 'error_500' });
    expect(await withdraw(bought)).toMatchObject({ status: 200, state: 'returning', returned: { done_at: null } });
    await shop.settled();
    expect((await open(bought.reader, bought.part.id)).status).toBe(404);
    expect(await refundsOf(bought.order)).toMatchObject([{ state: 'requested' }]);
    // The list of open payments shows that the buyer requested the refund.
    const { id } = await paymentOf(bought.order);
    const { payments } = await shop.services.payments.unresolvedPayments();
    expect(payments.find((open) => open.id === id)?.refund).toMatchObject({ amount: 1490, is_withdrawal: true });
    await shop.setSwitches({ api: 'normal' });
    shop.clock.time += 60_000;
    await shop.services.refunds.processRefunds();
    expect(await refundsOf(bought.order)).toMatchObject([{ state: 'done' }]);
    expect((await shop.rows.order(bought.order)).state).toBe('refunded');
  });

  it('makes one refund from any number of tabs', async () => {
    const bought = await paid();
    const answers = await Promise.all(Array.from({ length: 5 }, async () => withdraw(bought)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await shop.settled();
    expect((await withdraw(bought)).status).toBe(200);
    expect(await refundsOf(bought.order)).toHaveLength(1);
    expect((await paymentOf(bought.order)).refunded_amount).toBe(1490);
    const audits = (await shop.rows.audits('order.withdrawn')).filter(({ subject }) => subject === bought.order);
    expect(audits).toHaveLength(1);
  });

  it.each(['unopened', 'opened', 'on its way back'])(
    'is possible again for an order that was paid again after a refund: %s',
    async (partState) => {
      const bought = await paid();
      const { reader, part, order } = bought;
      expect(await withdraw(bought)).toMatchObject({ status: 200 });
      await shop.settled();
      const { preference_id: preference } = await shop.rows.order(order);
      await shop.setPayment(80_000 + partState.length, {
        preference_id: preference!,
        status: 'approved',
        notify: true,
      });
      await shop.settled();
      expect(await shop.rows.owned(reader.id, part.id)).toHaveLength(1);
      if (partState === 'opened') expect((await open(reader, part.id)).status).toBe(200);
      if (partState === 'on its way back') {
        await shop.setSwitches({ api: 'refuse_refunds' });
        const request = { orderId: order, partId: part.id, reason: '', actorId: reader.id };
        await shop.services.refunds.requestRefund(request);
        await shop.settled();
      }
      const answer = await withdraw(bought);
      await shop.settled();
      const went = (await refundsOf(order)).map(({ state, amount }) => `${state} ${amount}`);
      if (partState === 'opened') {
        expect(answer).toMatchObject({ status: 409, code: 'withdrawal_opened' });
        expect(went).toEqual(['done 1490']);
      } else if (partState === 'on its way back') {
        // The shop had refunded it, so the answer must not say that the buyer withdrew.
        expect(answer).toMatchObject({ status: 409, code: 'refund_not_possible' });
        expect(went.toSorted()).toEqual(['done 1490', 'requested 1490']);
      } else {
        expect(answer).toMatchObject({ status: 200 });
        expect(went).toEqual(['done 1490', 'done 1490']);
        expect(await shop.rows.owned(reader.id, part.id)).toEqual([]);
      }
    },
  );

  it('lets the part be bought and withdrawn from again', async () => {
    const { reader, part, ...first } = await paid();
    await withdraw({ reader, part, ...first });
    await shop.settled();
    const again = await shop.buy(reader, part.id);
    expect(again.order_id).not.toBe(first.order);
    await shop.click(again, 'approved');
    await shop.settled();
    expect((await open(reader, part.id)).status).toBe(200);
    expect(await withdraw({ reader, part, order: again.order_id })).toMatchObject({
      status: 409,
      code: 'withdrawal_opened',
    });
  });

  it('refunds the good payment alone while another one of the order is being refunded', async () => {
    const bought = await paid();
    await shop.setSwitches({ api: 'error_500' });
    const good = await paymentOf(bought.order);
    await shop.ports.db.withTx(async (tx) =>
      tx
        .insertInto('payments')
        .values({ ...good, id: crypto.randomUUID(), provider_payment_id: '999999', problem: 'duplicate' })
        .execute(),
    );
    expect(await withdraw(bought)).toMatchObject({ status: 200 });
    await shop.settled();
    expect((await refundsOf(bought.order)).map(({ payment_id: id }) => id)).toEqual([good.id]);
  });
});

describe('the promise of withdrawal', () => {
  it('has the same text in the terms and in the receipt', async () => {
    const { reader } = await paid();
    const terms = await (await shop.request('/api/legal/terms')).text();
    expect(terms).toContain('Tienes 10 días para arrepentirte de una compra mientras no hayas abierto ni descargado');
    expect(terms).toContain('Lo haces en «Mis compras», a cualquier hora y sin decir por qué');
    const receipt = (await shop.rows.mails('receipt')).find(({ recipient }) => recipient.startsWith(reader.id));
    expect(receipt?.text).toContain('Puedes arrepentirte dentro de 10 días mientras no hayas abierto ni descargado');
    expect(receipt?.text).toContain('lo haces tú, en «Mis compras»');
  });
});

describe('a withdrawal is refused', () => {
  it("for another buyer's purchase, or a part that the order does not include", async () => {
    const [bought, stranger] = [await paid(), await shop.reader()];
    expect(await withdraw({ ...bought, reader: stranger })).toMatchObject({ status: 404, code: 'order_not_found' });
    expect(await withdraw({ ...bought, part: await shop.part() })).toMatchObject({
      status: 404,
      code: 'part_not_found',
    });
    await expectUntouched(bought);
  });

  it("after opening the part's record, its file or a single page", async () => {
    const ways: readonly ((bought: Paid) => string)[] = [
      ({ part }) => `/api/book_part/open/${part.id}`,
      ({ part }) => `/api/book_part/download/${part.id}`,
      ({ edition }) => `/api/editions/${edition}/r/OEBPS/c1.xhtml`,
    ];
    for (const way of ways) {
      const bought = await paid();
      const served = await shop.request(way(bought), { headers: await bought.reader.headers() });
      expect(served.status).toBe(200);
      expect(await withdraw(bought)).toMatchObject({ status: 409, code: 'withdrawal_opened' });
      await expectUntouched(bought);
    }
  });

  it('for a part that was read by early access before buying it', async () => {
    const reader = await shop.reader();
    const part = await shop.part();
    await addEdition(shop, part.id, await ingest(shop));
    await give(shop, reader.id, part.id, { source: 'early_access' });
    expect((await open(reader, part.id)).status).toBe(200);
    const order = await shop.buy(reader, part.id);
    await shop.click(order, 'approved');
    await shop.settled();
    expect(await withdraw({ reader, part, order: order.order_id })).toMatchObject({ code: 'withdrawal_opened' });
  });

  it('after the last millisecond of the tenth day', async () => {
    const [inTime, late] = [await paid(), await paid()];
    const until = withdrawableUntil((await shop.rows.order(late.order)).paid_at!);
    shop.clock.time = until + 1;
    expect(await withdraw(late)).toMatchObject({ status: 409, code: 'withdrawal_late' });
    await expectUntouched(late);
    shop.clock.time = until;
    expect(await withdraw(inTime)).toMatchObject({ status: 200 });
  });

  it('for a free part, or one that the shop granted', async () => {
    const reader = await shop.reader();
    const free = await shop.part({ value: 0 });
    const { order_id: order } = await shop.buy(reader, free.id);
    expect(await withdraw({ reader, part: free, order })).toMatchObject({
      status: 409,
      code: 'withdrawal_not_possible',
    });
    expect(await shop.rows.owned(reader.id, free.id)).toHaveLength(1);

    // The shop revoked and granted the part: the order is paid, but the part is owned by the grant.
    const bought = await paid();
    await shop.ports.db.handle
      .updateTable('entitlements')
      .set({ source: 'grant', order_id: null })
      .where('order_id', '=', bought.order)
      .execute();
    expect(await withdraw(bought)).toMatchObject({ status: 409, code: 'withdrawal_not_possible' });
    await expectUntouched(bought);
  });

  it('for a part that was already refunded', async () => {
    const bought = await paid();
    const { order: orderId } = bought;
    await shop.services.refunds.requestRefund({ orderId, partId: null, reason: 'falla', actorId: bought.reader.id });
    await shop.settled();
    expect(await withdraw(bought)).toMatchObject({ status: 409, code: 'refund_not_possible' });
    expect(await refundsOf(orderId)).toHaveLength(1);
  });

  it('for a part in dispute', async () => {
    const bought = await paid();
    const { provider_payment_id: number } = await paymentOf(bought.order);
    await shop.setPayment(Number(number), { status: 'in_mediation', notify: true });
    await shop.services.payments.processNotices();
    await shop.settled();
    expect(await withdraw(bought)).toMatchObject({ status: 409, code: 'withdrawal_disputed' });
    await expectUntouched(bought);
  });

  it('for an unpaid part', async () => {
    const reader = await shop.reader();
    const part = await shop.part();
    const { order_id: order } = await shop.buy(reader, part.id);
    expect(await withdraw({ reader, part, order })).toMatchObject({ status: 409, code: 'withdrawal_not_possible' });
  });
});

describe('a dispute that is won after a withdrawal', () => {
  it('restores no access', async () => {
    const bought = await paid();
    await shop.setSwitches({ api: 'error_500' });
    await withdraw(bought);
    await shop.settled();
    await shop.setSwitches({ api: 'normal' });
    const { provider_payment_id: number } = await paymentOf(bought.order);
    for (const status of ['in_mediation', 'approved'] as const) {
      await shop.setPayment(Number(number), { status, notify: true });
      await shop.services.payments.processNotices();
      await shop.settled();
    }
    expect(await shop.rows.owned(bought.reader.id, bought.part.id)).toEqual([]);
  });
});

describe('opening and withdrawing at the same moment', () => {
  it('gives one or the other result, never both', async () => {
    for (let round = 0; round < 12; round += 1) {
      const bought = await paid();
      const path = [
        `/api/book_part/open/${bought.part.id}`,
        `/api/book_part/download/${bought.part.id}`,
        `/api/editions/${bought.edition}/r/OEBPS/c1.xhtml`,
      ][round % 3]!;
      const headers = await bought.reader.headers();
      const opening = async () => shop.request(path, { headers });
      const [served, taken] =
        round % 2 === 0
          ? await Promise.all([opening(), withdraw(bought)])
          : await Promise.all([withdraw(bought), opening()]).then(([one, other]) => [other, one] as const);
      await shop.settled();
      expect([served.status === 200, taken.status === 200].filter(Boolean), `round ${round}`).toHaveLength(1);
      expect(await shop.rows.owned(bought.reader.id, bought.part.id)).toHaveLength(served.status === 200 ? 1 : 0);
    }
  });

  it('sends nothing to a request that was checked before the withdrawal', async () => {
    const { entitlements } = shop.services;
    const bought = await paid();
    // The withdrawal happens between the check of the entitlement and the sending of the bytes.
    const partAccess = await entitlements.requireReadable(bought.reader.id, bought.part.id);
    expect((await withdraw(bought)).status).toBe(200);
    await expect(entitlements.deliver(partAccess)).rejects.toMatchObject({ code: 'part_not_found' });
    const rows = await shop.ports.db.read
      .selectFrom('deliveries')
      .select('part_id')
      .where('part_id', '=', bought.part.id)
      .execute();
    expect(rows).toEqual([]);
  });
});
