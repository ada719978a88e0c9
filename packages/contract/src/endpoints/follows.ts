import type { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import type * as follows from '../follows.ts';
import type * as site from '../site.ts';

/** The calls about what somebody wants to be told of by mail, like those of `endpoints.ts`: apart, because no reading needs them. */

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
export const listFollows = endpoint('GET', '/api/follows', {} as { response: typeof follows.ownFollows });
/** Of a visitor; the link of a mail confirms it. */
export const requestFollow = endpoint(
  'POST',
  '/api/follows',
  {} as { body: typeof follows.followBody; response: typeof site.contactAnswer },
);
export const followBook = endpoint('PUT', '/api/follows/:book_id', {} as { response: typeof follows.followAnswer });
export const unfollowBook = endpoint('DELETE', '/api/follows/:book_id', {} as { response: z.ZodNull });
