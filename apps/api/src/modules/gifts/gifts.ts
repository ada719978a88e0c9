import type { OwnGift } from '@cuentos/contract/gifts';
import {
  type Gift,
  giftEndsAt,
  type GiftPayment,
  type GiftState,
  giftSendAt,
  giftStateOf,
  type GiftTimes,
  isClaimable,
} from '@cuentos/domain/gifts/gift';
import { DAY_MS } from '@cuentos/domain/time/durations';
import type { Connection, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { GiftRow, OrderItemRow, OrderRow } from '../../platform/db/tables/orders.ts';
import type { PaymentRow, RefundRow } from '../../platform/db/tables/payments.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { SaleContext } from '../orders/context.ts';
import { ledgerPayment, ledgerRefund } from '../payments/ledger-rows.ts';
import { mailsByKeys } from '../mail/service.ts';
import * as orderRepository from '../orders/repository.ts';
import * as paymentRepository from '../payments/repository.ts';
import * as refundRepository from '../refunds/repository.ts';
import * as repository from './repository.ts';

/** Words, recipient and day that the giver chose. */
export interface GiftDetails {
  readonly giverName: string | null;
  /** Null: the giver hands the link over. */
  readonly recipientEmail: string | null;
  readonly message: string | null;
  /** Day in Santiago on which the mail is sent, `2026-12-24`; null for as soon as the gift is paid. */
  readonly sendOn: string | null;
}

/** New gifts of one giver, and those among them for one address, in a day. */
const GIFTS_PER_DAY = 20;
const GIFTS_TO_ONE = 10;

/** Most gifts a day, under a key of the limiter. */
type Limit = readonly [key: string, max: number];

/** Counts all of some limits, or none of them. @throws {AppError} too_many_gifts */
export async function countAll({ limiter }: SaleContext, limits: readonly Limit[]): Promise<void> {
  for (const [position, [key, max]] of limits.entries()) {
    if (await limiter.hit(key, max, DAY_MS)) continue;
    for (const [usedLimit] of limits.slice(0, position + 1)) await limiter.undo(usedLimit);
    throw new AppError('too_many_gifts');
  }
}

/** Gifts of one giver to one address. Gifts of other givers to that address do not count. */
export const limitTo = (address: string, userId: string): Limit => [`gift-to:${address}:${userId}`, GIFTS_TO_ONE];

/**
 * Makes a gift if its giver's limits allow one more today. A gift that is used again does not count. @throws
 * {AppError} too_many_gifts
 */
export async function makeWithinRoom<Made extends { readonly isReused: boolean }>(
  context: SaleContext,
  { userId, details }: { readonly userId: string; readonly details: GiftDetails },
  make: () => Promise<Made>,
): Promise<Made> {
  const { recipientEmail: to } = details;
  const limits: Limit[] = [[`gift:${userId}`, GIFTS_PER_DAY], ...(to === null ? [] : [limitTo(to, userId)])];
  await countAll(context, limits);
  let isNew = false;
  try {
    const placed = await make();
    isNew = !placed.isReused;
    return placed;
  } finally {
    if (!isNew) for (const [key] of limits) await context.limiter.undo(key);
  }
}

/** The gift's fields as the row stores them. @param times of a gift that is changed @throws {AppError} gift_day */
export function wordsOf(details: GiftDetails, now: number, times?: GiftTimes): repository.GiftWords {
  const { recipientEmail, sendOn } = details;
  // A gift without an address is handed over by its link, so no mail gets a day.
  const sendAt = recipientEmail === null || sendOn === null ? null : giftSendAt(sendOn, now, times);
  if (recipientEmail !== null && sendOn !== null && sendAt === null) throw new AppError('gift_day');
  return {
    giver_name: details.giverName === '' ? null : details.giverName,
    recipient_email: recipientEmail,
    message: details.message === '' ? null : details.message,
    send_at: sendAt,
  };
}

/** Makes an order a gift, in the transaction that makes the order. */
export async function makeGift(tx: Tx, orderId: string, words: repository.GiftWords, now: number): Promise<void> {
  await repository.insertGift(tx, {
    id: newId(now),
    order_id: orderId,
    ...words,
    created_at: now,
    opened_at: null,
    expires_at: null,
    mail_due_at: null,
    sent_at: null,
    mails: 0,
    claimed_by: null,
    claimed_at: null,
    reminded_at: null,
  });
}

/** Lets a gift be claimed from its payment on, and its mail go out on its day; later payments change nothing of it. */
export async function openGift(tx: Tx, gift: GiftRow, now: number): Promise<void> {
  if (gift.opened_at !== null) return;
  // A gift whose day passed before it was paid is mailed now.
  const due = gift.recipient_email === null ? null : Math.max(now, gift.send_at ?? now);
  await repository.updateGift(tx, gift.id, { opened_at: now, expires_at: giftEndsAt(now), mail_due_at: due });
}

/** A gift with its order and what its state depends on. */
export interface LoadedGift {
  readonly row: GiftRow;
  readonly order: OrderRow;
  readonly items: readonly OrderItemRow[];
  readonly gift: Gift;
}

export async function loadGift(
  connection: Connection,
  by: 'id' | 'order_id',
  value: string,
): Promise<LoadedGift | null> {
  const row = await repository.findGift(connection, by, value);
  const order = row && (await orderRepository.findOrder(connection, row.order_id));
  if (!row || !order) return null;
  const items = await orderRepository.findItems(connection, order.id);
  const payments = await paymentRepository.paymentsOf(connection, order.id);
  const refunds = await refundRepository.refundsOfAll(
    connection,
    payments.map(({ id }) => id),
  );
  return { row, order, items, gift: giftOf(row, { items, payments, refunds }) };
}

interface Money {
  readonly items: readonly OrderItemRow[];
  readonly payments: readonly PaymentRow[];
  /** Refunds by the payment's row. */
  readonly refunds: ReadonlyMap<string, readonly RefundRow[]>;
}

/** Converts the rows to the form that the gift rules use. */
export function giftOf(row: GiftRow, { items, payments, refunds }: Money): Gift {
  return {
    openedAt: row.opened_at,
    expiresAt: row.expires_at,
    claimedAt: row.claimed_at,
    mailDueAt: row.mail_due_at,
    partIds: items.map(({ part_id: id }) => id),
    payments: payments.map((payment): GiftPayment => ({
      payment: ledgerPayment(payment),
      refunds: (refunds.get(payment.id) ?? []).map(ledgerRefund),
    })),
  };
}

/** How the gifts among some orders stand, by the order. */
export async function giftStates(
  connection: Connection,
  orderIds: readonly string[],
  now: number,
): Promise<Map<string, GiftState>> {
  const gifts = await repository.giftsOfOrders(connection, orderIds);
  const states = new Map<string, GiftState>();
  for (const id of gifts.keys()) {
    const loadedGift = await loadGift(connection, 'order_id', id);
    if (loadedGift) states.set(id, giftStateOf(loadedGift.gift, now));
  }
  return states;
}

/** Names all mails of a gift. */
export const giftEvent = (id: string): string => `gift:${id}:`;

/** Names the mail of a gift, the first or one that was sent again. */
export const giftMailKey = (id: string, number: number): string => `${giftEvent(id)}${number}`;

/** State of a gift's latest mail: when it was sent, and whether it is still tried. */
export interface GiftMail {
  readonly sentAt: number | null;
  readonly isTried: boolean;
}

/** The latest mail of each gift that had one. Where the mail's row was swept, the gift's own time of sending counts. */
export async function giftMails(connection: Connection, rows: readonly GiftRow[]): Promise<Map<string, GiftMail>> {
  const mailedGifts = rows.filter(({ mails }) => mails > 0);
  const keys = mailedGifts.map(({ id, mails }) => giftMailKey(id, mails));
  const mailsByKey = await mailsByKeys(connection, keys);
  return new Map(
    mailedGifts.map(({ id, mails, sent_at: sentAt }) => {
      const mail = mailsByKey.get(giftMailKey(id, mails));
      return [id, mail ? { sentAt: mail.sent_at, isTried: mail.next_attempt_at !== null } : { sentAt, isTried: false }];
    }),
  );
}

interface ShownGift {
  readonly row: GiftRow;
  readonly gift: Gift;
  readonly mail: GiftMail | null;
}

/** A gift as its giver sees it. It counts as sent once the recipient's mail server took the mail. */
export function presentOwnGift({ giftLinks }: SaleContext, { row, gift, mail }: ShownGift, now: number): OwnGift {
  const state = giftStateOf(gift, now);
  const due = row.opened_at === null ? row.send_at : row.mail_due_at;
  return {
    state,
    giver_name: row.giver_name,
    recipient_email: row.recipient_email,
    message: row.message,
    // For an unpaid gift, the time at which its mail would be sent; for a mail that is tried, the time at which it was
    // queued.
    mail_due_at: toIso(due ?? (mail?.isTried ? row.sent_at : null)),
    sent_at: toIso(mail?.sentAt ?? null),
    claimed_at: toIso(row.claimed_at),
    expires_at: toIso(row.expires_at),
    link: isClaimable(state) ? giftLinks.urlFor(row.id) : null,
  };
}
