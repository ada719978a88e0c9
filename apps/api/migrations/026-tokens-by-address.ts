import type { Kysely } from 'kysely';

/** Whether an address is kept for an account that left it is asked at each new account. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.createIndex('account_tokens_email').on('account_tokens').column('email').execute();
}
