import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Reader, type TestShop } from './testing/open-shop.ts';

let shop: TestShop;
let reader: Reader;
beforeAll(async () => {
  shop = await openShop();
  reader = await shop.reader();
});
afterAll(async () => shop.close());

describe('refusals of get_preference_id', () => {
  it.each([
    ['a draft part', { is_draft: 1 }, {}, 404, 'part_not_found'],
    ['an archived part', { is_active: 0 }, {}, 404, 'part_not_found'],
    ['a part of a draft book', {}, { is_draft: 1 }, 404, 'part_not_found'],
    ['a part of an archived book', {}, { is_active: 0 }, 404, 'part_not_found'],
    ['an unreleased part', { release_at: Date.UTC(2027, 0, 1) }, {}, 409, 'part_not_released'],
    ['a part without ebook', { edition_id: null }, {}, 409, 'part_without_ebook'],
    ['a free draft', { is_draft: 1, value: 0 }, {}, 404, 'part_not_found'],
    ['a free unreleased part', { release_at: Date.UTC(2027, 0, 1), value: 0 }, {}, 409, 'part_not_released'],
  ] as const)('%s', async (_, part, book, status, code) => {
    const { id } = await shop.part(part, book);
    expect(await shop.tryToBuy(reader, id)).toMatchObject({ status, code });
    expect(await shop.rows.owned(reader.id, id)).toEqual([]);
  });

  it('for an unknown part and a malformed id', async () => {
    expect(await shop.tryToBuy(reader, '01900000-0000-7000-8000-000000000000')).toMatchObject({
      code: 'part_not_found',
    });
    expect(await shop.tryToBuy(reader, 'no-es-un-id')).toMatchObject({ status: 404 });
  });

  it('for another account than the one that the buyer saw', async () => {
    const { id } = await shop.part({ value: 0 });
    const other = await shop.reader();
    const as = (buyer_id: string) => ({
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ withdrawal_acknowledged: true, buyer_id }),
    });
    expect(await shop.tryToBuy(reader, id, as(other.id))).toMatchObject({ status: 409, code: 'other_account' });
    expect(await shop.rows.owned(reader.id, id)).toEqual([]);
    expect(await shop.tryToBuy(reader, id, as(reader.id))).toMatchObject({ status: 200 });
    expect(await shop.rows.owned(reader.id, id)).toHaveLength(1);
  });

  it('without a session', async () => {
    const { id } = await shop.part();
    const response = await shop.request(`/api/user_book_parts/get_preference_id/${id}`);
    expect(response.status).toBe(401);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
  ])('a GET by %s', async (_, headers) => {
    const { id } = await shop.part();
    expect(await shop.tryToBuy(reader, id, { method: 'GET', headers })).toMatchObject({
      status: 403,
      code: 'cross_site_request',
    });
  });

  it('by HEAD, which would create an order unnoticed', async () => {
    const { id } = await shop.part({ value: 0 });
    const headers = await reader.headers();
    const response = await shop.request(`/api/user_book_parts/get_preference_id/${id}`, { method: 'HEAD', headers });
    expect(response.status).toBe(403);
    expect(await shop.rows.owned(reader.id, id)).toEqual([]);
  });
});

describe('an order', () => {
  it("answers with the checkout's address, also by GET, and is not cached", async () => {
    const { id } = await shop.part();
    const headers = await reader.headers();
    const response = await shop.request(`/api/user_book_parts/get_preference_id/${id}/`, { headers });
    expect(response.headers.get('cache-control')).toBe('no-store');
    const bought = (await response.json()) as { id: string; init_point: string; order_id: string };
    expect(bought.init_point).toBe(`${shop.origin}/sandbox/mercadopago/checkout/${bought.id}`);
    expect(await shop.rows.order(bought.order_id)).toMatchObject({
      user_id: reader.id,
      state: 'open',
      total: 1490,
    });
  });

  it('is created once for a double click and two tabs', async () => {
    const { id } = await shop.part();
    const answers = await Promise.all(Array.from({ length: 8 }, async () => shop.buy(reader, id)));
    expect(new Set(answers.map((answer) => `${answer.order_id} ${answer.id}`)).size).toBe(1);
  });

  it('is reused for half an hour at the same price, and then replaced by a new one', async () => {
    const { id } = await shop.part();
    const start = shop.clock.time;
    const first = await shop.buy(reader, id);
    shop.clock.time = start + 20 * MINUTE_MS;
    expect(await shop.buy(reader, id)).toEqual(first);
    shop.clock.time = start + 31 * MINUTE_MS;
    expect((await shop.buy(reader, id)).order_id).not.toBe(first.order_id);
    shop.clock.time = start;
  });

  it('is not reused in its last two minutes: typing a card number takes longer', async () => {
    const { id } = await shop.part();
    const first = await shop.buy(reader, id);
    shop.clock.time += 28 * MINUTE_MS - 1;
    expect((await shop.buy(reader, id)).order_id).toBe(first.order_id);
    shop.clock.time += 1;
    expect((await shop.buy(reader, id)).order_id).not.toBe(first.order_id);
  });

  it('is not reused when the price changed', async () => {
    const now = shop.clock.time;
    const end = now + 10 * MINUTE_MS;
    const { id } = await shop.part({ is_presale: 1, presale_end_at: end, presale_discount: 25 });
    const first = await shop.buy(reader, id);
    expect((await shop.rows.order(first.order_id)).total).toBe(1118);
    shop.clock.time = end;
    const second = await shop.buy(reader, id);
    expect((await shop.rows.order(second.order_id)).total).toBe(1490);
    shop.clock.time = now;
  });

  it("stores the buyer's consent that opening ends the right of withdrawal", async () => {
    const { id } = await shop.part();
    const first = await shop.buy(reader, id);
    expect((await shop.rows.order(first.order_id)).withdrawal_acknowledged_at).toBeNull();
    const body = JSON.stringify({ withdrawal_acknowledged: true });
    await shop.tryToBuy(reader, id, { headers: { 'content-type': 'application/json' }, body });
    expect((await shop.rows.order(first.order_id)).withdrawal_acknowledged_at).toBe(shop.clock.time);
  });

  it('is shown to its buyer only', async () => {
    const { id } = await shop.part();
    const { order_id } = await shop.buy(reader, id);
    const own = await shop.request(`/api/orders/${order_id}`, { headers: await reader.headers() });
    expect(await own.json()).toMatchObject({ id: order_id, state: 'open', total: 1490, part_ids: [id] });
    const other = await shop.request(`/api/orders/${order_id}`, { headers: await (await shop.reader()).headers() });
    expect(other.status).toBe(404);
  });

  it('is refused for parts that the buyer owns', async () => {
    const { id } = await shop.part();
    await shop.click(await shop.buy(reader, id), 'approved');
    await shop.settled();
    expect(await shop.tryToBuy(reader, id)).toMatchObject({ status: 409, code: 'already_owned' });
  });
});

describe('a free part', () => {
  it.each([
    ['value 0', { value: 0 }],
    ['a discount of 100 %', { is_presale: 1, presale_end_at: Date.UTC(2027, 0, 1), presale_discount: 100 }],
  ] as const)('by %s is granted at once and answers the same ever after', async (_, change) => {
    const buyer = await shop.reader();
    const { id } = await shop.part(change);
    const answers = await Promise.all([shop.buy(buyer, id), shop.buy(buyer, id), shop.buy(buyer, id)]);
    const [first] = answers;
    expect(first?.id).toBe(`free-${first?.order_id}`);
    expect(first?.init_point).toBeNull();
    expect(await shop.buy(buyer, id)).toEqual(first);
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    expect(await shop.rows.owned(buyer.id, id)).toMatchObject([{ source: 'free', order_id: first?.order_id }]);
    const mails = (await shop.rows.mails('receipt')).filter((mail) => mail.recipient.startsWith(buyer.id));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('$0');
  });
});

describe('settings', () => {
  it("a price below the provider's minimum is refused before an order is created", async () => {
    const other = await openShop({ MP_MIN_AMOUNT: '1000' });
    const buyer = await other.reader();
    const cheap = await other.part({ value: 990 });
    expect(await other.tryToBuy(buyer, cheap.id)).toMatchObject({ status: 409, code: 'below_minimum_amount' });
    expect(await other.ports.db.read.selectFrom('orders').selectAll().execute()).toEqual([]);
    await other.buy(buyer, (await other.part({ value: 1000 })).id);
    await other.close();
  });

  it('the purchases of a buyer per hour are limited, and others of the same network can buy', async () => {
    const other = await openShop({ LIMIT_PREFERENCE_PER_HOUR: '3' });
    const buyer = await other.reader();
    const { id } = await other.part();
    for (let call = 0; call < 3; call += 1) await other.buy(buyer, id);
    expect(await other.tryToBuy(buyer, id)).toMatchObject({ status: 429, code: 'too_many_requests' });
    await other.buy(await other.reader(), id);
    other.clock.time += DAY_MS / 24;
    await other.buy(buyer, id);
    await other.close();
  });

  it('the purchases of a network are limited to those of fifty buyers', async () => {
    const other = await openShop({ LIMIT_PREFERENCE_PER_HOUR: '1' });
    const { id } = await other.part();
    for (let n = 0; n < 50; n += 1) await other.buy(await other.reader(), id);
    expect(await other.tryToBuy(await other.reader(), id)).toMatchObject({ status: 429, code: 'too_many_requests' });
    await other.close();
  });

  it('the seller is named, and unset facts are left out', async () => {
    const response = await shop.request('/api/seller');
    expect(await response.json()).toEqual({
      store_name: 'Cuentos de Bolsillo',
      seller_name: null,
      seller_tax_id: null,
      seller_address: null,
      contact_email: null,
      sales_open: true,
    });
  });
});

describe('a production shop without a legally required fact', () => {
  const whole = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'http://localhost:1',
    TRUST_PROXY: 'none',
    PAYMENT_SANDBOX: 'true',
    CAPTCHA_PROVIDER: 'altcha',
    SELLER_NAME: 'Ana Ñandú',
    SELLER_TAX_ID: '12.345.678-5',
    SELLER_ADDRESS: 'Valdivia',
    CONTACT_EMAIL: 'hola@tienda.cl',
    SMTP_URL: 'smtp://127.0.0.1:1',
  };

  it.each(['SELLER_NAME', 'SELLER_TAX_ID', 'SELLER_ADDRESS', 'CONTACT_EMAIL', 'SMTP_URL'])(
    'makes no order without %s, but still grants free parts',
    async (setting) => {
      const closed = await openShop({ ...whole, [setting]: '' });
      try {
        const buyer = await closed.reader();
        const { id } = await closed.part();
        expect(await closed.tryToBuy(buyer, id)).toEqual({
          status: 409,
          code: 'sales_closed',
          detail: 'La tienda todavía no abre sus ventas. Las partes gratis se leen igual.',
        });
        expect(await closed.ports.db.read.selectFrom('orders').select('id').execute()).toEqual([]);
        const free = await closed.part({ value: 0 });
        expect((await closed.buy(buyer, free.id)).id).toMatch(/^free-/);
        expect(await (await closed.request('/api/seller')).json()).toMatchObject({ sales_open: false });
      } finally {
        await closed.close();
      }
    },
  );

  it('sells with all facts, as does a trial shop', async () => {
    const complete = await openShop(whole);
    try {
      const { id } = await complete.part();
      expect((await complete.buy(await complete.reader(), id)).id).not.toBe('');
      expect(await (await complete.request('/api/seller')).json()).toMatchObject({ sales_open: true });
    } finally {
      await complete.close();
    }
    expect((await shop.buy(reader, (await shop.part()).id)).id).not.toBe('');
  });
});

describe('the total that the buyer saw', () => {
  it.each([1, 2])(
    'is required for an order of %i parts: at another price nothing is sold or granted',
    async (count) => {
      const reader = await shop.reader();
      const parts = [await shop.part(), await shop.part({ value: 990 })].slice(0, count);
      const free = await shop.part({ value: 0 });
      const ids = [...parts, free].map(({ id }) => id);
      const seenTotal = parts.reduce((sum, { value }) => sum + value, 0);
      const asking = (total: number) => ({
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ part_ids: ids, total }),
      });
      await shop.ports.db.withTx(async (tx) =>
        tx.updateTable('book_parts').set({ value: 1990 }).where('id', '=', ids[0]!).execute(),
      );
      expect(await shop.tryToBuy(reader, ids[0]!, asking(seenTotal))).toMatchObject({
        status: 409,
        code: 'price_changed',
      });
      expect(await shop.rows.owned(reader.id, free.id)).toEqual([]);
      expect(await shop.tryToBuy(reader, ids[0]!, asking(seenTotal + 500))).toMatchObject({ status: 200 });
      expect(await shop.rows.owned(reader.id, free.id)).toHaveLength(1);
    },
  );

  it('of zero does not buy a paid part', async () => {
    const reader = await shop.reader();
    const { id } = await shop.part();
    const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ total: 0 }) };
    expect(await shop.tryToBuy(reader, id, init)).toMatchObject({ status: 409, code: 'price_changed' });
  });
});
