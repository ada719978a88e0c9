import { type Kysely, sql } from 'kysely';

/** Codes that take something off an order, and which one an order was made with. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('discount_codes')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('book_id', 'text')
    .addColumn('part_id', 'text')
    .addColumn('starts_at', 'bigint')
    .addColumn('ends_at', 'bigint')
    .addColumn('max_uses', 'bigint')
    .addColumn('max_uses_per_person', 'bigint')
    .addColumn('is_active', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('discount_codes_code')
    .on('discount_codes')
    .column('code' as never)
    .unique()
    .execute();
  await db.schema.alterTable('orders').addColumn('discount_code', 'text').execute();
  await sql`create index orders_discount_code on orders (discount_code, user_id)
    where discount_code is not null`.execute(db);
}
