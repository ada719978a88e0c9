import type { Kysely } from 'kysely';

/** What the author writes of the shop, its legal documents, and who was told of which. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('shop_sections')
    .addColumn('section', 'text', (column) => column.notNull().primaryKey())
    .addColumn('published', 'text', (column) => column.notNull())
    .addColumn('draft', 'text')
    .addColumn('revision', 'bigint', (column) => column.notNull())
    .addColumn('published_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_by', 'text')
    .execute();
  await db.schema
    .createTable('legal_documents')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('published_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('legal_documents_key', ['kind', 'version'] as never[])
    .execute();
  await db.schema
    .createTable('legal_notices')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addColumn('told_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('legal_notices_key', ['user_id', 'kind'] as never[])
    .execute();
}
