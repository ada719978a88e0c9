import type { z } from 'zod';
import type * as auth from '../auth.ts';
import type * as paging from '../paging.ts';
import type * as reading from '../reading.ts';
import type * as factors from '../second-factor.ts';
import type * as adminBooks from './books.ts';
import type * as adminPurchases from './purchases.ts';
import type * as adminReports from './reports.ts';
import type * as adminSessions from './sessions.ts';
import type * as adminUsers from './users.ts';
import { endpoint } from '../endpoint.ts';

/**
 * Every call of the working areas, by noun, like those of `endpoints.ts`: apart from them, because a file of addresses is
 * loaded whole, and no reader's page needs these.
 */

// auth: the second factor of those who work here
/** The second step of a sign-in. */
export const factorLogin = endpoint(
  'POST',
  '/api/auth/second_factor',
  {} as { body: typeof factors.factorLoginBody; response: typeof auth.tokens },
);
export const factorState = endpoint(
  'GET',
  '/api/users/me/second_factor',
  {} as { response: typeof factors.factorState },
);
/** A new secret, which nothing asks for until a first code came. */
export const beginFactor = endpoint(
  'POST',
  '/api/users/me/second_factor',
  {} as { body: typeof factors.factorBeginBody; response: typeof factors.factorEnrolment },
);
export const activateFactor = endpoint(
  'POST',
  '/api/users/me/second_factor/activate',
  {} as { body: typeof factors.factorCodeBody; response: typeof factors.recoveryCodes },
);
export const removeFactor = endpoint(
  'POST',
  '/api/users/me/second_factor/remove',
  {} as { body: typeof factors.factorCodeBody; response: z.ZodNull },
);
export const replaceRecoveryCodes = endpoint(
  'POST',
  '/api/users/me/second_factor/codes',
  {} as { body: typeof factors.factorCodeBody; response: typeof factors.recoveryCodes },
);
/** Says once more who is there, for what is asked again. */
export const confirmFactor = endpoint(
  'POST',
  '/api/users/me/second_factor/confirm',
  {} as { body: typeof factors.factorCodeBody; response: z.ZodNull },
);

// admin/users
export const adminListRoles = endpoint('GET', '/api/user_role/', {} as { response: typeof adminUsers.userRoles });
export const adminListUsers = endpoint(
  'GET',
  '/api/admin/users/:offset/:limit',
  {} as { query: typeof paging.searchQuery; response: typeof adminUsers.adminUsers },
);
export const adminGetUser = endpoint(
  'GET',
  '/api/admin/users/:id',
  {} as { response: typeof adminUsers.adminUserDetails },
);
export const adminCreateUser = endpoint(
  'POST',
  '/api/admin/users',
  {} as { body: typeof adminUsers.newAdminUser; response: typeof adminUsers.adminUser },
);
export const adminChangeUser = endpoint(
  'PUT',
  '/api/admin/users/:id',
  {} as { body: typeof adminUsers.adminUserChange; response: typeof adminUsers.adminUser },
);
export const adminDeleteUser = endpoint('DELETE', '/api/admin/users/:id', {} as { response: typeof paging.deleted });

/** For somebody who lost the telephone and the codes. */
export const adminResetFactor = endpoint(
  'DELETE',
  '/api/admin/users/:id/second_factor',
  {} as { response: typeof paging.deleted },
);

// admin/sessions
export const adminListSessions = endpoint(
  'GET',
  '/api/admin/active_sessions/:offset/:limit',
  {} as { query: typeof paging.searchQuery; response: typeof adminSessions.activeSessions },
);
export const adminCloseSession = endpoint(
  'DELETE',
  '/api/admin/sessions/:id',
  {} as { response: typeof paging.deleted },
);

// admin/purchases
export const adminListPurchases = endpoint(
  'GET',
  '/api/admin/user_book_parts/:offset/:limit',
  {} as { query: typeof paging.searchQuery; response: typeof adminPurchases.purchases },
);
/** What a user holds now, early access too. */
export const adminListHoldings = endpoint(
  'GET',
  '/api/admin/users/:id/books_parts',
  {} as { response: typeof adminPurchases.purchases },
);
export const adminGrantPart = endpoint(
  'POST',
  '/api/admin/users/:id/books_parts/:part',
  {} as { response: typeof adminPurchases.granted },
);
export const adminRevokeGrant = endpoint(
  'DELETE',
  '/api/admin/users/:id/books_parts/:part',
  {} as { response: typeof paging.deleted },
);
export const adminRefundOrder = endpoint(
  'POST',
  '/api/admin/orders/:id/refund',
  {} as { body: typeof adminPurchases.refundBody; response: typeof adminPurchases.refundAnswer },
);
/** What is neither granted for nor returned, and whether the provider accepts our credentials. */
export const adminOpenPayments = endpoint(
  'GET',
  '/api/admin/payments/open',
  {} as { response: typeof adminPurchases.openPayments },
);
export const adminRefundPayment = endpoint(
  'POST',
  '/api/admin/payments/:id/refund',
  {} as { body: typeof adminPurchases.paymentReasonBody; response: typeof adminPurchases.refundAnswer },
);
/** Tries the requested refunds of a payment now. */
export const adminRetryPayment = endpoint(
  'POST',
  '/api/admin/payments/:id/retry',
  {} as { response: typeof adminReports.retried },
);
/** Closes what was settled outside of the shop. */
export const adminSettlePayment = endpoint(
  'POST',
  '/api/admin/payments/:id/settle',
  {} as { body: typeof adminPurchases.paymentReasonBody; response: typeof adminPurchases.paymentSettled },
);
export const adminListEarlyAccess = endpoint(
  'GET',
  '/api/admin/early_access/:offset/:limit',
  {} as { query: typeof paging.searchQuery; response: typeof adminPurchases.purchases },
);
export const adminGiveEarlyAccess = endpoint(
  'POST',
  '/api/admin/users/:id/early_access/:part',
  {} as { body: typeof adminPurchases.earlyAccessBody; response: typeof adminPurchases.earlyAccessAnswer },
);
export const adminEndEarlyAccess = endpoint(
  'DELETE',
  '/api/admin/users/:id/early_access/:part',
  {} as { response: typeof paging.deleted },
);

// admin/books
export const adminListBooks = endpoint('GET', '/api/admin/books', {} as { response: typeof adminBooks.adminBooks });
export const adminCreateBook = endpoint('POST', '/api/admin/books', {} as { response: typeof adminBooks.adminBook });
export const adminChangeBook = endpoint('PUT', '/api/admin/books/:id', {} as { response: typeof adminBooks.adminBook });
export const adminDeleteBook = endpoint('DELETE', '/api/admin/books/:id', {} as { response: typeof paging.deleted });
/** Makes a draft part of an EPUB alone. */
export const adminCreatePartFromEpub = endpoint(
  'POST',
  '/api/admin/books/:id/epubs',
  {} as { response: typeof adminBooks.changedPart },
);
export const adminListParts = endpoint(
  'GET',
  '/api/admin/book_parts',
  {} as { query: typeof adminBooks.partsQuery; response: typeof adminBooks.adminParts },
);
/** By the book's id. */
export const adminCreatePart = endpoint(
  'POST',
  '/api/admin/book_parts/:id',
  {} as { response: typeof adminBooks.adminPart },
);
export const adminChangePart = endpoint(
  'PUT',
  '/api/admin/book_parts/:id',
  {} as { response: typeof adminBooks.changedPart },
);
export const adminDeletePart = endpoint(
  'DELETE',
  '/api/admin/book_parts/:id',
  {} as { response: typeof paging.deleted },
);
/** By the part's id. */
export const adminListEditions = endpoint(
  'GET',
  '/api/admin/book_parts/:id/editions',
  {} as { response: typeof adminBooks.adminEditions },
);
export const adminPublishEdition = endpoint(
  'POST',
  '/api/admin/editions/:id/publish',
  {} as { response: typeof adminBooks.adminEdition },
);
export const adminDiscardEdition = endpoint(
  'DELETE',
  '/api/admin/editions/:id',
  {} as { response: typeof paging.deleted },
);
export const adminOpenPart = endpoint(
  'GET',
  '/api/admin/book_parts/open/:id',
  {} as { query: typeof adminBooks.previewQuery; response: typeof reading.openPart },
);
export const adminDownloadPart = endpoint(
  'GET',
  '/api/admin/book_parts/download/:id',
  {} as { query: typeof adminBooks.previewQuery; response: typeof reading.downloadLink },
);

// admin/reports
export const adminListAudit = endpoint(
  'GET',
  '/api/admin/audit',
  {} as { query: typeof paging.logQuery; response: typeof adminReports.auditEntries },
);
export const adminListMails = endpoint(
  'GET',
  '/api/admin/mails',
  {} as { query: typeof paging.logQuery; response: typeof adminReports.mailEntries },
);
export const adminRetryMail = endpoint(
  'POST',
  '/api/admin/mails/:id/retry',
  {} as { response: typeof adminReports.retried },
);
export const adminListNotices = endpoint(
  'GET',
  '/api/admin/payment_notices',
  {} as { query: typeof paging.logQuery; response: typeof adminReports.noticeEntries },
);
export const adminRetryNotice = endpoint(
  'POST',
  '/api/admin/payment_notices/:id/retry',
  {} as { response: typeof adminReports.retried },
);
export const adminSettings = endpoint(
  'GET',
  '/api/admin/settings',
  {} as { response: typeof adminReports.shopSettings },
);
export const adminStats = endpoint(
  'GET',
  '/api/admin/stats',
  {} as { query: typeof adminReports.statsQuery; response: typeof adminReports.stats },
);
export const adminStatsCsv = endpoint(
  'GET',
  '/api/admin/stats.csv',
  {} as { query: typeof adminReports.statsQuery; response: z.ZodString },
);
