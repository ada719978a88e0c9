import type { AdminThread, AdminThreadEntry, ThreadStateBody } from '@cuentos/contract/messages';
import type { Connection, Db, Tx } from '../../../platform/db/db.ts';
import type { MessageThreadRow } from '../../../platform/db/tables/messages.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Page, PageRequest } from '../../../platform/http/paging.ts';
import type { Clock } from '../../../ports/clock.ts';
import { recordAudit } from '../../audit/service.ts';
import { findUsers } from '../../auth/service.ts';
import { type MailSender, messageAnswerMail, queueMail } from '../../mail/service.ts';
import {
  addMessage,
  answerEvent,
  markSeen,
  type MessageDraft,
  presentEntries,
  presentMessage,
  titlesOf,
  titlesOfThreads,
} from '../service.ts';
import {
  findMessage,
  findThread,
  hasUnread,
  messagesOf,
  pageOfThreads,
  type ThreadsRequest,
  threadsByIds,
  updateThread,
} from '../repository.ts';
import { ordersByNumber, presentOrders } from '../../orders/admin/service.ts';

export type AdminMessageService = ReturnType<typeof createAdminMessageService>;

/** Last message that the screen showed at the moment of the action. */
interface ReadMark {
  /** The latest message on the screen; absent when messages seen were marked before. */
  readonly until?: string | undefined;
}

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly from: MailSender;
}

/** Threads to the author, read and answered by admins. */
export function createAdminMessageService({ db, clock, from }: Deps) {
  return {
    /** Unanswered threads first, then by their latest message; searched by name, address or order number. */
    async threads(request: ThreadsRequest): Promise<Page<AdminThreadEntry>> {
      const { ids, total } = await pageOfThreads(db.read, request, await ordersByNumber(db.read, request.q));
      const threads = await threadsByIds(db.read, ids);
      const people = await peopleOf(db.read, threads);
      const titles = await titlesOfThreads(db.read, threads);
      const entries = await presentEntries(db.read, threads, 'reader', titles);
      const rows = entries.map((entry) => ({
        ...entry,
        person: people.get(entry.id) ?? nobody,
        parts: titlesOf(entry.order_id, titles),
      }));
      return { rows, total };
    },
    /** Finds a thread with a page of its messages. @throws {AppError} thread_not_found */
    async thread(threadId: string, request: PageRequest): Promise<{ thread: AdminThread; total: number }> {
      const thread = await requireThread(db.read, threadId);
      const { rows, total } = await messagesOf(db.read, threadId, request);
      const { id, subject, state, order_id: orderId } = thread;
      const person = (await peopleOf(db.read, [thread])).get(id) ?? nobody;
      const [order = null] = orderId === null ? [] : await presentOrders(db.read, [orderId], clock.now());
      return { thread: { id, subject, state, person, order, messages: rows.map(presentMessage) }, total };
    },
    /**
     * Answers, and mails the answer to the writer. The same answer twice is one. Messages after the latest one on the
     * screen wait on.
     * @throws {AppError} thread_not_found, message_not_found, writer_gone
     */
    async reply(actor: Caller, threadId: string, draft: MessageDraft & ReadMark): Promise<void> {
      await db.withTx(async (tx) => reply(tx, from, { actor, threadId, draft }, clock.now()));
    },
    /** Marks messages as seen. @throws {AppError} thread_not_found, message_not_found */
    async markRead(threadId: string, until: string): Promise<void> {
      await db.withTx(async (tx) => {
        await requireThread(tx, threadId);
        await markSeen(tx, threadId, 'reader', until, clock.now());
      });
    },
    /**
     * Closes a thread, or has it wait for an answer again.
     * @throws {AppError} thread_not_found, message_not_found, thread_unread for closing over an unread message
     */
    async setState({ userId: actorId }: Caller, threadId: string, { state, until }: ThreadStateBody): Promise<void> {
      const action = state === 'closed' ? 'message_thread.closed' : 'message_thread.reopened';
      await db.withTx(async (tx) => {
        const thread = await requireThread(tx, threadId);
        if (until !== undefined) await markSeen(tx, threadId, 'reader', until, clock.now());
        if (thread.state === state) return;
        if (state === 'closed' && (await hasUnread(tx, threadId, 'reader'))) throw new AppError('thread_unread');
        await updateThread(tx, threadId, { state });
        await recordAudit(tx, { actorId, action, subject: threadId }, clock.now());
      });
    },
  };
}

async function requireThread(connection: Connection, threadId: string): Promise<MessageThreadRow> {
  const thread = await findThread(connection, threadId);
  if (!thread) throw new AppError('thread_not_found');
  return thread;
}

type Person = AdminThreadEntry['person'];

/** Name shown for rows of an erased person. */
const nobody: Person = { user_id: null, name: '', email: '', email_verified: false, is_gone: true };

/** The writer of each thread, by thread. */
async function peopleOf(connection: Connection, threads: readonly MessageThreadRow[]): Promise<Map<string, Person>> {
  const ids = [...new Set(threads.flatMap(({ user_id: id }) => id ?? []))];
  const users = new Map((await findUsers(connection, ids)).map((user) => [user.id, user]));
  return new Map(
    threads.map(({ id, user_id, visitor_name, visitor_email }) => {
      if (visitor_email !== null) {
        const visitor = { user_id: null, name: visitor_name ?? '', email: visitor_email, email_verified: false };
        return [id, { ...visitor, is_gone: false }];
      }
      const user = users.get(user_id ?? '');
      if (!user) return [id, nobody];
      const { name, email, email_verified_at: verifiedAt, deleted_at: deletedAt } = user;
      return [id, { user_id, name, email, email_verified: verifiedAt !== null, is_gone: deletedAt !== null }];
    }),
  );
}

interface Answer {
  readonly actor: Caller;
  readonly threadId: string;
  readonly draft: MessageDraft & ReadMark;
}

async function reply(
  tx: Tx,
  from: MailSender,
  { actor: { userId: authorId }, threadId, draft: { until, ...draft } }: Answer,
  now: number,
): Promise<void> {
  const thread = await requireThread(tx, threadId);
  const repeated = await findMessage(tx, draft.id);
  if (repeated?.thread_id === threadId && repeated.side === 'shop') return;
  if (repeated) throw new AppError('message_not_found');
  const person = (await peopleOf(tx, [thread])).get(threadId) ?? nobody;
  if (person.is_gone) throw new AppError('writer_gone');
  if (until !== undefined) await markSeen(tx, threadId, 'reader', until, now);
  // The thread stays open if a message arrived while the answer was written.
  const state = (await hasUnread(tx, threadId, 'reader')) ? 'open' : 'answered';
  await addMessage(tx, thread, { ...draft, side: 'shop', authorId, state }, now);
  const { text } = draft;
  // A visitor's address is not proved: nothing that they typed goes there, not even their name.
  const to = person.user_id === null ? { name: '', threadId: null } : { name: person.name, threadId };
  await queueMail(tx, person.email, answerEvent(draft.id), messageAnswerMail({ from, text, ...to }), now);
  const detail = { message: draft.id };
  await recordAudit(tx, { actorId: authorId, action: 'message_thread.answered', subject: threadId, detail }, now);
}
