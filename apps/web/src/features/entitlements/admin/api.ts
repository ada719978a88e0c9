import type { FailureTexts } from '../../admin/admin-mutation.ts';
import { type AdminBook, adminListBooks } from '@cuentos/contract/books';
import {
  adminEndEarlyAccess,
  adminGiveEarlyAccess,
  adminInviteEarly,
  adminListEarlyAccess,
  type EarlyAccessOutcome,
} from '@cuentos/contract/early-access';
import { adminListUserMails, adminResendMail, type PersonMail } from '@cuentos/contract/mails';
import { adminListUnfinishedOrders, adminListUserOrders, type AdminOrder } from '@cuentos/contract/orders';
import { adminListParts, type AdminPart } from '@cuentos/contract/parts';
import { adminListOpenPayments, adminRetryPayment, adminSettlePayment } from '@cuentos/contract/payments';
import {
  adminGrantPart,
  adminListHoldings,
  adminListPurchases,
  adminRevokeGrant,
  type Purchase,
} from '@cuentos/contract/entitlements';
import { adminRefundOrder, adminRefundPayment } from '@cuentos/contract/refunds';
import { adminGetUser, adminListUsers, type AdminUser } from '@cuentos/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminCall, adminQueryOf } from '../../admin/admin-call.ts';
import type { PageRequest } from '../../admin/use-paged-list.ts';
import { purchaseTexts as t } from './texts.ts';
import { keyOf } from '../../../lib/api/query-key.ts';

/** Keys of the two paged lists. */
export const PURCHASES_KEY = [...keyOf(adminListPurchases), 'list'];
export const EARLY_ACCESS_KEY = [...keyOf(adminListEarlyAccess), 'list'];
const PEOPLE_SHOWN = 8;

type Rows = Promise<readonly Purchase[] | false>;

/** GET /api/admin/user_book_parts/{offset}/{limit}, newest first. */
export function fetchPurchases({ offset, limit, q, signal }: PageRequest): Rows {
  return adminCall(adminListPurchases, {
    params: { offset, limit },
    query: { q },
    handles: 'all',
    signal,
    quiet: q !== null,
  });
}

/** GET /api/admin/early_access/{offset}/{limit}, newest first. */
export function fetchEarlyAccess({ offset, limit, q, signal }: PageRequest): Rows {
  return adminCall(adminListEarlyAccess, {
    params: { offset, limit },
    query: { q },
    handles: 'all',
    signal,
    quiet: true,
  });
}

/** What a user holds now, early access too. */
export const holdingsQuery = (userId: string) =>
  queryOptions({
    ...adminQueryOf(adminListHoldings, { params: { id: userId }, handles: 'all' }),
    select: (rows): readonly Purchase[] => rows || [],
    staleTime: 0,
  });

/** All rows of one order, from what its buyer ever got. */
export const orderRowsQuery = (userId: string, orderId: string) =>
  queryOptions({
    ...adminQueryOf(adminGetUser, { params: { id: userId }, handles: 'all' }),
    select: (details): readonly Purchase[] =>
      details ? details.purchases.filter((row) => row.order_id === orderId) : [],
    staleTime: 0,
  });

/** Payments under way and tries that came to nothing; with a number the order that it means. */
export const unfinishedOrdersQuery = (number: string | null) =>
  queryOptions({
    ...adminQueryOf(adminListUnfinishedOrders, { query: { q: number }, handles: 'all', quiet: true }),
    select: (orders): readonly AdminOrder[] => orders || [],
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** Orders of a person with their payments. */
export const personOrdersQuery = (userId: string) =>
  queryOptions({
    ...adminQueryOf(adminListUserOrders, { params: { id: userId }, handles: 'all' }),
    select: (orders): readonly AdminOrder[] => orders || [],
    staleTime: 0,
  });

/** What was written to a person. */
export const personMailsQuery = (userId: string) =>
  queryOptions({
    ...adminQueryOf(adminListUserMails, { params: { id: userId }, handles: 'all' }),
    select: (mails): readonly PersonMail[] => mails || [],
    staleTime: 0,
  });

/** Sends a mail of a person once more, to the address of today. */
export function resendMail(userId: string, mail: string): Promise<{ readonly sent_to: string } | false> {
  return adminCall(adminResendMail, { params: { id: userId, mail }, handles: 'all' });
}

/** People whose name, e-mail or role holds the words. */
export const userOptionsQuery = (words: string) =>
  queryOptions({
    ...adminQueryOf(adminListUsers, {
      params: { offset: 0, limit: PEOPLE_SHOWN },
      query: { q: words || null },
      handles: 'all',
      quiet: true,
    }),
    select: (people): readonly AdminUser[] => people || [],
    placeholderData: keepPreviousData,
  });

/** Books to choose from. */
export const booksToChooseQuery = queryOptions({
  ...adminQueryOf(adminListBooks, { handles: 'all' }),
  select: (books): readonly AdminBook[] => books || [],
});

/** Parts to choose from. */
export const partsToChooseQuery = (bookId: string) =>
  queryOptions({
    ...adminQueryOf(adminListParts, { query: { book_id: bookId }, handles: 'all' }),
    select: (parts): readonly AdminPart[] => parts || [],
    enabled: bookId !== '',
  });

/** POST /api/admin/users/{userId}/books_parts/{bookPartId}. @param notify whether the person is told by mail */
export function grantPart(userId: string, partId: string, notify: boolean): Promise<{ waits: boolean } | false> {
  return adminCall(adminGrantPart, {
    params: { id: userId, part: partId },
    json: { notify },
    handles: 'all',
  });
}

/** Takes a granted part back. */
export function revokeGrant(userId: string, partId: string): Promise<unknown> {
  return adminCall(adminRevokeGrant, { params: { id: userId, part: partId }, handles: 'all' });
}

/** POST /api/admin/orders/{id}/refund; without a part all that is left of the order. */
export function refundOrder(
  orderId: string,
  { partId, paymentId, reason }: { partId: string | null; paymentId: string | null; reason: string },
): Promise<unknown> {
  return adminCall(adminRefundOrder, {
    params: { id: orderId },
    json: { part_id: partId, payment_id: paymentId, reason },
    handles: 'all',
  });
}

/** What is neither granted for nor returned, and whether the provider accepts the shop. */
export const openPaymentsQuery = queryOptions({
  ...adminQueryOf(adminListOpenPayments, { handles: 'all', quiet: true }),
  staleTime: 0,
});

/** Sends back all that is left of one payment. */
export function refundPayment(id: string, reason: string): Promise<unknown> {
  return adminCall(adminRefundPayment, { params: { id }, json: { reason }, handles: 'all' });
}

/** Tries the refunds of a payment now. */
export function retryPayment(id: string): Promise<unknown> {
  return adminCall(adminRetryPayment, { params: { id }, handles: 'all' });
}

/** Closes what was settled outside of the shop. */
export function settlePayment(id: string, reason: string): Promise<unknown> {
  return adminCall(adminSettlePayment, { params: { id }, json: { reason }, handles: 'all' });
}

/** How a part is read early. */
export interface EarlyTerms {
  /** Last instant of the access, ISO; null for no end. */
  readonly expiresAt: string | null;
  /** Whether the people are told by mail. */
  readonly notify: boolean;
}

/** POST /api/admin/early_access/{part}: to several addresses, also of people without an account. */
export function inviteEarly(
  partId: string,
  emails: readonly string[],
  { expiresAt, notify }: EarlyTerms,
): Promise<readonly EarlyAccessOutcome[] | false> {
  return adminCall(adminInviteEarly, {
    params: { part: partId },
    json: { emails: [...emails], expires_at: expiresAt, notify },
    handles: 'all',
  });
}

/** POST /api/admin/users/{id}/early_access/{part}. */
export function grantEarlyAccess(
  userId: string,
  partId: string,
  { expiresAt, notify }: EarlyTerms,
): Promise<{ waits: boolean } | false> {
  return adminCall(adminGiveEarlyAccess, {
    params: { id: userId, part: partId },
    json: { expires_at: expiresAt, notify },
    handles: 'all',
  });
}

/** DELETE /api/admin/users/{id}/early_access/{part}. */
export function revokeEarlyAccess(userId: string, partId: string): Promise<unknown> {
  return adminCall(adminEndEarlyAccess, { params: { id: userId, part: partId }, handles: 'all' });
}

/** Of a purchase, a grant or early access the server says itself why it is refused. */
export const purchaseFailures: FailureTexts = { failed: t.failed, serverSays: [404, 409] };
