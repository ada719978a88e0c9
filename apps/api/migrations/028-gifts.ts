import { type Kysely, sql } from 'kysely';

/** Orders that are paid for somebody else. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('gifts')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('giver_name', 'text')
    .addColumn('recipient_email', 'text')
    .addColumn('message', 'text')
    .addColumn('send_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('opened_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .addColumn('mail_due_at', 'bigint')
    .addColumn('sent_at', 'bigint')
    .addColumn('mails', 'bigint', (column) => column.notNull())
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_at', 'bigint')
    .addColumn('reminded_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('gifts_order')
    .on('gifts')
    .column('order_id' as never)
    .unique()
    .execute();
  await sql`create index gifts_mail on gifts (mail_due_at) where mail_due_at is not null`.execute(db);
  await sql`create index gifts_ends on gifts (expires_at) where claimed_at is null`.execute(db);
  await sql`create index gifts_claimer on gifts (claimed_by) where claimed_by is not null`.execute(db);
  await sql`create index gifts_recipient on gifts (recipient_email) where recipient_email is not null`.execute(db);
}
