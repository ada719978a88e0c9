import { MINUTE_MS } from '@cuentos/domain/time/durations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Reader, type TestShop } from '../orders/testing/open-shop.ts';

let shop: TestShop;
let reader: Reader;
beforeAll(async () => {
  shop = await openShop();
  reader = await shop.reader();
});
afterAll(async () => shop.close());
afterEach(async () => shop.setSwitches({ api: 'normal', notice: 'send' }));

const down = {
  status: 503,
  code: 'payment_unavailable',
  detail: 'El medio de pago no responde. No se hizo ningún cobro; intenta de nuevo.',
};
const refused = {
  status: 502,
  code: 'payment_refused',
  detail: 'El medio de pago no aceptó la compra. No se hizo ningún cobro.',
};

describe('a provider that fails while an order is made', () => {
  it.each([
    ['error_500', down],
    ['error_429', down],
    ['rubbish', down],
    ['hang', down],
    ['lost_answer', down],
    ['error_400', refused],
  ] as const)(
    '%s: answers in time with a sentence, keeps the order, and the next click uses it',
    async (api, expected) => {
      const { id } = await shop.part();
      await shop.setSwitches({ api });
      // Without its time limit, a call to a provider that hangs would never end.
      expect(await shop.tryToBuy(reader, id)).toMatchObject(expected);
      const orders = await shop.ports.db.read
        .selectFrom('orders')
        .innerJoin('order_items', 'order_items.order_id', 'orders.id')
        .selectAll('orders')
        .where('part_id', '=', id)
        .execute();
      expect(orders).toMatchObject([{ state: 'open', preference_id: null }]);
      await shop.setSwitches({ api: 'normal' });
      const bought = await shop.buy(reader, id);
      expect(bought.order_id).toBe(orders[0]?.id);
      await shop.click(bought, 'approved');
      await shop.settled();
      expect(await shop.rows.owned(reader.id, id)).toHaveLength(1);
    },
  );

  it('a repeated call finds the checkout that was created before the answer was lost', async () => {
    const { id } = await shop.part();
    await shop.setSwitches({ api: 'lost_answer' });
    await shop.tryToBuy(reader, id);
    await shop.setSwitches({ api: 'normal' });
    await shop.buy(reader, id);
    const preferences = await shop.ports.db.read.selectFrom('sandbox_preferences').select('body').execute();
    expect(preferences.filter(({ body }) => body.includes(id))).toHaveLength(1);
  });

  it('reading and the library keep working', async () => {
    await shop.setSwitches({ api: 'hang' });
    const giveUp = new AbortController();
    const isAsked = new Promise<void>((resolve) => {
      shop.providerTime.limit = () => {
        resolve();
        return giveUp.signal;
      };
    });
    const { id } = await shop.part();
    const headers = await reader.headers();
    const ended: string[] = [];
    const buying = shop.tryToBuy(reader, id).then(() => ended.push('purchase'));
    await isAsked;
    const library = await shop.request('/api/user_book_parts/', { headers });
    ended.push('library');
    expect(library.status).toBe(200);
    giveUp.abort();
    await buying;
    expect(ended).toEqual(['library', 'purchase']);
  });
});

describe('a provider that fails after the payment', () => {
  it.each(['error_500', 'rubbish', 'hang', 'error_400'] as const)(
    '%s: keeps the notice and processes it later',
    async (api) => {
      const { id } = await shop.part();
      const bought = await shop.buy(reader, id);
      await shop.setSwitches({ api });
      await shop.click(bought, 'approved');
      await shop.settled();
      expect(await shop.rows.owned(reader.id, id)).toEqual([]);
      const order = await shop.request(`/api/orders/${bought.order_id}`, { headers: await reader.headers() });
      expect(await order.json()).toMatchObject({ state: 'open' });
      await shop.setSwitches({ api: 'normal' });
      shop.clock.time += MINUTE_MS;
      await shop.services.payments.processNotices();
      expect(await shop.rows.owned(reader.id, id)).toHaveLength(1);
    },
  );

  it('keeps an order due for checking until the provider has answered', async () => {
    await shop.setSwitches({ notice: 'drop' });
    const { id } = await shop.part();
    await shop.click(await shop.buy(reader, id), 'approved');
    await shop.setSwitches({ api: 'error_500' });
    for (let hour = 0; hour < 60; hour += 1) {
      shop.clock.time += 60 * MINUTE_MS;
      await shop.services.orders.reconcileOrders();
    }
    await shop.setSwitches({ api: 'normal' });
    shop.clock.time += 60 * MINUTE_MS;
    await shop.services.orders.reconcileOrders();
    expect(await shop.rows.owned(reader.id, id)).toHaveLength(1);
  });
});

describe('an unpaid order', () => {
  it('expires, and the shop checks it for a day', async () => {
    const bought = await shop.buy(reader, (await shop.part()).id);
    for (let check = 0; check < 60; check += 1) {
      shop.clock.time += 30 * MINUTE_MS;
      await shop.services.orders.reconcileOrders();
    }
    expect(await shop.rows.order(bought.order_id)).toMatchObject({ state: 'expired', next_check_at: null });
  });
});
