import type { OrderRow } from '../../platform/db/schema.ts';
import { type CheckoutContext, SECOND_MS } from './deps.ts';
import * as repository from './repository.ts';
import { settlePayment } from './settle-payment.ts';

/** The provider is asked about one order at most once in this time, however many tabs wait for it. */
const ASK_EVERY_MS = 3 * SECOND_MS;
/** An answer to the buyer's page does not wait longer for the provider; the asking goes on behind it. */
const LONGEST_WAIT_MS = 2.5 * SECOND_MS;

/**
 * Asks the provider what was paid for an order and settles it, so that a lost notice never keeps a returning buyer
 * waiting. Never fails: what the provider does not tell now, the next question or the reconciliation finds.
 */
export async function askProvider(context: CheckoutContext, order: OrderRow): Promise<void> {
  if (order.preference_id === null) return;
  const now = context.clock.now();
  const turn = { now, notSince: now - ASK_EVERY_MS };
  const ours = await context.db.withTx(async (tx) => repository.claimAsking(tx, order.id, turn));
  if (!ours) return;
  const asked = context.background.run(`order:${order.id}`, async () => settleOrder(context, order.id));
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_WAIT_MS);
  });
  await Promise.race([asked, patience]);
  clearTimeout(timer);
}

/** Settles every payment that the provider knows for an order. @throws the port's failures. */
export async function settleOrder(context: CheckoutContext, orderId: string): Promise<void> {
  for (const payment of await context.payments.searchPayments(orderId)) await settlePayment(context, payment);
}
