import { toIso } from '../../platform/to-iso.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@cuentos/domain/time/durations';
import type { Gift, OwnGift } from '@cuentos/contract/gifts';
import type { Order, OwnOrder, Preference, Receipt, SellerInfo } from '@cuentos/contract/orders';
import type { OpenPayments } from '@cuentos/contract/payments';
import type { Pocket } from '@cuentos/contract/pocket';
import type { Quote } from '@cuentos/contract/quote';
import { AppError } from '../../platform/http/app-error.ts';
import type { Page, PageRequest } from '../../platform/http/paging.ts';
import { createBackground } from '../../platform/jobs/background.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import type { NoticeHeaders, NoticeQuery, ProviderAccount, ProviderPayment } from '../../ports/payment.ts';
import { bookIdsOfParts } from '../books/service.ts';
import { buyParts, type Purchase } from './buy-parts.ts';
import type { CheckoutContext, CheckoutDeps } from './context.ts';
import { acceptNotice, processNotices } from '../payments/process-notices.ts';
import { processRefunds } from '../refunds/process-refunds.ts';
import { askProvider, reconcileOrders, settleChanged } from './reconcile-orders.ts';
import { ownOrder, ownOrders, receiptOf } from './own-orders.ts';
import { lastNoticeAt } from '../payments/notice-repository.ts';
import { alertAdmins, openPayments } from '../payments/open-payments.ts';
import { leastAmount, type Asked, putParts, quoteParts, readPocket, takeOut } from '../pocket/pocket.ts';
import { createPaymentWays } from '../payments/payment-ways.ts';
import {
  isRefused,
  probeSoon,
  type ProviderState,
  providerState,
  watchCredentials,
} from '../payments/provider-credentials.ts';
import * as repository from './repository.ts';
import {
  type PaymentAction,
  type RefundRequest,
  requestPaymentRefund,
  requestRefund,
  retryRefunds,
} from '../refunds/request-refund.ts';
import { settleOutside, settlePayment } from '../payments/settle-payment.ts';
import { type Claim, claimGift, openedGift } from '../gifts/claim-gift.ts';
import type { GiftWish } from '../gifts/gifts.ts';
import { sweepGifts } from '../gifts/repository.ts';
import { changeGift, sendAgain, sendGifts } from '../gifts/send-gift.ts';
import { cancelPending } from './unfinished-orders.ts';
import { withdraw, type WithdrawalRequest } from '../refunds/withdraw.ts';

/** Who gave what, by its order. */
interface OwnGiftAction {
  readonly userId: string;
  readonly orderId: string;
}

/** What was said of a gift is kept so long after it ended. A voucher may be paid a month late, so twice that before. */
const GIFT_WORDS_MS = 30 * DAY_MS;

export interface CheckoutService {
  /** Who sells, for the buyer to see before paying. */
  readonly seller: SellerInfo;
  /** See {@link buyParts}. */
  buyParts(purchase: Purchase): Promise<Preference>;
  /** See {@link quoteParts}. @throws {AppError} too_many_requests */
  quote(asked: Asked): Promise<Quote>;
  /** See {@link openedGift}. @throws {AppError} gift_not_found */
  openedGift(token: string, userId: string | null): Promise<Gift>;
  /** See {@link claimGift}. */
  claimGift(claim: Claim): Promise<Gift>;
  /** See {@link sendAgain}. */
  sendGiftAgain(action: OwnGiftAction & { readonly recipientEmail: string | null }): Promise<OwnGift>;
  /** See {@link changeGift}. */
  changeGift(action: OwnGiftAction & { readonly wish: GiftWish }): Promise<OwnGift>;
  /** See {@link sendGifts}. */
  sendGifts(signal?: AbortSignal): Promise<void>;
  /** Forgets what was written with gifts that ended, or were never paid. */
  sweepGifts(now: number): Promise<void>;
  /** See {@link readPocket}. */
  pocket(userId: string): Promise<Pocket>;
  /** See {@link putParts}. @throws {AppError} pocket_full */
  putInPocket(userId: string, partIds: readonly string[]): Promise<Pocket>;
  /** See {@link takeOut}. */
  takeOutOfPocket(userId: string, partId: string): Promise<Pocket>;
  /** Smallest amount that can be paid at once, pesos; 0 while the provider told none and the shop set none. */
  leastAmount(): number;
  /**
   * The caller's own order, asked for at the provider while it is undecided.
   * @param paymentId what the provider called the payment on the buyer's way back: it is looked at first.
   * @throws {AppError} order_not_found
   */
  order(userId: string, orderId: string, paymentId?: string): Promise<Order>;
  /** See {@link ownOrders}. */
  ownOrders(userId: string, request: PageRequest): Promise<Page<OwnOrder>>;
  /** One of the caller's own. @throws {AppError} order_not_found */
  ownOrder(userId: string, orderId: string): Promise<OwnOrder>;
  /** See {@link receiptOf}. @throws {AppError} order_not_found */
  receipt(userId: string, orderId: string): Promise<Receipt>;
  /** See {@link withdraw}; answers the order as it stands then. */
  withdraw(request: WithdrawalRequest): Promise<OwnOrder>;
  /** See {@link cancelPending}; answers the order as it stands then. */
  cancelPending(userId: string, orderId: string): Promise<Order>;
  /** See {@link acceptNotice}. @throws {AppError} notice_not_authentic */
  acceptNotice(headers: NoticeHeaders, query: NoticeQuery): Promise<void>;
  /** See {@link requestRefund}. @throws {AppError} order_not_found, part_not_found, refund_not_possible */
  requestRefund(request: RefundRequest): Promise<string>;
  /** See {@link requestPaymentRefund}. @throws {AppError} payment_not_found, refund_not_possible */
  requestPaymentRefund(action: PaymentAction): Promise<string>;
  /** See {@link retryRefunds}. @throws {AppError} payment_not_found, nothing_to_retry */
  retryRefunds(action: Omit<PaymentAction, 'reason'>): Promise<void>;
  /** See {@link settleOutside}. @throws {AppError} payment_not_found, payment_not_open */
  settleOutside(action: PaymentAction): Promise<void>;
  /** See {@link openPayments}. */
  openPayments(): Promise<OpenPayments>;
  /** See {@link alertAdmins}. */
  alertAdmins(): Promise<void>;
  /** Whether the payment provider accepts our credentials. */
  providerState(): Promise<ProviderState>;
  /** Whose credentials ours are, as the provider tells it; fails like every call of the port. */
  account(): Promise<ProviderAccount>;
  /** When the last signed notice came, epoch milliseconds; null when none ever did. */
  lastNoticeAt(): Promise<number | null>;
  /** See {@link settlePayment}. */
  settlePayment(payment: ProviderPayment): Promise<void>;
  processNotices(signal?: AbortSignal): Promise<void>;
  reconcileOrders(signal?: AbortSignal): Promise<void>;
  /** See {@link settleChanged}. */
  settleChanged(signal?: AbortSignal): Promise<void>;
  processRefunds(signal?: AbortSignal): Promise<void>;
  /** Learns for which amounts which ways of paying are there. */
  refreshWays(): Promise<void>;
  /** Resolves when nothing goes on behind answered requests. */
  idle(): Promise<void>;
}

/** Work behind answers that may go on at once; each piece waits for the provider most of the time. */
const AT_ONCE = 4;

function createContext(deps: CheckoutDeps): CheckoutContext {
  const background = createBackground(AT_ONCE);
  const context: CheckoutContext = {
    ...deps,
    payments: watchCredentials(deps),
    // Asked without being watched: a token that may not list the ways can do all that money depends on.
    ways: createPaymentWays(deps.payments, deps.clock, async () => isRefused(deps)),
    background,
    refundSoon: () => void background.run('refunds', async () => processRefunds(context)),
    alertSoon: () => void background.run('open-payments', async () => alertAdmins(context)),
  };
  return context;
}

/** Buying parts: orders, payments, what they grant and how it is revoked. */
export function createCheckoutService(deps: CheckoutDeps): CheckoutService {
  let isStarting = true;
  const context = createContext(deps);
  return {
    seller: deps.seller,
    buyParts: async (purchase) => buyParts(context, purchase),
    quote: async (asked) => quoteParts(context, asked),
    pocket: async (userId) => readPocket(context, userId),
    putInPocket: async (userId, partIds) => putParts(context, userId, partIds),
    takeOutOfPocket: async (userId, partId) => takeOut(context, userId, partId),
    leastAmount: () => leastAmount(context),
    order: async (userId, orderId, paymentId) => readOrder(context, { userId, orderId, paymentId }),
    ownOrders: async (userId, request) => ownOrders(context, userId, request),
    ownOrder: async (userId, orderId) => ownOrder(context, userId, orderId),
    receipt: async (userId, orderId) => receiptOf(context, userId, orderId),
    withdraw: async (request) => withdraw(context, request),
    openedGift: async (token, userId) => openedGift(context, token, userId),
    claimGift: async (claim) => claimGift(context, claim),
    sendGiftAgain: async (action) => sendAgain(context, action),
    changeGift: async (action) => changeGift(context, action),
    sendGifts: async (signal) => sendGifts(context, signal),
    sweepGifts: async (now) =>
      context.db.withTx(async (tx) => sweepGifts(tx, { ended: now - GIFT_WORDS_MS, unpaid: now - 2 * GIFT_WORDS_MS })),
    async cancelPending(userId, orderId) {
      await cancelPending(context, userId, orderId);
      return readOrder(context, { userId, orderId, paymentId: undefined });
    },
    acceptNotice: async (headers, query) => acceptNotice(context, headers, query),
    requestRefund: async (request) => requestRefund(context, request),
    requestPaymentRefund: async (action) => requestPaymentRefund(context, action),
    retryRefunds: async (action) => retryRefunds(context, action),
    settleOutside: async (action) => settleOutside(context, action),
    openPayments: async () => openPayments(context),
    alertAdmins: async () => alertAdmins(context),
    providerState: async () => providerState(context),
    account: async () => context.payments.account(),
    lastNoticeAt: async () => lastNoticeAt(context.db, context.payments.name),
    settlePayment: async (payment) => settlePayment(context, payment),
    processNotices: async (signal) => processNotices(context, signal),
    reconcileOrders: async (signal) => reconcileOrders(context, signal),
    settleChanged: async (signal) => settleChanged(context, signal),
    async processRefunds(signal) {
      // A new token comes with a new process, which finds out at once.
      if (isStarting) await probeSoon(context);
      isStarting = false;
      return processRefunds(context, signal);
    },
    refreshWays: async () => context.ways.refresh(),
    idle: async () => context.background.idle(),
  };
}

interface OrderQuestion {
  readonly userId: string;
  readonly orderId: string;
  readonly paymentId: string | undefined;
}

async function readOrder(context: CheckoutContext, { userId, orderId, paymentId }: OrderQuestion): Promise<Order> {
  const { read } = context.db;
  const known = await repository.findOrder(read, orderId);
  if (known?.user_id !== userId) throw new AppError('order_not_found');
  const undecided = known.state === 'open' || known.state === 'pending';
  if (undecided) await askProvider(context, known, paymentId);
  const order = undecided ? ((await repository.findOrder(read, orderId)) ?? known) : known;
  const partIds = (await repository.findItems(read, orderId)).map((item) => item.part_id);
  const [bookId = ''] = await bookIdsOfParts(read, partIds.slice(0, 1));
  return {
    id: order.id,
    state: order.state,
    total: order.total,
    book_id: bookId,
    part_ids: partIds,
    created_at: toIso(order.created_at),
  };
}

/**
 * What finds and finishes whatever a lost notice, a silent provider or a stopped process left undone. Each is safe to
 * run at any time and in several processes.
 */
export function checkoutJobs(checkout: CheckoutService): Job[] {
  return [
    { name: 'payment-notices', everyMs: 20 * SECOND_MS, run: checkout.processNotices },
    { name: 'payment-reconciliation', everyMs: 30 * SECOND_MS, run: checkout.reconcileOrders },
    { name: 'payment-changes', everyMs: 2 * HOUR_MS, run: checkout.settleChanged },
    { name: 'refunds', everyMs: 30 * SECOND_MS, run: checkout.processRefunds },
    { name: 'gift-mails', everyMs: 10 * SECOND_MS, run: checkout.sendGifts },
    { name: 'payment-ways', everyMs: 5 * MINUTE_MS, run: checkout.refreshWays },
    { name: 'open-payments', everyMs: 10 * MINUTE_MS, run: checkout.alertAdmins },
  ];
}

export { WITHDRAWAL } from './own-orders.ts';
export { retryNotice } from '../payments/notice-repository.ts';
export { unfinishedOrders } from './unfinished-orders.ts';
export { awaitedParts, eraseReasons } from './repository.ts';
export { giftStates } from '../gifts/gifts.ts';
export { createGiftLinks } from '../gifts/links.ts';
export { eraseFromGifts, giftIdsOf, giftsForCopy, giversOf } from '../gifts/repository.ts';
