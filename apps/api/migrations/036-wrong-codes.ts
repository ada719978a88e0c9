import { type Kysely, sql } from 'kysely';

/** Which wrong codes were typed for a request, as JSON of their hashes: the same one is counted once. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table entry_codes add column wrong_codes text not null default '[]'`.execute(db);
}
