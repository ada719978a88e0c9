import { type Kysely, sql } from 'kysely';

/** What readers and visitors write to the author, and what they are answered. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('message_threads')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'text')
    .addColumn('visitor_name', 'text')
    .addColumn('visitor_email', 'text')
    .addColumn('visitor_words', 'text')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('message_threads_user')
    .on('message_threads')
    .columns(['user_id', 'last_at', 'id'] as never[])
    .execute();
  await db.schema
    .createIndex('message_threads_order')
    .on('message_threads')
    .column('order_id' as never)
    .unique()
    .execute();
  await db.schema
    .createIndex('message_threads_state')
    .on('message_threads')
    .columns(['state', 'last_at', 'id'] as never[])
    .execute();
  await sql`create index message_threads_waiting on message_threads
    ((case when state = 'open' then 1 else 0 end), last_at, id)`.execute(db);
  await sql`create index message_threads_visitor on message_threads (visitor_email)
    where visitor_email is not null`.execute(db);
  await db.schema
    .createTable('messages')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('thread_id', 'text', (column) => column.notNull())
    .addColumn('side', 'text', (column) => column.notNull())
    .addColumn('author_id', 'text')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('read_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('messages_thread')
    .on('messages')
    .columns(['thread_id', 'created_at', 'id'] as never[])
    .execute();
  await sql`create index messages_unread on messages (thread_id, side) where read_at is null`.execute(db);
}
