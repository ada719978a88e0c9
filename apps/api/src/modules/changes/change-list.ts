import type { Change, ChangeList } from '@cuentos/contract/changes';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { DataEpochRow, ReaderChangeRow } from '../../platform/db/tables/changes.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { Clock } from '../../ports/clock.ts';
import * as repository from './repository.ts';

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
}

/**
 * Returns the changes of a reader's things after a revision; all of them after one that the shop has not come to.
 * @param since null for the newest revision alone
 */
export async function changesSince(deps: Deps, userId: string, since: number | null): Promise<ChangeList> {
  const { id, began_at } = await currentEpoch(deps);
  const epoch = { id, began_at: toIso(began_at) };
  const { read } = deps.db;
  const revision = (await repository.revisionsOf(read, [userId])).get(userId) ?? 0;
  if (since === null || since === revision) return { revision, changes: [], epoch };
  const rows = await repository.changesAfter(read, userId, since > revision ? 0 : since);
  // Numbers are committed in their order, so whatever was committed between the two queries is in the second one whole.
  return { revision: Math.max(revision, rows.at(-1)?.revision ?? 0), changes: rows.map(present), epoch };
}

/** Returns the epoch of the shop's data. After a restore the first request creates a new one. */
async function currentEpoch({ db, clock }: Deps): Promise<DataEpochRow> {
  const stored = await repository.findEpoch(db.read);
  if (stored) return stored;
  const now = clock.now();
  return db.withTx(async (tx) => {
    const epoch: DataEpochRow = { name: 'epoch', id: newId(now), began_at: now };
    await repository.insertEpoch(tx, epoch);
    return (await repository.findEpoch(tx)) ?? epoch;
  });
}

function present({ topic, part_id: partId, revision, version }: ReaderChangeRow): Change {
  return { topic, part_id: partId === '' ? null : partId, revision, version };
}
