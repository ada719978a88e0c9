import type { NamedTitle } from '@cuentos/contract/named';
import type { UnresolvedPayment, UnresolvedPayments } from '@cuentos/contract/payments';
import { type Dispute, documentsOf } from '@cuentos/domain/payments/dispute';
import { mayGoBack, type UnresolvedReason, unresolvedReasonOf, isOftenRefused } from '@cuentos/domain/refunds/refund';
import { DAY_MS } from '@cuentos/domain/time/durations';
import type { RefundRow } from '../../platform/db/tables/payments.ts';
import { toIso } from '../../platform/to-iso.ts';
import { listAdmins } from '../auth/service.ts';
import { unresolvedPaymentsMail, queueMail, mailSenderOf } from '../mail/service.ts';
import type { SaleContext } from '../orders/context.ts';
import { ledgerPayment, ledgerRefund } from './ledger-rows.ts';
import { WITHDRAWAL } from '../refunds/repository.ts';
import { providerState } from './provider-credentials.ts';
import { titlesOfOrders } from '../orders/service.ts';
import * as paymentRepository from './repository.ts';
import * as refundRepository from '../refunds/repository.ts';

/** Largest number of listed payments, oldest first. */
const LONGEST_LIST = 500;
/**
 * Admins are mailed about a payment that is unresolved longer than this; about a dispute, which has to be answered in
 * days, at once.
 */
const PATIENCE_MS = DAY_MS;
const patienceFor = (reason: UnresolvedReason): number =>
  reason === 'in_mediation' || reason === 'charged_back' ? 0 : PATIENCE_MS;
/** Admins are mailed again after this time while the payment is unresolved: a mail may be lost or forgotten. */
const REMIND_EVERY_MS = 7 * DAY_MS;

/** A payment whose money is neither granted for nor returned for good. */
interface UnresolvedPaymentFacts {
  readonly payment: paymentRepository.NamedPayment;
  readonly refunds: readonly RefundRow[];
  readonly reason: UnresolvedReason;
  /** Epoch milliseconds. */
  readonly since: number;
}

async function findUnresolved({ db }: SaleContext): Promise<UnresolvedPaymentFacts[]> {
  const candidates = await paymentRepository.unresolvedCandidates(db.read, LONGEST_LIST);
  const refunds = await refundRepository.refundsOfAll(
    db.read,
    candidates.map(({ id }) => id),
  );
  return candidates.flatMap((payment) => {
    const own = refunds.get(payment.id) ?? [];
    const reason = unresolvedReasonOf(ledgerPayment(payment), own.map(ledgerRefund));
    return reason === null ? [] : [{ payment, refunds: own, reason, since: unresolvedSince(payment, own, reason) }];
  });
}

/**
 * When a payment became unresolved: a good one when its refund was requested, any other when it came into its state.
 */
function unresolvedSince(
  { state_at, created_at }: paymentRepository.NamedPayment,
  refunds: readonly RefundRow[],
  reason: UnresolvedReason,
) {
  const stands = Math.max(state_at, created_at);
  if (reason !== 'refund') return stands;
  return refunds.find(isDue)?.created_at ?? stands;
}

/**
 * Payments whose money neither pays for a grant nor was refunded, oldest first, with the state of our credentials.
 */
export async function listUnresolvedPayments(context: SaleContext): Promise<UnresolvedPayments> {
  const unresolvedPayments = await findUnresolved(context);
  const orders = unresolvedPayments.map(({ payment }) => payment.order_id).filter((id) => id !== null);
  const titles = await titlesOfOrders(context.db.read, orders);
  const { refusedSince, refundsOnly, nextProbeAt } = await providerState(context);
  return {
    provider: {
      name: context.payments.name,
      refused_since: toIso(refusedSince),
      refunds_only: refundsOnly,
      next_probe_at: toIso(nextProbeAt),
    },
    payments: unresolvedPayments
      .map((entry) => present(entry, titles, context.clock.now()))
      .toSorted((a, b) => a.since.localeCompare(b.since)),
  };
}

function present(
  { payment, refunds, reason, since }: UnresolvedPaymentFacts,
  titles: ReadonlyMap<string, NamedTitle[]>,
  now: number,
): UnresolvedPayment {
  const { buyer_id: id, buyer_name: name, buyer_email: email } = payment;
  const ledger = ledgerPayment(payment);
  // Shows the refund with the most attempts, which an admin may have to resolve.
  const dueRefunds = refunds.filter((refund) => isDue(refund));
  const requested = dueRefunds.toSorted((a, b) => b.attempts - a.attempts)[0];
  return {
    id: payment.id,
    provider_payment_id: payment.provider_payment_id,
    reason,
    amount: payment.amount,
    left: Math.max(0, payment.amount - payment.refunded_amount - payment.settled_amount),
    currency: payment.currency,
    provider_state: payment.status_detail,
    since: toIso(since),
    order_id: payment.order_id,
    buyer: name === null || email === null ? null : { id, name, email },
    titles: titles.get(payment.order_id ?? '') ?? [],
    refund: requested ? presentRefund(requested) : null,
    can_refund: !requested && mayGoBack(ledger),
    dispute: reason === 'charged_back' && payment.dispute !== null ? presentDispute(payment.dispute, now) : null,
  };
}

function presentDispute(text: string, now: number): UnresolvedPayment['dispute'] {
  const dispute = JSON.parse(text) as Dispute;
  return {
    documents: documentsOf(dispute, now),
    deadline: toIso(dispute.documentsDeadline),
    covered: dispute.isCovered,
    coverable: dispute.isCoverable,
  };
}

/** Returns whether a refund is unfinished: it is requested, or it is done and its next check at the provider is due. */
function isDue({ state, next_attempt_at: due }: RefundRow): boolean {
  return state === 'requested' || (state === 'done' && due !== null);
}

function presentRefund(refund: RefundRow) {
  const { amount, reason, attempts, last_error, last_tried_at, next_attempt_at, provider_refund_id: orderId } = refund;
  return {
    amount,
    is_in_process: orderId !== null,
    is_withdrawal: reason === WITHDRAWAL,
    refused: isOftenRefused(attempts),
    refusals: attempts,
    last_error,
    last_tried_at: toIso(last_tried_at),
    next_try_at: toIso(next_attempt_at),
  };
}

/**
 * Mails every admin of each dispute, and of each payment that stays unresolved for a day, and again each week;
 * several go into one mail.
 */
export async function alertAdmins(context: SaleContext): Promise<void> {
  const { db, clock, seller, settings } = context;
  const now = clock.now();
  const late = (await findUnresolved(context)).filter(({ payment, reason, since }) => {
    const toldAt = payment.alerted_at ?? 0;
    // A refund requested after the last mail is mailed anew, also one of the same instant.
    const isNew = reason === 'refund' ? toldAt <= since : toldAt < since;
    return since <= now - patienceFor(reason) && (isNew || toldAt <= now - REMIND_EVERY_MS);
  });
  if (late.length === 0) return;
  // Reads the admins before the transaction, which would depend on the whole table of users otherwise.
  const admins = await listAdmins(db.read);
  await db.withTx(async (tx) => {
    const lines: { payment: string; amount: number; currency: string; reason: UnresolvedReason; since: number }[] = [];
    for (const { payment, reason, since } of late) {
      // Another process may have mailed the admins, or the payment may have changed, since the list was read.
      const current = await paymentRepository.findPaymentById(tx, payment.id);
      if (current?.alerted_at !== payment.alerted_at || current.state_at !== payment.state_at) continue;
      await paymentRepository.updatePayment(tx, payment.id, { alerted_at: now });
      const { provider_payment_id: id, amount, currency } = payment;
      lines.push({ payment: id, amount, currency, reason, since });
    }
    if (lines.length === 0) return;
    for (const { id, name, email } of admins) {
      const content = unresolvedPaymentsMail({
        from: mailSenderOf(seller, settings.publicUrl),
        adminName: name,
        lines,
      });
      await queueMail(tx, email, `open-payments:${now}:${late[0]?.payment.id}:${id}`, content, now);
    }
  });
}
