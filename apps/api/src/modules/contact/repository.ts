import type { Db, Tx } from '../../platform/db/db.ts';
import type { ConsentRow, SubscriberRow } from '../../platform/db/schema-accounts.ts';

type Reader = Db['read'] | Tx;

export async function findSubscriber(
  reader: Reader,
  column: 'id' | 'email' | 'confirm_hash',
  value: string,
): Promise<SubscriberRow | undefined> {
  return reader.selectFrom('mailing_list').selectAll().where(column, '=', value).executeTakeFirst();
}

export async function insertSubscriber(tx: Tx, row: SubscriberRow): Promise<void> {
  await tx.insertInto('mailing_list').values(row).execute();
}

export async function updateSubscriber(tx: Tx, id: string, change: Partial<SubscriberRow>): Promise<void> {
  await tx.updateTable('mailing_list').set(change).where('id', '=', id).execute();
}

/** Rows are only ever added: the record proves what was agreed to and when it ended. */
export async function recordConsent(tx: Tx, row: ConsentRow): Promise<void> {
  await tx.insertInto('consent_records').values(row).execute();
}
