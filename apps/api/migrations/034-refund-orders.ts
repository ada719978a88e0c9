import type { Kysely } from 'kysely';

/** How often the provider took an order to refund and gave it up: the next order needs a key of its own. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('refunds')
    .addColumn('rejections', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
}
