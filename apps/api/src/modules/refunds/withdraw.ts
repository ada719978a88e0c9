import type { ErrorCode } from '@cuentos/contract/error-codes';
import type { OwnOrder } from '@cuentos/contract/orders';
import { paysForOrder } from '@cuentos/domain/refunds/refund';
import type { WithdrawalRefusal } from '@cuentos/domain/refunds/withdrawal';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { recordAudit } from '../audit/service.ts';
import { revokeByOrder } from '../entitlements/service.ts';
import type { SaleContext } from '../orders/context.ts';
import { ledgerPayment } from '../payments/ledger-rows.ts';
import { factsOf, type OrderFacts, ownOrder, requireOwn, withdrawalOfItem } from '../orders/own-orders.ts';
import { WITHDRAWAL } from './repository.ts';
import { recordOrderRefund } from './request-refund.ts';

/** A part of an order that its buyer takes back. */
export interface WithdrawalRequest {
  readonly userId: string;
  readonly orderId: string;
  readonly partId: string;
}

const refusals: Readonly<Record<WithdrawalRefusal, ErrorCode>> = {
  free: 'withdrawal_not_possible',
  not_paid: 'withdrawal_not_possible',
  not_held: 'withdrawal_not_possible',
  returned: 'refund_not_possible',
  disputed: 'withdrawal_disputed',
  opened: 'withdrawal_opened',
  claimed: 'withdrawal_claimed',
  late: 'withdrawal_late',
};

/**
 * Withdraws from the purchase of a part: access ends at once and the refund is requested, in one transaction with the
 * check whether the part was opened. A simultaneous opening either comes first, and the withdrawal is refused, or is
 * itself refused. Asking twice is one withdrawal.
 * @returns the order afterwards.
 * @throws {AppError} order_not_found, part_not_found, or the reason of a refusal
 */
export async function withdraw(context: SaleContext, request: WithdrawalRequest): Promise<OwnOrder> {
  const now = context.clock.now();
  await context.db.withTx(async (tx) => record(tx, request, now));
  context.refundSoon();
  return ownOrder(context, request.userId, request.orderId);
}

async function record(tx: Tx, { userId, orderId, partId }: WithdrawalRequest, now: number): Promise<void> {
  const order = await requireOwn(tx, userId, orderId);
  const [facts] = await factsOf(tx, userId, [order]);
  const item = facts?.items.find(({ part_id: id }) => id === partId);
  if (!facts || !item) throw new AppError('part_not_found');
  const { refusal, amount } = withdrawalOfItem(facts, item, now);
  if (refusal === 'returned' && wasWithdrawn(facts, partId)) return;
  if (refusal !== null) throw new AppError(refusals[refusal]);
  // Ends access at once: a part opened while the provider decides would be read and paid back.
  await revokeByOrder(tx, { orderId, partId, reason: WITHDRAWAL, now });
  await recordOrderRefund(
    tx,
    { orderId, paymentId: payingOf(facts), partId, reason: WITHDRAWAL, actorId: userId },
    now,
  );
  const detail = { part: partId, amount };
  await recordAudit(tx, { actorId: userId, action: 'order.withdrawn', subject: orderId, detail }, now);
}

/** Whether a part was withdrawn from the payment that pays for the order now; one of an earlier payment does not count. */
function wasWithdrawn(facts: OrderFacts, partId: string): boolean {
  const paying = payingOf(facts);
  const examinedPayments = facts.payments.filter(({ id }) => paying === null || id === paying);
  return examinedPayments.some(({ id }) =>
    (facts.refunds.get(id) ?? []).some(({ reason, part_id: part }) => reason === WITHDRAWAL && part === partId),
  );
}

/** Chooses the payment that pays for the order, beside others that wait to be sent back. */
function payingOf({ payments }: OrderFacts): string | null {
  return payments.find((payment) => paysForOrder(ledgerPayment(payment)))?.id ?? null;
}
