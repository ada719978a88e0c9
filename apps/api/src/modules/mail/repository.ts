import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import { type Retried, retryNow } from '../../platform/db/due-rows.ts';
import { enterList } from '../../platform/db/list-blocks.ts';
import type { Database } from '../../platform/db/schema.ts';

export type MailRow = Selectable<Database['mails']>;

/** Queues a mail in the transaction of what it tells; a second one with the same key is dropped. */
export async function queueMail(tx: Tx, row: Insertable<Database['mails']>): Promise<void> {
  const queued = await tx
    .insertInto('mails')
    .values(row)
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (queued) await enterList(tx, 'mails', { key: row.created_at, id: row.id });
}

/** What is to be sent now, the most urgent first, then by when it was due. */
export async function dueMails(db: Db, now: number, limit: number): Promise<MailRow[]> {
  return db.read
    .selectFrom('mails')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('priority')
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute();
}

export async function updateMail(db: Db, id: string, change: Partial<MailRow>): Promise<void> {
  await db.withTx(async (tx) => tx.updateTable('mails').set(change).where('id', '=', id).execute());
}

/** Makes an unsent mail due now, with all its tries again. */
export async function retryMail(tx: Tx, id: string, now: number): Promise<Retried> {
  return retryNow(tx, { table: 'mails', done: 'sent_at' }, id, now);
}

export async function latestMails(db: Db, limit: number): Promise<MailRow[]> {
  return db.read
    .selectFrom('mails')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Marks mails made until an instant as sent when they were made. */
export async function markSent(tx: Tx, until: number): Promise<void> {
  await tx
    .updateTable('mails')
    .set((eb) => ({ sent_at: eb.ref('created_at'), attempts: 1, next_attempt_at: null }))
    .where('sent_at', 'is', null)
    .where('created_at', '<=', until)
    .execute();
}

/** Empties the mails of some templates that were sent, or given up, before an instant. */
export async function eraseContents(tx: Tx, templates: readonly string[], before: number): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ text: '', html: '' })
    .where('template', 'in', templates)
    .where('html', '!=', '')
    .where('next_attempt_at', 'is', null)
    .where('created_at', '<', before)
    .execute();
}
