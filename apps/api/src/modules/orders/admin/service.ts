import type { PersonMail } from '@cuentos/contract/mails';
import type { AdminOrder } from '@cuentos/contract/orders';
import { DAY_MS } from '@cuentos/domain/time/durations';
import type { Connection, Db } from '../../../platform/db/db.ts';
import type { UserRow } from '../../../platform/db/tables/accounts.ts';
import type { PaymentRow } from '../../../platform/db/tables/payments.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { toIso } from '../../../platform/to-iso.ts';
import type { Clock } from '../../../ports/clock.ts';
import { recordAudit } from '../../audit/service.ts';
import { findLiveUser } from '../../auth/service.ts';
import { giftStates } from '../../gifts/service.ts';
import { canResend, findMail, mailsOf, resendMail } from '../../mail/service.ts';
import * as repository from './repository.ts';

/** How long rejected orders are listed: their buyers may write about them. */
const REJECTED_SHOWN_MS = 30 * DAY_MS;
/** Apart, so that rejected orders of a busy month push no pending one off the list. */
const MOST_UNFINISHED = { pending: 1000, rejected: 200 };
const MOST_ORDERS = 200;
const MOST_MAILS = 50;

export type AdminOrderService = ReturnType<typeof createAdminOrderService>;

/** Looks up orders, payments and mails, for a reader who writes 'I paid and cannot read'. */
export function createAdminOrderService({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
  const requireUser = async (id: string): Promise<UserRow> => {
    const user = await findLiveUser(db.read, id);
    if (!user) throw new AppError('user_not_found');
    return user;
  };
  return {
    /**
     * Pending orders and those rejected within a month, newest first. With the number of a payment or an order, that
     * order alone, in any state.
     */
    async unfinished(q: string | undefined): Promise<AdminOrder[]> {
      const numbered = await repository.ordersByNumber(db.read, q);
      const since = clock.now() - REJECTED_SHOWN_MS;
      return presentOrders(
        db.read,
        numbered.length > 0 ? numbered : await repository.unfinishedOrderIds(db.read, since, MOST_UNFINISHED),
        clock.now(),
      );
    },
    /** Every order of a person, newest first. @throws {AppError} user_not_found */
    async ordersOf(userId: string): Promise<AdminOrder[]> {
      await requireUser(userId);
      return presentOrders(db.read, await repository.orderIdsOf(db.read, userId, MOST_ORDERS), clock.now());
    },
    /** Lists the mails to a person, newest first. @throws {AppError} user_not_found */
    async mailsOf(userId: string): Promise<PersonMail[]> {
      const user = await requireUser(userId);
      const mails = await mailsOf(db.read, await whatIsOf(db.read, user), MOST_MAILS);
      return mails.map(({ id, subject, recipient, next_attempt_at: next, sent_at, created_at, ...content }) => ({
        id,
        subject,
        recipient,
        state: sent_at === null ? (next === null ? 'failed' : 'waiting') : 'sent',
        created_at: toIso(created_at),
        sent_at: toIso(sent_at),
        can_resend: canResend(content),
      }));
    },
    /**
     * Sends a mail of a person once more, to the address of today, which is returned.
     * @throws {AppError} user_not_found, not_found, mail_not_kept
     */
    async resend(actor: Caller, userId: string, mailId: string): Promise<string> {
      const user = await requireUser(userId);
      const now = clock.now();
      const { recipient, events } = await whatIsOf(db.read, user);
      await db.withTx(async (tx) => {
        const mail = await findMail(tx, mailId);
        const isTheirs = mail !== undefined && (mail.recipient === recipient || events.includes(mail.dedupe_key));
        if (!isTheirs) throw new AppError('not_found');
        if (!canResend(mail)) throw new AppError('mail_not_kept');
        await resendMail(tx, mail, user.email, now);
        const detail = { user: userId };
        await recordAudit(tx, { actorId: actor.userId, action: 'mail.resent', subject: mailId, detail }, now);
      });
      return user.email;
    },
  };
}

/** A person's mails: those to the address of today, and the receipts, which may have gone to an earlier one. */
async function whatIsOf(
  connection: Connection,
  user: UserRow,
): Promise<{ readonly recipient: string; readonly events: readonly string[] }> {
  const orders = await repository.orderIdsOf(connection, user.id, MOST_ORDERS);
  const payments = await repository.allPaymentsOf(connection, orders);
  return { recipient: user.email, events: [...orders, ...payments.map(({ id }) => id)].map((id) => `receipt:${id}`) };
}

/** Orders with their buyers and payments, newest first. */
export async function presentOrders(
  connection: Connection,
  ids: readonly string[],
  now: number,
): Promise<AdminOrder[]> {
  const orders = await repository.ordersWithBuyers(connection, ids);
  const items = Map.groupBy(await repository.itemsOfOrders(connection, ids), ({ order_id: id }) => id);
  const payments = Map.groupBy(await repository.allPaymentsOf(connection, ids), ({ order_id: id }) => id);
  const gifts = await giftStates(connection, ids, now);
  return orders.map(({ created_at, paid_at, ...order }) => ({
    ...order,
    ...giftOf(gifts.get(order.id)),
    created_at: toIso(created_at),
    paid_at: toIso(paid_at),
    items: (items.get(order.id) ?? []).map(({ part_id, part_name, book_id, book_name, amount, ...item }) => ({
      book_part_id: part_id,
      book_id,
      book_name,
      book_part_name: part_name,
      amount,
      owned: item.ownership !== null,
      opened_at: toIso(item.opened_at),
      withdrawn_at: toIso(item.withdrawn_at),
    })),
    payments: (payments.get(order.id) ?? []).map(presentPayment),
  }));
}

const giftOf = (gift: AdminOrder['gift']) => (gift === undefined ? {} : { gift });

function presentPayment(row: PaymentRow): AdminOrder['payments'][number] {
  const { id, provider_payment_id, status, method, amount, currency, problem, state_at, created_at } = row;
  return {
    id,
    provider_payment_id,
    status,
    method,
    amount,
    currency,
    returned: Math.min(Math.max(0, amount), row.refunded_amount + row.settled_amount),
    problem,
    since: toIso(Math.max(state_at, created_at)),
  };
}

export { ordersByNumber } from './repository.ts';
