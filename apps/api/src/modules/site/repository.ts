import type { Insertable } from 'kysely';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { ProvedAddress } from '../../platform/proved-address.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { ConsentRow, FollowRow, SubscriberRow } from '../../platform/db/tables/mail.ts';

/** Finds a subscriber by the token of a mailed link, which proves access to the mailbox. */
export async function findSubscriberBy(
  connection: Connection,
  column: 'id' | 'confirm_hash',
  value: string,
): Promise<SubscriberRow | undefined> {
  return connection.selectFrom('mailing_list').selectAll().where(column, '=', value).executeTakeFirst();
}

/** Finds the subscriber with a proved address. */
export async function findSubscriber(
  connection: Connection,
  address: ProvedAddress,
): Promise<SubscriberRow | undefined> {
  return findTyped(connection, address);
}

/** State of a typed address in the list: none of it may be shown to its typist. */
export async function findTyped(connection: Connection, email: string): Promise<SubscriberRow | undefined> {
  return connection.selectFrom('mailing_list').selectAll().where('email', '=', email).executeTakeFirst();
}

/** Numbers of addresses on the list. */
export async function subscriberIds(connection: Connection, emails: readonly ProvedAddress[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const rows = await connection.selectFrom('mailing_list').select('id').where('email', 'in', emails).execute();
  return rows.map(({ id }) => id);
}

export async function insertSubscriber(tx: Tx, row: SubscriberRow): Promise<void> {
  await tx.insertInto('mailing_list').values(row).execute();
}

export async function updateSubscriber(tx: Tx, id: string, change: Partial<SubscriberRow>): Promise<void> {
  await tx.updateTable('mailing_list').set(change).where('id', '=', id).execute();
}

/** Notes that the mail server refused a subscriber's address for good: news are written to it no more. */
export async function noteAddressRefused(tx: Tx, subscriberId: string, now: number): Promise<void> {
  await updateSubscriber(tx, subscriberId, { refused_at: now });
}

/** Rows are only ever added: the record proves what was agreed to and when it ended. */
export async function recordConsent(tx: Tx, row: ConsentRow): Promise<void> {
  await tx.insertInto('consent_records').values(row).execute();
}

/**
 * Deletes an address with its followed books and proofs of consent. The row of an account's address stays as
 * unsubscribed, because the account would otherwise get mails about its parts.
 */
export async function deleteSubscriber(tx: Tx, { id, email }: Pick<SubscriberRow, 'id' | 'email'>): Promise<void> {
  await tx.deleteFrom('follows').where('subscriber_id', '=', id).execute();
  await tx.deleteFrom('consent_records').where('email', '=', email).execute();
  const account = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (account) {
    const departed = {
      state: 'unsubscribed',
      confirm_hash: null,
      confirm_expires_at: null,
      confirmed_at: null,
    } as const;
    await updateSubscriber(tx, id, departed);
  } else await tx.deleteFrom('mailing_list').where('id', '=', id).execute();
}

/** Forgets an unproved address when its account is erased, if nothing but that it wants no news is known of it. */
export async function forgetUnknown(tx: Tx, email: string): Promise<void> {
  await tx
    .deleteFrom('mailing_list')
    .where('email', '=', email)
    .where('state', 'in', ['none', 'unsubscribed'])
    .where('refused_at', 'is', null)
    .where(({ not, exists, selectFrom, and }) =>
      and(
        (['follows', 'release_notices', 'consent_records'] as const).map((table) =>
          not(exists(selectFrom(table).select('subscriber_id').whereRef('subscriber_id', '=', 'mailing_list.id'))),
        ),
      ),
    )
    .execute();
}

/** Deletes requests whose links ended before an instant, and addresses without any other data. */
export async function sweepUnconfirmed(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('follows').where('state', '=', 'pending').where('confirm_expires_at', '<', before).execute();
  await tx
    .updateTable('mailing_list')
    .set({ state: 'none', confirm_hash: null, confirm_expires_at: null })
    .where('state', '=', 'pending')
    .where('confirm_expires_at', '<', before)
    .execute();
  const unknown = await tx
    .selectFrom('mailing_list as s')
    .select('s.id')
    .where('s.state', '=', 'none')
    .where('s.created_at', '<', before)
    .where('s.refused_at', 'is', null)
    .where(({ not, exists, selectFrom, and }) =>
      and([
        not(exists(selectFrom('follows').select('book_id').whereRef('subscriber_id', '=', 's.id'))),
        // The row of an account's address is needed for mails about its parts.
        not(
          exists(
            selectFrom('users').select('users.id').whereRef('email', '=', 's.email').where('deleted_at', 'is', null),
          ),
        ),
        // Keeps addresses with a release notice, because the notice prevents a second mail.
        not(exists(selectFrom('release_notices').select('part_id').whereRef('subscriber_id', '=', 's.id'))),
        not(
          exists(
            selectFrom('consent_records')
              .select('id')
              .whereRef('subscriber_id', '=', 's.id')
              .where('action', '!=', 'requested'),
          ),
        ),
      ]),
    )
    .execute();
  for (const { id } of unknown) {
    await tx.deleteFrom('consent_records').where('subscriber_id', '=', id).execute();
    await tx.deleteFrom('mailing_list').where('id', '=', id).execute();
  }
}

/** The columns of the list that a search looks through; pages by address. */
export async function listSubscribers(connection: Connection, after: string, limit: number): Promise<SubscriberRow[]> {
  return connection
    .selectFrom('mailing_list')
    .selectAll()
    .where('email', '>', after)
    .orderBy('email')
    .limit(limit)
    .execute();
}

/** Every proof of consent of some addresses, oldest first, with the name of the book that it is about. */
export async function consentsOf(connection: Connection, emails: readonly string[]) {
  return connection
    .selectFrom('consent_records')
    .leftJoin('books', 'books.id', 'consent_records.book_id')
    .selectAll('consent_records')
    .select('books.name as book_name')
    .where('consent_records.email', 'in', emails)
    .orderBy('consent_records.at')
    .orderBy('consent_records.id')
    .execute();
}

export async function findFollow(
  connection: Connection,
  subscriberId: string,
  bookId: string,
): Promise<FollowRow | undefined> {
  return connection
    .selectFrom('follows')
    .selectAll()
    .where('subscriber_id', '=', subscriberId)
    .where('book_id', '=', bookId)
    .executeTakeFirst();
}

export async function findFollowByHash(tx: Tx, hash: string): Promise<FollowRow | undefined> {
  return tx.selectFrom('follows').selectAll().where('confirm_hash', '=', hash).executeTakeFirst();
}

/** Saves an address's follow of a book over its earlier one. */
export async function saveFollow(tx: Tx, row: FollowRow): Promise<void> {
  const { subscriber_id: _subscriber, book_id: _book, ...change } = row;
  await tx
    .insertInto('follows')
    .values(row)
    .onConflict((conflict) => conflict.columns(['subscriber_id', 'book_id']).doUpdateSet(change))
    .execute();
}

/** The books that an address follows. */
export async function followedBooks(connection: Connection, address: ProvedAddress): Promise<string[]> {
  const rows = await connection
    .selectFrom('follows')
    .innerJoin('mailing_list', 'mailing_list.id', 'follows.subscriber_id')
    .select('follows.book_id')
    .where('mailing_list.email', '=', address)
    .where('follows.state', '=', 'confirmed')
    .execute();
  return rows.map(({ book_id }) => book_id);
}

/** The books of which an address asked to hear no more. */
export async function leftBooks(tx: Tx, subscriberId: string): Promise<Pick<FollowRow, 'book_id'>[]> {
  return tx
    .selectFrom('follows')
    .select('book_id')
    .where('subscriber_id', '=', subscriberId)
    .where('state', '=', 'left')
    .execute();
}

/** Whether an account's change of address at an instant began, or ended, all news to an address. */
export async function hasMoved(
  tx: Tx,
  { subscriber_id, action, at }: Pick<ConsentRow, 'subscriber_id' | 'action' | 'at'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('consent_records')
    .select('id')
    .where('subscriber_id', '=', subscriber_id)
    .where('action', '=', action)
    .where('method', '=', 'account')
    .where('book_id', 'is', null)
    .where('at', '=', at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists books that an account follows under another address. */
export async function followsElsewhere(tx: Tx, userId: string, address: ProvedAddress) {
  return tx
    .selectFrom('follows')
    .innerJoin('mailing_list', 'mailing_list.id', 'follows.subscriber_id')
    .selectAll('follows')
    .select('mailing_list.email')
    .where('follows.user_id', '=', userId)
    .where('follows.state', '=', 'confirmed')
    .where('mailing_list.email', '<>', address)
    .execute();
}

export async function deleteFollow(tx: Tx, { subscriber_id, book_id }: FollowRow): Promise<void> {
  await tx.deleteFrom('follows').where('subscriber_id', '=', subscriber_id).where('book_id', '=', book_id).execute();
}

/** Deletes requests of an account to follow books that its address never confirmed: of one book, or of all. */
export async function dropUnconfirmedFollows(tx: Tx, userId: string, bookId?: string): Promise<void> {
  let query = tx.deleteFrom('follows').where('user_id', '=', userId).where('state', '=', 'pending');
  if (bookId !== undefined) query = query.where('book_id', '=', bookId);
  await query.execute();
}

export async function deleteFollows(tx: Tx, subscriberId: string): Promise<void> {
  await tx.deleteFrom('follows').where('subscriber_id', '=', subscriberId).execute();
}

/** Counts a view; a visitor's further views of a screen on one day add to the same row. */
export async function countView(tx: Tx, view: Omit<Insertable<Database['page_views']>, 'views'>): Promise<void> {
  await tx
    .insertInto('page_views')
    .values({ ...view, views: 1 })
    .onConflict((conflict) =>
      conflict.columns(['day', 'route', 'visitor']).doUpdateSet((eb) => ({ views: eb('page_views.views', '+', 1) })),
    )
    .execute();
}

/** The day's salt; of several candidates the first one counts for every process. */
export async function saltOf(tx: Tx, day: string, candidate: string): Promise<string> {
  const row = await tx
    .insertInto('analytics_salts')
    .values({ day, salt: candidate })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .returning('salt')
    .executeTakeFirst();
  if (row) return row.salt;
  return (await tx.selectFrom('analytics_salts').select('salt').where('day', '=', day).executeTakeFirstOrThrow()).salt;
}
