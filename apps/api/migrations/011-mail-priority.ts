import { type Kysely, sql } from 'kysely';

/** Which mails go first, 0 before 1, and the order in which what is due is taken out of the outbox. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table mails add column priority bigint not null default 1`.execute(db);
  await sql`drop index mails_next`.execute(db);
  await db.schema
    .createIndex('mails_due')
    .on('mails')
    .columns(['priority', 'next_attempt_at'])
    .where(sql.ref('next_attempt_at'), 'is not', null)
    .execute();
}
