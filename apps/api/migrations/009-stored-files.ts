import type { Kysely } from 'kysely';

/** Files on their way into the storage, which nobody may delete, and files on their way out, which nobody may take. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('file_claims')
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('claimed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('file_claims_key', ['hash', 'holder'])
    .execute();
  await db.schema.createIndex('file_claims_holder').on('file_claims').column('holder').execute();
  await db.schema
    .createTable('file_deletions')
    .addColumn('hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('begun_at', 'bigint', (column) => column.notNull())
    .execute();
  // Asked for every file before it is deleted.
  await db.schema.createIndex('edition_resources_hash').ifNotExists().on('edition_resources').column('hash').execute();
  await db.schema.createIndex('editions_file_hash').ifNotExists().on('editions').column('file_hash').execute();
}
