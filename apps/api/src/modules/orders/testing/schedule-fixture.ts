import { afterAll, beforeAll } from 'vitest';
import type { ProviderPayment } from '../../../ports/payment.ts';
import { type Bought, openShop, type Reader, type TestShop } from './open-shop.ts';

/** Time limit for a sample on the slowest machine, ms. */
export const PATIENCE_MS = 600_000;

export let shop: TestShop;
let lastId = 10_000;

/** Reserves `count` payment ids. @returns the first of them */
export function newPaymentIds(count = 1): number {
  lastId += count;
  return lastId - count + 1;
}

/** Number of receipts that were mailed to a reader. */
export const receiptsOf = async (reader: Reader): Promise<number> =>
  (await shop.rows.mails('receipt')).filter((mail) => mail.recipient.startsWith(reader.id)).length;

/** A payment of an order as the provider reports it, for tests without HTTP. */
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

/** A reader with an unpaid order of a part. */
export async function sell(): Promise<{ reader: Reader; partId: string; bought: Bought }> {
  const reader = await shop.reader();
  const { id: partId } = await shop.part();
  return { reader, partId, bought: await shop.buy(reader, partId) };
}

/** Opens a shop with a payment server for the tests of a file. */
export function stageSchedules(): void {
  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(async () => shop.close());
}
