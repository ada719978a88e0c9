import { type Kysely, sql } from 'kysely';

/** A row of the queue per reader instead of one per part, which every page turn in an older edition would write. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('anchor_queue').renameTo('anchor_queue_by_part').execute();
  await db.schema
    .createTable('anchor_queue')
    .addColumn('part_id', 'text', (column) => column.notNull())
    // Empty when the part itself has a new edition; rows of older backups do not say.
    .addColumn('user_id', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('token', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('anchor_queue_readers_key', ['part_id', 'user_id'])
    .execute();
  await sql`insert into anchor_queue (part_id, token) select part_id, token from anchor_queue_by_part`.execute(db);
  await db.schema.dropTable('anchor_queue_by_part').execute();
}
