import type { Announcement } from '@cuentos/contract/announcements';
import { sql } from 'kysely';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { AnnouncementRow } from '../../platform/db/tables/mail.ts';
import { cataloguedBookId } from '../books/service.ts';

/** Recipients of an announcement. */
export interface AudienceOf {
  readonly audience: AnnouncementRow['audience'];
  readonly audience_id: string | null;
}

/** No account that proved the address is blocked or about to be erased. */
const isReachable = sql<boolean>`not exists
  (select 1 from users b where b.email = s.email and b.email_verified_at is not null
    and (b.blocked_at is not null or b.erase_at is not null))`;

/** Condition for an address to get an announcement; the table is named `s`. */
const wants = ({ audience, audience_id: id }: AudienceOf) => {
  if (audience === 'followers')
    return sql<boolean>`s.refused_at is null and ${isReachable} and exists (select 1 from follows f left join users u on u.id = f.user_id
      where f.subscriber_id = s.id and f.book_id = ${id} and f.state = 'confirmed' and u.deleted_at is null)`;
  const agreed = sql<boolean>`s.refused_at is null and s.state = 'confirmed' and ${isReachable}`;
  if (audience === 'news') return agreed;
  return sql<boolean>`${agreed} and exists (select 1 from users u join entitlements e on e.user_id = u.id
    where u.email = s.email and u.deleted_at is null and e.part_id = ${id} and e.kind = 'ownership'
      and e.revoked_at is null)`;
};

export async function countAudience(connection: Connection, audience: AudienceOf): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`select count(*) as total from mailing_list s where ${wants(audience)}`.execute(connection);
  return rows[0]?.total ?? 0;
}

/** Followers of each book that has any. */
export async function followersByBook(connection: Connection) {
  const { rows } = await sql<{ id: string; name: string; people: number }>`select b.id, b.name, count(*) as people
    from follows f join mailing_list s on s.id = f.subscriber_id join books b on b.id = f.book_id
    left join users u on u.id = f.user_id
    where f.state = 'confirmed' and s.refused_at is null and u.deleted_at is null and ${isReachable}
    group by b.id, b.name order by b.name`.execute(connection);
  return rows;
}

/** Counts the owners of each part who subscribed to all news. */
export async function ownersByPart(connection: Connection) {
  const { rows } = await sql<{ id: string; name: string; book_name: string; people: number }>`
    select p.id, p.name, b.name as book_name, count(distinct s.id) as people
    from mailing_list s join users u on u.email = s.email join entitlements e on e.user_id = u.id
    join book_parts p on p.id = e.part_id join books b on b.id = p.book_id
    where s.state = 'confirmed' and s.refused_at is null and u.deleted_at is null and ${isReachable}
      and e.kind = 'ownership' and e.revoked_at is null
    group by p.id, p.name, b.name order by b.name, p.name`.execute(connection);
  return rows;
}

export async function countRefused(connection: Connection): Promise<number> {
  const { total } = await connection
    .selectFrom('mailing_list')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('refused_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return total;
}

export async function insertAnnouncement(tx: Tx, row: AnnouncementRow): Promise<void> {
  await tx.insertInto('announcements').values(row).execute();
}

export async function findAnnouncement(connection: Connection, id: string): Promise<AnnouncementRow | undefined> {
  return connection.selectFrom('announcements').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function updateAnnouncement(tx: Tx, id: string, change: Partial<AnnouncementRow>): Promise<void> {
  await tx.updateTable('announcements').set(change).where('id', '=', id).execute();
}

export async function deleteAnnouncement(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('announcements').where('id', '=', id).execute();
}

/** Newest first. */
export async function listAnnouncements(
  connection: Connection,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ rows: AnnouncementRow[]; total: number }> {
  const rows = await connection
    .selectFrom('announcements')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await connection
    .selectFrom('announcements')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/**
 * Returns the name of an audience's book or part, and the book to link to; null for all subscribers, or when it was
 * deleted.
 */
export async function audienceTitle(
  connection: Connection,
  { audience, audience_id: id }: AudienceOf,
): Promise<Pick<Announcement, 'audience_name' | 'audience_book_id'>> {
  const none = { audience_name: null, audience_book_id: null };
  if (id === null) return none;
  const books = connection.selectFrom('books').select(cataloguedBookId.as('audience_book_id'));
  const title =
    audience === 'followers'
      ? books.select('books.name as audience_name').where('books.id', '=', id)
      : books
          .innerJoin('book_parts', 'book_parts.book_id', 'books.id')
          .select('book_parts.name as audience_name')
          .where('book_parts.id', '=', id);
  return (await title.executeTakeFirst()) ?? none;
}

/** Announcements that are due or being sent. */
export async function announcementsToSend(connection: Connection, now: number): Promise<AnnouncementRow[]> {
  return connection
    .selectFrom('announcements')
    .selectAll()
    .where((eb) =>
      eb.or([eb('state', '=', 'sending'), eb.and([eb('state', '=', 'scheduled'), eb('send_at', '<=', now)])]),
    )
    .orderBy('created_at')
    .execute();
}

/** Inserts a waiting delivery for every address of the audience. @returns how many there are */
export async function beginDeliveries(tx: Tx, row: AudienceOf & { readonly id: string }): Promise<number> {
  await sql`insert into announcement_deliveries (announcement_id, subscriber_id, state)
    select ${row.id}, s.id, 'waiting' from mailing_list s where ${wants(row)}`.execute(tx);
  const { total } = await tx
    .selectFrom('announcement_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('announcement_id', '=', row.id)
    .executeTakeFirstOrThrow();
  return total;
}

/** The next addresses, each with whether its owner still wants the announcement. */
export async function nextDeliveries(tx: Tx, row: AudienceOf & { readonly id: string }, limit: number) {
  const { rows } = await sql<{ id: string; email: string | null; wanted: number }>`
    select d.subscriber_id as id, s.email, case when ${wants(row)} then 1 else 0 end as wanted
    from announcement_deliveries d left join mailing_list s on s.id = d.subscriber_id
    where d.announcement_id = ${row.id} and d.state = 'waiting' order by d.subscriber_id limit ${limit}`.execute(tx);
  return rows;
}

export async function saveDelivery(
  tx: Tx,
  key: { readonly announcementId: string; readonly subscriberId: string },
  change: { readonly state: 'queued' | 'left'; readonly mail_id: string | null },
): Promise<void> {
  await tx
    .updateTable('announcement_deliveries')
    .set(change)
    .where('announcement_id', '=', key.announcementId)
    .where('subscriber_id', '=', key.subscriberId)
    .execute();
}

export async function findDelivery(connection: Connection, mailId: string) {
  return connection
    .selectFrom('announcement_deliveries')
    .innerJoin('announcements', 'announcements.id', 'announcement_deliveries.announcement_id')
    .selectAll('announcements')
    .select('announcement_deliveries.subscriber_id')
    .where('announcement_deliveries.mail_id', '=', mailId)
    .executeTakeFirst();
}

/** Whether an announcement is still for an address. */
export async function stillWants(connection: Connection, of: AudienceOf, subscriberId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`select s.id from mailing_list s
    where s.id = ${subscriberId} and ${wants(of)}`.execute(connection);
  return rows.length > 0;
}

const unsentOf = (connection: Connection, announcementId: string) =>
  connection
    .selectFrom('announcement_deliveries')
    .innerJoin('mails', 'mails.id', 'announcement_deliveries.mail_id')
    .select('mails.id')
    .where('announcement_id', '=', announcementId)
    .where('mails.sent_at', 'is', null);

/** Ids of an announcement's mails that were not sent. */
export async function unsentMails(connection: Connection, announcementId: string): Promise<string[]> {
  return (await unsentOf(connection, announcementId).execute()).map(({ id }) => id);
}

/** Ids of an announcement's unsent mails that may arrive yet: their addresses exist, and still want it. */
export async function resendableMails(connection: Connection, announcementId: string): Promise<string[]> {
  const rows = await unsentOf(connection, announcementId)
    .where((eb) => eb.or([eb('last_error', 'is', null), eb('last_error', 'not in', FOR_GOOD)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Last errors of mails that no other try would bring to anybody. */
const FOR_GOOD = ['no-mailbox', 'dropped'];

/** Counts deliveries by state, outcome and last error of their mails. */
export async function deliveryCounts(connection: Connection, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { rows } = await sql<{
    announcement_id: string;
    state: 'waiting' | 'queued' | 'left';
    outcome: 'accepted' | 'retrying' | 'refused' | 'left' | 'waiting';
    last_error: string | null;
    mails: number;
  }>`select announcement_id, state, outcome, last_error, count(*) as mails from (
      select d.announcement_id, d.state,
        case when d.state = 'left' or m.last_error = 'dropped' then 'left'
          when d.state = 'waiting' then 'waiting'
          when m.id is null then 'left'
          when m.sent_at is not null then 'accepted'
          when m.attempts = 0 then 'waiting'
          when m.next_attempt_at is null and m.last_error <> 'parked' then 'refused'
          else 'retrying' end as outcome,
        m.last_error
      from announcement_deliveries d left join mails m on m.id = d.mail_id
      where d.announcement_id in (${sql.join(ids)})) outcomes
    group by announcement_id, state, outcome, last_error`.execute(connection);
  return rows;
}

/** How many left by links of announcements. */
export async function leavers(connection: Connection, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await connection
    .selectFrom('consent_records')
    .select((eb) => ['announcement_id', eb.fn.countAll<number>().as('people')])
    .where('announcement_id', 'in', ids)
    .where('action', '=', 'unsubscribed')
    .groupBy('announcement_id')
    .execute();
  return new Map(rows.map(({ announcement_id: id, people }) => [id ?? '', people]));
}
