import type { OwnGift } from '@cuentos/contract/gifts';
import { giftReminderAt, giftStateOf, givenParts, isClaimable } from '@cuentos/domain/gifts/gift';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { GiftRow, OrderRow } from '../../platform/db/tables/orders.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { recordAudit } from '../audit/service.ts';
import { findLiveUser, findUserBy } from '../auth/service.ts';
import { findCovers, findPart } from '../books/service.ts';
import {
  giftEndedMail,
  giftEndingMail,
  giftMail,
  type MailGiftPart,
  queueMail,
  mailSenderOf,
} from '../mail/service.ts';
import { workThrough, workThroughPages } from '../../platform/jobs/work-through.ts';
import type { SaleContext } from '../orders/context.ts';
import {
  countAll,
  type GiftDetails,
  giftMailKey,
  giftMails,
  limitTo,
  type LoadedGift,
  loadGift,
  presentOwnGift,
  wordsOf,
} from './gifts.ts';
import * as repository from './repository.ts';

const BATCH = 20;
/** Mails of one gift beside the first, and of all gifts of one giver, in a day. */
const SENT_AGAIN_OF_ONE = 3;
const SENT_AGAIN_OF_ALL = 10;
/** Mails of gifts to one address in a day, of all givers together; the others wait. */
const MAILS_PER_ADDRESS = 10;

/** Queues the due mails of gifts, each once, and reminds givers of gifts that end soon. */
export async function sendGifts(context: SaleContext, signal?: AbortSignal): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  // Gifts that end within the time by which the reminder goes before the end.
  const before = now + (now - giftReminderAt(now));
  await workThrough(
    [
      async () =>
        workThroughPages(
          async (last: DueGift | null) => repository.dueGifts(db, { now, after: last }, BATCH),
          signal,
          async (due) => sendWithinRoom(context, due, now),
        ),
      async () =>
        workThroughPages(
          async (last: EndingGift | null) => repository.endingGifts(db, { now, before, after: last }, BATCH),
          signal,
          async ({ id }) => db.withTx(async (tx) => remind(tx, context, id, now)),
        ),
    ],
    signal,
    async (step) => step(),
  );
}

type EndingGift = Pick<GiftRow, 'id' | 'expires_at'>;

/**
 * Sends a mail that is due while its address has room for one more today; later otherwise. Only what was paid is counted,
 * and only what goes out: a stranger who orders and never pays takes no room.
 */
async function sendWithinRoom(context: SaleContext, due: DueGift, now: number): Promise<void> {
  const { db, limiter } = context;
  const key = `gift-to:${due.recipient_email}`;
  const hasRoom = await limiter.hit(key, MAILS_PER_ADDRESS, DAY_MS);
  let isSent = false;
  try {
    isSent = await db.withTx(async (tx) => sendDue(tx, context, { ...due, hasRoom }, now));
  } finally {
    if (!isSent) await limiter.undo(key);
  }
}

type DueGift = Pick<GiftRow, 'id' | 'recipient_email' | 'mail_due_at'>;

/** @returns whether a mail was written */
async function sendDue(
  tx: Tx,
  context: SaleContext,
  { id, recipient_email: to, hasRoom }: DueGift & { readonly hasRoom: boolean },
  now: number,
): Promise<boolean> {
  const loadedGift = await loadGift(tx, 'id', id);
  if (!loadedGift || loadedGift.row.mail_due_at === null || loadedGift.row.mail_due_at > now) return false;
  const { row, order, gift } = loadedGift;
  const state = giftStateOf(gift, now);
  const put = async (dueAt: number | null): Promise<false> => {
    await repository.updateGift(tx, id, { mail_due_at: dueAt });
    return false;
  };
  // A disputed payment holds the mail back until the dispute is decided.
  if (state === 'paused') return put(now + HOUR_MS);
  if (!isClaimable(state) || row.recipient_email === null) return put(null);
  // The address was changed since the limit was counted, so the next run sends the mail.
  if (row.recipient_email !== to) return false;
  if (!hasRoom) return put(now + HOUR_MS);
  const content = giftMail({
    from: mailSenderOf(context.seller, context.giftLinks.origin),
    author: context.settings.authorName,
    link: context.giftLinks.urlFor(id),
    giverName: row.giver_name,
    message: row.message,
    parts: await partsOf(tx, context, loadedGift),
    expiresAt: row.expires_at ?? now,
  });
  const mails = row.mails + 1;
  // An address that refuses mails gets none: the giver reads that and passes the link on.
  if (!(await queueMail(tx, row.recipient_email, giftMailKey(id, mails), content, now))) return put(null);
  const giver = await findUserBy(tx, 'id', order.user_id);
  // Clears the words of an erased giver as soon as the mail is queued.
  const erasedColumns = giver && giver.erased_at !== null ? { recipient_email: null, message: null } : {};
  await repository.updateGift(tx, id, { mail_due_at: null, sent_at: now, mails, ...erasedColumns });
  return true;
}

async function remind(tx: Tx, context: SaleContext, id: string, now: number): Promise<void> {
  const loadedGift = await loadGift(tx, 'id', id);
  if (!loadedGift || loadedGift.row.reminded_at !== null) return;
  const state = giftStateOf(loadedGift.gift, now);
  // A paused gift waits for the next run: it may become claimable again before its end.
  if (state === 'paused') return;
  await repository.updateGift(tx, id, { reminded_at: now });
  const giver = await findLiveUser(tx, loadedGift.order.user_id);
  if (!giver || !isClaimable(state)) return;
  const content = giftEndingMail({
    from: mailSenderOf(context.seller, context.giftLinks.origin),
    name: giver.name,
    titles: (await partsOf(tx, context, loadedGift)).map(titleOf),
    expiresAt: loadedGift.row.expires_at ?? now,
  });
  await queueMail(tx, giver.email, `gift-ending:${id}`, content, now);
}

const titleOf = ({ bookName, partName }: MailGiftPart): string => `${bookName}: ${partName}`;

async function partsOf(tx: Tx, { giftLinks }: SaleContext, { gift, items }: LoadedGift): Promise<MailGiftPart[]> {
  const givenIds = new Set(givenParts(gift));
  const parts: MailGiftPart[] = [];
  for (const { part_id: partId } of items) {
    const listing = givenIds.has(partId) ? await findPart(tx, partId) : undefined;
    if (!listing) continue;
    const covers = await findCovers(tx, listing);
    const picture = covers.part ?? covers.book;
    parts.push({
      bookName: listing.book.name,
      partName: listing.part.name,
      cover: picture === null ? null : `${giftLinks.origin}${picture.src}`,
      characters: listing.part.characters,
    });
  }
  return parts;
}

/**
 * Tells the claimer of a gift that parts of it are not hers any more, since its money went back.
 * @param event names what ended it, so that it is told once
 */
export async function tellEnded(
  tx: Tx,
  context: SaleContext,
  order: OrderRow,
  { partIds, event }: { readonly partIds: readonly string[]; readonly event: string },
  now: number,
): Promise<void> {
  const row = await repository.findGift(tx, 'order_id', order.id);
  const claimer = row?.claimed_by ? await findLiveUser(tx, row.claimed_by) : undefined;
  if (!row || !claimer) return;
  const titles: string[] = [];
  for (const partId of partIds) {
    const listing = await findPart(tx, partId);
    if (listing) titles.push(`${listing.book.name}: ${listing.part.name}`);
  }
  const { seller, giftLinks } = context;
  const content = giftEndedMail({ from: mailSenderOf(seller, giftLinks.origin), name: claimer.name, titles });
  await queueMail(tx, claimer.email, `gift-ended:${row.id}:${event}`, content, now);
}

interface OwnGiftAction {
  readonly userId: string;
  readonly orderId: string;
}

/** Finds an own gift; another's looks like a missing one. @throws {AppError} order_not_found */
async function requireOwnGift(connection: Connection, { userId, orderId }: OwnGiftAction): Promise<LoadedGift> {
  const loadedGift = await loadGift(connection, 'order_id', orderId);
  if (loadedGift?.order.user_id !== userId) throw new AppError('order_not_found');
  return loadedGift;
}

/**
 * Mails a gift again, or for the first time, and now. Another address takes the place of the one before.
 * @throws {AppError} order_not_found, gift_closed, gift_without_address, too_many_gifts
 */
export async function sendAgain(
  context: SaleContext,
  { recipientEmail, ...action }: OwnGiftAction & { readonly recipientEmail: string | null },
): Promise<OwnGift> {
  const { db } = context;
  const now = context.clock.now();
  const check = (loadedGift: LoadedGift): string => {
    if (!isClaimable(giftStateOf(loadedGift.gift, now))) throw new AppError('gift_closed');
    const address = recipientEmail ?? loadedGift.row.recipient_email;
    if (address === null) throw new AppError('gift_without_address');
    return address;
  };
  const before = await requireOwnGift(db.read, action);
  const address = check(before);
  if (isBeingSent(before.row, address, now)) return present(context, before);
  await countAll(context, [
    [`gift-again:${before.row.id}`, SENT_AGAIN_OF_ONE],
    [`gifts-again:${action.userId}`, SENT_AGAIN_OF_ALL],
    limitTo(address, action.userId),
  ]);
  await db.withTx(async (tx) => {
    const loadedGift = await requireOwnGift(tx, action);
    check(loadedGift);
    const change = { recipient_email: address, mail_due_at: now };
    await repository.updateGift(tx, loadedGift.row.id, change);
    await recordAudit(tx, { actorId: action.userId, action: 'gift.sent_again', subject: action.orderId }, now);
  });
  return ownGift(context, action);
}

/** Whether a mail to that address is due or was sent within a minute: a second click must not send another one. */
function isBeingSent(row: GiftRow, address: string, now: number): boolean {
  if (row.recipient_email !== address) return false;
  const isDue = row.mail_due_at !== null && row.mail_due_at <= now;
  return isDue || (row.sent_at !== null && row.sent_at > now - MINUTE_MS);
}

/**
 * Changes what an own gift says, where and when it goes, while its mail has not gone out.
 * @throws {AppError} order_not_found, gift_closed, gift_sent, gift_day, too_many_gifts
 */
export async function changeGift(
  context: SaleContext,
  { details, ...action }: OwnGiftAction & { readonly details: GiftDetails },
): Promise<OwnGift> {
  const now = context.clock.now();
  if (!(await context.limiter.hit(`gift-change:${action.userId}`, 60, DAY_MS))) throw new AppError('too_many_gifts');
  const { recipientEmail: to } = details;
  if (to !== null) {
    const ownGift = await requireOwnGift(context.db.read, action);
    if (ownGift.row.recipient_email !== to) await countAll(context, [limitTo(to, action.userId)]);
  }
  await context.db.withTx(async (tx) => {
    const { row, gift } = await requireOwnGift(tx, action);
    if (!isClaimable(giftStateOf(gift, now))) throw new AppError('gift_closed');
    if (row.sent_at !== null) throw new AppError('gift_sent');
    // A day after the gift's end is refused: its mail would never be sent.
    const words = wordsOf(details, now, { dueAt: row.mail_due_at, endsAt: row.expires_at });
    const due = words.recipient_email === null ? null : (words.send_at ?? now);
    await repository.updateGift(tx, row.id, { ...words, mail_due_at: due });
    await recordAudit(tx, { actorId: action.userId, action: 'gift.changed', subject: action.orderId }, now);
  });
  return ownGift(context, action);
}

async function ownGift(context: SaleContext, { orderId }: OwnGiftAction): Promise<OwnGift> {
  const loadedGift = await loadGift(context.db.read, 'order_id', orderId);
  if (!loadedGift) throw new AppError('order_not_found');
  return present(context, loadedGift);
}

async function present(context: SaleContext, { row, gift }: LoadedGift): Promise<OwnGift> {
  const mail = (await giftMails(context.db.read, [row])).get(row.id) ?? null;
  return presentOwnGift(context, { row, gift, mail }, context.clock.now());
}
