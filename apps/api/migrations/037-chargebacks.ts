import { type Kysely, sql } from 'kysely';

/** What the provider told of a payment's dispute, as JSON; null while it told nothing. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table payments add column dispute text`.execute(db);
}
