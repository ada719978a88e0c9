import type {
  Message,
  NewThreadBody,
  OwnThread,
  ThreadEntry,
  ThreadOfOrder,
  ThreadSubject,
} from '@cuentos/contract/messages';
import { foldText } from '@cuentos/domain/text/fold';
import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { MessageRow, MessageThreadRow } from '../../platform/db/tables/messages.ts';
import type { ProvedAddress } from '../../platform/proved-address.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Page, PageRequest } from '../../platform/http/paging.ts';
import { addressKey, type RateLimiter } from '../../platform/http/rate-limiter.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { CaptchaPort } from '../../ports/captcha.ts';
import type { Clock } from '../../ports/clock.ts';
import { captchaPasses, findUserBy, listAdmins } from '../auth/service.ts';
import { type OrderService, titlesOfOrders } from '../orders/service.ts';
import { type MailSeller, type MailSender, messageReceivedMail, queueMail } from '../mail/service.ts';
import * as repository from './repository.ts';

/** Messages that one account, or all accounts of a network, may send in an hour. */
const BY_ACCOUNT_AN_HOUR = 20;
const FROM_NETWORK_AN_HOUR = 60;
/** How many messages of accounts are told to the author by mail: more would bury the rest of her mail. */
const TOLD_OF_ACCOUNTS_AN_HOUR = 60;
/**
 * Limits of visitors' messages: from one network, with one address, and all together, because each is a mail in the
 * author's post.
 */
const VISITORS_FROM_NETWORK_AN_HOUR = 10;
const VISITORS_WITH_EMAIL_A_DAY = 5;
const ALL_VISITORS_AN_HOUR = 100;
const EXCERPT = 140;

/** A message with its id, as it is sent. */
export interface MessageDraft {
  readonly id: string;
  readonly text: string;
}

/** The writer of a message, with the network of the request. */
interface Writer {
  readonly userId: string;
  readonly address: string;
}

interface VisitorMessage extends MessageDraft {
  readonly name: string;
  readonly email: string;
  readonly subject: ThreadSubject;
  readonly captcha: string | undefined;
}

export type MessageService = ReturnType<typeof createMessageService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly captcha: CaptchaPort;
  readonly limiter: RateLimiter;
  readonly from: MailSender;
  readonly seller: Pick<MailSeller, 'contact_email'>;
  readonly orders: Pick<OrderService, 'ownOrder'>;
}

/** Threads of readers and visitors with the author. */
export function createMessageService(deps: Deps) {
  const { db, clock, orders } = deps;
  return {
    /** The caller's threads, the latest written first. */
    async threads(userId: string, request: PageRequest): Promise<Page<ThreadEntry>> {
      const { rows, total } = await repository.threadsOfUser(db.read, userId, request);
      return { rows: await presentEntries(db.read, rows, 'shop', await titlesOfThreads(db.read, rows)), total };
    },
    /** Reads a thread with a page of its messages. @throws {AppError} thread_not_found, also for another's */
    async thread(
      userId: string,
      threadId: string,
      request: PageRequest,
    ): Promise<{ thread: OwnThread; total: number }> {
      const thread = await requireOwn(db.read, userId, threadId);
      const { rows, total } = await repository.messagesOf(db.read, threadId, request);
      const { id, subject, state, order_id: orderId } = thread;
      const order = orderId === null ? null : await orders.ownOrder(userId, orderId);
      return { thread: { id, subject, state, order, messages: rows.map(presentMessage) }, total };
    },
    /** An order of the caller's, and the thread about it. @throws {AppError} order_not_found */
    async ofOrder(userId: string, orderId: string): Promise<ThreadOfOrder> {
      const order = await orders.ownOrder(userId, orderId);
      const thread = await repository.findThreadOfOrder(db.read, orderId);
      return { order, thread_id: thread?.id ?? null };
    },
    /** Answers that the caller did not see. */
    unread: async (userId: string) => repository.countUnreadOf(db.read, userId),
    /**
     * Writes the first message of a thread, or the next one in the thread of its order. The same message twice is one.
     * @returns the thread
     * @throws {AppError} order_not_found, too_many_messages
     */
    begin: async (writer: Writer, body: NewThreadBody) => begin(deps, writer, body),
    /** Writes on; what was closed is open again. @throws {AppError} thread_not_found, too_many_messages */
    async reply(writer: Writer, threadId: string, draft: MessageDraft): Promise<void> {
      await requireOwn(db.read, writer.userId, threadId);
      await write(deps, writer, draft, async (tx) => requireOwn(tx, writer.userId, threadId));
    },
    /** Notes that answers were seen. @throws {AppError} thread_not_found, message_not_found */
    async markRead(userId: string, threadId: string, until: string): Promise<void> {
      await db.withTx(async (tx) => {
        await requireOwn(tx, userId, threadId);
        await markSeen(tx, threadId, 'shop', until, clock.now());
      });
    },
    /**
     * Stores a visitor's message. It neither looks for an account of the address nor mails it. @throws {AppError}
     * contact_captcha_invalid, captcha_unavailable, too_many_messages
     */
    writeAsVisitor: async (message: VisitorMessage, address: string) => writeAsVisitor(deps, message, address),
  };
}

async function requireOwn(connection: Connection, userId: string, threadId: string): Promise<MessageThreadRow> {
  const thread = await repository.findThread(connection, threadId);
  if (thread?.user_id !== userId) throw new AppError('thread_not_found');
  return thread;
}

async function begin(deps: Deps, writer: Writer, body: NewThreadBody): Promise<string> {
  const { order_id: orderId = null, subject } = body;
  if (orderId !== null) await deps.orders.ownOrder(writer.userId, orderId);
  return write(deps, writer, body, async (tx, now) => {
    const existingThread = orderId === null ? undefined : await repository.findThreadOfOrder(tx, orderId);
    if (existingThread) return existingThread;
    const thread = newThread({ user_id: writer.userId, order_id: orderId, subject }, now);
    await repository.insertThread(tx, thread);
    return thread;
  });
}

/** Writes a message of an account's into the thread that is found or made in the same transaction. */
async function write(
  deps: Deps,
  { userId, address }: Writer,
  draft: MessageDraft,
  threadIn: (tx: Tx, now: number) => Promise<MessageThreadRow>,
): Promise<string> {
  const { db, limiter, clock } = deps;
  // Checks the account's own limit first, so that further tries take no room from others in its network.
  await requireRoom(limiter, `messages:${userId}`, BY_ACCOUNT_AN_HOUR);
  await requireRoom(limiter, `messages-from:${addressKey(address)}`, FROM_NETWORK_AN_HOUR);
  const recipients = await toldOfAccount(deps, userId);
  // A duplicate at the same moment counts once: the second transaction repeats and finds the first.
  return db.withTx(async (tx) => {
    const repeated = await repository.findMessage(tx, draft.id);
    if (repeated) {
      const thread = await repository.findThread(tx, repeated.thread_id);
      // Guessing the id of another user's message reveals nothing about it.
      if (thread?.user_id !== userId || repeated.side !== 'reader') throw new AppError('message_not_found');
      return thread.id;
    }
    const now = clock.now();
    const thread = await threadIn(tx, now);
    const user = await findUserBy(tx, 'id', userId);
    await receive(tx, deps, { thread, draft, name: user?.name ?? '', recipients }, now);
    return thread.id;
  });
}

async function writeAsVisitor(deps: Deps, message: VisitorMessage, address: string): Promise<void> {
  const { db, limiter, clock, captcha } = deps;
  const { name, email, subject } = message;
  await requireRoom(limiter, `visitor-messages-from:${addressKey(address)}`, VISITORS_FROM_NETWORK_AN_HOUR);
  if (!(await captchaPasses(captcha, message.captcha, 'contact', address))) {
    throw new AppError('contact_captcha_invalid');
  }
  await requireRoom(limiter, `visitor-messages:${email}`, VISITORS_WITH_EMAIL_A_DAY, DAY_MS);
  await requireRoom(limiter, 'visitor-messages-all', ALL_VISITORS_AN_HOUR);
  const recipients = await toldOfMessages(deps);
  await db.withTx(async (tx) => {
    if (await repository.findMessage(tx, message.id)) return;
    const now = clock.now();
    const words = foldText(`${name} ${email}`);
    const visitor = { visitor_name: name, visitor_email: email, visitor_words: words };
    const thread = newThread({ user_id: null, order_id: null, subject, ...visitor }, now);
    await repository.insertThread(tx, thread);
    await receive(tx, deps, { thread, draft: message, name, recipients }, now);
  });
}

async function requireRoom(limiter: RateLimiter, key: string, max: number, windowMs = HOUR_MS): Promise<void> {
  if (!(await limiter.hit(key, max, windowMs))) throw new AppError('too_many_messages');
}

type NewThread = Pick<MessageThreadRow, 'user_id' | 'order_id' | 'subject'> &
  Partial<Pick<MessageThreadRow, 'visitor_name' | 'visitor_email' | 'visitor_words'>>;

function newThread(fields: NewThread, now: number): MessageThreadRow {
  const visitor = { visitor_name: null, visitor_email: null, visitor_words: null };
  return { ...visitor, ...fields, id: newId(now), state: 'open', created_at: now, last_at: 0 };
}

/** Recipients of mails about messages: the shop's own address or, where none is set, every admin. */
async function toldOfMessages({ db, seller }: Deps): Promise<readonly string[]> {
  if (seller.contact_email !== null) return [seller.contact_email];
  return (await listAdmins(db.read)).map(({ email }) => email);
}

/** Recipients of the mail about a message of an account; none after too many such mails. */
async function toldOfAccount(deps: Deps, userId: string): Promise<readonly string[]> {
  const { db, limiter } = deps;
  const hasRoom =
    (await repository.hasUnreadOfUser(db.read, userId)) ||
    (await limiter.hit('message-mails-of-accounts', TOLD_OF_ACCOUNTS_AN_HOUR, HOUR_MS));
  return hasRoom ? toldOfMessages(deps) : [];
}

/** Names the mails that tell of a message, before the address that each goes to. */
const receivedEvent = (messageId: string): string => `message-received:${messageId}:`;

/** Names the event of an answer, which is mailed once. */
export const answerEvent = (messageId: string): string => `message-answer:${messageId}`;

/**
 * Keys of the mails of a person's threads: mails to the shop, which name the writer, and mails with the answers, to
 * whatever address they were sent.
 * @param addresses proved addresses of the person, with which visitors wrote
 */
export async function mailEventsOf(
  connection: Connection,
  userId: string,
  addresses: readonly ProvedAddress[],
): Promise<string[]> {
  const ids = await repository.messageIdsOf(connection, userId, addresses);
  return ids.flatMap((id) => [receivedEvent(id), answerEvent(id)]);
}

interface ReceivedMessage {
  readonly thread: MessageThreadRow;
  readonly draft: MessageDraft;
  readonly name: string;
  readonly recipients: readonly string[];
}

/** Stores a message from outside. The shop is mailed once per account until an admin has read all its messages. */
async function receive(
  tx: Tx,
  { from }: Deps,
  { thread, draft, name, recipients }: ReceivedMessage,
  now: number,
): Promise<void> {
  const { id: threadId, order_id: orderId, user_id: userId, subject } = thread;
  // Each message of a visitor begins a thread.
  const isTold = userId !== null && (await repository.hasUnreadOfUser(tx, userId));
  await addMessage(tx, thread, { ...draft, side: 'reader', authorId: null, state: 'open' }, now);
  if (isTold) return;
  const content = messageReceivedMail({ from, name, threadId, orderId, subject, hasAccount: userId !== null });
  for (const to of recipients) await queueMail(tx, to, `${receivedEvent(draft.id)}${to}`, content, now);
}

/** A message for a thread. */
interface ThreadMessage extends MessageDraft {
  readonly side: MessageRow['side'];
  readonly authorId: string | null;
  /** State of the thread afterwards. */
  readonly state: MessageThreadRow['state'];
}

/** Adds a message at the end of a thread. */
export async function addMessage(
  tx: Tx,
  thread: MessageThreadRow,
  { id, text: body, side, authorId, state }: ThreadMessage,
  now: number,
): Promise<void> {
  // A clock that went back must not put it before what it answers.
  const at = Math.max(now, thread.last_at + 1);
  const row = { id, thread_id: thread.id, side, author_id: authorId, body, created_at: at, read_at: null };
  await repository.insertMessage(tx, row);
  await repository.updateThread(tx, thread.id, { state, last_at: at });
}

/** Marks one side's messages as read, up to a given one. @throws {AppError} message_not_found */
export async function markSeen(
  tx: Tx,
  threadId: string,
  side: MessageRow['side'],
  until: string,
  now: number,
): Promise<void> {
  const last = await repository.findMessage(tx, until);
  if (last?.thread_id !== threadId) throw new AppError('message_not_found');
  await repository.markRead(tx, threadId, side, last.created_at, now);
}

/** Titles of orders' parts, by order. */
type OrderTitles = Awaited<ReturnType<typeof titlesOfOrders>>;

/** Reads the titles of the orders that threads are about. */
export const titlesOfThreads = async (
  connection: Connection,
  threads: readonly MessageThreadRow[],
): Promise<OrderTitles> =>
  titlesOfOrders(
    connection,
    threads.flatMap(({ order_id: id }) => id ?? []),
  );

/** Titles of a thread's order; none for a thread without one. */
export const titlesOf = (orderId: string | null, titles: OrderTitles) =>
  (orderId === null ? null : titles.get(orderId)) ?? [];

/** Presents threads for lists; `unreadFrom` is the side whose messages count as unread. */
export async function presentEntries(
  connection: Connection,
  threads: readonly MessageThreadRow[],
  unreadFrom: MessageRow['side'],
  titles: OrderTitles,
): Promise<ThreadEntry[]> {
  const ids = threads.map(({ id }) => id);
  const latest = await repository.latestOf(connection, ids);
  const unread = await repository.unreadOf(connection, ids, unreadFrom);
  return threads.map(({ id, subject, state, created_at, order_id, last_at }) => ({
    id,
    subject,
    state,
    created_at: toIso(created_at),
    order_id,
    titles: titlesOf(order_id, titles).map(({ name }) => name),
    unread: unread.get(id) ?? 0,
    last: {
      side: latest.get(id)?.side ?? 'reader',
      excerpt: excerptOf(latest.get(id)?.body ?? ''),
      created_at: toIso(last_at),
    },
  }));
}

/** Cuts a text between words. */
function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= EXCERPT) return line;
  return `${line
    .slice(0, EXCERPT)
    .toWellFormed()
    .replace(/\s\S*$/, '')}…`;
}

/** A message as both sides see it. */
export function presentMessage({ id, side, body, created_at, read_at }: MessageRow): Message {
  return { id, side, text: body, created_at: toIso(created_at), read_at: toIso(read_at) };
}

export { deleteThreads } from './repository.ts';
