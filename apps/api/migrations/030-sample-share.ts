import type { Kysely } from 'kysely';

/**
 * How much of a part its author shows to everybody, percent: null leaves it to the rule, 0 shows nothing. A sample keeps
 * the share it was cut for.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('book_parts').addColumn('sample_share', 'bigint').execute();
  await db.schema.alterTable('samples').addColumn('share', 'bigint').execute();
}
