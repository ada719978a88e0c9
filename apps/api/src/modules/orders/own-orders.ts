import type { OwnOrder, Receipt } from '@cuentos/contract/orders';
import { pendingUntil, buyerStateOf } from '@cuentos/domain/orders/order';
import { goesBackByItself } from '@cuentos/domain/payments/payment';
import { splitVat } from '@cuentos/domain/orders/price';
import { paysForOrder } from '@cuentos/domain/refunds/refund';
import { givenParts } from '@cuentos/domain/gifts/gift';
import { type BoughtPart, type Withdrawal, withdrawalOf } from '@cuentos/domain/refunds/withdrawal';
import type { Connection } from '../../platform/db/db.ts';
import type { EntitlementRow } from '../../platform/db/tables/entitlements.ts';
import type { GiftRow, OrderItemRow, OrderRow } from '../../platform/db/tables/orders.ts';
import type { PaymentRow, RefundRow } from '../../platform/db/tables/payments.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Page, PageRequest } from '../../platform/http/paging.ts';
import { toIso } from '../../platform/to-iso.ts';
import { documentsOfOrders } from '../accounting/service.ts';
import { findLiveUser } from '../auth/service.ts';
import {
  bookIdsOfParts,
  findBooks,
  type PartWithBook,
  presentParts,
  recalledParts,
  type ShownPart,
} from '../books/service.ts';
import { accessOf, holdingsOfParts, openedParts } from '../entitlements/service.ts';
import type { SaleContext } from './context.ts';
import { discountOf } from '../discount-codes/price-with-code.ts';
import { ledgerPayment, ledgerRefund } from '../payments/ledger-rows.ts';
import { type GiftMail, giftMails, giftOf, presentOwnGift } from '../gifts/gifts.ts';
import { giftsOfOrders } from '../gifts/repository.ts';
import { paymentInReview } from './unfinished-orders.ts';
import * as orderRepository from './repository.ts';
import * as paymentRepository from '../payments/repository.ts';
import * as refundRepository from '../refunds/repository.ts';
import { WITHDRAWAL } from '../refunds/repository.ts';

/** An order with all rows that its state for the buyer depends on. */
export interface OrderFacts {
  readonly order: OrderRow;
  readonly items: readonly OrderItemRow[];
  readonly payments: readonly PaymentRow[];
  /** Refunds by the payment's row. */
  readonly refunds: ReadonlyMap<string, readonly RefundRow[]>;
  /** Current rights of the buyer by part. */
  readonly holdings: ReadonlyMap<string, readonly EntitlementRow[]>;
  /** When the buyer first opened each part. */
  readonly opened: ReadonlyMap<string, number>;
  /** Parts that the shop took from every reader. */
  readonly recalled: ReadonlySet<string>;
  /** Null for an order of the buyer's own. */
  readonly gift: GiftRow | null;
  readonly giftMail: GiftMail | null;
}

/** The caller's orders, newest first. */
export async function ownOrders(context: SaleContext, userId: string, request: PageRequest): Promise<Page<OwnOrder>> {
  const { read } = context.db;
  const { rows, total } = await orderRepository.ordersOfUser(read, userId, request);
  return { rows: (await present(context, userId, rows)).map(({ shown }) => shown), total };
}

/** Reads an order of the caller. @throws {AppError} order_not_found */
export async function ownOrder(context: SaleContext, userId: string, orderId: string): Promise<OwnOrder> {
  const [own] = await present(context, userId, [await requireOwn(context.db.read, userId, orderId)]);
  if (!own) throw new AppError('order_not_found');
  return own.shown;
}

/** Finds an order of a user's own; another's looks like a missing one. @throws {AppError} order_not_found */
export async function requireOwn(connection: Connection, userId: string, orderId: string): Promise<OrderRow> {
  const order = await orderRepository.findOrder(connection, orderId);
  if (order?.user_id !== userId) throw new AppError('order_not_found');
  return order;
}

/** Loads the facts of a user's orders, with as many queries for a page as for one order. */
export async function factsOf(
  connection: Connection,
  userId: string,
  orders: readonly OrderRow[],
): Promise<OrderFacts[]> {
  const ids = orders.map(({ id }) => id);
  const items = await orderRepository.itemsOfOrders(connection, ids);
  const payments = await paymentRepository.paymentsOfOrders(connection, ids);
  const refunds = await refundRepository.refundsOfAll(
    connection,
    payments.map(({ id }) => id),
  );
  const partIds = [...new Set(items.map(({ part_id: id }) => id))];
  const holdings = await holdingsOfParts(connection, userId, partIds);
  const opened = await openedParts(connection, userId, partIds);
  const recalled = await recalledParts(connection, partIds);
  const gifts = await giftsOfOrders(connection, ids);
  const mails = await giftMails(connection, [...gifts.values()]);
  return orders.map((order) => ({
    order,
    items: items.filter(({ order_id: id }) => id === order.id),
    payments: payments.filter(({ order_id: id }) => id === order.id),
    refunds,
    holdings,
    opened,
    recalled,
    gift: gifts.get(order.id) ?? null,
    giftMail: mails.get(gifts.get(order.id)?.id ?? '') ?? null,
  }));
}

/** Finds out whether the buyer may return a part of an order. */
export function withdrawalOfItem(facts: OrderFacts, item: OrderItemRow, now: number): Withdrawal {
  const { order, payments, refunds, holdings, opened, gift, recalled } = facts;
  const rows = holdings.get(item.part_id) ?? [];
  // The buyer's entitlements do not matter for a gift, whose recipient owns the parts.
  const own = {
    isHeld: rows.some(({ kind, order_id: id }) => kind === 'ownership' && id === order.id),
    openedAt: opened.get(item.part_id) ?? null,
  };
  const giftState = gift && {
    isHeld: givenParts(giftOf(gift, facts)).includes(item.part_id),
    openedAt: null,
    isClaimed: gift.claimed_at !== null,
  };
  const part: BoughtPart = {
    partId: item.part_id,
    price: item.amount,
    paidAt: order.paid_at,
    ...(giftState ?? own),
    isRecalled: recalled.has(item.part_id),
    payments: payments.map((payment) => ({
      payment: ledgerPayment(payment),
      refunds: (refunds.get(payment.id) ?? []).map(ledgerRefund),
    })),
  };
  return withdrawalOf(part, now);
}

/** An order as its buyer sees it, with the rows that it comes from. */
interface PresentedOrder {
  readonly facts: OrderFacts;
  readonly shown: OwnOrder;
}

async function present(context: SaleContext, userId: string, orders: readonly OrderRow[]): Promise<PresentedOrder[]> {
  const { db, clock } = context;
  const now = clock.now();
  const facts = await factsOf(db.read, userId, orders);
  const partIds = [...new Set(facts.flatMap(({ items }) => items.map(({ part_id: id }) => id)))];
  const books = await findBooks(db.read, await bookIdsOfParts(db.read, partIds));
  const parts = new Map<string, PartWithBook>();
  for (const { book, parts: ofBook } of books) for (const part of ofBook) parts.set(part.id, { book, part });
  const shownParts = await presentParts(
    db,
    [...parts.values()].map(({ part }) => part),
  );
  const pendingPartIds = await orderRepository.findPendingPartIds(db.read, userId);
  const documents = await documentsOfOrders(
    db.read,
    orders.map(({ id }) => id),
  );
  const data = { parts, shownParts, pendingPartIds, documents, now };
  return facts.map((each) => ({ facts: each, shown: presentOrder(context, each, data) }));
}

/** Data loaded once for all orders of a page. */
interface PresentationData {
  readonly parts: ReadonlyMap<string, PartWithBook>;
  readonly shownParts: ReadonlyMap<string, ShownPart>;
  /** Parts whose payment is pending. */
  readonly pendingPartIds: ReadonlySet<string>;
  /** Documents by order. */
  readonly documents: ReadonlyMap<string, OwnOrder['documents']>;
  readonly now: number;
}

function presentOrder(context: SaleContext, facts: OrderFacts, data: PresentationData): OwnOrder {
  const { pendingPartIds, documents, now } = data;
  const { order, items, payments, holdings, gift } = facts;
  const isOwned = ({ part_id: id }: OrderItemRow) => (holdings.get(id) ?? []).some(({ kind }) => kind === 'ownership');
  const returned = returnedOf(facts);
  // A refund of one part of several leaves the order paid.
  const isGone = returned !== null && returned.amount >= order.total;
  const isSuperseded = gift === null && items.some((item) => isOwned(item) || pendingPartIds.has(item.part_id));
  const isReturning = isGone && returned.done_at === null;
  const state = buyerStateOf({ state: order.state, expiresAt: order.expires_at, isReturning, isSuperseded }, now);
  const payment = decidingPayment(payments, state);
  return {
    id: order.id,
    state,
    in_review: state === 'pending' && payment !== undefined && payment === paymentInReview(payments),
    total: order.total,
    discount_code: order.discount_code,
    created_at: toIso(order.created_at),
    paid_at: toIso(order.paid_at),
    ...paymentStep(order, state, payment),
    payment_number: payment?.provider_payment_id ?? null,
    method: payment?.method ?? '',
    items: items.flatMap((item) => presentItem(facts, item, isGone ? returned : null, data)),
    returned,
    gift: gift && presentOwnGift(context, { row: gift, gift: giftOf(gift, facts), mail: facts.giftMail }, now),
    sent_back: payments
      .filter(({ problem, status }) => isSentBack(problem, status))
      .map(({ provider_payment_id: number, amount, status }) => ({
        payment_number: number,
        amount,
        is_done: status === 'refunded',
      })),
    documents: documents.get(order.id) ?? [],
  };
}

/**
 * An item as its buyer sees it; none when its part is gone from the database.
 * @param returned refund of the whole order
 */
function presentItem(
  facts: OrderFacts,
  item: OrderItemRow,
  returned: OwnOrder['returned'],
  { parts, shownParts, now }: PresentationData,
): OwnOrder['items'] {
  const part = parts.get(item.part_id);
  if (!part) return [];
  const isForBuyer = facts.gift === null;
  const { refusal, amount, until } = withdrawalOfItem(facts, item, now);
  return [
    {
      part_id: item.part_id,
      book_id: part.book.id,
      book_name: part.book.name,
      part_name: part.part.name,
      image: shownParts.get(item.part_id)?.image ?? null,
      value: item.value,
      amount: item.amount,
      reduction: item.reduction,
      returned: returnedOfItem(facts, item) ?? (returned && itemRefund(item.amount, returned.done_at)),
      can_read: isForBuyer && accessOf(facts.holdings.get(item.part_id) ?? [], part.part, now).canRead,
      is_recalled: facts.recalled.has(item.part_id),
      opened_at: isForBuyer ? toIso(facts.opened.get(item.part_id) ?? null) : null,
      withdrawal: { refusal, amount, until: toIso(until) },
    },
  ];
}

/** The buyer's next step for a payment: address and deadline; null when there is none. */
function paymentStep(order: OrderRow, state: OwnOrder['state'], payment: PaymentRow | undefined) {
  if (state === 'unpaid') return { until: toIso(order.expires_at), resume_url: order.init_point };
  if (state !== 'pending') return { until: null, resume_url: null };
  return { until: toIso(pendingUntil(order.created_at)), resume_url: payment?.resume_url ?? null };
}

/** Returns whether a payment is a duplicate that is refunded automatically, or a wrong one that was refunded. */
function isSentBack(problem: PaymentRow['problem'], status: PaymentRow['status']): boolean {
  return (status === 'approved' && goesBackByItself(problem)) || (status === 'refunded' && problem !== null);
}

/** The payment that determines an order's state. */
function decidingPayment(payments: readonly PaymentRow[], state: OwnOrder['state']): PaymentRow | undefined {
  if (state === 'unpaid' || state === 'expired') return undefined;
  if (state === 'pending') return payments.findLast(({ status }) => status === 'pending') ?? paymentInReview(payments);
  if (state === 'rejected') return payments.findLast(({ status }) => status === 'rejected' || status === 'cancelled');
  const good = goodPayments(payments);
  return good.find((payment) => paysForOrder(ledgerPayment(payment))) ?? good.at(-1) ?? payments.at(-1);
}

/** Payments that granted something, or did before they were returned or disputed. */
function goodPayments(payments: readonly PaymentRow[]): PaymentRow[] {
  const tookMoney = new Set<PaymentRow['status']>(['approved', 'in_mediation', 'refunded', 'charged_back']);
  return payments.filter(({ status, problem }) => problem === null && tookMoney.has(status));
}

/** Pesos of an order that went back, by the provider or by other means. */
const returnedAmount = (payments: readonly PaymentRow[]): number =>
  goodPayments(payments).reduce((sum, payment) => sum + payment.refunded_amount + payment.settled_amount, 0);

/** Refund of an order as the buyer reads it: several refunds count as one, dated by the last. */
function returnedOf({ payments, refunds }: OrderFacts): OwnOrder['returned'] {
  const good = goodPayments(payments);
  const orderRefunds = good.flatMap(({ id }) => refunds.get(id) ?? []).toSorted((a, b) => a.created_at - b.created_at);
  const last = orderRefunds.at(-1);
  const hasRequestedRefund = orderRefunds.some(({ state }) => state === 'requested');
  const returnedTotal = returnedAmount(payments);
  const amount = orderRefunds.reduce((sum, refund) => sum + refund.amount, 0);
  const since = last?.created_at ?? good.at(-1)?.state_at;
  if (since === undefined || Math.max(returnedTotal, amount) <= 0) return null;
  return {
    amount: Math.max(returnedTotal, amount),
    requested_at: toIso(since),
    done_at: hasRequestedRefund ? null : toIso(last?.done_at ?? since),
    is_withdrawal: orderRefunds.some(({ reason, requested_by: by }) => reason === WITHDRAWAL && by !== null),
  };
}

/** Refund of one part of an order; null when the part was not refunded alone. */
function returnedOfItem({ payments, refunds }: OrderFacts, item: OrderItemRow) {
  const orderRefunds = goodPayments(payments)
    .flatMap(({ id }) => refunds.get(id) ?? [])
    .filter(({ part_id: partId }) => partId === item.part_id);
  const last = orderRefunds.at(-1);
  if (!last) return null;
  const isWaiting = orderRefunds.some(({ state }) => state === 'requested');
  const amount = orderRefunds.reduce((sum, refund) => sum + refund.amount, 0);
  return itemRefund(amount, isWaiting ? null : toIso(last.done_at ?? last.created_at));
}

const itemRefund = (amount: number, doneAt: string | null) => (amount > 0 ? { amount, done_at: doneAt } : null);

/**
 * The receipt of a paid own order, with the seller's current data.
 * @throws {AppError} order_not_found, also for an unpaid order
 */
export async function receiptOf(context: SaleContext, userId: string, orderId: string): Promise<Receipt> {
  const { read } = context.db;
  const order = await requireOwn(read, userId, orderId);
  const buyer = await findLiveUser(read, userId);
  if (order.paid_at === null || !buyer) throw new AppError('order_not_found');
  const [own] = await present(context, userId, [order]);
  if (!own) throw new AppError('order_not_found');
  const { facts, shown } = own;
  const { net, vat } = splitVat(order.total);
  const { store_name, seller_name, seller_tax_id, seller_address, contact_email, sales_open } = context.seller;
  return {
    order_id: order.id,
    paid_at: toIso(order.paid_at),
    buyer_name: buyer.name,
    items: shown.items.map(({ book_name, part_name, amount }) => ({ book_name, part_name, amount })),
    total: order.total,
    discount: discountOf(order, shown.items),
    net,
    vat,
    payment: shown.payment_number === null ? null : { number: shown.payment_number, method: shown.method },
    acknowledged_at: toIso(order.withdrawal_acknowledged_at),
    is_gift: shown.gift !== null,
    returned: returnedAmount(facts.payments),
    documents: shown.documents,
    seller: { store_name, seller_name, seller_tax_id, seller_address, contact_email, sales_open },
  };
}
