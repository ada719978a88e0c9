import { sql } from 'kysely';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { ReleaseRow } from '../../platform/db/tables/mail.ts';

/**
 * Parts that are out, and whose release was not noticed yet, lies before their day, or has addresses left to be told. The
 * rule of what is out is that of `refusalToSell`.
 */
export async function releasesToTell(connection: Connection, now: number): Promise<string[]> {
  const rows = await connection
    .selectFrom('book_parts')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .leftJoin('releases', 'releases.part_id', 'book_parts.id')
    .select('book_parts.id')
    .where('book_parts.is_active', '=', 1)
    .where('book_parts.is_draft', '=', 0)
    .where('book_parts.edition_id', 'is not', null)
    .where('books.is_active', '=', 1)
    .where('books.is_draft', '=', 0)
    .where('book_parts.release_at', '<=', now)
    .where((eb) =>
      eb.or([
        eb('releases.part_id', 'is', null),
        eb('releases.told_at', 'is', null),
        eb('book_parts.release_at', '>', eb.ref('releases.opened_at')),
      ]),
    )
    .orderBy('book_parts.release_at')
    .orderBy('book_parts.id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function findRelease(tx: Tx, partId: string): Promise<ReleaseRow | undefined> {
  return tx.selectFrom('releases').selectAll().where('part_id', '=', partId).executeTakeFirst();
}

export async function saveRelease(tx: Tx, row: ReleaseRow): Promise<void> {
  const { opened_at, told_at } = row;
  await tx
    .insertInto('releases')
    .values(row)
    .onConflict((conflict) => conflict.column('part_id').doUpdateSet({ opened_at, told_at }))
    .execute();
}

/**
 * Whether an entitlement was there before its part was out; the table is named `e`. A buyer knows that it is out from
 * its day on; a gift of the shop may also be a draft that is published after its day.
 */
const heldBefore = ({
  releaseAt,
  until,
}: Pick<ReleaseAudience, 'releaseAt' | 'until'>) => sql<boolean>`(e.granted_at < ${releaseAt}
  or (e.source in ('grant', 'early_access') and e.granted_at < ${until}))`;

/** Addresses of owners from before the release that the mailing list does not know yet. */
export async function unknownHolders(
  tx: Tx,
  { partId, releaseAt, until }: Pick<ReleaseAudience, 'partId' | 'releaseAt' | 'until'>,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('entitlements as e')
    .innerJoin('users', 'users.id', 'e.user_id')
    .leftJoin('mailing_list', 'mailing_list.email', 'users.email')
    .select('users.email')
    .distinct()
    .where('e.part_id', '=', partId)
    .where('e.revoked_at', 'is', null)
    .where(heldBefore({ releaseAt, until }))
    .where((eb) => eb.or([eb('e.expires_at', 'is', null), eb('e.expires_at', '>', until)]))
    .where('users.deleted_at', 'is', null)
    .where('users.blocked_at', 'is', null)
    .where('users.erase_at', 'is', null)
    .where('mailing_list.id', 'is', null)
    .execute();
  return rows.map(({ email }) => email);
}

/** The audience of a release. */
export interface ReleaseAudience {
  readonly partId: string;
  readonly bookId: string;
  /** Release day of the part: owners from a later day need no notice. */
  readonly releaseAt: number;
  /** Only people who agreed by then, epoch milliseconds. */
  readonly until: number;
  /** Whether the release is recent enough for subscribers to all news. */
  readonly isNews: boolean;
}

/** Condition for a release to be mailed to a subscriber; the query names the table `s`. */
const wants = ({ partId, bookId, releaseAt, until, isNews }: ReleaseAudience) => sql<boolean>`s.refused_at is null
  and not exists (select 1 from users b where b.email = s.email and b.email_verified_at is not null
    and (b.blocked_at is not null or b.erase_at is not null))
  and not exists (select 1 from follows f
    where f.subscriber_id = s.id and f.book_id = ${bookId} and f.state = 'left')
  and (
    (${sql.lit(isNews ? 1 : 0)} = 1 and s.state = 'confirmed' and s.confirmed_at <= ${until})
    or exists (select 1 from follows f left join users u on u.id = f.user_id
      where f.subscriber_id = s.id and f.book_id = ${bookId} and f.state = 'confirmed' and f.confirmed_at <= ${until}
        and u.deleted_at is null)
    or (s.state <> 'unsubscribed' and exists (select 1 from users u join entitlements e on e.user_id = u.id
      where u.email = s.email and u.deleted_at is null and e.part_id = ${partId} and e.revoked_at is null
        and ${heldBefore({ releaseAt, until })} and (e.expires_at is null or e.expires_at > ${until}))))`;

interface Address {
  readonly id: string;
  readonly email: string;
}

/** Addresses that were not told of a release yet. */
export async function addressesToTell(tx: Tx, of: ReleaseAudience, limit: number): Promise<readonly Address[]> {
  const { rows } = await sql<Address>`select s.id, s.email from mailing_list s
    where ${wants(of)} and not exists
      (select 1 from release_notices n where n.part_id = ${of.partId} and n.subscriber_id = s.id)
    order by s.id limit ${limit}`.execute(tx);
  return rows;
}

/** How many addresses a release would go to if it were now; holders that the list does not know yet are not counted. */
export async function countToTell(connection: Connection, of: ReleaseAudience): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from mailing_list s
    where ${wants(of)} and not exists
      (select 1 from release_notices n where n.part_id = ${of.partId} and n.subscriber_id = s.id)`.execute(connection);
  return rows[0]?.total ?? 0;
}

/** Returns whether an address still wants the notice. */
export async function stillWants(connection: Connection, of: ReleaseAudience, subscriberId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`select s.id from mailing_list s
    where s.id = ${subscriberId} and ${wants(of)}`.execute(connection);
  return rows.length > 0;
}

export async function insertNotices(
  tx: Tx,
  rows: readonly {
    readonly part_id: string;
    readonly subscriber_id: string;
    readonly mail_id: string;
    readonly created_at: number;
  }[],
): Promise<void> {
  await tx.insertInto('release_notices').values(rows).execute();
}

export async function findNotice(connection: Connection, mailId: string) {
  return connection
    .selectFrom('release_notices')
    .innerJoin('mailing_list', 'mailing_list.id', 'release_notices.subscriber_id')
    .select(['release_notices.part_id', 'release_notices.subscriber_id', 'mailing_list.email'])
    .where('mail_id', '=', mailId)
    .executeTakeFirst();
}

/** Returns why an address is told of a part; an owner counts as an owner, even if they follow the book. */
export async function reasonOf(
  connection: Connection,
  {
    partId,
    bookId,
    subscriberId,
    email,
    now,
  }: { partId: string; bookId: string; subscriberId: string; email: string; now: number },
): Promise<'owned' | 'early' | 'follow' | 'news'> {
  const rights = await connection
    .selectFrom('entitlements')
    .innerJoin('users', 'users.id', 'entitlements.user_id')
    .select('entitlements.kind')
    .where('users.email', '=', email)
    .where('users.deleted_at', 'is', null)
    .where('entitlements.part_id', '=', partId)
    .where('entitlements.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('entitlements.expires_at', 'is', null), eb('entitlements.expires_at', '>', now)]))
    .execute();
  if (rights.some(({ kind }) => kind === 'ownership')) return 'owned';
  if (rights.length > 0) return 'early';
  const follow = await connection
    .selectFrom('follows')
    .select('state')
    .where('subscriber_id', '=', subscriberId)
    .where('book_id', '=', bookId)
    .where('state', '=', 'confirmed')
    .executeTakeFirst();
  return follow ? 'follow' : 'news';
}

/** The next listed part that is not released. */
export async function nextPart(connection: Connection, now: number) {
  return connection
    .selectFrom('book_parts')
    .innerJoin('books', 'books.id', 'book_parts.book_id')
    .select([
      'book_parts.id',
      'book_parts.name',
      'book_parts.book_id',
      'book_parts.release_at',
      'books.name as book_name',
    ])
    .where('book_parts.is_active', '=', 1)
    .where('book_parts.is_draft', '=', 0)
    .where('books.is_active', '=', 1)
    .where('books.is_draft', '=', 0)
    .where('book_parts.release_at', '>', now)
    .orderBy('book_parts.release_at')
    .orderBy('book_parts.id')
    .executeTakeFirst();
}

/** The picture and first passage of a book, for its mail. */
export async function bookDress(
  connection: Connection,
  bookId: string,
): Promise<{ imageId: string | null; quote: string | null }> {
  const book = await connection.selectFrom('books').select('image_id').where('id', '=', bookId).executeTakeFirst();
  const quote = await connection
    .selectFrom('book_quotes')
    .select('passage')
    .where('book_id', '=', bookId)
    .orderBy('position')
    .executeTakeFirst();
  return { imageId: book?.image_id ?? null, quote: quote?.passage ?? null };
}
