import { z } from 'zod';
import { ownOrder } from './checkout.ts';
import { requiredText } from './form-fields.ts';
import { limits } from './limits.ts';
import { id, instant, text } from './primitives.ts';
import { email, personName } from './users.ts';

/** What a thread is about. */
export const threadSubject = z.enum(['purchase', 'reading', 'account', 'other']);
export type ThreadSubject = z.infer<typeof threadSubject>;

/** Open: whoever wrote waits for an answer. */
export const threadState = z.enum(['open', 'answered', 'closed']);
export type ThreadState = z.infer<typeof threadState>;

/** What is written, plain; its id is made where it is written, so that sending it twice writes it once. */
const written = {
  id,
  text: requiredText('Escribe tu mensaje.', limits.messageMax),
};

/** POST /api/messages/{id}/reply. */
export const replyBody = z.object(written);

/** POST /api/admin/messages/{id}/reply; `until` is the latest message that stood on the screen: what came after it waits. */
export const answerBody = replyBody.extend({ until: id.optional() });

/** POST /api/messages; with an order, one thread holds all that is written about it. */
export const newThreadBody = z.object({ ...written, subject: threadSubject, order_id: id.nullish() });
export type NewThreadBody = z.input<typeof newThreadBody>;

/** POST /api/messages/visitors. */
export const visitorMessageBody = z.object({
  ...written,
  name: personName,
  email,
  subject: threadSubject,
  captcha: text(20_000).optional(),
});
export type VisitorMessageBody = z.input<typeof visitorMessageBody>;
/** The same for every address. */
export const visitorAnswer = z.object({ accepted: z.literal(true) });

/** One of a thread. */
export const message = z.object({
  id: z.string(),
  side: z.enum(['reader', 'shop']),
  text: z.string(),
  created_at: instant,
  /** When the other side saw it; null while it did not. */
  read_at: instant.nullable(),
});
export type Message = z.infer<typeof message>;

/** What lists of threads show of each. */
export const threadEntry = z.object({
  id: z.string(),
  subject: threadSubject,
  state: threadState,
  created_at: instant,
  order_id: z.string().nullable(),
  /** What the order was for; empty without one. */
  titles: z.array(z.string()),
  /** Messages of the other side that were not seen. */
  unread: z.int(),
  last: z.object({
    side: z.enum(['reader', 'shop']),
    /** Its beginning, in one line. */
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
