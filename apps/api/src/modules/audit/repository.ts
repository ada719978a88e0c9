import type { Tx } from '../../platform/db/db.ts';
import type { Database } from '../../platform/db/schema.ts';

export async function insertAudit(tx: Tx, row: Database['audit_log']): Promise<void> {
  await tx.insertInto('audit_log').values(row).execute();
}
