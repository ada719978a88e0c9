import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { OrderRow, PaymentRow } from '../../platform/db/schema.ts';
import { revokeByOrder } from '../entitlements/service.ts';
import { isHeldBesides } from './grant-order.ts';
import * as repository from './repository.ts';

interface Taking {
  /** Null takes all parts of the order. */
  readonly partId: string | null;
  readonly reason: string;
  readonly now: number;
}

/** Ends what a payment bought, unless another payment pays for the same order; nothing else of the account changes. */
export async function takeBack(
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
  { partId, reason, now }: Taking,
): Promise<void> {
  if (await isHeldBesides(tx, order.id, payment.id)) return;
  const parts = await revokeByOrder(tx, { orderId: order.id, partId, reason, now });
  if (parts.length === 0) return;
  const detail = { payment: payment.id, parts, reason };
  await repository.insertAudit(tx, {
    at: now,
    actorId: null,
    action: 'entitlement.revoked',
    subject: order.id,
    detail,
  });
}

/**
 * Writes down money that somebody sent back at the provider's own site, so that it is not sent twice. It ends access
 * when it is clear to which: a full refund to all parts, one that equals a single part's price to that part.
 */
export async function noteProviderRefund(tx: Tx, order: OrderRow, payment: PaymentRow, now: number): Promise<void> {
  const ours = await repository.refundsOf(tx, payment.id);
  const amount = payment.refunded_amount - ours.reduce((sum, refund) => sum + refund.amount, 0);
  const whole = payment.status === 'refunded';
  if (amount <= 0) return;
  const items = await repository.findItems(tx, order.id);
  const returned = new Set(ours.map((refund) => refund.part_id));
  const [candidate, ...others] = items.filter((item) => item.amount === amount && !returned.has(item.part_id));
  const part = !whole && items.length > 1 && candidate && others.length === 0 ? candidate.part_id : null;
  await repository.insertRefund(tx, {
    id: newId(now),
    dedupe_key: null,
    order_id: order.id,
    payment_id: payment.id,
    amount,
    part_id: part,
    reason: 'made at the provider',
    requested_by: null,
    state: 'done',
    provider_refund_id: null,
    attempts: 0,
    next_attempt_at: null,
    created_at: now,
    done_at: now,
  });
  await repository.insertAudit(tx, {
    at: now,
    actorId: null,
    action: 'refund.noticed',
    subject: payment.id,
    detail: { amount, part },
  });
  if (part !== null) await takeBack(tx, order, payment, { partId: part, reason: 'refunded', now });
}
