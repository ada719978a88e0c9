import { afterAll, beforeAll } from 'vitest';
import type { ProviderPayment } from '../../../ports/payment.ts';
import { type Bought, openShop, type Reader, type TestShop } from './open-shop.ts';

/** Time that the slowest machine needs for a sample, ms. */
export const PATIENCE_MS = 600_000;

export let shop: TestShop;
let lastId = 10_000;

/** The first of `count` payment ids that are free. */
export function newPaymentIds(count = 1): number {
  lastId += count;
  return lastId - count + 1;
}

/** How many purchase confirmations a reader was mailed. */
export const receiptsOf = async (reader: Reader): Promise<number> =>
  (await shop.rows.mails('receipt')).filter((mail) => mail.recipient.startsWith(reader.id)).length;

/** A payment of an order as the provider would tell it; for what needs no HTTP. */
export function report({ order_id }: Bought, change: Partial<ProviderPayment> = {}): ProviderPayment {
  const base = {
    id: String(newPaymentIds()),
    state: 'approved',
    detail: '',
    orderId: order_id,
    amount: 1490,
    refundedAmount: 0,
  } as const;
  return {
    ...base,
    currency: 'CLP',
    account: null,
    fee: 57,
    method: 'visa',
    resumeUrl: null,
    version: shop.clock.now(),
    ...change,
  };
}

/** A reader with an order of a part, ready to pay. */
export async function sell(): Promise<{ reader: Reader; partId: string; bought: Bought }> {
  const reader = await shop.reader();
  const { id: partId } = await shop.part();
  return { reader, partId, bought: await shop.buy(reader, partId) };
}

/** A shop with a payment server for the tests of a file. */
export function stageSchedules(): void {
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(async () => shop.close());
}
