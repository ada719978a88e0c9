import { adminListUserMails, adminResendMail } from '@cuentos/contract/mails';
import { adminListUnfinishedOrders, adminListUserOrders } from '@cuentos/contract/orders';
import {
  adminEndEarlyAccess,
  adminGiveEarlyAccess,
  adminGrantPart,
  adminInviteEarly,
  adminListEarlyAccess,
  adminListEntitlements,
  adminListHoldings,
  adminRevokeGrant,
  type EarlyAccessOutcome,
} from '@cuentos/contract/entitlements';
import { adminListUsers } from '@cuentos/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { adminCall, adminQueryOf } from '../../admin/admin-call.ts';
import { pagesOf } from '../../admin/use-paged-list.ts';

const PEOPLE_SHOWN = 8;

/** GET /api/admin/user_book_parts/{offset}/{limit}, newest first. */
export const entitlementPages = pagesOf(adminListEntitlements);

/** GET /api/admin/early_access/{offset}/{limit}, newest first. */
export const earlyAccessPages = pagesOf(adminListEarlyAccess, { quiet: true });

/** Query of the parts that a user holds now, including early access. */
export const holdingsQuery = (userId: string) =>
  queryOptions({
    ...adminQueryOf(adminListHoldings, { params: { id: userId }, handles: 'all' }),
    staleTime: 0,
  });

/** Query of pending and failed payments; with a number, of its order. */
export const unfinishedOrdersQuery = (number: string | null) =>
  queryOptions({
    ...adminQueryOf(adminListUnfinishedOrders, { query: { q: number }, handles: 'all', quiet: true }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

/** Orders of a person with their payments. */
export const personOrdersQuery = (userId: string) =>
  queryOptions({
    ...adminQueryOf(adminListUserOrders, { params: { id: userId }, handles: 'all' }),
    staleTime: 0,
  });

/** Query of a person's mails. */
export const personMailsQuery = (userId: string) =>
  queryOptions({
    ...adminQueryOf(adminListUserMails, { params: { id: userId }, handles: 'all' }),
    staleTime: 0,
  });

/** Sends a mail of a person again, to the current address. */
export function resendMail(userId: string, mail: string): Promise<{ readonly sent_to: string }> {
  return adminCall(adminResendMail, { params: { id: userId, mail }, handles: 'all' });
}

/** People whose name, e-mail or role contains the words. */
export const userOptionsQuery = (words: string) =>
  queryOptions({
    ...adminQueryOf(adminListUsers, {
      params: { offset: 0, limit: PEOPLE_SHOWN },
      query: { q: words || null },
      handles: 'all',
      quiet: true,
    }),
    placeholderData: keepPreviousData,
  });

/** POST /api/admin/users/{userId}/books_parts/{bookPartId}. @param notify whether the person is told by mail */
export function grantPart(userId: string, partId: string, notify: boolean): Promise<{ waits: boolean }> {
  return adminCall(adminGrantPart, {
    params: { id: userId, part: partId },
    json: { notify },
    handles: 'all',
  });
}

/** Revokes a granted part. */
export function revokeGrant(userId: string, partId: string): Promise<unknown> {
  return adminCall(adminRevokeGrant, { params: { id: userId, part: partId }, handles: 'all' });
}

/** Options of an early access. */
export interface EarlyTerms {
  /** Last instant of the access, ISO; null for no end. */
  readonly expiresAt: string | null;
  /** Whether the people are told by mail. */
  readonly notify: boolean;
}

/** The people of an invitation: an account, null for none, and addresses, also of people without an account. */
interface Invited {
  readonly userId: string | null;
  readonly emails: readonly string[];
}

/** POST /api/admin/early_access/{part}: for all of the people or for none. */
export function inviteEarly(
  partId: string,
  { userId, emails }: Invited,
  { expiresAt, notify }: EarlyTerms,
): Promise<readonly EarlyAccessOutcome[]> {
  return adminCall(adminInviteEarly, {
    params: { part: partId },
    json: { user_id: userId, emails: [...emails], expires_at: expiresAt, notify },
    handles: 'all',
  });
}

/** POST /api/admin/users/{id}/early_access/{part}. */
export function grantEarlyAccess(
  userId: string,
  partId: string,
  { expiresAt, notify }: EarlyTerms,
): Promise<{ waits: boolean }> {
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
