import type { Tx } from '../../platform/db/db.ts';
import type { Database } from '../../platform/db/schema.ts';

export async function insertAudit(tx: Tx, row: Database['audit_log']): Promise<void> {
  await tx.insertInto('audit_log').values(row).execute();
}

/** Whether something was done to a row at an instant. */
export async function hasLine(
  tx: Tx,
  { at, subject, actions }: { readonly at: number; readonly subject: string; readonly actions: readonly string[] },
): Promise<boolean> {
  const row = await tx
    .selectFrom('audit_log')
    .select('id')
    .where('at', '=', at)
    .where('subject', '=', subject)
    .where('action', 'in', [...actions])
    .executeTakeFirst();
  return row !== undefined;
}

/** Audit entries about some rows that include a reason. */
export async function auditWithReasons(tx: Tx, subjects: readonly string[]) {
  if (subjects.length === 0) return [];
  return tx
    .selectFrom('audit_log')
    .select(['id', 'detail'])
    .where('subject', 'in', subjects)
    .where('detail', 'like', '%"reason"%')
    .execute();
}

export async function updateDetail(tx: Tx, id: string, detail: string): Promise<void> {
  await tx.updateTable('audit_log').set({ detail }).where('id', '=', id).execute();
}
