import type { z } from 'zod';
import type * as auth from '../auth.ts';
import type * as paging from '../paging.ts';
import type * as reading from '../reading.ts';
import type * as factors from '../second-factor.ts';
import type * as messages from '../messages.ts';
import type * as adminAnnouncements from './announcements.ts';
import type * as adminBooks from './books.ts';
import type * as adminMessages from './messages.ts';
import type * as adminPurchases from './purchases.ts';
import type * as adminReports from './reports.ts';
import type * as adminSessions from './sessions.ts';
import type * as adminShop from './shop.ts';
import type * as adminSetupNoun from './setup.ts';
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
export const adminDeletedUsers = endpoint(
  'GET',
  '/api/admin/users/deleted',
  {} as { response: typeof adminUsers.deletedUsers },
);
export const adminRestoreUser = endpoint(
  'POST',
  '/api/admin/users/:id/restore',
  {} as { response: typeof adminUsers.adminUser },
);

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
  {} as { body: typeof adminPurchases.grantBody; response: typeof adminPurchases.granted },
);
export const adminRevokeGrant = endpoint(
  'DELETE',
  '/api/admin/users/:id/books_parts/:part',
  {} as { response: typeof paging.deleted },
);
/** Payments under way and tries that came to nothing; with a payment's or order's number the order of it, whatever its state. */
export const adminUnfinishedOrders = endpoint(
  'GET',
  '/api/admin/orders/unfinished',
  {} as { query: typeof paging.searchQuery; response: typeof adminPurchases.adminOrders },
);
export const adminUserOrders = endpoint(
  'GET',
  '/api/admin/users/:id/orders',
  {} as { response: typeof adminPurchases.adminOrders },
);
export const adminUserMails = endpoint(
  'GET',
  '/api/admin/users/:id/mails',
  {} as { response: typeof adminPurchases.personMails },
);
/** Sends a mail of a person once more, to the address of today. */
export const adminResendMail = endpoint(
  'POST',
  '/api/admin/users/:id/mails/:mail/resend',
  {} as { response: typeof adminPurchases.mailResent },
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
/** To several addresses at once, also of people without an account. */
export const adminInviteEarly = endpoint(
  'POST',
  '/api/admin/early_access/:part',
  {} as {
    body: typeof adminPurchases.earlyAccessManyBody;
    response: typeof adminPurchases.earlyAccessManyAnswer;
  },
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
export const adminOrderShelf = endpoint(
  'PUT',
  '/api/admin/shelf',
  {} as { body: typeof adminBooks.shelfBody; response: typeof adminBooks.adminBooks },
);
export const adminDeleteBook = endpoint('DELETE', '/api/admin/books/:id', {} as { response: typeof paging.deleted });
export const adminDeletedBooks = endpoint(
  'GET',
  '/api/admin/books/deleted',
  {} as { response: typeof adminBooks.deletedBooks },
);
export const adminRestoreBook = endpoint(
  'POST',
  '/api/admin/books/:id/restore',
  {} as { response: typeof paging.restored },
);
export const adminRestorePart = endpoint(
  'POST',
  '/api/admin/book_parts/:id/restore',
  {} as { response: typeof paging.restored },
);
/** The order in which the parts of a book are read. */
export const adminOrderParts = endpoint(
  'PUT',
  '/api/admin/books/:id/order',
  {} as { body: typeof adminBooks.partsOrderBody; response: typeof adminBooks.adminParts },
);
/** Where the part's beginning would end. */
export const adminPreviewSample = endpoint(
  'GET',
  '/api/admin/book_parts/:id/sample',
  {} as { query: typeof adminBooks.sampleQuery; response: typeof adminBooks.samplePreview },
);
export const adminSetSample = endpoint(
  'PUT',
  '/api/admin/book_parts/:id/sample',
  {} as { body: typeof adminBooks.sampleBody; response: typeof adminBooks.adminPart },
);
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

// admin/shop
export const adminShopSection = endpoint(
  'GET',
  '/api/admin/shop/:section',
  {} as { response: typeof adminShop.editedSection },
);
export const adminSaveShopDraft = endpoint(
  'PUT',
  '/api/admin/shop/:section/draft',
  {} as { body: typeof adminShop.draftBody; response: typeof adminShop.sectionSaved },
);
export const adminDiscardShopDraft = endpoint(
  'POST',
  '/api/admin/shop/:section/discard',
  {} as { body: typeof adminShop.discardBody; response: typeof adminShop.sectionSaved },
);
export const adminPublishShop = endpoint(
  'PUT',
  '/api/admin/shop/:section',
  {} as { body: typeof adminShop.publishBody; response: typeof adminShop.sectionSaved },
);
export const adminLegalOverview = endpoint(
  'GET',
  '/api/admin/shop_documents',
  {} as { response: typeof adminShop.legalOverview },
);
export const adminUploadPortrait = endpoint(
  'POST',
  '/api/admin/shop_portrait',
  {} as { response: typeof adminShop.portrait },
);

// admin/announcements
export const adminListAnnouncements = endpoint(
  'GET',
  '/api/admin/announcements',
  {} as { query: typeof paging.logQuery; response: typeof adminAnnouncements.announcements },
);
export const adminAudiences = endpoint(
  'GET',
  '/api/admin/announcements/audiences',
  {} as { response: typeof adminAnnouncements.audiences },
);
/** The mail of the release that comes next. */
export const adminReleaseMail = endpoint(
  'GET',
  '/api/admin/announcements/release_mail',
  {} as { response: typeof adminAnnouncements.mailLook },
);
export const adminAnnouncementMail = endpoint(
  'GET',
  '/api/admin/announcements/:id/mail',
  {} as { response: typeof adminAnnouncements.mailLook },
);
export const adminGetAnnouncement = endpoint(
  'GET',
  '/api/admin/announcements/:id',
  {} as { response: typeof adminAnnouncements.announcement },
);
export const adminCreateAnnouncement = endpoint(
  'POST',
  '/api/admin/announcements',
  {} as { body: typeof adminAnnouncements.announcementBody; response: typeof adminAnnouncements.announcement },
);
export const adminChangeAnnouncement = endpoint(
  'PUT',
  '/api/admin/announcements/:id',
  {} as { body: typeof adminAnnouncements.announcementBody; response: typeof adminAnnouncements.announcement },
);
/** Drafts only. */
export const adminDeleteAnnouncement = endpoint(
  'DELETE',
  '/api/admin/announcements/:id',
  {} as { response: typeof paging.deleted },
);
export const adminSendAnnouncement = endpoint(
  'POST',
  '/api/admin/announcements/:id/send',
  {} as { body: typeof adminAnnouncements.announcementSend; response: typeof adminAnnouncements.announcement },
);
export const adminStepAnnouncement = endpoint(
  'POST',
  '/api/admin/announcements/:id/state',
  {} as { body: typeof adminAnnouncements.announcementStep; response: typeof adminAnnouncements.announcement },
);
/** To the caller alone. */
export const adminTestAnnouncement = endpoint(
  'POST',
  '/api/admin/announcements/:id/test',
  {} as { response: typeof adminAnnouncements.announcementTest },
);
/** The list with its proofs of consent. */
export const adminListCsv = endpoint('GET', '/api/admin/newsletter.csv', {} as { response: z.ZodString });
export const adminEraseAddress = endpoint(
  'POST',
  '/api/admin/newsletter/erase',
  {} as { body: typeof adminAnnouncements.eraseAddressBody; response: typeof adminAnnouncements.erasedAddress },
);

// admin/setup
export const adminSetup = endpoint('GET', '/api/admin/setup', {} as { response: typeof adminSetupNoun.setup });
export const adminRunCheck = endpoint(
  'POST',
  '/api/admin/setup/:name',
  {} as { response: typeof adminSetupNoun.setupRow },
);

// admin/messages
/** Those that wait for an answer first. */
export const adminListThreads = endpoint(
  'GET',
  '/api/admin/messages/:offset/:limit',
  {} as { query: typeof adminMessages.threadsQuery; response: typeof adminMessages.adminThreads },
);
export const adminUnanswered = endpoint(
  'GET',
  '/api/admin/messages/unanswered',
  {} as { response: typeof adminMessages.unanswered },
);
export const adminThread = endpoint(
  'GET',
  '/api/admin/messages/:id',
  {} as { query: typeof paging.logQuery; response: typeof adminMessages.adminThread },
);
/** The person is told by mail. */
export const adminReply = endpoint(
  'POST',
  '/api/admin/messages/:id/reply',
  {} as { body: typeof messages.answerBody; response: typeof messages.threadWritten },
);
export const adminMarkThreadRead = endpoint(
  'POST',
  '/api/admin/messages/:id/read',
  {} as { body: typeof messages.readBody; response: z.ZodNull },
);
export const adminSetThreadState = endpoint(
  'POST',
  '/api/admin/messages/:id/state',
  {} as { body: typeof adminMessages.threadStateBody; response: z.ZodNull },
);
