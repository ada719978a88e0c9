import { type Kysely, sql } from 'kysely';
import { countLists } from '../src/platform/db/list-blocks.ts';

/** Blocks of known sizes in the lists that are read by pages, and the orders that these lists still lacked. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('list_blocks')
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('end_key', 'text', (column) => column.notNull())
    .addColumn('end_id', 'text', (column) => column.notNull())
    .addColumn('rows', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('list_blocks_key', ['list', 'end_key', 'end_id'])
    .execute();
  await db.schema
    .createIndex('entitlements_early')
    .on('entitlements')
    .columns(['granted_at', 'id'])
    .where(sql.ref('kind'), '=', sql.lit('early_access'))
    .where(sql.ref('revoked_at'), 'is', null)
    .execute();
  await db.schema.createIndex('audit_log_at_id').on('audit_log').columns(['at', 'id']).execute();
  await db.schema
    .createIndex('sessions_expiry')
    .on('sessions')
    .column('expires_at')
    .where(sql.ref('revoked_at'), 'is', null)
    .execute();
  await countLists(db as never);
}
