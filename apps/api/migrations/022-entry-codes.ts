import type { Kysely } from 'kysely';

/** Codes by mail that open an account: the newest of each address. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('entry_codes')
    .addColumn('email', 'text', (column) => column.notNull().primaryKey())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('tries', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}
