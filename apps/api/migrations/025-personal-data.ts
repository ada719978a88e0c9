import { type Kysely, sql } from 'kysely';

/** Accounts that leave, that are gone, and that are blocked; addresses they had before; what was asked of their data. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['erase_at', 'erased_at', 'blocked_at']) {
    await db.schema.alterTable('users').addColumn(column, 'bigint').execute();
  }
  await db.schema
    .createIndex('users_erase_at')
    .on('users')
    .column('erase_at')
    .where(sql.ref('erase_at'), 'is not', null)
    .execute();
  await db.schema
    .createTable('former_addresses')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('left_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('former_addresses_key', ['user_id', 'email'] as never[])
    .execute();
  await db.schema
    .createTable('data_requests')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('user_id', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('person', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('done_at', 'bigint')
    .execute();
  await db.schema.createIndex('data_requests_user').on('data_requests').columns(['user_id', 'kind', 'state']).execute();
  await db.schema.createIndex('data_requests_asked').on('data_requests').columns(['asked_at', 'id']).execute();
}
