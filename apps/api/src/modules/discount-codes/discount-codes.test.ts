import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { DiscountCode, DiscountCodeBody } from '@cuentos/contract/discount-codes';
import type { OwnOrder, Receipt } from '@cuentos/contract/orders';
import type { Quote } from '@cuentos/contract/quote';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BookPartRow } from '../../platform/db/tables/books.ts';
import { addReader, type SignedIn } from '../../testing/fixtures.ts';
import { type Bought, openShop, type Reader, type TestShop } from '../orders/testing/open-shop.ts';

let shop: TestShop;
let admin: SignedIn;
let reader: Reader;
beforeAll(async () => {
  shop = await openShop({ MP_MIN_AMOUNT: '50' });
  admin = await addReader(shop, { role: 'admin' });
});
beforeEach(async () => {
  reader = await shop.reader();
});
afterAll(async () => shop.close());

let codeCount = 0;
/** Creates a code of 20 percent for the whole shop, unless changed. */
async function code(change: Partial<DiscountCodeBody> = {}): Promise<DiscountCode> {
  codeCount += 1;
  const payload = {
    code: `CODIGO-${codeCount}`,
    kind: 'percentage',
    amount: 20,
    book_id: null,
    part_id: null,
    from: null,
    until: null,
    max_uses: null,
    max_uses_per_person: null,
    ...change,
  };
  const headers = await freshAdmin();
  const answer = await shop.app.inject({ method: 'POST', url: '/api/admin/discount_codes', headers, payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
/** Signs the admin in again: the tests move the clock past the life of a token. */
async function freshAdmin() {
  admin = await addReader(shop, { role: 'admin' });
  return admin.headers;
}
const listed = async (id: string) => {
  const headers = await freshAdmin();
  const answer = await shop.app.inject({ url: '/api/admin/discount_codes?limit=100', headers });
  return answer.json<DiscountCode[]>().find((row) => row.id === id)!;
};
const turnOff = async ({ id }: DiscountCode) => shop.services.discountCodes.switch(admin.user.id, id, false);

interface Offer {
  readonly code?: string;
  readonly total?: number;
  readonly as?: Reader;
}

async function preference(parts: readonly BookPartRow[], { code: typed, total, as = reader }: Offer) {
  const payload = {
    part_ids: parts.map(({ id }) => id),
    ...(typed === undefined ? {} : { code: typed }),
    ...(total === undefined ? {} : { total }),
  };
  return shop.app.inject({
    method: 'POST',
    url: `/api/user_book_parts/get_preference_id/${parts[0]!.id}`,
    headers: await as.headers(),
    payload,
  });
}
async function buy(parts: readonly BookPartRow[], offer: Offer): Promise<Bought> {
  const answer = await preference(parts, offer);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
async function refusalOf(parts: readonly BookPartRow[], offer: Offer): Promise<string> {
  const answer = await preference(parts, offer);
  expect(answer.statusCode, answer.body).toBeGreaterThanOrEqual(400);
  return answer.json<{ code: string }>().code;
}
async function pay(parts: readonly BookPartRow[], offer: Offer): Promise<Bought> {
  const bought = await buy(parts, offer);
  await shop.click(bought, 'approved');
  await shop.settled();
  return bought;
}

async function askQuote(parts: readonly BookPartRow[], typed: string, as: Reader | null = reader, ip = '203.0.113.1') {
  const query = new URLSearchParams({ part_ids: parts.map(({ id }) => id).join(), code: typed });
  const headers = as ? await as.headers() : {};
  return shop.app.inject({ url: `/api/quote?${query.toString()}`, headers, remoteAddress: ip });
}
async function quote(parts: readonly BookPartRow[], typed: string, as: Reader | null = reader): Promise<Quote> {
  const answer = await askQuote(parts, typed, as);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const refusalIn = async (...asked: Parameters<typeof quote>) => (await quote(...asked)).code?.refusal;

async function bookOf(values: readonly number[], completion = 0): Promise<BookPartRow[]> {
  const parts: BookPartRow[] = [];
  for (const [position, value] of values.entries()) {
    const change = { value, position, ...(parts[0] ? { book_id: parts[0].book_id } : {}) };
    parts.push(await shop.part(change, { completion_discount: completion }));
  }
  return parts;
}
const itemsOf = async ({ order_id: id }: Bought) =>
  shop.ports.db.read.selectFrom('order_items').selectAll().where('order_id', '=', id).orderBy('position').execute();
const ordersOf = async ({ id }: Reader) =>
  shop.ports.db.read.selectFrom('orders').selectAll().where('user_id', '=', id).execute();

describe('a discount code', () => {
  it('lowers the stored total of an order and the charge of the provider by its percentage', async () => {
    const parts = [await shop.part({ value: 1490 }), await shop.part({ value: 490 })];
    const { code: name } = await code({ amount: 20, code: 'Llavés 20' });
    expect(name).toBe('LLAVES20');
    const { total, code: told } = await quote(parts, ' llaves20');
    expect([total, told]).toEqual([
      1584,
      {
        code: 'LLAVES20',
        refusal: null,
        at: null,
        discount: { kind: 'percentage', amount: 20 },
        part_ids: parts.map(({ id }) => id),
      },
    ]);
    const bought = await pay(parts, { code: 'llaves 20', total });
    expect(await itemsOf(bought)).toMatchObject([
      { value: 1490, amount: 1192, reduction: 'code', discount_percentage: 20 },
      { value: 490, amount: 392, reduction: 'code', discount_percentage: 20 },
    ]);
    expect(await shop.rows.order(bought.order_id)).toMatchObject({
      total: 1584,
      discount_code: 'LLAVES20',
      state: 'paid',
    });
    const payment = (await shop.rows.payments()).find(({ order_id: id }) => id === bought.order_id);
    expect(payment?.amount).toBe(1584);
    for (const { id } of parts) expect(await shop.rows.owned(reader.id, id)).toHaveLength(1);
  });

  it('of pesos lowers the price of the parts it is for, and of no others', async () => {
    const parts = [...(await bookOf([1490, 490], 10)), await shop.part({ value: 1000 })];
    const { code: ofBook } = await code({ kind: 'pesos', amount: 500, book_id: parts[0]!.book_id });
    const bought = await buy(parts, { code: ofBook, total: 1341 + 0 + 1000 });
    expect((await itemsOf(bought)).map(({ amount, reduction }) => [amount, reduction])).toEqual([
      [1341, 'completion'],
      [0, 'code'],
      [1000, null],
    ]);
    const { code: ofPart } = await code({ kind: 'pesos', amount: 500, part_id: parts[2]!.id });
    expect((await quote(parts, ofPart)).items.map(({ amount }) => amount)).toEqual([1341, 441, 500]);
    expect(await refusalIn(parts.slice(0, 2), ofPart)).toBe('other_parts');
  });

  it('is not applied where another discount is better, which does not use it up', async () => {
    const parts = await bookOf([1490, 490], 30);
    const { id, code: name } = await code({ amount: 20, max_uses: 1 });
    const { code: told, total, items } = await quote(parts, name);
    expect([told?.refusal, total, items.map(({ reduction }) => reduction)]).toEqual([
      null,
      1386,
      ['completion', 'completion'],
    ]);
    const bought = await buy(parts, { code: name, total });
    expect((await shop.rows.order(bought.order_id)).discount_code).toBeNull();
    expect(await listed(id)).toMatchObject({ uses: 0, is_fixed: false });
  });

  it('is refused outside of its dates, switched off, or unknown', async () => {
    const part = await shop.part();
    const { code: name } = await code({ from: '2031-03-02', until: '2031-03-03' });
    const start = Date.parse('2031-03-02T03:00:00Z');
    const refusals: unknown[] = [];
    for (const time of [start - 1, start, start + 2 * DAY_MS - 1, start + 2 * DAY_MS]) {
      shop.clock.time = time;
      const { code: answer, total } = await quote([part], name, null);
      refusals.push([answer?.refusal, answer?.at, total]);
    }
    expect(refusals).toEqual([
      ['not_yet', '2031-03-02T03:00:00.000Z', 1490],
      [null, null, 1192],
      [null, null, 1192],
      ['over', null, 1490],
    ]);
    const off = await code();
    await turnOff(off);
    expect(await refusalIn([part], off.code)).toBe('over');
    expect(await refusalIn([part], 'NADIE-LO-HIZO')).toBe('unknown');
    expect(await refusalIn([part], '')).toBe('unknown');
    const owned = await shop.part({ value: 0 });
    expect(await refusalIn([owned], (await code()).code)).toBe('other_parts');
  });

  it('makes no order if it ended while the sheet was open, whatever total was shown', async () => {
    const part = await shop.part({ value: 1490 });
    const gone = await code();
    await turnOff(gone);
    for (const total of [1192, 1490, undefined])
      expect(await refusalOf([part], { code: gone.code, ...(total === undefined ? {} : { total }) })).toBe(
        'price_changed',
      );
    const other = await code({ amount: 30 });
    expect(await refusalOf([part], { code: other.code, total: 1192 })).toBe('price_changed');
    expect(await refusalOf([part], { code: 'NO-EXISTE', total: 1490 })).toBe('price_changed');
    expect(await ordersOf(reader)).toEqual([]);
  });
});

describe('the uses of a discount code', () => {
  it('are limited per person, and the refusal says so to that person alone', async () => {
    const [first, second] = [await shop.part(), await shop.part()];
    const { id, code: name } = await code({ max_uses_per_person: 1 });
    await pay([first], { code: name });
    expect(await refusalIn([second], name)).toBe('used_by_you');
    expect(await refusalOf([second], { code: name, total: 1192 })).toBe('price_changed');
    expect(await refusalIn([second], name, null)).toBeNull();
    expect(await refusalIn([second], name, await shop.reader())).toBeNull();
    expect(await listed(id)).toMatchObject({ uses: 1, sold: 1192, is_fixed: true, state: 'running' });
  });

  it('are limited in total: the last one goes to one of many simultaneous orders', async () => {
    const part = await shop.part();
    const { id, code: name } = await code({ max_uses: 2 });
    await pay([part], { code: name });
    const readers = await Promise.all(Array.from({ length: 6 }, async () => shop.reader()));
    const answers = await Promise.all(readers.map(async (as) => preference([part], { code: name, total: 1192, as })));
    const codes = answers.map((answer) => (answer.statusCode === 200 ? 'made' : answer.json<{ code: string }>().code));
    expect(codes.toSorted()).toEqual(['made', ...Array.from({ length: 5 }, () => 'price_changed')]);
    expect(await listed(id)).toMatchObject({ uses: 2, state: 'used_up' });
    expect(await refusalIn([part], name, null)).toBe('used_up');
  });

  it('count simultaneous orders of one person as one use', async () => {
    const parts = await Promise.all(Array.from({ length: 5 }, async () => shop.part()));
    const { code: name } = await code({ max_uses_per_person: 1 });
    const answers = await Promise.all(parts.map(async (part) => preference([part], { code: name, total: 1192 })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('stay with an order that is found again, and an unpaid order says until when it holds them', async () => {
    const [part, other] = [await shop.part(), await shop.part()];
    const { code: name } = await code({ max_uses: 1 });
    const bought = await buy([part], { code: name, total: 1192 });
    expect(await refusalIn([part], name)).toBeNull();
    expect((await buy([part], { code: name, total: 1192 })).order_id).toBe(bought.order_id);
    const quotedCode = (await quote([other], name)).code;
    const { expires_at: end } = await shop.rows.order(bought.order_id);
    expect(quotedCode).toMatchObject({ refusal: 'in_unpaid_order', at: new Date(end).toISOString() });
    expect(await refusalIn([other], name, null)).toBe('used_up');
    const plain = await buy([part], { total: 1490 });
    expect(plain.order_id, 'an order without the code is another one').not.toBe(bought.order_id);
    const twin = await buy([part], { code: (await code()).code, total: 1192 });
    expect(twin.order_id, 'and one with another code at the same amounts').not.toBe(bought.order_id);
    shop.clock.time = end - MINUTE_MS;
    expect(await refusalIn([part], name), 'too late to pay that one, and it still can be').toBe('in_unpaid_order');
  });

  it('are released when the order expires, and a late payment is honoured at its price', async () => {
    const part = await shop.part();
    const { id, code: name } = await code({ max_uses: 1 });
    const bought = await buy([part], { code: name });
    shop.clock.time += 31 * MINUTE_MS;
    const other = await shop.reader();
    expect(await refusalIn([part], name, other)).toBeNull();
    await pay([part], { code: name, as: other });
    const late = { preference_id: bought.id, status: 'approved', notify: true } as const;
    await shop.setPayment(990_000_001, late);
    await shop.settled();
    expect(await shop.rows.owned(reader.id, part.id)).toHaveLength(1);
    expect(await listed(id)).toMatchObject({ uses: 2, sold: 2384 });
  });

  it('are held by a pending payment, and after a rejected one as long as the order can be paid', async () => {
    const part = await shop.part();
    const { id, code: name } = await code({ max_uses: 1 });
    const bought = await buy([part], { code: name });
    await shop.click(bought, 'rejected');
    await shop.settled();
    expect((await shop.rows.order(bought.order_id)).state).toBe('rejected');
    expect((await listed(id)).uses).toBe(1);
    await shop.click(await buy([part], { code: name }), 'pending');
    await shop.settled();
    shop.clock.time += 31 * MINUTE_MS;
    expect((await listed(id)).uses).toBe(1);
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api/orders/${bought.order_id}/cancel`,
      headers: await reader.headers(),
    });
    expect(answer.statusCode).toBe(200);
    expect((await listed(id)).uses).toBe(0);
    expect(await refusalIn([part], name)).toBeNull();
  });

  describe('the use of a buyer whose payment was not reported by the browser', () => {
    const reconcile = async () => shop.services.orders.reconcileOrders();
    const notices = async (notice: 'send' | 'drop') => shop.setSwitches({ notice });
    const stateOf = async ({ order_id: id }: Bought) => (await shop.rows.order(id)).state;
    afterEach(async () => notices('send'));

    it('and whose notice was lost is counted once, when the reconciliation finds the payment', async () => {
      const part = await shop.part();
      const { id, code: name } = await code({ max_uses_per_person: 1 });
      await notices('drop');
      const bought = await buy([part], { code: name });
      await shop.click(bought, 'approved');
      await shop.settled();
      expect([await stateOf(bought), (await listed(id)).uses]).toEqual(['open', 1]);
      shop.clock.time += 3 * MINUTE_MS;
      await reconcile();
      expect([await stateOf(bought), (await listed(id)).uses]).toEqual(['paid', 1]);
      // Once while the order can be paid, and once after it has expired.
      shop.clock.time += DAY_MS;
      await reconcile();
      expect((await listed(id)).uses).toBe(1);
      expect(await refusalIn([await shop.part()], name)).toBe('used_by_you');
    });

    it('because it was paid in another tab is released when the order expires, and not before', async () => {
      const part = await shop.part();
      const { id, code: name } = await code({ max_uses: 1 });
      const left = await buy([part], { code: name });
      const { expires_at: end } = await shop.rows.order(left.order_id);
      await pay([part], {});
      const other = await shop.reader();
      expect(await refusalIn([part], name, other)).toBe('used_up');
      shop.clock.time = end - 1;
      await reconcile();
      expect([await refusalIn([part], name, other), (await listed(id)).uses]).toEqual(['used_up', 1]);
      shop.clock.time = end;
      expect([await refusalIn([part], name, other), (await listed(id)).uses]).toEqual([null, 0]);
      shop.clock.time += DAY_MS;
      await reconcile();
      expect([await stateOf(left), (await listed(id)).uses]).toEqual(['expired', 0]);
    });

    it('and whose voucher is reported after the order expired and then fails is released', async () => {
      const part = await shop.part();
      const { id, code: name } = await code({ max_uses: 1 });
      await notices('drop');
      const bought = await buy([part], { code: name });
      shop.clock.time += 25 * 60 * MINUTE_MS;
      await reconcile();
      expect([await stateOf(bought), (await listed(id)).uses]).toEqual(['expired', 0]);
      const payment = 990_000_100 + codeCount;
      await shop.setPayment(payment, { preference_id: bought.id, status: 'pending' });
      await shop.notify(payment);
      await shop.settled();
      expect([await stateOf(bought), (await listed(id)).uses]).toEqual(['pending', 1]);
      await shop.setPayment(payment, { status: 'cancelled' });
      shop.clock.time += 2 * DAY_MS;
      await reconcile();
      expect([await stateOf(bought), (await listed(id)).uses]).toEqual(['rejected', 0]);
      expect(await refusalIn([part], name)).toBeNull();
    });
  });

  it('are released by a full refund, and not by a partial one', async () => {
    const parts = [await shop.part(), await shop.part()];
    const { id, code: name } = await code({ max_uses_per_person: 1 });
    const bought = await pay(parts, { code: name });
    const withdraw = async (part: BookPartRow) => {
      const answer = await shop.app.inject({
        method: 'POST',
        url: `/api/orders/${bought.order_id}/withdraw`,
        headers: await reader.headers(),
        payload: { part_id: part.id },
      });
      expect(answer.statusCode, answer.body).toBe(200);
      await shop.settled();
    };
    await withdraw(parts[0]!);
    expect(await listed(id)).toMatchObject({ uses: 1, sold: 1192 });
    expect(await refusalIn([parts[0]!], name)).toBe('used_by_you');
    await withdraw(parts[1]!);
    const refunds = (await shop.rows.refunds()).filter((row) => row.order_id === bought.order_id);
    expect(refunds.map(({ amount }) => amount)).toEqual([1192, 1192]);
    expect(await listed(id)).toMatchObject({ uses: 0, sold: 0, is_fixed: true });
    expect(await refusalIn(parts, name)).toBeNull();
  });
});

describe('a total after a code', () => {
  it('of zero grants the part at once, and the order names the code', async () => {
    const part = await shop.part({ value: 1490 });
    const { id, code: name } = await code({ amount: 100, max_uses_per_person: 1 });
    const bought = await buy([part], { code: name, total: 0 });
    expect(bought).toMatchObject({ id: `free-${bought.order_id}`, init_point: null });
    expect(await shop.rows.owned(reader.id, part.id)).toMatchObject([{ source: 'free' }]);
    expect(await itemsOf(bought)).toMatchObject([{ value: 1490, amount: 0, reduction: 'code' }]);
    expect(await shop.rows.order(bought.order_id)).toMatchObject({ total: 0, discount_code: name, state: 'paid' });
    expect(await listed(id)).toMatchObject({ uses: 1, sold: 0 });
  });

  it('below the least amount is refused before paying, and makes no order', async () => {
    const part = await shop.part({ value: 1490 });
    const { code: name } = await code({ kind: 'pesos', amount: 1489 });
    expect(await quote([part], name)).toMatchObject({ total: 1, below_minimum: true });
    expect(await refusalOf([part], { code: name, total: 1 })).toBe('below_minimum_amount');
    expect(await ordersOf(reader)).toEqual([]);
  });

  it('of zero answers a second click with the same order, but only with the code', async () => {
    const part = await shop.part({ value: 1490 });
    const { code: name } = await code({ amount: 100, max_uses_per_person: 1 });
    const first = await buy([part], { code: name, total: 0 });
    const second = await buy([part], { code: name.toLowerCase(), total: 0 });
    expect(second).toEqual(first);
    expect(await ordersOf(reader)).toHaveLength(1);
    expect(await refusalOf([part], { total: 1490 })).toBe('already_owned');
    const { code: other } = await code({ amount: 100 });
    expect(await refusalOf([part], { code: other, total: 0 })).toBe('already_owned');
  });

  it('leaves free parts in an order of their own', async () => {
    const [paid, free] = [await shop.part({ value: 1990 }), await shop.part({ value: 0 })];
    const { code: name } = await code({ amount: 50 });
    await buy([paid, free], { code: name, total: 995 });
    const orders = await ordersOf(reader);
    expect(new Map(orders.map(({ total, discount_code }) => [total, discount_code]))).toEqual(
      new Map([
        [0, null],
        [995, name],
      ]),
    );
  });
});

describe('the code of an order', () => {
  it('is shown to the buyer, on the receipt, in the mail and to admins', async () => {
    const part = await shop.part({ value: 1490 });
    const { code: name } = await code({ kind: 'pesos', amount: 300 });
    const bought = await pay([part], { code: name });
    const headers = await reader.headers();
    const [own] = (await shop.app.inject({ url: '/api/orders', headers })).json<OwnOrder[]>();
    expect(own).toMatchObject({ discount_code: name, items: [{ value: 1490, amount: 1190, reduction: 'code' }] });
    const receipt = await shop.app.inject({ url: `/api/orders/${bought.order_id}/receipt`, headers });
    expect(receipt.json<Receipt>().discount).toEqual({ code: name, amount: 300 });
    const { email } = (await shop.app.inject({ url: '/api/users/me', headers })).json<{ email: string }>();
    const mail = (await shop.rows.mails('receipt')).find(({ recipient }) => recipient === email);
    expect(mail?.text).toContain(`Código ${name}, ya descontado: −$300`);
    const orders = await shop.app.inject({
      url: `/api/admin/users/${reader.id}/orders`,
      headers: await freshAdmin(),
    });
    expect(orders.json()).toMatchObject([{ id: bought.order_id, discount_code: name }]);
  });
});

describe('guessing discount codes', () => {
  it('is limited by address and by account, for existing codes too', async () => {
    const part = await shop.part();
    const { code: name } = await code();
    const ask = async (typed: string, ip: string, as: Reader | null = null) =>
      (await askQuote([part], typed, as, ip)).statusCode;
    for (let index = 0; index < 40; index += 1) expect(await ask(name, '198.51.100.1')).toBe(200);
    for (let index = 0; index < 30; index += 1) expect(await ask(`NO-${index}`, '198.51.100.1')).toBe(200);
    expect(await ask('NO-31', '198.51.100.1')).toBe(429);
    expect(await ask(name, '198.51.100.1')).toBe(429);
    expect(await ask(name, '198.51.100.2')).toBe(200);
    expect(
      (await shop.app.inject({ url: `/api/quote?part_ids=${part.id}`, remoteAddress: '198.51.100.1' })).statusCode,
    ).toBe(200);
    for (let index = 0; index < 15; index += 1)
      expect(await ask(`NO-${index}`, `198.51.101.${index}`, reader)).toBe(200);
    expect(await ask('NO-15', '198.51.101.99', reader)).toBe(429);
    expect(await refusalOf([part], { code: name, total: 1192 }), 'buying is no way around').toBe('too_many_requests');
    expect(await refusalIn([part], name, await shop.reader())).toBeNull();
  });
});
