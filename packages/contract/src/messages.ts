import { z } from 'zod';
import { email, personName } from './account-fields.ts';
import { callsOf } from './call.ts';
import { messageChecks } from './check-words.ts';
import { requiredText } from './form-fields.ts';
import { limits } from './limits.ts';
import { namedTitle } from './named.ts';
import { adminOrder, ownOrder } from './orders.ts';
import { logQuery, pageParams, searchQuery } from './paging.ts';
import { id, instant, text } from './primitives.ts';

const { admin, anyone, user } = callsOf('messages');

/** Subject of a thread. */
export const threadSubject = z.enum(['purchase', 'reading', 'account', 'other']);
export type ThreadSubject = z.infer<typeof threadSubject>;

/** Open: its writer waits for an answer. */
export const threadState = z.enum(['open', 'answered', 'closed']);
export type ThreadState = z.infer<typeof threadState>;

/** Plain text of a message, with an id that its writer's device makes, so that sending it twice stores it once. */
const messageFields = {
  id,
  text: requiredText(messageChecks.textRequired, limits.messageMax),
};

/** POST /api/messages/{id}/reply. */
export const replyBody = z.object(messageFields);

/** POST /api/admin/messages/{id}/reply; `until` is the latest message that stood on the screen: what came after it waits. */
export const answerBody = replyBody.extend({ until: id.optional() });

/** POST /api/messages; with an order, one thread holds all that is written about it. */
export const newThreadBody = z.object({ ...messageFields, subject: threadSubject, order_id: id.nullish() });
export type NewThreadBody = z.input<typeof newThreadBody>;

/** POST /api/messages/visitors. */
export const visitorMessageBody = z.object({
  ...messageFields,
  name: personName,
  email,
  subject: threadSubject,
  captcha: text(20_000).optional(),
});
export type VisitorMessageBody = z.input<typeof visitorMessageBody>;

/** Equal for every address. */
export const visitorAnswer = z.object({ accepted: z.literal(true) });

/** A message of a thread. */
export const message = z.object({
  id: z.string(),
  side: z.enum(['reader', 'shop']),
  text: z.string(),
  created_at: instant,
  /** When the other side saw it; null while it did not. */
  read_at: instant.nullable(),
});
export type Message = z.infer<typeof message>;

/** Row of a thread in lists. */
export const threadEntry = z.object({
  id: z.string(),
  subject: threadSubject,
  state: threadState,
  created_at: instant,
  order_id: z.string().nullable(),
  /** Titles of the order's parts; empty without an order. */
  titles: z.array(z.string()),
  /** Messages of the other side that were not seen. */
  unread: z.int(),
  last: z.object({
    side: z.enum(['reader', 'shop']),
    /** Beginning of the message, in one line. */
    excerpt: z.string(),
    created_at: instant,
  }),
});
export type ThreadEntry = z.infer<typeof threadEntry>;

/** GET /api/messages: the caller's own, the latest written first; a page of them. */
export const ownThreads = z.array(threadEntry);

/** GET /api/messages/{id}: a page of its messages, newest first; the number of all of them stands in the header. */
export const ownThread = z.object({
  id: z.string(),
  subject: threadSubject,
  state: threadState,
  order: ownOrder.nullable(),
  messages: z.array(message),
});
export type OwnThread = z.infer<typeof ownThread>;

/** Answer to whatever was written: the thread that it is in. */
export const threadWritten = z.object({ thread_id: z.string() });

/** POST /api/messages/{id}/read and POST /api/admin/messages/{id}/read: what came until that message was seen. */
export const readBody = z.object({ until: id });

/** GET /api/messages/orders/{order_id}: an order of the caller's to write about, and the thread about it. */
export const threadOfOrder = z.object({ order: ownOrder, thread_id: z.string().nullable() });
export type ThreadOfOrder = z.infer<typeof threadOfOrder>;

/** GET /api/messages/unread. */
export const unreadMessages = z.object({ unread: z.int() });

/** Writer of a thread. The address of a writer without an account is not proved. */
const person = z.object({
  /** Null for a visitor. */
  user_id: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  /** Whether the person proved that the address is theirs; a visitor never did. */
  email_verified: z.boolean(),
  /** The account was deleted, so that an answer would reach no reader. */
  is_gone: z.boolean(),
});

export const adminThreadEntry = threadEntry.extend({
  person,
  /** The same titles with their books; absent in an answer of the version before. */
  parts: z.array(namedTitle).optional(),
});
export type AdminThreadEntry = z.infer<typeof adminThreadEntry>;

/** GET /api/admin/messages/{offset}/{limit}: those that wait for an answer first, then the latest written. */
export const adminThreads = z.array(adminThreadEntry);

/** By name, address, or the number of an order or payment. */
export const threadsQuery = searchQuery.extend({ state: threadState.optional() });

/** GET /api/admin/messages/{id}: a page of its messages, newest first; the number of all of them stands in the header. */
export const adminThread = z.object({
  id: z.string(),
  subject: threadSubject,
  state: threadState,
  person,
  order: adminOrder.nullable(),
  messages: z.array(message),
});
export type AdminThread = z.infer<typeof adminThread>;

/**
 * POST /api/admin/messages/{id}/state: closes it, or has it wait for an answer again; `until` is the latest message
 * that stood on the screen. A message that was not seen is not closed.
 */
export const threadStateBody = z.object({ state: z.enum(['open', 'closed']), until: id.optional() });
export type ThreadStateBody = z.infer<typeof threadStateBody>;

export const listThreads = user('GET', '/api/messages', 'Own threads, the latest written first', {
  query: logQuery,
  answer: ownThreads,
});

export const getThread = user('GET', '/api/messages/:id', 'An own thread with a page of its messages, newest first', {
  query: logQuery,
  answer: ownThread,
});

export const getThreadOfOrder = user(
  'GET',
  '/api/messages/orders/:order_id',
  'An own order to write about, and its thread',
  { answer: threadOfOrder },
);

export const countUnreadMessages = user('GET', '/api/messages/unread', 'Answers not seen', { answer: unreadMessages });

export const beginThread = user('POST', '/api/messages', 'Write to the author, about an own order or anything else', {
  body: newThreadBody,
  answer: threadWritten,
  status: 201,
});

export const replyInThread = user('POST', '/api/messages/:id/reply', 'Write on in an own thread', {
  body: replyBody,
  answer: threadWritten,
  status: 201,
});

export const markThreadRead = user('POST', '/api/messages/:id/read', 'Note that answers were seen', { body: readBody });

/** Of who has no account, or is not signed in. */
export const writeAsVisitor = anyone('POST', '/api/messages/visitors', 'Write to the author without an account', {
  body: visitorMessageBody,
  answer: visitorAnswer,
});

export const adminListThreads = admin(
  'GET',
  '/api/admin/messages/:offset/:limit',
  'Threads, those that wait for an answer first',
  { params: pageParams.shape, query: threadsQuery, answer: adminThreads },
);

export const adminGetThread = admin(
  'GET',
  '/api/admin/messages/:id',
  'A thread with a page of its messages, newest first',
  { query: logQuery, answer: adminThread },
);

export const adminReply = admin(
  'POST',
  '/api/admin/messages/:id/reply',
  'Answer a thread; the person is told by mail',
  { body: answerBody, answer: threadWritten, status: 201 },
);

export const adminMarkThreadRead = admin('POST', '/api/admin/messages/:id/read', 'Note what of a thread was seen', {
  body: readBody,
});

export const adminSetThreadState = admin(
  'POST',
  '/api/admin/messages/:id/state',
  'Close a thread, or have it wait for an answer again',
  { body: threadStateBody },
);
