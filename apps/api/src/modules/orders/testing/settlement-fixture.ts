import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Bought, openShop, type Reader, type TestShop } from './open-shop.ts';

/** Set by {@link stageSettlement}. */
export let shop: TestShop;
/** Buyer of the current test; set by {@link openOrder}. */
export let reader: Reader;
let lastId = 1000;

/** Returns an id that no payment has yet. */
export function newPaymentId(): number {
  return (lastId += 1);
}

/** An unpaid order, its part, and an id for a payment of it. */
export async function openOrder(): Promise<{ bought: Bought; partId: string; paymentId: number }> {
  reader = await shop.reader();
  const part = await shop.part();
  return { bought: await shop.buy(reader, part.id), partId: part.id, paymentId: newPaymentId() };
}

export const storedState = async (bought: Bought): Promise<string> => (await shop.rows.order(bought.order_id)).state;
export const ownershipCount = async (partId: string): Promise<number> =>
  (await shop.rows.owned(reader.id, partId)).length;
export const receipts = async () =>
  (await shop.rows.mails('receipt')).filter((mail) => mail.recipient.startsWith(reader.id));
export const answeredState = async (bought: Bought): Promise<string> => {
  const response = await shop.request(`/api/orders/${bought.order_id}`, { headers: await reader.headers() });
  return ((await response.json()) as { state: string }).state;
};

/** Opens a shop with a payment server, and adds a reader for each test. */
export function stageSettlement(): void {
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(async () => shop.close());
  afterEach(async () =>
    shop.setSwitches({ notice: 'send', notice_when: 'before', notice_copies: 1, notice_delay_ms: 0 }),
  );
}
