import type { UserPart } from '@cuentos/contract/library';
import type { OwnOrder, Preference, Receipt } from '@cuentos/contract/orders';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/db/new-id.ts';
import type { BookPartRow } from '../../platform/db/tables/books.ts';
import type { Caller } from '../../platform/http/access.ts';
import { grantPart } from '../entitlements/service.ts';
import { bodyOf, type Bought, openShop, type Reader, type TestShop } from './testing/open-shop.ts';

let shop: TestShop;
let reader: Reader;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => shop.close());
beforeEach(async () => {
  reader = await shop.reader();
});
afterEach(async () => shop.setSwitches({ api: 'normal', notice: 'send' }));

const actorId = newId();
const admin = { userId: actorId } as Caller;
const idsOf = (parts: readonly BookPartRow[]) => parts.map(({ id }) => id);

/** Creates a book whose parts have these prices. */
async function book(values: readonly number[], completion = 0): Promise<BookPartRow[]> {
  const parts: BookPartRow[] = [];
  for (const value of values) {
    const [first] = parts;
    const position = parts.length;
    parts.push(
      first
        ? await shop.part({ value, position, book_id: first.book_id })
        : await shop.part({ value, position }, { completion_discount: completion }),
    );
  }
  return parts;
}

const itemsOf = async ({ order_id }: Bought) =>
  shop.ports.db.read
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', order_id)
    .orderBy('position')
    .execute();
const amountsOf = async (bought: Bought) => (await itemsOf(bought)).map(({ amount }) => amount);
const owned = async (parts: readonly BookPartRow[]) => {
  const ownerships: boolean[] = [];
  for (const { id } of parts) ownerships.push((await shop.rows.owned(reader.id, id)).length === 1);
  return ownerships;
};
const give = async ({ id }: BookPartRow) =>
  shop.services.adminEntitlements.grant(admin, { userId: reader.id, partId: id, notify: false });
const refundsOf = async ({ order_id }: Bought) =>
  (await shop.rows.refunds()).filter((row) => row.order_id === order_id);
const stateOf = async ({ order_id }: Bought) => (await shop.rows.order(order_id)).state;

async function get<Answer>(path: string, as: Reader | null = reader): Promise<Answer> {
  const response = await shop.request(path, { headers: as ? await as.headers() : {} });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Answer;
}

async function own({ order_id }: Bought): Promise<OwnOrder> {
  const ownOrder = (await get<OwnOrder[]>('/api/orders')).find(({ id }) => id === order_id);
  expect(ownOrder).toBeDefined();
  return ownOrder!;
}

async function paid(parts: readonly BookPartRow[]): Promise<Bought> {
  const bought = await shop.buy(reader, ...idsOf(parts));
  await shop.click(bought, 'approved');
  await shop.settled();
  return bought;
}

async function paymentOf({ order_id }: Bought) {
  return (await shop.rows.payments()).find((row) => row.order_id === order_id)!;
}

async function withdraw(bought: Bought, part: BookPartRow) {
  return shop.services.refunds.withdraw({ userId: reader.id, orderId: bought.order_id, partId: part.id });
}

describe('an order of several parts', () => {
  it('completes a book at the sum less its discount, with a line for each part at the provider', async () => {
    const parts = await book([1490, 490], 10);
    const bought = await shop.buy(reader, ...idsOf(parts));
    expect(await itemsOf(bought)).toMatchObject([
      { part_id: parts[0]!.id, value: 1490, discount_percentage: 10, amount: 1341, reduction: 'completion' },
      { part_id: parts[1]!.id, value: 490, discount_percentage: 10, amount: 441, reduction: 'completion' },
    ]);
    expect((await shop.rows.order(bought.order_id)).total).toBe(1782);
    const [preference] = await shop.ports.db.read
      .selectFrom('sandbox_preferences')
      .selectAll()
      .where('id', '=', bought.id)
      .execute();
    const { items } = JSON.parse(preference!.body) as { items: { id: string; unit_price: number }[] };
    expect(items.map(({ id, unit_price: price }) => [id, price])).toEqual([
      [parts[0]!.id, 1341],
      [parts[1]!.id, 441],
    ]);
    expect(await owned(parts)).toEqual([false, false]);
    await shop.click(bought, 'approved');
    await shop.settled();
    expect(await owned(parts)).toEqual([true, true]);
    const mails = (await shop.rows.mails('receipt')).filter((mail) => mail.recipient.startsWith(reader.id));
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toMatch(/Primera parte: \$1\.341\n.*Otra parte .*: \$441\nTotal \(IVA incluido\): \$1\.782/);
    const receipt = await get<Receipt>(`/api/orders/${bought.order_id}/receipt`);
    expect(receipt.items.map(({ amount }) => amount)).toEqual([1341, 441]);
    expect(receipt).toMatchObject({ total: 1782, net: 1497, vat: 285, returned: 0 });
    expect(await own(bought)).toMatchObject({
      state: 'paid',
      total: 1782,
      items: [
        { value: 1490, amount: 1341, reduction: 'completion', withdrawal: { refusal: null, amount: 1341 } },
        { value: 490, amount: 441, reduction: 'completion', withdrawal: { refusal: null, amount: 441 } },
      ],
    });
  });

  it('gives no completion discount while a released part that is not owned is missing', async () => {
    const parts = await book([1490, 490, 990], 50);
    expect(await amountsOf(await shop.buy(reader, parts[0]!.id, parts[1]!.id))).toEqual([1490, 490]);
    await give(parts[2]!);
    expect(await amountsOf(await shop.buy(reader, parts[0]!.id, parts[1]!.id))).toEqual([745, 245]);
  });

  it('ignores unreleased, hidden and free parts for a completion, which needs two parts at least', async () => {
    const [first, second, ...others] = await book([1000, 2000, 0, 990, 990], 20);
    const { handle } = shop.ports.db;
    const set = async (index: number, change: Partial<BookPartRow>) =>
      handle.updateTable('book_parts').set(change).where('id', '=', others[index]!.id).execute();
    await set(1, { release_at: shop.clock.now() + 86_400_000 });
    await set(2, { is_draft: 1 });
    expect(await amountsOf(await shop.buy(reader, first!.id, second!.id))).toEqual([800, 1600]);
    await give(first!);
    expect(await amountsOf(await shop.buy(reader, second!.id))).toEqual([2000]);
  });

  it('gives each part the better one of presale and completion discount, never both', async () => {
    const [first, second] = await book([1000, 2000], 20);
    const presale = { is_presale: 1, presale_end_at: shop.clock.now() + 86_400_000, presale_discount: 50 } as const;
    await shop.ports.db.handle.updateTable('book_parts').set(presale).where('id', '=', first!.id).execute();
    expect(await itemsOf(await shop.buy(reader, first!.id, second!.id))).toMatchObject([
      { amount: 500, reduction: 'presale', discount_percentage: 50 },
      { amount: 1600, reduction: 'completion', discount_percentage: 20 },
    ]);
  });

  it('applies the completion discount to each book on its own', async () => {
    const parts = [...(await book([1000, 1000], 10)), ...(await book([1490, 990], 10)).slice(0, 1)];
    const bought = await shop.buy(reader, ...idsOf(parts));
    expect(await amountsOf(bought)).toEqual([900, 900, 1490]);
    const back = await shop.click(bought, 'approved');
    expect(back.pathname, 'of several books there is no one page').toBe('/user-settings/orders');
    const order = await get<{ book_id: string; part_ids: string[] }>(`/api/orders/${bought.order_id}`);
    expect(order).toMatchObject({ book_id: parts[0]!.book_id, part_ids: idsOf(parts) });
  });

  it('leads back to the book if all parts are of one', async () => {
    const parts = await book([1000, 1000]);
    const back = await shop.click(await shop.buy(reader, ...idsOf(parts)), 'rejected');
    expect(back.pathname).toBe(`/user-library/${parts[0]!.book_id}`);
  });

  it('is created once for a double click, in any order of the parts, and separately for other parts', async () => {
    const [a, b, c] = idsOf(await book([1000, 1000, 1000]));
    const answers = await Promise.all([
      shop.buy(reader, a!, b!),
      shop.buy(reader, b!, a!),
      shop.buy(reader, a!, b!, a!),
    ]);
    expect(new Set(answers.map((answer) => `${answer.order_id} ${answer.id}`)).size).toBe(1);
    const others = [await shop.buy(reader, a!, c!), await shop.buy(reader, a!), await shop.buy(reader, a!, b!, c!)];
    expect(new Set([answers[0], ...others].map(({ order_id: id }) => id)).size).toBe(4);
  });

  it('is created anew when prices changed, even if the sum is the same', async () => {
    const parts = await book([1000, 2000]);
    const before = await shop.buy(reader, ...idsOf(parts));
    await change(parts[0]!.id, { value: 2000 });
    await change(parts[1]!.id, { value: 1000 });
    const after = await shop.buy(reader, ...idsOf(parts));
    expect(after.order_id).not.toBe(before.order_id);
    expect(await amountsOf(after)).toEqual([2000, 1000]);
  });

  it('grants free parts at once, and the others once they are paid', async () => {
    const [free, dear] = await book([0, 1490]);
    const bought = await shop.buy(reader, free!.id, dear!.id);
    expect(bought.init_point).not.toBeNull();
    expect(await owned([free!, dear!])).toEqual([true, false]);
    expect(await amountsOf(bought)).toEqual([1490]);
    expect(await shop.rows.owned(reader.id, free!.id)).toMatchObject([{ source: 'free' }]);
    expect((await shop.buy(reader, free!.id, dear!.id)).order_id, 'a second click').toBe(bought.order_id);
    const gifts = await book([0, 0]);
    const taken = await shop.buy(reader, ...idsOf(gifts));
    expect([taken.init_point, await owned(gifts)]).toEqual([null, [true, true]]);
    expect((await shop.buy(reader, ...idsOf(gifts))).order_id).toBe(taken.order_id);
  });

  it('grants no free part when the others are refused', async () => {
    const [free, other] = await book([0, 1490]);
    await give(other!);
    expect(await tryToBuy([free!, other!])).toMatchObject({ status: 409, code: 'already_owned' });
    expect(await owned([free!, other!])).toEqual([false, true]);
  });

  it("reaches the provider's minimum with parts that do not reach it alone", async () => {
    const low = await openShop({ MP_MIN_AMOUNT: '1000' });
    try {
      const buyer = await low.reader();
      const parts = [await low.part({ value: 490 }), await low.part({ value: 600 })];
      for (const { id } of parts) expect(await low.tryToBuy(buyer, id)).toMatchObject({ code: 'below_minimum_amount' });
      expect((await low.buy(buyer, ...idsOf(parts))).init_point).not.toBeNull();
    } finally {
      await low.close();
    }
  });
});

async function tryToBuy(parts: readonly Pick<BookPartRow, 'id'>[], path = parts[0]!.id) {
  return shop.tryToBuy(reader, path, bodyOf(parts.map(({ id }) => id)));
}

describe('parts that cannot be bought together', () => {
  it.each([
    ['owned', 'already_owned', async (part: BookPartRow) => void (await give(part))],
    [
      'taken out of the shop',
      'part_not_found',
      async ({ id }: BookPartRow) => void (await change(id, { is_active: 0 })),
    ],
    ['not out yet', 'part_not_released', async ({ id }: BookPartRow) => void (await change(id, { release_at: 4e12 }))],
  ])('one that is %s refuses all', async (_name, code, spoil) => {
    const parts = await book([1000, 1000]);
    await spoil(parts[1]!);
    expect(await tryToBuy(parts)).toMatchObject({ code });
    expect(
      await shop.ports.db.read.selectFrom('orders').select('id').where('user_id', '=', reader.id).execute(),
    ).toEqual([]);
  });

  it('are none, more than twenty, unknown, or without the part of the address', async () => {
    const [a, b] = await book([1000, 1000]);
    const refused = { status: 422 };
    expect(await tryToBuy([], a!.id)).toMatchObject(refused);
    expect(await tryToBuy(Array.from({ length: 21 }, () => a!))).toMatchObject(refused);
    expect(await tryToBuy([b!], a!.id)).toMatchObject(refused);
    expect(await tryToBuy([a!, { id: newId() }])).toMatchObject({ status: 404, code: 'part_not_found' });
  });

  it('include a part that is being paid, until that payment is cancelled', async () => {
    const parts = [...(await book([1000, 1000])), ...(await book([1000]))];
    const bought = await shop.buy(reader, parts[0]!.id, parts[1]!.id);
    await shop.click(bought, 'pending');
    await shop.settled();
    for (const set of [[parts[0]!], [parts[2]!, parts[1]!], parts]) {
      expect(await tryToBuy(set)).toMatchObject({ status: 409, code: 'payment_pending' });
    }
    expect((await shop.buy(reader, parts[2]!.id)).init_point, 'another part').not.toBeNull();
    await shop.services.orders.cancelPending(reader.id, bought.order_id);
    expect((await shop.buy(reader, ...idsOf(parts))).init_point).not.toBeNull();
  });

  it('show the pending payment on the page of each of their books', async () => {
    const parts = [...(await book([1000])), ...(await book([2000]))];
    const bought = await shop.buy(reader, ...idsOf(parts));
    await shop.click(bought, 'pending');
    await shop.settled();
    for (const { book_id: id } of parts) {
      const [shown] = await get<UserPart[]>(`/api/user_book_parts/${id}`);
      expect(shown!.unfinished_order).toMatchObject({ id: bought.order_id, state: 'pending', total: 3000 });
    }
  });
});

const change = async (id: string, columns: Partial<BookPartRow>) =>
  shop.ports.db.handle.updateTable('book_parts').set(columns).where('id', '=', id).execute();

describe('a part that the buyer got while paying for it', () => {
  it('is refunded when it came by a gift, with a mail, and the others are granted', async () => {
    const parts = await book([1490, 490], 10);
    const bought = await shop.buy(reader, ...idsOf(parts));
    await give(parts[1]!);
    await shop.click(bought, 'approved');
    await shop.settled();
    expect(await refundsOf(bought)).toMatchObject([
      { part_id: parts[1]!.id, amount: 441, state: 'done', reason: 'already_owned' },
    ]);
    expect(await shop.rows.owned(reader.id, parts[0]!.id)).toMatchObject([{ order_id: bought.order_id }]);
    expect(await shop.rows.owned(reader.id, parts[1]!.id)).toMatchObject([{ source: 'grant', order_id: null }]);
    expect(await stateOf(bought)).toBe('partially_refunded');
    const payment = await paymentOf(bought);
    expect(payment).toMatchObject({ problem: null, refunded_amount: 441, status: 'approved' });
    const sentBackMails = (await shop.rows.mails('sent-back')).filter((mail) => mail.recipient.startsWith(reader.id));
    expect(sentBackMails).toHaveLength(1);
    expect(sentBackMails[0]!.text).toContain('$441');
    expect(sentBackMails[0]!.text).toContain('Otra parte');
    expect(sentBackMails[0]!.text).not.toContain('Primera parte');
    const receipt = (await shop.rows.mails('receipt')).find((mail) => mail.recipient.startsWith(reader.id));
    expect(receipt?.text).toContain('derecho permanente a leer estas partes');
    expect(receipt?.text).not.toMatch(/esta parte|abierto ni descargado la parte/);
    const mailTexts = sentBackMails.map(({ text, html, subject }) => `${subject} ${text} ${html}`).join();
    expect(mailTexts, 'nothing was paid twice, and not all goes back').not.toMatch(/repetid|dos veces|completa/);
    expect(mailTexts).toContain('El resto de tu compra está en tu biblioteca');
    expect(await own(bought)).toMatchObject({
      state: 'paid',
      items: [
        { returned: null, can_read: true },
        { returned: { amount: 441 }, can_read: true, withdrawal: { refusal: 'returned' } },
      ],
    });
    expect((await get<Receipt>(`/api/orders/${bought.order_id}/receipt`)).returned).toBe(441);
  });

  it('is refunded in the later order, so that it is paid once', async () => {
    const [a, b, c] = await book([1000, 2000, 3000]);
    const [first, second] = [await shop.buy(reader, a!.id, b!.id), await shop.buy(reader, b!.id, c!.id)];
    for (const bought of [first, second]) {
      await shop.click(bought, 'approved');
      await shop.settled();
    }
    expect([await refundsOf(first), await refundsOf(second)]).toMatchObject([[], [{ part_id: b!.id, amount: 2000 }]]);
    expect(await shop.rows.owned(reader.id, b!.id)).toMatchObject([{ order_id: first.order_id }]);
    expect(await owned([a!, b!, c!])).toEqual([true, true, true]);
  });

  it('is refunded with all others when the buyer got them all', async () => {
    const parts = await book([1000, 2000]);
    const bought = await shop.buy(reader, ...idsOf(parts));
    for (const part of parts) await give(part);
    await shop.click(bought, 'approved');
    await shop.settled();
    expect(await refundsOf(bought)).toMatchObject([{ part_id: null, amount: 3000, state: 'done' }]);
    expect(await paymentOf(bought)).toMatchObject({ problem: 'already_owned', status: 'refunded' });
    expect(await stateOf(bought)).toBe('refunded');
  });
});

describe('refunding one part of several', () => {
  it('ends that part, returns its price, and leaves the others and their prices', async () => {
    const parts = await book([1490, 490], 10);
    const bought = await paid(parts);
    const after = await withdraw(bought, parts[0]!);
    await shop.settled();
    expect(after).toMatchObject({ state: 'paid', items: [{ returned: { amount: 1341 } }, { returned: null }] });
    expect(await owned(parts)).toEqual([false, true]);
    expect(await stateOf(bought)).toBe('partially_refunded');
    expect(await own(bought)).toMatchObject({
      state: 'paid',
      returned: { amount: 1341, is_withdrawal: true, done_at: expect.any(String) as string },
      items: [
        { can_read: false, returned: { amount: 1341 }, withdrawal: { refusal: 'returned', amount: 0 } },
        { can_read: true, returned: null, withdrawal: { refusal: null, amount: 441 } },
      ],
    });
    expect((await get<Receipt>(`/api/orders/${bought.order_id}/receipt`)).returned).toBe(1341);
    await expect(withdraw(bought, parts[0]!), 'twice is once').resolves.toBeDefined();
    await withdraw(bought, parts[1]!);
    await shop.settled();
    expect(await own(bought)).toMatchObject({ state: 'returned', returned: { amount: 1782 } });
    expect((await refundsOf(bought)).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([441, 1341]);
    expect(await paymentOf(bought)).toMatchObject({ status: 'refunded', refunded_amount: 1782 });
  });

  it('is shown as pending for that part while the provider does not answer', async () => {
    const parts = await book([1000, 2000]);
    const bought = await paid(parts);
    await shop.setSwitches({ api: 'refuse_refunds' });
    await withdraw(bought, parts[1]!);
    await shop.settled();
    expect(await own(bought)).toMatchObject({
      state: 'paid',
      returned: { amount: 2000, done_at: null },
      items: [
        { returned: null, can_read: true },
        { returned: { amount: 2000, done_at: null }, can_read: false },
      ],
    });
    expect((await get<Receipt>(`/api/orders/${bought.order_id}/receipt`)).returned, 'not back yet').toBe(0);
    await withdraw(bought, parts[0]!);
    await shop.settled();
    expect(await own(bought)).toMatchObject({ state: 'returning', returned: { amount: 3000, done_at: null } });
  });

  it('lets the part be bought again alone at its own price', async () => {
    const parts = await book([1490, 490], 10);
    const bought = await paid(parts);
    await withdraw(bought, parts[1]!);
    await shop.settled();
    const again = await shop.buy(reader, parts[1]!.id);
    expect(await amountsOf(again)).toEqual([490]);
    await shop.click(again, 'approved');
    await shop.settled();
    expect(await shop.rows.owned(reader.id, parts[1]!.id)).toMatchObject([{ order_id: again.order_id }]);
  });

  it('differs from a dispute, which suspends all parts of the payment; a won one restores those not refunded', async () => {
    const parts = await book([1000, 2000, 3000]);
    const bought = await paid(parts);
    await withdraw(bought, parts[0]!);
    await shop.settled();
    const { provider_payment_id: number } = await paymentOf(bought);
    const move = async (status: 'charged_back' | 'approved') => {
      shop.clock.time += 60_000;
      await shop.setPayment(Number(number), { status, notify: true });
      await shop.settled();
    };
    await move('charged_back');
    expect(await owned(parts)).toEqual([false, false, false]);
    expect(await stateOf(bought)).toBe('disputed');
    await move('approved');
    expect(await owned(parts)).toEqual([false, true, true]);
    expect(await stateOf(bought)).toBe('partially_refunded');
  });

  it('keeps a part that a gift of another person granted', async () => {
    const parts = await book([1000, 2000]);
    const bought = await paid(parts);
    const other = await shop.reader();
    const grant = {
      userId: other.id,
      partId: parts[0]!.id,
      source: 'purchase',
      orderId: newId(),
      grantedBy: null,
    } as const;
    await shop.ports.db.withTx(async (tx) => grantPart(tx, { ...grant, expiresAt: null }, shop.clock.now()));
    await withdraw(bought, parts[0]!);
    await shop.settled();
    expect(await shop.rows.owned(other.id, parts[0]!.id)).toHaveLength(1);
  });
});

it('the sales report counts free parts, but not their orders', async () => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(shop.clock.now());
  const free = async () =>
    (await shop.services.adminReports.stats(day, day)).figures.find(({ key }) => key === 'free')!.value;
  const before = await free();
  await shop.buy(reader, ...idsOf(await book([0, 0])));
  expect((await free()) - before).toBe(2);
});

it('the sales report shows for each part its paid price and its refund', async () => {
  const parts = await book([1000, 2000, 3000], 10);
  const bought = await paid(parts);
  await withdraw(bought, parts[0]!);
  await shop.settled();
  const request = { orderId: bought.order_id, partId: null, reason: 'lo demás', actorId };
  await shop.services.refunds.requestRefund(request);
  await shop.settled();
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago' }).format(shop.clock.now());
  const { rows } = (await shop.services.adminReports.stats(day, day)).parts;
  const own = parts.map(({ id }) => rows.find((row) => row.book_part_id === id));
  expect(own).toMatchObject([
    { sales: 1, amount: 900, refunds: -900, net: expect.any(Number) as number },
    { sales: 1, amount: 1800, refunds: -1800 },
    { sales: 1, amount: 2700, refunds: -2700 },
  ]);
});

it('an order that was partly refunded before its first notice counts as paid', async () => {
  const parts = await book([1000, 2000]);
  const bought: Preference = await shop.buy(reader, ...idsOf(parts));
  await shop.setSwitches({ notice: 'drop' });
  await shop.setPayment(777_001, { preference_id: bought.id, status: 'approved', transaction_amount_refunded: 2000 });
  await shop.notify(777_001);
  await shop.settled();
  const order = await shop.rows.order(bought.order_id);
  expect(order.state).toBe('partially_refunded');
  expect(order.paid_at).not.toBeNull();
  expect(await owned(parts)).toEqual([true, false]);
});
