import { type Kysely, sql } from 'kysely';

/**
 * Orders for parts of several books, so that no order is of one book any more; what completing a book takes off; and
 * what people keep in their pocket until they buy it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('orders').dropColumn('book_id').execute();
  await db.schema
    .alterTable('order_items')
    .addColumn('position', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('order_items').addColumn('reduction', 'text').execute();
  await sql`update order_items set reduction = 'presale' where discount_percentage > 0`.execute(db);
  await db.schema
    .alterTable('books')
    .addColumn('completion_discount', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('pocket_items')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('part_id', 'text', (column) => column.notNull())
    .addColumn('added_at', 'bigint', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('pocket_items_key', ['user_id', 'part_id'])
    .execute();
}
