import type { OpenPayment, OpenPayments } from '@cuentos/contract/payments';
import { type Dispute, documentsOf } from '@cuentos/domain/payments/dispute';
import { mayGoBack, type OpenReason, openReasonOf, isOftenRefused } from '@cuentos/domain/refunds/refund';
import { DAY_MS } from '@cuentos/domain/time/durations';
import type { RefundRow } from '../../platform/db/tables/payments.ts';
import { toIso } from '../../platform/to-iso.ts';
import { listAdmins } from '../auth/service.ts';
import { openPaymentsMail, queueMail, senderOf } from '../mail/service.ts';
import type { SaleContext } from '../orders/context.ts';
import { ledgerPayment, ledgerRefund } from './ledger-rows.ts';
import { WITHDRAWAL } from '../refunds/repository.ts';
import { providerState } from './provider-credentials.ts';
import * as orderRepository from '../orders/repository.ts';
import * as paymentRepository from './repository.ts';
import * as refundRepository from '../refunds/repository.ts';

/** More than a shop ever has; the oldest come first. */
const LONGEST_LIST = 500;
/** What is open longer than this is mailed to the admins; a dispute, which has to be answered in days, at once. */
const PATIENCE_MS = DAY_MS;
const patienceFor = (reason: OpenReason): number =>
  reason === 'in_mediation' || reason === 'charged_back' ? 0 : PATIENCE_MS;
/** And again after this time, as long as it is open: a mail may have been lost, or forgotten. */
const REMIND_EVERY_MS = 7 * DAY_MS;

/** A payment whose money is neither granted for nor returned for good. */
interface Open {
  readonly payment: paymentRepository.NamedPayment;
  readonly refunds: readonly RefundRow[];
  readonly reason: OpenReason;
  /** Epoch milliseconds. */
  readonly since: number;
}

async function findOpen({ db }: SaleContext): Promise<Open[]> {
  const candidates = await paymentRepository.candidatesForOpen(db.read, LONGEST_LIST);
  const refunds = await refundRepository.refundsOfAll(
    db.read,
    candidates.map(({ id }) => id),
  );
  return candidates.flatMap((payment) => {
    const own = refunds.get(payment.id) ?? [];
    const reason = openReasonOf(ledgerPayment(payment), own.map(ledgerRefund));
    return reason === null ? [] : [{ payment, refunds: own, reason, since: openSince(payment, own, reason) }];
  });
}

/** A good payment is open since its refund was requested, any other since it came to stand as it does. */
function openSince(
  { state_at, created_at }: paymentRepository.NamedPayment,
  refunds: readonly RefundRow[],
  reason: OpenReason,
) {
  const stands = Math.max(state_at, created_at);
  if (reason !== 'refund') return stands;
  return refunds.find(isDue)?.created_at ?? stands;
}

/** Every payment whose money is neither granted for nor returned, the oldest first, and how the provider takes us. */
export async function openPayments(context: SaleContext): Promise<OpenPayments> {
  const open = await findOpen(context);
  const orders = open.map(({ payment }) => payment.order_id).filter((id) => id !== null);
  const titles = await orderRepository.titlesOf(context.db.read, orders);
  const { refusedSince, refundsOnly, nextProbeAt } = await providerState(context);
  return {
    provider: {
      name: context.payments.name,
      refused_since: toIso(refusedSince),
      refunds_only: refundsOnly,
      next_probe_at: toIso(nextProbeAt),
    },
    payments: open
      .map((entry) => present(entry, titles, context.clock.now()))
      .toSorted((a, b) => a.since.localeCompare(b.since)),
  };
}

function present(
  { payment, refunds, reason, since }: Open,
  titles: ReadonlyMap<string, string[]>,
  now: number,
): OpenPayment {
  const { buyer_name: name, buyer_email: email } = payment;
  const ledger = ledgerPayment(payment);
  // Of several, the one that a person may have to do something about; one that went back and does not count is asked about.
  const waiting = refunds.filter((refund) => isDue(refund));
  const requested = waiting.toSorted((a, b) => b.attempts - a.attempts)[0];
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
    buyer: name === null || email === null ? null : { name, email },
    titles: titles.get(payment.order_id ?? '') ?? [],
    refund: requested ? presentRefund(requested) : null,
    can_refund: !requested && mayGoBack(ledger),
    dispute: reason === 'charged_back' && payment.dispute !== null ? presentDispute(payment.dispute, now) : null,
  };
}

function presentDispute(text: string, now: number): OpenPayment['dispute'] {
  const dispute = JSON.parse(text) as Dispute;
  return {
    documents: documentsOf(dispute, now),
    deadline: toIso(dispute.documentsDeadline),
    covered: dispute.isCovered,
    coverable: dispute.isCoverable,
  };
}

/** It is requested, or it was made and the provider is asked whether it still is. */
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

/** Mails every admin of each dispute, and of each payment that stays open longer than a day, and again each week; several go into one mail. */
export async function alertAdmins(context: SaleContext): Promise<void> {
  const { db, clock, seller, settings } = context;
  const now = clock.now();
  const late = (await findOpen(context)).filter(({ payment, reason, since }) => {
    const toldAt = payment.alerted_at ?? 0;
    // A later refund of a payment that was told of is another matter, also in the moment of that mail.
    const isNew = reason === 'refund' ? toldAt <= since : toldAt < since;
    return since <= now - patienceFor(reason) && (isNew || toldAt <= now - REMIND_EVERY_MS);
  });
  if (late.length === 0) return;
  // Read before: inside, the whole table of users would be part of what the transaction depends on.
  const admins = await listAdmins(db.read);
  await db.withTx(async (tx) => {
    const lines: { payment: string; amount: number; currency: string; reason: OpenReason; since: number }[] = [];
    for (const { payment, reason, since } of late) {
      // Another process may have told, or the money gone back, since the list was read.
      const current = await paymentRepository.findPaymentById(tx, payment.id);
      if (current?.alerted_at !== payment.alerted_at || current.state_at !== payment.state_at) continue;
      await paymentRepository.updatePayment(tx, payment.id, { alerted_at: now });
      const { provider_payment_id: id, amount, currency } = payment;
      lines.push({ payment: id, amount, currency, reason, since });
    }
    if (lines.length === 0) return;
    for (const { id, name, email } of admins) {
      const content = openPaymentsMail({ from: senderOf(seller, settings.publicUrl), adminName: name, lines });
      await queueMail(tx, email, `open-payments:${now}:${late[0]?.payment.id}:${id}`, content, now);
    }
  });
}
