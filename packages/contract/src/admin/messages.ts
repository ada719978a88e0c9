import { z } from 'zod';
import { message, threadEntry, threadState, threadSubject } from '../messages.ts';
import { searchQuery } from '../paging.ts';
import { id } from '../primitives.ts';
import { adminOrder } from './purchases.ts';

/** Who wrote; without an account nobody knows whether the address is theirs. */
const person = z.object({
  /** Null for a visitor. */
  user_id: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  /** Whether the person proved that the address is theirs; a visitor never did. */
  email_verified: z.boolean(),
  /** The account was deleted: nobody reads an answer. */
  is_gone: z.boolean(),
});

export const adminThreadEntry = threadEntry.extend({ person });
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
 * POST /api/admin/messages/{id}/state: closes it, or has it wait for an answer again; `until` is the latest message that
 * stood on the screen. What was not seen is not closed.
 */
export const threadStateBody = z.object({ state: z.enum(['open', 'closed']), until: id.optional() });
export type ThreadStateBody = z.infer<typeof threadStateBody>;

/** GET /api/admin/messages/unanswered. */
export const unanswered = z.object({ unanswered: z.int() });
