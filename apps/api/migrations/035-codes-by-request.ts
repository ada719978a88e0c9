import { type Kysely, sql } from 'kysely';

/**
 * A code by mail for each browser that asked, so that a request of a stranger does not void the code of the owner; and
 * the known device on which a recovery was requested. Codes last ten minutes: readers ask again for those under way.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.dropTable('entry_codes').execute();
  await db.schema
    .createTable('entry_codes')
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('tries', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('entry_codes_email')
    .on('entry_codes')
    .column('email' as never)
    .execute();
  await sql`alter table recovery_requests add column device text`.execute(db);
}
