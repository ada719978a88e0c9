import { type Kysely, sql } from 'kysely';

/**
 * When a part first went out to somebody who reads it early: that is no delivery of a purchase, but whoever buys it
 * later has opened it. Of the time before, a reading position tells it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('early_readings')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('part_id', 'text', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('early_readings_key', ['user_id', 'part_id'])
    .execute();
  await sql`insert into early_readings (user_id, part_id, first_at)
    select place.user_id, place.part_id, place.updated_at from reading_positions as place
    where exists (select 1 from entitlements where entitlements.user_id = place.user_id
      and entitlements.part_id = place.part_id and entitlements.kind = 'early_access')`.execute(db);
}
