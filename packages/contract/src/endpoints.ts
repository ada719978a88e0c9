import type { z } from 'zod';
import type * as books from './books.ts';
import type * as highlights from './highlights.ts';
import type * as auth from './auth.ts';
import type * as shop from './shop.ts';
import type * as site from './site.ts';
import type * as libraries from './library.ts';
import type * as reading from './reading.ts';
import type * as users from './users.ts';
import { endpoint } from './endpoint.ts';

/**
 * Every call of the API by noun: method, address and the types of what goes in and out; but those of the working areas
 * (`admin/endpoints.ts`), of accounts (`endpoints/accounts.ts`), of follows and the mailing list (`endpoints/follows.ts`), of checkout (`endpoints/checkout.ts`), of messages (`endpoints/messages.ts`) and of 'Mis datos'
 * (`endpoints/own-data.ts`). Routes and the browser take all of them from here; the schemas stand beside, in the file of
 * their noun, so that a page that calls loads none of them.
 */

// auth
export const refreshTokens = endpoint(
  'POST',
  '/api/auth/refresh',
  {} as { body: typeof auth.refreshBody; response: typeof auth.tokens },
);
export const logout = endpoint('POST', '/api/auth/logout', {} as { body: typeof auth.logoutBody; response: z.ZodNull });

// users
export const profile = endpoint('GET', '/api/users/me', {} as { response: typeof users.profile });

// site
export const countPageView = endpoint(
  'POST',
  '/api/analytics/pageview',
  {} as { body: typeof site.pageViewBody; response: z.ZodNull },
);
export const reportPageFailure = endpoint(
  'POST',
  '/api/page_failures',
  {} as { body: typeof site.pageFailureBody; response: z.ZodNull },
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
