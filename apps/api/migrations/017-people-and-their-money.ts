import type { Kysely } from 'kysely';

/** Where a payment under way is gone on with; finding a payment by its number and mails by their address. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('resume_url', 'text').execute();
  await db.schema.createIndex('payments_number').on('payments').column('provider_payment_id').execute();
  await db.schema.createIndex('mails_recipient').on('mails').columns(['recipient', 'created_at']).execute();
  await db.schema.createIndex('orders_state').on('orders').columns(['state', 'created_at']).execute();
}
