import type { Insertable } from 'kysely';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { ConsentRow, Database, SubscriberRow } from '../../platform/db/schema.ts';

export async function findSubscriber(
  connection: Connection,
  column: 'id' | 'email' | 'confirm_hash',
  value: string,
): Promise<SubscriberRow | undefined> {
  return connection.selectFrom('mailing_list').selectAll().where(column, '=', value).executeTakeFirst();
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

/** Counts a view; a visitor's further views of a screen on one day add to the same row. */
export async function countView(tx: Tx, view: Omit<Insertable<Database['page_views']>, 'views'>): Promise<void> {
  await tx
    .insertInto('page_views')
    .values({ ...view, views: 1 })
    .onConflict((conflict) =>
      conflict.columns(['day', 'route', 'visitor']).doUpdateSet((eb) => ({ views: eb('page_views.views', '+', 1) })),
    )
    .execute();
}

/** The day's salt; of several candidates the first one counts for every process. */
export async function saltOf(tx: Tx, day: string, candidate: string): Promise<string> {
  const row = await tx
    .insertInto('analytics_salts')
    .values({ day, salt: candidate })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .returning('salt')
    .executeTakeFirst();
  if (row) return row.salt;
  return (await tx.selectFrom('analytics_salts').select('salt').where('day', '=', day).executeTakeFirstOrThrow()).salt;
}

/** Forgets salts of past days: from then on no visitor of those days can be found again. */
export async function sweepSalts(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('analytics_salts').where('day', '<', before).execute();
}

export async function sweepViews(tx: Tx, before: string): Promise<void> {
  await tx.deleteFrom('page_views').where('day', '<', before).execute();
}
