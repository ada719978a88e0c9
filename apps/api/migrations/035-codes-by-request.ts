import { type Kysely, sql } from 'kysely';

/**
 * A code by mail for each browser that asked, so that what a stranger asks voids nobody's code; and the known device that
 * a recovery was asked for on. Codes last ten minutes: those under way are asked for again.
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
