import { type DataRequestKind, requestDueAt } from '@cuentos/domain/personal-data/request-due';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { DataRequestRow } from '../../platform/db/tables/accounts.ts';
import * as repository from './request-repository.ts';

type Noted = Pick<DataRequestRow, 'kind' | 'state' | 'outcome'> & { readonly userId: string };

/** Notes in the register what an account asked for and what came of it at once. */
export async function noteRequest(tx: Tx, { userId, kind, state, outcome }: Noted, now: number): Promise<void> {
  await repository.insertRequest(tx, {
    id: newId(now),
    user_id: userId,
    kind,
    channel: 'shop',
    person: '',
    note: '',
    state,
    outcome,
    asked_at: now,
    due_at: requestDueAt(kind, now),
    done_at: state === 'done' ? now : null,
  });
}

/** Notes that what an account's maker asked for holds no more: the owner of its address came and took the account. */
export async function withdrawAsked(tx: Tx, userId: string, now: number): Promise<void> {
  const withdrawal = { state: 'withdrawn', outcome: 'kept', done_at: now } as const;
  await settleRequest(tx, { userId, kind: 'erasure', from: 'running' }, withdrawal);
  await settleRequest(tx, { userId, kind: 'block', from: 'done' }, { outcome: 'unblocked' });
}

/** Changes the newest request of a kind that stands in a state; nothing when there is none. */
export async function settleRequest(
  tx: Tx,
  { userId, kind, from }: { userId: string; kind: DataRequestKind; from: DataRequestRow['state'] },
  change: Partial<Pick<DataRequestRow, 'state' | 'outcome' | 'done_at'>>,
): Promise<void> {
  const request = await repository.latestRequest(tx, userId, { kind, state: from });
  if (request) await repository.updateRequest(tx, request.id, change);
}
