import type { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import type * as messages from '../messages.ts';
import type * as paging from '../paging.ts';

/** Every call about messages, like those of `endpoints.ts`: apart from them, because the reader never needs these. */

/** The caller's own threads, the latest written first. */
export const listThreads = endpoint(
  'GET',
  '/api/messages',
  {} as { query: typeof paging.logQuery; response: typeof messages.ownThreads },
);
export const getThread = endpoint(
  'GET',
  '/api/messages/:id',
  {} as { query: typeof paging.logQuery; response: typeof messages.ownThread },
);
/** What there is to write about an order. */
export const getThreadOfOrder = endpoint(
  'GET',
  '/api/messages/orders/:order_id',
  {} as { response: typeof messages.threadOfOrder },
);
export const unreadMessages = endpoint(
  'GET',
  '/api/messages/unread',
  {} as { response: typeof messages.unreadMessages },
);
export const beginThread = endpoint(
  'POST',
  '/api/messages',
  {} as { body: typeof messages.newThreadBody; response: typeof messages.threadWritten },
);
export const replyInThread = endpoint(
  'POST',
  '/api/messages/:id/reply',
  {} as { body: typeof messages.replyBody; response: typeof messages.threadWritten },
);
export const markThreadRead = endpoint(
  'POST',
  '/api/messages/:id/read',
  {} as { body: typeof messages.readBody; response: z.ZodNull },
);
/** Of who has no account, or is not signed in. */
export const writeAsVisitor = endpoint(
  'POST',
  '/api/messages/visitors',
  {} as { body: typeof messages.visitorMessageBody; response: typeof messages.visitorAnswer },
);
