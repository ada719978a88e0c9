import { sql } from 'kysely';
import type { Connection, Db } from '../../platform/db/db.ts';
import { readPage } from '../../platform/db/read-page.ts';
import type { PaymentNoticeRow } from '../../platform/db/tables/payments.ts';
import type { Page, PageRequest } from '../../platform/http/paging.ts';
import { liveUserId } from '../auth/service.ts';
import { cataloguedBookId } from '../books/service.ts';
import { givenUpLately } from '../mail/service.ts';

export async function listAudit(db: Db, request: PageRequest) {
  const all = db.read.selectFrom('audit_log').select('id');
  const { ids, total } = await readPage(all, request, { by: ['at', 'id'], direction: 'desc' });
  if (ids.length === 0) return { rows: [], total };
  const rows = await db.read
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'audit_log.at', 'audit_log.action', 'audit_log.subject', 'audit_log.detail', 'users.name'])
    .select(liveUserId.as('actor_id'))
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .where('audit_log.id', 'in', ids)
    .execute();
  return { rows, total };
}

/** A row that an audit entry names: its name and the person concerned. */
export interface NamedRow {
  readonly id: string;
  readonly label: string | null;
  /** Book of the catalogue to which the named part belongs. */
  readonly book_id: string | null;
  /** Null once the account is deleted. */
  readonly user_id: string | null;
  readonly name: string | null;
  readonly email: string | null;
}

/** Reads the names of rows of any kind. Ids are unique over all tables, so that the table need not be named. */
export async function findNames(connection: Connection, ids: readonly string[]): Promise<NamedRow[]> {
  if (ids.length === 0) return [];
  const idList = sql.join(ids);
  const part = sql`books.name || ' · ' || book_parts.name`;
  // Names an order by its first part and the number of the others.
  const order = sql`(select ${part} from order_items inner join book_parts on book_parts.id = order_items.part_id
      inner join books on books.id = book_parts.book_id
      where order_items.order_id = orders.id order by order_items.position, order_items.id limit 1)
    || (select case when count(*) > 1 then ' + ' || cast(count(*) - 1 as text) else '' end
      from order_items where order_items.order_id = orders.id)`;
  const orderBook = sql`(select ${cataloguedBookId} from order_items inner join book_parts on book_parts.id = order_items.part_id
      inner join books on books.id = book_parts.book_id
      where order_items.order_id = orders.id order by order_items.position, order_items.id limit 1)`;
  const buyer = sql`${orderBook}, ${liveUserId}, users.name, users.email from orders inner join users on users.id = orders.user_id`;
  const { rows } = await sql<NamedRow>`
    select id, null as label, null as book_id, ${liveUserId} as user_id, name, email from users where id in (${idList})
    union all select id, name, ${cataloguedBookId}, null, null, null from books where id in (${idList})
    union all select id, subject, null, null, null, null from mails where id in (${idList})
    union all select id, provider_payment_id, null, null, null, null from payment_notices where id in (${idList})
    union all select sessions.id, null, null, ${liveUserId}, users.name, users.email
      from sessions inner join users on users.id = sessions.user_id where sessions.id in (${idList})
    union all select book_parts.id, ${part}, ${cataloguedBookId}, null, null, null
      from book_parts inner join books on books.id = book_parts.book_id where book_parts.id in (${idList})
    union all select editions.id, ${part}, ${cataloguedBookId}, null, null, null
      from editions inner join book_parts on book_parts.id = editions.part_id
      inner join books on books.id = book_parts.book_id where editions.id in (${idList})
    union all select orders.id, ${order}, ${buyer} where orders.id in (${idList})
    union all select payments.id, ${order}, ${buyer}
      inner join payments on payments.order_id = orders.id where payments.id in (${idList})
    union all select refunds.id, ${order}, ${buyer}
      inner join refunds on refunds.order_id = orders.id where refunds.id in (${idList})`.execute(connection);
  return rows;
}

export interface MailLine {
  readonly id: string;
  readonly recipient: string;
  readonly template: string;
  readonly subject: string;
  readonly attempts: number;
  readonly next_attempt_at: number | null;
  readonly sent_at: number | null;
  readonly last_error: string | null;
  readonly is_held: 0 | 1;
  readonly created_at: number;
  readonly person_id: string | null;
  readonly person_name: string | null;
}

/** @param givenUpAt lists only mails given up shortly before this instant */
export async function listMails(db: Db, request: PageRequest, givenUpAt?: number): Promise<Page<MailLine>> {
  const mails = givenUpAt === undefined ? db.read.selectFrom('mails') : givenUpLately(db.read, givenUpAt);
  const all = mails.select('id');
  const { ids, total } = await readPage(all, request, { by: ['created_at', 'id'], direction: 'desc' });
  if (ids.length === 0) return { rows: [], total };
  const rows = await db.read
    .selectFrom('mails')
    .leftJoin('users', (join) => join.onRef('users.email', '=', 'mails.recipient').on('users.deleted_at', 'is', null))
    .select([
      'mails.id',
      'recipient',
      'template',
      'subject',
      'attempts',
      'next_attempt_at',
      'sent_at',
      'last_error',
      'is_held',
      'mails.created_at',
      'users.id as person_id',
      'users.name as person_name',
    ])
    .orderBy('mails.created_at', 'desc')
    .orderBy('mails.id', 'desc')
    .where('mails.id', 'in', ids)
    .execute();
  return { rows, total };
}

export async function listNotices(db: Db, request: PageRequest): Promise<Page<PaymentNoticeRow>> {
  const all = db.read.selectFrom('payment_notices').select('id');
  const { ids, total } = await readPage(all, request, { by: ['received_at', 'id'], direction: 'desc' });
  if (ids.length === 0) return { rows: [], total };
  const rows = await db.read
    .selectFrom('payment_notices')
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .where('id', 'in', ids)
    .execute();
  return { rows, total };
}

const IDS_PER_QUERY = 500;

/** A span of time, both ends inclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Payments that bought something, by when their order was paid; what was sent back as superfluous is not among them. */
export async function salesIn(connection: Connection, { from, to }: Span) {
  return connection
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id as order_id', 'orders.paid_at as at', 'payments.amount', 'payments.fee'])
    .select('payments.id as payment_id')
    .where('orders.paid_at', '>=', from)
    .where('orders.paid_at', '<=', to)
    .where('payments.problem', 'is', null)
    .where('payments.status', 'in', ['approved', 'in_mediation', 'refunded', 'charged_back'])
    .execute();
}

export async function refundsIn(connection: Connection, { from, to }: Span) {
  return connection
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['payments.order_id', 'refunds.part_id', 'refunds.done_at as at', 'refunds.amount'])
    .select('payments.id as payment_id')
    .where('refunds.done_at', '>=', from)
    .where('refunds.done_at', '<=', to)
    .where((eb) =>
      eb.or([
        eb('refunds.state', '=', 'done'),
        // Settled by other means; a later report of the provider is a refund of its own.
        eb.and([eb('refunds.state', '=', 'settled'), eb('payments.settled_amount', '>', 0)]),
      ]),
    )
    .where('payments.problem', 'is', null)
    .execute();
}

/** Reads all refunds of single parts of some orders. */
export async function returnedOfParts(connection: Connection, orderIds: readonly string[]) {
  const rows: { order_id: string | null; part_id: string | null; amount: number }[] = [];
  const ids = [...new Set(orderIds)];
  for (let at = 0; at < ids.length; at += IDS_PER_QUERY) {
    const some = await connection
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select(['refunds.order_id', 'refunds.part_id', 'refunds.amount'])
      .where('refunds.order_id', 'in', ids.slice(at, at + IDS_PER_QUERY))
      .where('refunds.part_id', 'is not', null)
      .where('refunds.state', 'in', ['done', 'settled'])
      .where('payments.problem', 'is', null)
      .execute();
    rows.push(...some);
  }
  return rows;
}

/** Reads the chargebacks. */
export async function chargebacksIn(connection: Connection, { from, to }: Span) {
  const rows = await connection
    .selectFrom('payments')
    .select(['id', 'order_id', 'amount', 'refunded_amount'])
    .where('status', '=', 'charged_back')
    .where('problem', 'is', null)
    .where('updated_at', '>=', from)
    .where('updated_at', '<=', to)
    .execute();
  return rows.map(({ id, order_id, amount, refunded_amount }) => ({
    payment_id: id,
    order_id,
    amount: amount - refunded_amount,
  }));
}

/** Reads the parts of some orders, with their current names. */
export async function itemsOf(connection: Connection, orderIds: readonly string[]) {
  const ids = [...new Set(orderIds)];
  const pieces: Awaited<ReturnType<typeof piece>>[] = [];
  const piece = async (some: readonly string[]) =>
    connection
      .selectFrom('order_items')
      .innerJoin('book_parts', 'book_parts.id', 'order_items.part_id')
      .innerJoin('books', 'books.id', 'book_parts.book_id')
      .select([
        'order_items.order_id',
        'order_items.part_id',
        'order_items.amount',
        'book_parts.name as part_name',
        'books.id as book_id',
        'books.name as book_name',
      ])
      .where('order_items.order_id', 'in', [...some])
      .orderBy('order_items.position')
      .orderBy('order_items.id')
      .execute();
  for (let at = 0; at < ids.length; at += IDS_PER_QUERY) pieces.push(await piece(ids.slice(at, at + IDS_PER_QUERY)));
  return pieces.flat();
}

/** Page views between two days, `yyyy-MM-dd`, inclusive; a visitor of two days counts twice. */
export async function visitsIn(connection: Connection, { from, to }: { readonly from: string; readonly to: string }) {
  const within = connection
    .selectFrom('page_views')
    .where('day', '>=', from)
    .where('day', '<=', to)
    // Leaves out the working areas: the team's own pages are no visits.
    .where('route', 'not like', '/admin%')
    .where('route', 'not like', '/writter%')
    .where('route', 'not like', '%/{from_admin}');
  const days = await within
    .select([
      'day',
      sql<number>`cast(sum(views) as bigint)`.as('views'),
      sql<number>`cast(count(distinct visitor) as bigint)`.as('visitors'),
    ])
    .groupBy('day')
    .execute();
  const screens = await within
    .select(['route', sql<number>`cast(sum(views) as bigint)`.as('views')])
    .groupBy('route')
    .orderBy('views', 'desc')
    .orderBy('route')
    .limit(10)
    .execute();
  return { days, screens };
}

/** Free parts acquired; one order may contain several. */
export async function freeIn(connection: Connection, { from, to }: Span): Promise<number> {
  const { total } = await connection
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('orders.paid_at', '>=', from)
    .where('orders.paid_at', '<=', to)
    .where('orders.total', '=', 0)
    .executeTakeFirstOrThrow();
  return total;
}

export async function readersIn(connection: Connection, { from, to }: Span): Promise<number> {
  const { total } = await connection
    .selectFrom('deliveries')
    .select(sql<number>`cast(count(distinct user_id) as bigint)`.as('total'))
    .where('first_at', '>=', from)
    .where('first_at', '<=', to)
    .where(isCounted)
    .executeTakeFirstOrThrow();
  return total;
}

/** Condition that excludes readers whose data are blocked. */
const isCounted = sql<boolean>`deliveries.user_id not in (select id from users where blocked_at is not null)`;

/** Parts by readers, those with fewer than `fewest` left out. */
export async function mostReadIn(
  connection: Connection,
  { from, to }: Span,
  { fewest, limit }: { fewest: number; limit: number },
) {
  return connection
    .selectFrom('deliveries')
    .innerJoin('book_parts', 'book_parts.id', 'deliveries.part_id')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .select((eb) => [
      'book_parts.id as book_part_id',
      'book_parts.name as book_part_name',
      'books.id as book_id',
      'books.name as book_name',
      eb.fn.countAll<number>().as('readers'),
    ])
    .where('deliveries.first_at', '>=', from)
    .where('deliveries.first_at', '<=', to)
    .where(isCounted)
    .groupBy(['book_parts.id', 'book_parts.name', 'books.id', 'books.name'])
    .having((eb) => eb.fn.countAll<number>(), '>=', fewest)
    .orderBy('readers', 'desc')
    .orderBy('book_parts.id')
    .limit(limit)
    .execute();
}
