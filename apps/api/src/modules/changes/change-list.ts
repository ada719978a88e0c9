import type { Change, ChangeList } from '@cuentos/contract/changes';
import type { Connection } from '../../platform/db/db.ts';
import type { ReaderChangeRow } from '../../platform/db/tables/changes.ts';
import * as repository from './repository.ts';

/**
 * What changed of a reader's things after a revision; all of it after one that the shop has not come to.
 * @param since null for the newest revision alone
 */
export async function changesSince(connection: Connection, userId: string, since: number | null): Promise<ChangeList> {
  const revision = (await repository.revisionsOf(connection, [userId])).get(userId) ?? 0;
  if (since === null || since === revision) return { revision, changes: [] };
  const rows = await repository.changesAfter(connection, userId, since > revision ? 0 : since);
  // Numbers are committed in their order, so whatever was committed between the two queries is in the second one whole.
  return { revision: Math.max(revision, rows.at(-1)?.revision ?? 0), changes: rows.map(present) };
}

function present({ topic, part_id: partId, revision, version }: ReaderChangeRow): Change {
  return { topic, part_id: partId === '' ? null : partId, revision, version };
}
