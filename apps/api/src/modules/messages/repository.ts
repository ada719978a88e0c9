import { type RawBuilder, sql } from 'kysely';
import type { ProvedAddress } from '../../platform/proved-address.ts';
import type { Connection, Tx } from '../../platform/db/db.ts';
import { matchTyped } from '../../platform/db/match-typed.ts';
import { readFound, readPage } from '../../platform/db/read-page.ts';
import type { MessageRow, MessageThreadRow } from '../../platform/db/tables/messages.ts';
import type { Page, PageRequest } from '../../platform/http/paging.ts';

type Side = MessageRow['side'];

export async function insertThread(tx: Tx, row: MessageThreadRow): Promise<void> {
  await tx.insertInto('message_threads').values(row).execute();
}

export async function findThread(connection: Connection, id: string): Promise<MessageThreadRow | undefined> {
  return connection.selectFrom('message_threads').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Finds the thread about an order, which has at most one. */
export async function findThreadOfOrder(
  connection: Connection,
  orderId: string,
): Promise<MessageThreadRow | undefined> {
  return connection.selectFrom('message_threads').selectAll().where('order_id', '=', orderId).executeTakeFirst();
}

export async function updateThread(
  tx: Tx,
  id: string,
  change: Partial<Pick<MessageThreadRow, 'state' | 'last_at'>>,
): Promise<void> {
  await tx.updateTable('message_threads').set(change).where('id', '=', id).execute();
}

export async function insertMessage(tx: Tx, row: MessageRow): Promise<void> {
  await tx.insertInto('messages').values(row).execute();
}

export async function findMessage(connection: Connection, id: string): Promise<MessageRow | undefined> {
  return connection.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Messages of one thread, newest first. */
export async function messagesOf(
  connection: Connection,
  threadId: string,
  { offset, limit }: PageRequest,
): Promise<Page<MessageRow>> {
  const ofThread = connection.selectFrom('messages').where('thread_id', '=', threadId);
  const { total } = await ofThread.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await ofThread
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return { rows, total };
}

/** Notes that what a side wrote until an instant was seen by the other. */
export async function markRead(tx: Tx, threadId: string, side: Side, until: number, now: number): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ read_at: now })
    .where('thread_id', '=', threadId)
    .where('side', '=', side)
    .where('created_at', '<=', until)
    .where('read_at', 'is', null)
    .execute();
}

/** Whether something that a side wrote was not seen yet. */
export async function hasUnread(connection: Connection, threadId: string, side: Side): Promise<boolean> {
  const match = await connection
    .selectFrom('messages')
    .select('id')
    .where('thread_id', '=', threadId)
    .where('side', '=', side)
    .where('read_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return match !== undefined;
}

/** Whether something that a user wrote, in whichever thread, was not seen by the shop yet. */
export async function hasUnreadOfUser(connection: Connection, userId: string): Promise<boolean> {
  const match = await connection
    .selectFrom('messages')
    .innerJoin('message_threads', 'message_threads.id', 'messages.thread_id')
    .select('messages.id')
    .where('message_threads.user_id', '=', userId)
    .where('messages.side', '=', 'reader')
    .where('messages.read_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return match !== undefined;
}

/** A user's threads, the latest written first. */
export async function threadsOfUser(
  connection: Connection,
  userId: string,
  { offset, limit }: PageRequest,
): Promise<Page<MessageThreadRow>> {
  const own = connection.selectFrom('message_threads').where('user_id', '=', userId);
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await own
    .selectAll()
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  return { rows, total };
}

/** Answers that a user did not see. */
export async function countUnreadOf(connection: Connection, userId: string): Promise<number> {
  const { unread } = await connection
    .selectFrom('messages')
    .innerJoin('message_threads', 'message_threads.id', 'messages.thread_id')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('message_threads.user_id', '=', userId)
    .where('messages.side', '=', 'shop')
    .where('messages.read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return unread;
}

/** Written as the index has it. */
const waits: RawBuilder<number> = sql<number>`(case when state = 'open' then 1 else 0 end)`;

/** Which threads are meant. */
export interface ThreadsRequest extends PageRequest {
  readonly state?: MessageThreadRow['state'] | undefined;
}

/**
 * Ids of threads: those that wait for an answer first, then the latest written.
 * @param orderIds orders that the words typed are the number of; without any the words are looked for in names and addresses
 */
export async function pageOfThreads(connection: Connection, request: ThreadsRequest, orderIds: readonly string[]) {
  const { q, state } = request;
  const all = connection.selectFrom('message_threads').select('message_threads.id');
  const ofState = state === undefined ? all : all.where('message_threads.state', '=', state);
  const order = {
    by: [...(state === undefined ? [waits] : []), 'last_at', 'message_threads.id'],
    direction: 'desc',
  } as const;
  if (orderIds.length > 0)
    return readFound(connection, ofState.where('message_threads.order_id', 'in', [...orderIds]), request, order);
  const match = matchTyped(q);
  if (match === null) return readPage(ofState, request, order);
  const users = connection.selectFrom('users').select('users.id').where(match('users.search_text'));
  const matchingThreads = ofState.where((eb) =>
    eb.or([eb('message_threads.user_id', 'in', users), match('message_threads.visitor_words')]),
  );
  return readFound(connection, matchingThreads, request, order);
}

export async function threadsByIds(connection: Connection, ids: readonly string[]): Promise<MessageThreadRow[]> {
  if (ids.length === 0) return [];
  const rows = await connection
    .selectFrom('message_threads')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** The latest message of each thread. */
export async function latestOf(connection: Connection, ids: readonly string[]): Promise<Map<string, MessageRow>> {
  if (ids.length === 0) return new Map();
  const rows = await connection
    .selectFrom('messages')
    .innerJoin('message_threads', (join) =>
      join
        .onRef('message_threads.id', '=', 'messages.thread_id')
        .onRef('message_threads.last_at', '=', 'messages.created_at'),
    )
    .selectAll('messages')
    .where('message_threads.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.thread_id, row]));
}

/** How much of what a side wrote was not seen, by thread. */
export async function unreadOf(
  connection: Connection,
  ids: readonly string[],
  side: Side,
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await connection
    .selectFrom('messages')
    .select((eb) => ['thread_id', eb.fn.countAll<number>().as('unread')])
    .where('thread_id', 'in', [...ids])
    .where('side', '=', side)
    .where('read_at', 'is', null)
    .groupBy('thread_id')
    .execute();
  return new Map(rows.map(({ thread_id: id, unread }) => [id, unread]));
}

/** Threads of an account, and those that visitors opened with an address of it. */
function threadsOfPerson(connection: Connection, userId: string, addresses: readonly ProvedAddress[]) {
  return connection
    .selectFrom('message_threads')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('user_id', '=', userId),
        ...(addresses.length === 0 ? [] : [eb('visitor_email', 'in', [...addresses])]),
      ]),
    );
}

/** Ids of what was written in the threads of a person. */
export async function messageIdsOf(
  connection: Connection,
  userId: string,
  addresses: readonly ProvedAddress[],
): Promise<string[]> {
  const rows = await connection
    .selectFrom('messages')
    .select('id')
    .where('thread_id', 'in', threadsOfPerson(connection, userId, addresses))
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteThreads(tx: Tx, userId: string, addresses: readonly ProvedAddress[]): Promise<void> {
  const ids = (await threadsOfPerson(tx, userId, addresses).execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.deleteFrom('messages').where('thread_id', 'in', ids).execute();
  await tx.deleteFrom('message_threads').where('id', 'in', ids).execute();
}
