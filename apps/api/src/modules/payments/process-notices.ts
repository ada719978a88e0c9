import { type Backoff, nextTryAt } from '@cuentos/domain/time/backoff';
import type { PaymentNoticeRow } from '../../platform/db/tables/payments.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { failureCode } from '../../platform/log/safe-error.ts';
import {
  type NoticeHeaders,
  type NoticeQuery,
  PaymentNotFound,
  PaymentRefused,
  PaymentUnauthorized,
} from '../../ports/payment.ts';
import type { SaleContext } from '../orders/context.ts';
import { isOwnSale } from '../orders/reconcile-orders.ts';
import { noteDispute, settlePayment } from './settle-payment.ts';
import { isRefused } from './provider-credentials.ts';
import * as repository from './notice-repository.ts';

const BATCH = 50;
const WAITS_MIN = [1, 2, 5, 15, 60, 240, 720, 1440];
/** Waits for a payment that the provider refuses to show: about two days in all. */
const AFTER_ANSWER: Backoff = { waitsMin: WAITS_MIN, after: 'give-up' };
/**
 * Waits after no answer or a fault of the shop, repeated forever, because a notice may be the only report of a dispute.
 */
const AFTER_SILENCE: Backoff = { waitsMin: WAITS_MIN, after: 'repeat' };

/** Prefix of a chargeback's number among notices, because a payment may have the same number. */
const CHARGEBACK = 'chargeback:';

/**
 * Accepts a notice of a payment or a chargeback: checks its signature, stores it, and settles its payment after the
 * answer.
 * @throws {AppError} notice_not_authentic
 */
export async function acceptNotice(context: SaleContext, headers: NoticeHeaders, query: NoticeQuery): Promise<void> {
  const { db, clock, payments, background } = context;
  const notice = payments.verifyNotice(headers, query);
  if (notice.kind === 'forged') throw new AppError('notice_not_authentic');
  if (notice.kind === 'irrelevant') return;
  const subject = notice.kind === 'payment' ? notice.paymentId : `${CHARGEBACK}${notice.chargebackId}`;
  await repository.storeNotice(db, payments.name, subject, clock.now());
  void background.run(`notice:${subject}`, async () => {
    const row = await repository.findNotice(db.read, payments.name, subject);
    if (row?.processed_at === null && !(await isRefused(context))) await processNotice(context, row);
  });
}

/** Processes at most {@link BATCH} due notices; those whose payment could not be requested are tried again later. */
export async function processNotices(context: SaleContext, signal?: AbortSignal): Promise<void> {
  if (await isRefused(context)) return;
  for (const row of await repository.dueNotices(context.db, context.clock.now(), BATCH)) {
    if (signal?.aborted) return;
    await processNotice(context, row);
  }
}

async function processNotice(context: SaleContext, row: PaymentNoticeRow): Promise<void> {
  const { db, clock, payments } = context;
  const attempts = row.attempts + 1;
  try {
    const { provider_payment_id: subject } = row;
    if (subject.startsWith(CHARGEBACK)) await settleChargeback(context, subject.slice(CHARGEBACK.length));
    else await settlePayment(context, await payments.getPayment(subject));
    const doneColumns = { processed_at: clock.now(), next_attempt_at: null, last_error: null };
    await repository.updateNotice(db, row, { ...doneColumns, attempts });
  } catch (error) {
    const isAnswered = error instanceof PaymentNotFound || error instanceof PaymentRefused;
    const areCredentialsRefused = error instanceof PaymentUnauthorized;
    await repository.updateNotice(db, row, {
      attempts: areCredentialsRefused ? row.attempts : attempts,
      next_attempt_at: nextTryAt(
        isAnswered ? AFTER_ANSWER : AFTER_SILENCE,
        areCredentialsRefused ? 0 : row.attempts,
        clock.now(),
      ),
      last_error: failureCode(error),
    });
  }
}

/** Checks the payments of a chargeback at once, and stores the chargeback with those of the shop. */
async function settleChargeback(context: SaleContext, chargebackId: string): Promise<void> {
  const chargeback = await context.payments.getChargeback(chargebackId);
  for (const paymentId of new Set(chargeback.paymentIds)) {
    const providerPayment = await context.payments.getPayment(paymentId);
    if (!(await isOwnSale(context, providerPayment))) continue;
    await settlePayment(context, providerPayment);
    await noteDispute(context, paymentId, chargeback);
  }
}
