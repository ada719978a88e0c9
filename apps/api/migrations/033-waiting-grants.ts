import type { Kysely } from 'kysely';

/** Gifts of the shop to accounts with an unproved address; each becomes an entitlement once the address is proved. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('waiting_grants')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('part_id', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('granted_by', 'text')
    .addColumn('expires_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('waiting_grants_of_user', ['user_id', 'part_id', 'source'] as never)
    .execute();
}
