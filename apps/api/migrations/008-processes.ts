import type { Kysely } from 'kysely';

/** Processes of the shop that are at work; each counts up its row while it lives. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('processes')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('beat', 'bigint', (column) => column.notNull())
    .execute();
}
