import type { Kysely } from 'kysely';

/** Passkeys of accounts, and the challenges for them that were used. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('credential_id', 'text', (column) => column.notNull())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('sign_count', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('backed_up', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('passkeys_credential')
    .on('passkeys')
    .column('credential_id' as never)
    .unique()
    .execute();
  await db.schema
    .createIndex('passkeys_user')
    .on('passkeys')
    .column('user_id' as never)
    .execute();
  await db.schema
    .createTable('passkey_challenges_used')
    .addColumn('challenge', 'text', (column) => column.notNull().primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
}
