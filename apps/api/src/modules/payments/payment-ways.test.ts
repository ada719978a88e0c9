import { HOUR_MS } from '@cuentos/domain/time/durations';
import type { Quote } from '@cuentos/contract/quote';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PaymentUnauthorized, type PaymentWay } from '../../ports/payment.ts';
import { createPaymentWays } from './payment-ways.ts';
import { openShop, type TestShop } from '../orders/testing/open-shop.ts';

const card: PaymentWay = { kind: 'card', min: 1000, max: 50_000 };

it('the smallest minimum of a kind counts, and an amount needs one payment method that accepts it', async () => {
  const providerWays: PaymentWay[] = [
    card,
    { kind: 'card', min: 500, max: 900 },
    { kind: 'wallet', min: 50, max: null },
  ];
  const ways = createPaymentWays({ ways: async () => providerWays }, { now: () => 0 }, async () => false);
  expect([ways.waysFor(700), ways.least()], 'nothing is known').toEqual([[], 0]);
  await ways.refresh();
  const takes = (amount: number) => ways.waysFor(amount).map(({ kind, min, takes: does }) => [kind, min, does]);
  expect(takes(499)).toEqual([
    ['card', 500, false],
    ['wallet', 50, true],
  ]);
  expect(takes(700)).toEqual([
    ['card', 500, true],
    ['wallet', 50, true],
  ]);
  expect(takes(950)).toEqual([
    ['card', 500, false],
    ['wallet', 50, true],
  ]);
  expect(takes(60_000)).toEqual([
    ['card', 500, false],
    ['wallet', 50, true],
  ]);
  expect(ways.least()).toBe(50);
});

it('payment methods are fetched every few hours, and kept while the provider does not answer', async () => {
  let now = 0;
  let requestCount = 0;
  let isDown = false;
  const port = {
    ways: async () => {
      requestCount += 1;
      if (isDown) throw new Error('down');
      return [card];
    },
  };
  const ways = createPaymentWays(port, { now: () => now }, async () => false);
  await ways.refresh();
  await ways.refresh();
  expect(requestCount, 'not twice within hours').toBe(1);
  isDown = true;
  now += 7 * HOUR_MS;
  await ways.refresh();
  await ways.refresh();
  expect([requestCount, ways.least()], 'nor again and again while it is down').toEqual([2, 1000]);
  isDown = false;
  now += HOUR_MS;
  await ways.refresh();
  expect(requestCount).toBe(3);
});

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => shop.close());

it("a quote has the provider's minima, and an order below all of them is refused", async () => {
  const reader = await shop.reader();
  const [cheap, cheaper] = [await shop.part({ value: 970 }), await shop.part({ value: 900 })];
  const quote = async (id: string) => (await shop.request(`/api/quote?part_ids=${id}`)).json() as Promise<Quote>;
  expect((await quote(cheap.id)).ways, 'nobody waits for the provider').toEqual([]);
  await shop.settled();
  expect((await quote(cheap.id)).ways).toEqual([
    { kind: 'card', min: 950, takes: true },
    { kind: 'wallet', min: 1000, takes: false },
  ]);
  expect((await shop.buy(reader, cheap.id)).init_point).not.toBeNull();
  expect(await quote(cheaper.id)).toMatchObject({ below_minimum: true });
  expect(await shop.tryToBuy(reader, cheaper.id)).toMatchObject({ status: 409, code: 'below_minimum_amount' });
  expect((await shop.buy(reader, cheap.id, cheaper.id)).init_point, 'together they can be paid').not.toBeNull();
});

it('a token without the right to list methods stops nothing else, and a refused token is not used', async () => {
  let requestCount = 0;
  const ways = async () => {
    requestCount += 1;
    throw new PaymentUnauthorized('not for this');
  };
  const sale = shop.startProcess({ ...shop.ports.payments, ways });
  await sale.payments.refreshWays();
  expect([requestCount, (await sale.payments.providerState()).refusedSince]).toEqual([1, null]);
  await shop.setSwitches({ api: 'error_401' });
  await expect(sale.payments.account()).rejects.toThrow(PaymentUnauthorized);
  shop.clock.time += HOUR_MS;
  await sale.payments.refreshWays();
  expect([requestCount, (await sale.payments.providerState()).refusedSince !== null]).toEqual([1, true]);
});
