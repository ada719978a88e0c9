import { pendingUntil } from '@cuentos/domain/orders/order';
import { remainderOf } from '@cuentos/domain/orders/price';
import type { Tx } from '../../platform/db/db.ts';
import type { OrderItemRow, OrderRow } from '../../platform/db/tables/orders.ts';
import type { PaymentRow, RefundRow } from '../../platform/db/tables/payments.ts';
import { findLiveUser, findUserBy } from '../auth/service.ts';
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
  saleMail,
  mailSenderOf,
  sentBackMail,
} from '../mail/service.ts';
import type { SaleContext } from './context.ts';
import { discountOf } from '../discount-codes/price-with-code.ts';
import { findGift } from '../gifts/repository.ts';
import * as orderRepository from './repository.ts';
import * as paymentRepository from '../payments/repository.ts';
import * as refundRepository from '../refunds/repository.ts';

/** A mail ready for the outbox. */
interface AddressedMail {
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

/** Queues the mail that tells the shop of a sale, once for each payment, where the shop wants one for each. */
export async function queueSaleMail(
  tx: Tx,
  context: SaleContext,
  order: OrderRow,
  payment: PaymentRow,
  now: number,
): Promise<void> {
  const { contact_email: to } = context.seller;
  if (to === null || context.settings.saleMails !== 'each') return;
  const { amount, fee, method } = payment;
  const content = saleMail({
    from: fromOf(context),
    titles: await titlesOf(tx, await orderRepository.findItems(tx, order.id)),
    method,
    discountCode: order.discount_code,
    isGift: await isGift(tx, order.id),
    amount,
    fees: fee,
    ...remainderOf(amount, { refunds: 0, chargebacks: 0, fees: fee }),
  });
  await queueMail(tx, to, `sale:${payment.id}`, content, now);
}

/** Queues the mail that says how to go on with a payment which is not decided yet, once for each payment. */
export async function queuePendingMail(
  tx: Tx,
  context: SaleContext,
  order: OrderRow,
  payment: PaymentRow,
  now: number,
): Promise<void> {
  const buyer = await findLiveUser(tx, order.user_id);
  if (!buyer) return;
  const content = pendingMail({
    from: fromOf(context),
    buyerName: buyer.name,
    titles: await titlesOf(tx, await orderRepository.findItems(tx, order.id)),
    amount: payment.amount,
    paymentId: payment.provider_payment_id,
    resumeUrl: payment.resume_url,
    until: pendingUntil(order.created_at),
    isGift: await isGift(tx, order.id),
  });
  await queueMail(tx, buyer.email, `pending:${payment.id}`, content, now);
}

/**
 * Writes the mail about money that the shop may not keep and sends back; null when the buyer's account is gone.
 * @param parts returned parts of a good payment; null when the payment bought nothing and all of it goes back.
 */
export async function sentBackMailOf(
  tx: Tx,
  context: SaleContext,
  payment: PaymentRow,
  parts: readonly OrderItemRow[] | null,
): Promise<AddressedMail | null> {
  const order = payment.order_id === null ? undefined : await orderRepository.findOrder(tx, payment.order_id);
  const buyer = order && (await findUserBy(tx, 'id', order.user_id));
  if (!order || !buyer) return null;
  const titles = await titlesOf(tx, parts ?? (await orderRepository.findItems(tx, order.id)));
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
 * Writes the mail about a refund that was made; null when the buyer's account is gone. @param endsAccess whether the
 * refunded entitlement ends.
 */
export async function refundMail(
  tx: Tx,
  context: SaleContext,
  order: OrderRow,
  { id, payment_id: paymentId, part_id: partId, amount }: Pick<RefundRow, 'id' | 'payment_id' | 'part_id' | 'amount'>,
  endsAccess: boolean,
): Promise<AddressedMail | null> {
  const buyer = await findUserBy(tx, 'id', order.user_id);
  if (!buyer) return null;
  const others = (await refundRepository.refundsOf(tx, paymentId)).filter((other) => other.id !== id);
  // A refund of the rest is for the items without a refund of their own.
  const named = new Set(others.map((other) => other.part_id));
  const items = (await orderRepository.findItems(tx, order.id)).filter((item) =>
    partId === null ? !named.has(item.part_id) : item.part_id === partId,
  );
  const titles = await titlesOf(tx, items);
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

/** Writes the mail about a refund that did not go through after all; null when the buyer's account is gone. */
export async function undoneMail(tx: Tx, context: SaleContext, refund: RefundRow): Promise<AddressedMail | null> {
  const payment = await paymentRepository.findPaymentById(tx, refund.payment_id);
  const order = refund.order_id === null ? undefined : await orderRepository.findOrder(tx, refund.order_id);
  // A buyer who did not request the refund was mailed when it was requested, and gets no second mail.
  if (!payment || !order || refund.requested_by === null) return null;
  const { part_id: partId, amount } = refund;
  return newsMail(tx, context, order, { what: 'undone', payment, amount, partId });
}

/** Queues the mail about a payment's new state, once for each change. */
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
  /** Part that the news is about; null for the whole order. */
  readonly partId: string | null;
}

async function newsMail(
  tx: Tx,
  context: SaleContext,
  order: OrderRow,
  { what, payment, amount, partId }: News,
): Promise<AddressedMail | null> {
  const buyer = await findLiveUser(tx, order.user_id);
  if (!buyer) return null;
  const items = (await orderRepository.findItems(tx, order.id)).filter(
    ({ part_id: id }) => partId === null || id === partId,
  );
  const titles = await titlesOf(tx, items);
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

const titlesOf = async (tx: Tx, items: readonly OrderItemRow[]): Promise<string[]> =>
  (await linesOf(tx, items)).map(({ title }) => title);

function fromOf({ seller, settings }: SaleContext): MailFrom {
  return mailSenderOf(seller, settings.publicUrl);
}
