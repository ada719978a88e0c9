import { nextCheckAt } from '@cuentos/domain/payment/check-schedule';
import type { OrderRow } from '../../platform/db/schema.ts';
import { settleOrder } from './ask-provider.ts';
import { type CheckoutContext, MINUTE_MS } from './deps.ts';
import * as repository from './repository.ts';

const BATCH = 50;
/** Wait before asking again about an order whose question got no answer. */
const RETRY_MS = 5 * MINUTE_MS;

/**
 * Asks the provider about every order that is due, so that a payment whose notices were all lost is found, and gives
 * up orders that nobody paid. Stops at the first failure: the provider is down then, and the rest stays due.
 */
export async function reconcileOrders(context: CheckoutContext, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const due = await repository.dueOrders(context.db, context.clock.now(), BATCH);
    for (const order of due) {
      if (signal?.aborted || !(await check(context, order))) return;
    }
    if (due.length < BATCH) return;
  }
}

async function check(context: CheckoutContext, { id, preference_id }: OrderRow): Promise<boolean> {
  try {
    if (preference_id !== null) await settleOrder(context, id);
  } catch {
    const next = context.clock.now() + RETRY_MS;
    await context.db.withTx(async (tx) => repository.updateOrder(tx, id, { next_check_at: next }));
    return false;
  }
  await scheduleNext(context, id);
  return true;
}

async function scheduleNext({ db, clock }: CheckoutContext, id: string): Promise<void> {
  const now = clock.now();
  await db.withTx(async (tx) => {
    const order = await repository.findOrder(tx, id);
    if (!order) return;
    const { state } = order;
    const next = nextCheckAt({ createdAt: order.created_at, pending: state === 'pending' }, now);
    const over = (state === 'open' && order.expires_at <= now) || (state === 'pending' && next === null);
    await repository.updateOrder(tx, id, {
      next_check_at: next,
      checks: order.checks + 1,
      ...(over ? { state: 'expired' as const, updated_at: now } : {}),
    });
  });
}
