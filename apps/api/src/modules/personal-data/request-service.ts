import { type DataRequestKind, requestDueAt } from '@cuentos/domain/personal-data/request-due';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { DataRequestRow } from '../../platform/db/tables/accounts.ts';
import * as repository from './request-repository.ts';

type NewDataRequest = Pick<DataRequestRow, 'kind' | 'state' | 'outcome'> & { readonly userId: string };

/** Adds an account's request and its immediate result to the register. */
export async function noteRequest(
  tx: Tx,
  { userId, kind, state, outcome }: NewDataRequest,
  now: number,
): Promise<void> {
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

/** Withdraws the requests of an account's maker after the owner of its address took the account over. */
export async function withdrawAsked(tx: Tx, userId: string, now: number): Promise<void> {
  const withdrawal = { state: 'withdrawn', outcome: 'kept', done_at: now } as const;
  await settleRequest(tx, { userId, kind: 'erasure', from: 'running' }, withdrawal);
  await settleRequest(tx, { userId, kind: 'block', from: 'done' }, { outcome: 'unblocked' });
}

/** Changes the newest request of a kind and state; does nothing if there is none. */
export async function settleRequest(
  tx: Tx,
  { userId, kind, from }: { userId: string; kind: DataRequestKind; from: DataRequestRow['state'] },
  change: Partial<Pick<DataRequestRow, 'state' | 'outcome' | 'done_at'>>,
): Promise<void> {
  const request = await repository.latestRequest(tx, userId, { kind, state: from });
  if (request) await repository.updateRequest(tx, request.id, change);
}
