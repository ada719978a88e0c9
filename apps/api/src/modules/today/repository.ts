import type { NamedPerson } from '@cuentos/contract/named';
import { sql } from 'kysely';
import type { Connection } from '../../platform/db/db.ts';
import { liveUserId } from '../auth/service.ts';

const userId = liveUserId.as('user_id');

const personOf = (id: string | null, name: string | null): NamedPerson | null => (name === null ? null : { id, name });

/** Rows of one kind that wait: how many, and the one that is first. */
export interface WaitingRows {
  readonly count: number;
  /** Epoch milliseconds. */
  readonly first: number;
  readonly person: NamedPerson | null;
}

/** Such rows, with the id of what the first is about. */
export interface WaitingSubjects extends WaitingRows {
  readonly subject: string;
}

/** Threads that wait for an answer, with the writer of the oldest. */
export async function unansweredThreads(connection: Connection): Promise<WaitingSubjects | null> {
  const open = connection.selectFrom('message_threads').where('state', '=', 'open');
  const { count } = await open.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const oldest = await open
    .leftJoin('users', 'users.id', 'message_threads.user_id')
    .select(['message_threads.id', 'message_threads.last_at', 'message_threads.visitor_name', 'users.name', userId])
    .orderBy('message_threads.last_at')
    .orderBy('message_threads.id')
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return null;
  const person = personOf(oldest.user_id, oldest.name ?? oldest.visitor_name);
  return { count, first: oldest.last_at, person, subject: oldest.id };
}

/** Requests of people about their data that are not answered; `first` is the day by which the law wants an answer. */
export async function openDataRequests(connection: Connection): Promise<WaitingRows | null> {
  const open = connection.selectFrom('data_requests').where('state', '=', 'open');
  const { count } = await open.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const first = await open
    .leftJoin('users', 'users.id', 'data_requests.user_id')
    .select(['data_requests.due_at', 'data_requests.person', 'users.name', userId])
    .orderBy('data_requests.due_at')
    .orderBy('data_requests.id')
    .limit(1)
    .executeTakeFirst();
  if (!first) return null;
  return { count, first: first.due_at, person: personOf(first.user_id, first.name ?? (first.person || null)) };
}

/** Parts of the catalogue with an edition that no admin has published yet, who sent the oldest one, and its book. */
export async function unpublishedEditions(connection: Connection): Promise<WaitingSubjects | null> {
  const pending = connection
    .selectFrom('editions')
    .innerJoin('book_parts', 'book_parts.id', 'editions.part_id')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .where('editions.state', '=', 'pending')
    // No screen shows what is archived, so that it could not be dealt with.
    .where('book_parts.is_active', '=', 1)
    .where('books.is_active', '=', 1);
  const { count } = await pending
    .select((eb) => eb.fn.count<number>('editions.part_id').distinct().as('count'))
    .executeTakeFirstOrThrow();
  const oldest = await pending
    .leftJoin('users', 'users.id', 'editions.created_by')
    .select(['editions.created_at', 'books.id as book_id', 'users.name', userId])
    .orderBy('editions.created_at')
    .orderBy('editions.id')
    .limit(1)
    .executeTakeFirst();
  if (!oldest) return null;
  const person = personOf(oldest.user_id, oldest.name);
  return { count, first: oldest.created_at, person, subject: oldest.book_id };
}

/** Parts for which a writter asks to show more, who asked first, and that part's book. */
export async function sampleRequests(connection: Connection): Promise<WaitingSubjects | null> {
  const rows = await connection
    .selectFrom('book_parts')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .leftJoin('users', 'users.id', 'book_parts.sample_asked_by')
    .select(['book_parts.sample_asked_at as asked_at', 'book_parts.book_id', 'users.name', userId])
    .where('book_parts.sample_asked_at', 'is not', null)
    .where('book_parts.is_active', '=', 1)
    .where('books.is_active', '=', 1)
    .orderBy('book_parts.sample_asked_at')
    .execute();
  const [first] = rows;
  if (!first) return null;
  const person = personOf(first.user_id, first.name);
  return { count: rows.length, first: first.asked_at ?? 0, person, subject: first.book_id };
}

interface DocumentSum {
  readonly count: number;
  readonly total: number;
  /** Time of the oldest request. */
  readonly first: number;
}

/** Tax documents that the shop prepared and the author has not issued yet, without a folio; null for none. */
export async function documentsToIssue(connection: Connection): Promise<DocumentSum | null> {
  const documents = sumOfDocuments(connection)
    // Written as a literal, so that the engine uses the partial index.
    .where('state', '=', sql.lit('issued'))
    .where('folio', 'is', null);
  return presentSum(await documents.executeTakeFirstOrThrow());
}

/** Documents that the issuer refused, or for which a fact of the seller is missing; null for none. */
export async function failedDocuments(connection: Connection): Promise<DocumentSum | null> {
  const documents = sumOfDocuments(connection)
    .where('state', '=', 'failed')
    // All of these mails are tried again; the condition makes the index usable.
    .where('next_attempt_at', '>=', 0);
  return presentSum(await documents.executeTakeFirstOrThrow());
}

const sumOfDocuments = (connection: Connection) =>
  connection
    .selectFrom('tax_documents')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.sum<number | null>('total').as('total'),
      eb.fn.min<number | null>('at').as('first'),
    ]);

interface SumRow {
  readonly count: number;
  readonly total: number | null;
  readonly first: number | null;
}

const presentSum = ({ count, total, first }: SumRow): DocumentSum | null =>
  first === null ? null : { count, total: Number(total), first };

/** The latest purchases that were paid with money. */
export async function latestOrders(connection: Connection, limit: number) {
  const orders = await connection
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .leftJoin('gifts', 'gifts.order_id', 'orders.id')
    .select(['orders.id', userId, 'orders.paid_at', 'orders.total', 'orders.discount_code'])
    .select(['users.name', 'gifts.order_id as gift_order_id'])
    .select((eb) =>
      eb
        .selectFrom('payments')
        .select('payments.method')
        .whereRef('payments.order_id', '=', 'orders.id')
        .where('payments.problem', 'is', null)
        .where('payments.status', 'in', ['approved', 'in_mediation', 'refunded', 'charged_back'])
        .orderBy('payments.id')
        .limit(1)
        .as('method'),
    )
    .where('orders.paid_at', 'is not', null)
    .where('orders.total', '>', 0)
    .orderBy('orders.paid_at', 'desc')
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();
  if (orders.length === 0) return [];
  const rows = await connection
    .selectFrom('order_items')
    .innerJoin('book_parts', 'book_parts.id', 'order_items.part_id')
    .select(['order_items.order_id', 'book_parts.id', 'book_parts.book_id', 'book_parts.name'])
    .where(
      'order_items.order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .orderBy('order_items.position')
    .orderBy('order_items.id')
    .execute();
  const items = Map.groupBy(rows, ({ order_id: id }) => id);
  return orders.map((order) => ({
    ...order,
    parts: (items.get(order.id) ?? []).map(({ order_id: _order, ...part }) => part),
  }));
}

/**
 * Listed parts that are released, or whose presale ends, after an instant.
 * @param writerId only of the books of this writter; null for every book
 */
export async function partsToCome(
  connection: Connection,
  { now, writerId, limit }: { readonly now: number; readonly writerId: string | null; readonly limit: number },
) {
  const ofWriter = connection
    .selectFrom('book_writers')
    .select('book_id')
    .where('user_id', '=', writerId ?? '');
  return connection
    .selectFrom('book_parts')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .select(['book_parts.id', 'book_parts.book_id', 'book_parts.name', 'book_parts.release_at', 'book_parts.value'])
    .select(['book_parts.is_presale', 'book_parts.presale_end_at', 'book_parts.presale_discount'])
    .select('books.name as book_name')
    .where('book_parts.is_active', '=', 1)
    .where('book_parts.is_draft', '=', 0)
    .where('books.is_active', '=', 1)
    .where('books.is_draft', '=', 0)
    .where((eb) =>
      eb.or([
        eb('book_parts.release_at', '>', now),
        eb.and([eb('book_parts.is_presale', '=', 1), eb('book_parts.presale_end_at', '>', now)]),
      ]),
    )
    .$if(writerId !== null, (query) => query.where('book_parts.book_id', 'in', ofWriter))
    .orderBy('book_parts.release_at')
    .orderBy('book_parts.id')
    .limit(limit)
    .execute();
}

/** Codes that are accepted no longer after a day to come. */
export async function codesToEnd(connection: Connection, now: number, limit: number) {
  return connection
    .selectFrom('discount_codes')
    .select(['id', 'code', 'ends_at'])
    .where('is_active', '=', 1)
    .where('ends_at', '>', now)
    .orderBy('ends_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Announcements scheduled for the future. */
export async function scheduledAnnouncements(connection: Connection, limit: number) {
  return connection
    .selectFrom('announcements')
    .select(['id', 'subject', 'send_at', 'audience', 'audience_id'])
    .where('state', '=', 'scheduled')
    .orderBy('send_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}
