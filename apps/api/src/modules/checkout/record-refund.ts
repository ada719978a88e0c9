import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import * as repository from './repository.ts';

interface RefundToMake {
  readonly orderId: string;
  readonly paymentId: string;
  readonly amount: number;
  /** One part of the order, or null for all that is left of it. */
  readonly partId: string | null;
  readonly reason: string;
  /** Null when the shop itself gives back what it may not keep. */
  readonly requestedBy: string | null;
}

/**
 * Writes down that money is to be sent back, once for each payment and part; the row's id is the key that makes the
 * provider do it once.
 * @param about what the audit log says besides amount and reason.
 * @returns the row's id, or null when the same was written down before.
 */
export async function recordRefund(
  tx: Tx,
  { orderId, paymentId, amount, partId, reason, requestedBy }: RefundToMake,
  about: Readonly<Record<string, unknown>>,
  now: number,
): Promise<string | null> {
  const id = newId(now);
  const isNew = await repository.insertRefund(tx, {
    id,
    dedupe_key: `${paymentId}:${partId ?? 'all'}`,
    order_id: orderId,
    payment_id: paymentId,
    amount,
    part_id: partId,
    reason,
    requested_by: requestedBy,
    state: 'requested',
    provider_refund_id: null,
    attempts: 0,
    next_attempt_at: now,
    created_at: now,
    done_at: null,
  });
  if (!isNew) return null;
  const detail = { ...about, amount, reason };
  await repository.insertAudit(tx, { at: now, actorId: requestedBy, action: 'refund.requested', subject: id, detail });
  return id;
}
