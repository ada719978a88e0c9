import type { z } from 'zod';
import type * as books from './books.ts';
import type * as highlights from './highlights.ts';
import type * as auth from './auth.ts';
import type * as shop from './shop.ts';
import type * as follows from './follows.ts';
import type * as site from './site.ts';
import type * as libraries from './library.ts';
import type * as reading from './reading.ts';
import type * as users from './users.ts';
import { endpoint } from './endpoint.ts';

/**
 * Every call of the API by noun: method, address and the types of what goes in and out; but those of the working areas
 * (`admin/endpoints.ts`), of checkout (`endpoints/checkout.ts`), of messages (`endpoints/messages.ts`) and of 'Mis datos'
 * (`endpoints/own-data.ts`). Routes and the browser take all of them from here; the schemas stand beside, in the file of
 * their noun, so that a page that calls loads none of them.
 */

// auth
export const login = endpoint(
  'POST',
  '/api/auth/',
  {} as { body: typeof auth.loginBody; response: typeof auth.signInAnswer },
);
export const refreshTokens = endpoint(
  'POST',
  '/api/auth/refresh',
  {} as { body: typeof auth.refreshBody; response: typeof auth.tokens },
);
export const logout = endpoint('POST', '/api/auth/logout', {} as { body: typeof auth.logoutBody; response: z.ZodNull });
export const forgotPassword = endpoint(
  'POST',
  '/api/auth/forgot-password',
  {} as { body: typeof auth.forgotPasswordBody; response: typeof auth.spoken },
);
export const resetPassword = endpoint(
  'POST',
  '/api/auth/reset-password',
  {} as { body: typeof auth.resetPasswordBody; response: z.ZodNull },
);
/** Whether a recovery link is still good; asking uses nothing up. */
export const checkRecovery = endpoint(
  'POST',
  '/api/auth/reset-password/check',
  {} as { body: typeof auth.linkTokenBody; response: z.ZodNull },
);
export const updatePassword = endpoint(
  'POST',
  '/api/auth/update-password',
  {} as { body: typeof auth.updatePasswordBody; response: z.ZodNull },
);
export const verifyEmail = endpoint(
  'POST',
  '/api/auth/verify-email',
  {} as { body: typeof auth.linkTokenBody; response: z.ZodNull },
);
export const googleNonce = endpoint('GET', '/api/auth/google-nonce', {} as { response: typeof auth.googleNonce });
export const googleLogin = endpoint(
  'POST',
  '/api/auth/login_with_google',
  {} as { body: typeof auth.googleLoginBody; response: typeof auth.signInAnswer },
);
export const askEntryCode = endpoint(
  'POST',
  '/api/auth/entry_code',
  {} as { body: typeof auth.askEntryCodeBody; response: typeof auth.spoken },
);
export const enterWithEntryCode = endpoint(
  'POST',
  '/api/auth/entry_code/enter',
  {} as { body: typeof auth.enterWithCodeBody; response: typeof auth.signInAnswer },
);
export const captchaInfo = endpoint('GET', '/api/captcha', {} as { response: typeof auth.captchaInfo });
export const captchaChallenge = endpoint(
  'GET',
  '/api/captcha/challenge',
  {} as { query: typeof auth.captchaQuery; response: z.ZodUnknown },
);

// users
export const register = endpoint(
  'POST',
  '/api/users/',
  {} as { body: typeof auth.registerBody; response: typeof auth.newUser },
);
export const profile = endpoint('GET', '/api/users/me', {} as { response: typeof users.profile });
export const changeProfile = endpoint(
  'PATCH',
  '/api/users/me',
  {} as { body: typeof users.profilePatch; response: typeof users.profile },
);
/** Mails the address check again. */
export const sendVerification = endpoint('POST', '/api/users/me/verify-email', {} as { response: z.ZodNull });
export const ownSessions = endpoint('GET', '/api/users/me/sessions', {} as { response: typeof users.ownSessions });
export const closeOwnSession = endpoint('DELETE', '/api/users/me/sessions/:id', {} as { response: z.ZodNull });
export const closeOtherSessions = endpoint(
  'POST',
  '/api/users/me/sessions/close_others',
  {} as { response: z.ZodNull },
);

// site
export const joinList = endpoint(
  'POST',
  '/api/contact',
  {} as { body: typeof site.contactBody; response: typeof site.contactAnswer },
);
/** The same for callers that cannot send a body. */
export const joinListByGet = endpoint('GET', '/api/contact/:email', {} as { response: typeof site.contactAnswer });
export const confirmList = endpoint(
  'POST',
  '/api/newsletter/confirm',
  {} as { body: typeof site.newsletterBody; response: z.ZodNull },
);
export const leaveList = endpoint(
  'POST',
  '/api/newsletter/unsubscribe',
  {} as { body: typeof site.newsletterBody; response: z.ZodNull },
);
export const countPageView = endpoint(
  'POST',
  '/api/analytics/pageview',
  {} as { body: typeof site.pageViewBody; response: z.ZodNull },
);

// shop
export const getShop = endpoint('GET', '/api/shop', {} as { response: typeof shop.publicShop });
export const getLegalDocument = endpoint(
  'GET',
  '/api/legal/:kind',
  {} as { query: typeof shop.legalQuery; response: typeof shop.legalDocument },
);
export const listLegalNews = endpoint('GET', '/api/users/me/legal_news', {} as { response: typeof shop.legalNews });
/** Says that the reader was told of the newest documents. */
export const noteLegalNews = endpoint('POST', '/api/users/me/legal_news', {} as { response: z.ZodNull });

// books
export const listBooks = endpoint('GET', '/api/books/', {} as { response: typeof books.publicBooks });
export const getBook = endpoint('GET', '/api/books/:id', {} as { response: typeof books.publicBook });
export const listBookParts = endpoint('GET', '/api/book_part/:book_id', {} as { response: typeof books.publicParts });

// library
export const listOwnBooks = endpoint('GET', '/api/books/user', {} as { response: typeof books.publicBooks });
export const getLibrary = endpoint('GET', '/api/user_book_parts/', {} as { response: typeof libraries.library });
export const listUserParts = endpoint(
  'GET',
  '/api/user_book_parts/:book_id',
  {} as { response: typeof libraries.userParts },
);

// reading
export const openPart = endpoint('GET', '/api/book_part/open/:part_id', {} as { response: typeof reading.openPart });
export const downloadPart = endpoint(
  'GET',
  '/api/book_part/download/:part_id',
  {} as { response: typeof reading.partDownload },
);
export const lastPosition = endpoint(
  'GET',
  '/api/user_book_parts/last_location/:part_id',
  {} as { query: typeof reading.positionQuery; response: typeof reading.lastPosition },
);
export const savePosition = endpoint(
  'PUT',
  '/api/user_book_parts/:part_id',
  {} as { body: typeof reading.positionBody; response: typeof reading.positionResult },
);
/** One file of an edition, by its path in the book. */
export const editionResource = endpoint('GET', '/api/editions/:edition_id/r/*', {} as { response: z.ZodUnknown });

/** What everybody may read of a part; asks for no session. */
export const openSample = endpoint('GET', '/api/samples/:part_id', {} as { response: typeof reading.openSample });
/** One file of a sample, by its path in the book. */
export const sampleResource = endpoint('GET', '/api/samples/:sample_id/resources/*', {} as { response: z.ZodUnknown });

// highlights
/** By the part's id. */
export const listHighlights = endpoint(
  'GET',
  '/api/user_book_part_highlights/:id',
  {} as { query: typeof highlights.highlightQuery; response: typeof highlights.highlightList },
);
export const createHighlight = endpoint(
  'POST',
  '/api/user_book_part_highlights/',
  {} as { body: typeof highlights.highlightBody; response: typeof highlights.highlightResult },
);
export const changeHighlight = endpoint(
  'PUT',
  '/api/user_book_part_highlights/:id',
  {} as { body: typeof highlights.highlightChangeBody; response: typeof highlights.highlightResult },
);
export const deleteHighlight = endpoint(
  'DELETE',
  '/api/user_book_part_highlights/:id',
  {} as { query: typeof highlights.highlightDeletion; response: typeof highlights.highlightResult },
);

// follows
export const listFollows = endpoint('GET', '/api/follows', {} as { response: typeof follows.ownFollows });
/** Of a visitor; the link of a mail confirms it. */
export const requestFollow = endpoint(
  'POST',
  '/api/follows',
  {} as { body: typeof follows.followBody; response: typeof site.contactAnswer },
);
export const followBook = endpoint('PUT', '/api/follows/:book_id', {} as { response: typeof follows.followAnswer });
export const unfollowBook = endpoint('DELETE', '/api/follows/:book_id', {} as { response: z.ZodNull });
