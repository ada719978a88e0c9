import type { Tx } from '../../platform/db/db.ts';
import { enterList } from '../../platform/db/list-blocks.ts';
import type { Database } from '../../platform/db/schema.ts';

export async function insertAudit(tx: Tx, row: Database['audit_log']): Promise<void> {
  await tx.insertInto('audit_log').values(row).execute();
  await enterList(tx, 'audit', { key: row.at, id: row.id });
}
