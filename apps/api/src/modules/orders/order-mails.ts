import { awaitedUntil } from '@cuentos/domain/orders/order';
import type { Tx } from '../../platform/db/db.ts';
import type { OrderItemRow, OrderRow } from '../../platform/db/tables/orders.ts';
import type { PaymentRow, RefundRow } from '../../platform/db/tables/payments.ts';
import { findUserBy } from '../auth/service.ts';
import { findPart } from '../books/service.ts';
import {
  type MailContent,
  type MailFrom,
  type MoneyNews,
  moneyNewsMail,
  pendingMail,
  queueMail,
  receiptMail,
  refundDoneMail,
  senderOf,
  sentBackMail,
} from '../mail/service.ts';
import type { SaleContext } from './context.ts';
import { discountOf } from '../discount-codes/price-with-code.ts';
import { findGift } from '../gifts/repository.ts';
import * as orderRepository from './repository.ts';
import * as paymentRepository from '../payments/repository.ts';
import * as refundRepository from '../refunds/repository.ts';

/** A mail ready for the outbox. */
interface Addressed {
  readonly to: string;
  readonly content: MailContent;
}

/**
 * Queues the receipt of an order in the transaction that grants it: the copy of the contract that the law asks for. One
 * per payment, or one per free order.
 */
export async function queueReceipt(
  tx: Tx,
  context: SaleContext,
  order: OrderRow,
  payment: PaymentRow | null,
  now: number,
): Promise<void> {
  const buyer = await findUserBy(tx, 'id', order.user_id);
  if (!buyer) return;
  const items = await orderRepository.findItems(tx, order.id);
  const content = receiptMail({
    from: fromOf(context),
    seller: context.seller,
    buyerName: buyer.name,
    orderId: order.id,
    paidAt: now,
    lines: await linesOf(tx, items),
    discount: discountOf(order, items),
    total: order.total,
    payment: payment && { id: payment.provider_payment_id, method: payment.method },
    acknowledgedAt: order.withdrawal_acknowledged_at,
    isGift: await isGift(tx, order.id),
  });
  await queueMail(tx, buyer.email, `receipt:${payment?.id ?? order.id}`, content, now);
}

/** Queues the mail that says how to go on with a payment which is not decided yet, once for each payment. */
export async function queuePending(
  tx: Tx,
  context: SaleContext,
  order: OrderRow,
  payment: PaymentRow,
  now: number,
): Promise<void> {
  const buyer = await findUserBy(tx, 'id', order.user_id);
  if (!buyer || buyer.deleted_at !== null) return;
  const content = pendingMail({
    from: fromOf(context),
    buyerName: buyer.name,
    titles: (await linesOf(tx, await orderRepository.findItems(tx, order.id))).map((line) => line.title),
    amount: payment.amount,
    paymentId: payment.provider_payment_id,
    resumeUrl: payment.resume_url,
    until: awaitedUntil(order.created_at),
    isGift: await isGift(tx, order.id),
  });
  await queueMail(tx, buyer.email, `pending:${payment.id}`, content, now);
}

/**
 * The mail that says what of a payment goes back which the shop may not keep; null when the buyer is not known any more.
 * @param parts what goes back of a payment that paid for its order; null for all of one that bought nothing.
 */
export async function sentBackMailOf(
  tx: Tx,
  context: SaleContext,
  payment: PaymentRow,
  parts: readonly OrderItemRow[] | null,
): Promise<Addressed | null> {
  const order = payment.order_id === null ? undefined : await orderRepository.findOrder(tx, payment.order_id);
  const buyer = order && (await findUserBy(tx, 'id', order.user_id));
  if (!order || !buyer) return null;
  const titles = (await linesOf(tx, parts ?? (await orderRepository.findItems(tx, order.id)))).map(
    (line) => line.title,
  );
  const { provider_payment_id: paymentId } = payment;
  const amount = parts === null ? payment.amount : parts.reduce((sum, part) => sum + part.amount, 0);
  return {
    to: buyer.email,
    content: sentBackMail({
      from: fromOf(context),
      buyerName: buyer.name,
      titles,
      amount,
      paymentId,
      isClosed: buyer.deleted_at !== null,
      isPartial: parts !== null,
      gift: !(await isGift(tx, order.id)) ? null : payment.problem === 'duplicate' ? 'paid twice' : 'otherwise',
    }),
  };
}

/**
 * The mail that says that a refund was made; null when the buyer is not known any more.
 * @param endsAccess whether what it was for ends with it.
 */
export async function refundMail(
  tx: Tx,
  context: SaleContext,
  order: OrderRow,
  { id, payment_id: paymentId, part_id: partId, amount }: Pick<RefundRow, 'id' | 'payment_id' | 'part_id' | 'amount'>,
  endsAccess: boolean,
): Promise<Addressed | null> {
  const buyer = await findUserBy(tx, 'id', order.user_id);
  if (!buyer) return null;
  const others = (await refundRepository.refundsOf(tx, paymentId)).filter((other) => other.id !== id);
  // All that is left is what has no refund of its own.
  const named = new Set(others.map((other) => other.part_id));
  const items = (await orderRepository.findItems(tx, order.id)).filter((item) =>
    partId === null ? !named.has(item.part_id) : item.part_id === partId,
  );
  const titles = (await linesOf(tx, items)).map((line) => line.title);
  return {
    to: buyer.email,
    content: refundDoneMail({
      from: fromOf(context),
      buyerName: buyer.name,
      titles,
      amount,
      ends: !endsAccess ? null : (await isGift(tx, order.id)) ? 'gift' : 'access',
    }),
  };
}

/** The mail that says that a refund which was told of did not go through; null when the buyer is not known any more. */
export async function undoneMail(tx: Tx, context: SaleContext, refund: RefundRow): Promise<Addressed | null> {
  const payment = await paymentRepository.findPaymentById(tx, refund.payment_id);
  const order = refund.order_id === null ? undefined : await orderRepository.findOrder(tx, refund.order_id);
  // Who asked for nothing was told that money goes back, not that it went.
  if (!payment || !order || refund.requested_by === null) return null;
  const { part_id: partId, amount } = refund;
  return newsMail(tx, context, order, { what: 'undone', payment, amount, partId });
}

/** Queues what a buyer is told of a payment that came to stand otherwise, once for each time. */
export async function queueNews(
  tx: Tx,
  context: SaleContext,
  order: OrderRow,
  { what, payment }: { readonly what: MoneyNews; readonly payment: PaymentRow },
  now: number,
): Promise<void> {
  const mail = await newsMail(tx, context, order, { what, payment, amount: payment.amount, partId: null });
  const event = `${what}:${payment.id}:${payment.provider_updated_at}`;
  if (mail) await queueMail(tx, mail.to, event, mail.content, now);
}

interface News {
  readonly what: MoneyNews;
  readonly payment: PaymentRow;
  readonly amount: number;
  /** What it is about; null for all of the order. */
  readonly partId: string | null;
}

async function newsMail(
  tx: Tx,
  context: SaleContext,
  order: OrderRow,
  { what, payment, amount, partId }: News,
): Promise<Addressed | null> {
  const buyer = await findUserBy(tx, 'id', order.user_id);
  if (!buyer || buyer.deleted_at !== null) return null;
  const items = (await orderRepository.findItems(tx, order.id)).filter(
    ({ part_id: id }) => partId === null || id === partId,
  );
  const titles = (await linesOf(tx, items)).map((line) => line.title);
  const { provider_payment_id: paymentId } = payment;
  const content = moneyNewsMail({ from: fromOf(context), buyerName: buyer.name, titles, amount, what, paymentId });
  return { to: buyer.email, content };
}

const isGift = async (tx: Tx, orderId: string): Promise<boolean> =>
  (await findGift(tx, 'order_id', orderId)) !== undefined;

async function linesOf(tx: Tx, items: readonly OrderItemRow[]): Promise<{ title: string; amount: number }[]> {
  const lines: { title: string; amount: number }[] = [];
  for (const { part_id: partId, amount } of items) {
    const listing = await findPart(tx, partId);
    if (listing) lines.push({ title: `${listing.book.name}: ${listing.part.name}`, amount });
  }
  return lines;
}

function fromOf({ seller, settings }: SaleContext): MailFrom {
  return senderOf(seller, settings.publicUrl);
}
