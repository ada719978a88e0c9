import type { Kysely } from 'kysely';

/** Second factors of accounts with their recovery codes, and when a session last showed one. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('user_id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('last_step', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'] as never[])
    .execute();
  await db.schema.alterTable('sessions').addColumn('factor_confirmed_at', 'bigint').execute();
}
