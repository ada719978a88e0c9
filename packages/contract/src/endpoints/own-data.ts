import type { z } from 'zod';
import type * as adminPersonalData from '../admin/personal-data.ts';
import type * as auth from '../auth.ts';
import { endpoint } from '../endpoint.ts';
import type * as paging from '../paging.ts';
import type * as personal from '../personal-data.ts';

/**
 * The calls of 'Mis datos', of the links in its mails and of the owner's register, like those of `endpoints.ts`: apart
 * from them, because a file of addresses is loaded whole, and no reading needs these.
 */

// auth: another address
export const changeEmail = endpoint(
  'POST',
  '/api/users/me/email',
  {} as { body: typeof auth.changeEmailBody; response: z.ZodNull },
);
/** By the link at the new address. */
export const confirmEmail = endpoint(
  'POST',
  '/api/auth/change-email',
  {} as { body: typeof auth.linkTokenBody; response: z.ZodNull },
);
/** By the link at the old address. */
export const undoEmail = endpoint(
  'POST',
  '/api/auth/undo-email',
  {} as { body: typeof auth.linkTokenBody; response: z.ZodNull },
);

// personal data
export const personalData = endpoint('GET', '/api/users/me/data', {} as { response: typeof personal.personalData });
/** What can be done with one's data, and what is under way. */
export const dataState = endpoint('GET', '/api/users/me/data/state', {} as { response: typeof personal.dataState });
export const eraseAccount = endpoint(
  'POST',
  '/api/users/me/data/erase',
  {} as { body: typeof personal.proofBody; response: typeof personal.dataState },
);
/** Takes the erasure back, within its days. */
export const keepAccount = endpoint('POST', '/api/users/me/data/keep', {} as { response: typeof personal.dataState });
/** The same by the mail's link. */
export const keepAccountByLink = endpoint(
  'POST',
  '/api/auth/keep-account',
  {} as { body: typeof auth.linkTokenBody; response: z.ZodNull },
);
export const blockData = endpoint('POST', '/api/users/me/data/block', {} as { response: typeof personal.dataState });
export const unblockData = endpoint(
  'POST',
  '/api/users/me/data/unblock',
  {} as { response: typeof personal.dataState },
);
/** News by mail, of an address that was proved. */
export const allowNews = endpoint('POST', '/api/users/me/data/news', {} as { response: typeof personal.dataState });
export const withdrawNews = endpoint(
  'DELETE',
  '/api/users/me/data/news',
  {} as { response: typeof personal.dataState },
);

// admin/personal-data
/** What has to be done first, then the newest. */
export const adminListDataRequests = endpoint(
  'GET',
  '/api/admin/data_requests',
  {} as { query: typeof paging.logQuery; response: typeof adminPersonalData.dataRequests },
);
export const adminEnterDataRequest = endpoint(
  'POST',
  '/api/admin/data_requests',
  {} as { body: typeof adminPersonalData.dataRequestBody; response: typeof adminPersonalData.dataRequest },
);
/** Blocks the data of a known account, or begins to erase it. */
export const adminCarryOutDataRequest = endpoint(
  'POST',
  '/api/admin/data_requests/:id/carry_out',
  {} as { response: typeof adminPersonalData.dataRequest },
);
export const adminCloseDataRequest = endpoint(
  'POST',
  '/api/admin/data_requests/:id/close',
  {} as { body: typeof adminPersonalData.closeDataRequestBody; response: typeof adminPersonalData.dataRequest },
);
