import type { Kysely } from 'kysely';

/** Numbers of tax documents that a shop gave before an older state of it was put back. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('tax_numbers_given')
    .addColumn('kind', 'text', (column) => column.notNull().primaryKey())
    .addColumn('last', 'bigint', (column) => column.notNull())
    .execute();
}
