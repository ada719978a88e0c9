import { type Kysely, sql } from 'kysely';

/** Orders of the admin's paged lists, and what searches by user or part go through. */
const indexes: readonly (readonly [string, string, readonly string[]])[] = [
  ['book_writers_user', 'book_writers', ['user_id']],
  ['users_sort', 'users', ['sort_key', 'id']],
  ['sessions_created', 'sessions', ['created_at', 'id']],
  ['entitlements_granted', 'entitlements', ['kind', 'granted_at', 'id']],
  ['entitlements_user', 'entitlements', ['user_id', 'granted_at']],
  ['mails_created_id', 'mails', ['created_at', 'id']],
  ['payment_notices_received', 'payment_notices', ['received_at', 'id']],
  ['orders_paid', 'orders', ['paid_at']],
  ['refunds_done', 'refunds', ['done_at']],
  ['deliveries_first', 'deliveries', ['first_at']],
];

/** Who writes which book, whether a part was ever on sale, and the lists of the admin area. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('book_writers')
    .addColumn('book_id', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('book_writers_key', ['book_id', 'user_id'])
    .execute();
  await db.schema.alterTable('book_parts').addColumn('first_active_at', 'bigint').execute();
  await sql`update book_parts set first_active_at = created_at where is_draft = 0`.execute(db);
  for (const [name, table, columns] of indexes) {
    await db.schema
      .createIndex(name)
      .on(table)
      .columns([...columns])
      .execute();
  }
}
