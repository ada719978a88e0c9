import type { Kysely } from 'kysely';

/** What the checks of the setup found, when the shop was saved and put back, and what an author tells of a book. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('setup_results')
    .addColumn('check_name', 'text', (column) => column.notNull().primaryKey())
    .addColumn('finding', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('maintenance_runs')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('maintenance_runs_kind').on('maintenance_runs').columns(['kind', 'at']).execute();
  const books = db.schema.alterTable('books');
  await books.addColumn('isbn', 'text').execute();
  await books.addColumn('series_name', 'text').execute();
  await books.addColumn('series_number', 'bigint').execute();
  await books.addColumn('language', 'text', (column) => column.notNull().defaultTo('es')).execute();
  await books.addColumn('keywords', 'text', (column) => column.notNull().defaultTo('[]')).execute();
  await books.addColumn('shelf_position', 'bigint', (column) => column.notNull().defaultTo(0)).execute();
}
