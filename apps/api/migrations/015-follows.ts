import { type Kysely, sql } from 'kysely';

/**
 * Who follows which book, which releases were told to whom, and announcements with their deliveries. What is out by now
 * counts as told: nobody is written to about the past.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await extendList(db);
  await createReleases(db);
  await createAnnouncements(db);
  const now = Date.now();
  await sql`insert into releases (part_id, opened_at, told_at)
    select book_parts.id, cast(${now} as bigint), cast(${now} as bigint) from book_parts
    join books on books.id = book_parts.book_id
    where release_at <= ${now} and edition_id is not null and first_active_at is not null and books.is_draft = 0`.execute(
    db,
  );
}

/** Addresses know since when they agreed and whether their server refused them for good; consents say what they are for. */
async function extendList(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('mailing_list').addColumn('confirmed_at', 'bigint').execute();
  await db.schema.alterTable('mailing_list').addColumn('refused_at', 'bigint').execute();
  await sql`update mailing_list set confirmed_at = updated_at where state = 'confirmed'`.execute(db);
  await db.schema.alterTable('consent_records').addColumn('book_id', 'text').execute();
  await db.schema.alterTable('consent_records').addColumn('announcement_id', 'text').execute();
  await db.schema
    .createIndex('consent_records_announcement')
    .on('consent_records')
    .column('announcement_id')
    .where(sql.ref('announcement_id'), 'is not', null)
    .execute();
  await db.schema
    .createTable('follows')
    .addColumn('subscriber_id', 'text', (column) => column.notNull())
    .addColumn('book_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('confirm_hash', 'text')
    .addColumn('confirm_expires_at', 'bigint')
    .addColumn('confirmed_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('follows_key', ['subscriber_id', 'book_id'] as never[])
    .execute();
  await db.schema.createIndex('follows_book').on('follows').columns(['book_id', 'state']).execute();
  await db.schema.createIndex('follows_confirm').on('follows').column('confirm_hash').unique().execute();
}

async function createReleases(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('releases')
    .addColumn('part_id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('opened_at', 'bigint', (column) => column.notNull())
    .addColumn('told_at', 'bigint')
    .execute();
  await db.schema
    .createTable('release_notices')
    .addColumn('part_id', 'text', (column) => column.notNull())
    .addColumn('subscriber_id', 'text', (column) => column.notNull())
    .addColumn('mail_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('release_notices_key', ['part_id', 'subscriber_id'] as never[])
    .execute();
  await db.schema.createIndex('release_notices_mail').on('release_notices').column('mail_id').unique().execute();
}

async function createAnnouncements(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('announcements')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('audience', 'text', (column) => column.notNull())
    .addColumn('audience_id', 'text')
    .addColumn('send_at', 'bigint')
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('total', 'bigint', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('announcements_state').on('announcements').columns(['state', 'send_at']).execute();
  await db.schema
    .createTable('announcement_deliveries')
    .addColumn('announcement_id', 'text', (column) => column.notNull())
    .addColumn('subscriber_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('mail_id', 'text')
    .addPrimaryKeyConstraint('announcement_deliveries_key', ['announcement_id', 'subscriber_id'] as never[])
    .execute();
  await db.schema
    .createIndex('announcement_deliveries_state')
    .on('announcement_deliveries')
    .columns(['announcement_id', 'state'])
    .execute();
  await db.schema
    .createIndex('announcement_deliveries_mail')
    .on('announcement_deliveries')
    .column('mail_id')
    .unique()
    .execute();
}
