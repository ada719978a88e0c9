import type { Kysely } from 'kysely';

/**
 * What of a part everybody may read, as copies with their own files, and which of them a part shows now. The job that
 * makes them finds the parts that have none.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('samples')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('part_id', 'text', (column) => column.notNull())
    .addColumn('edition_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('rule', 'bigint', (column) => column.notNull())
    .addColumn('publication', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('sample_resources')
    .addColumn('sample_id', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('has_br', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sample_resources_key', ['sample_id', 'path'])
    .execute();
  // Asked for every file before it is deleted.
  await db.schema.createIndex('sample_resources_hash').on('sample_resources').column('hash').execute();
  await db.schema.alterTable('book_parts').addColumn('sample_beginning_id', 'text').execute();
  await db.schema.alterTable('book_parts').addColumn('sample_whole_id', 'text').execute();
}
