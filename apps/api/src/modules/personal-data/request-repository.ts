import { normalizeText } from '@cuentos/domain/text/normalize';
import type { Connection, Tx } from '../../platform/db/db.ts';
import type { ProvedAddress } from '../../platform/proved-address.ts';
import type { DataRequestRow } from '../../platform/db/tables/accounts.ts';

export async function insertRequest(tx: Tx, row: DataRequestRow): Promise<void> {
  await tx.insertInto('data_requests').values(row).execute();
}

export async function updateRequest(tx: Tx, id: string, change: Partial<DataRequestRow>): Promise<void> {
  await tx.updateTable('data_requests').set(change).where('id', '=', id).execute();
}

/** A request with the account that it belongs to, if that is known. */
export type ListedRequest = DataRequestRow & {
  readonly name: string | null;
  readonly email: string | null;
  readonly erased_at: number | null;
  readonly deleted_at: number | null;
  readonly erase_at: number | null;
};

const withAccounts = (connection: Connection) =>
  connection
    .selectFrom('data_requests')
    .leftJoin('users', 'users.id', 'data_requests.user_id')
    .selectAll('data_requests')
    .select(['users.name', 'users.email', 'users.erased_at', 'users.deleted_at', 'users.erase_at']);

export async function findRequest(connection: Connection, id: string): Promise<ListedRequest | undefined> {
  return withAccounts(connection).where('data_requests.id', '=', id).executeTakeFirst();
}

/** Finds an account's newest request of a kind and state. */
export async function latestRequest(
  connection: Connection,
  userId: string,
  { kind, state }: Pick<DataRequestRow, 'kind' | 'state'>,
): Promise<DataRequestRow | undefined> {
  return connection
    .selectFrom('data_requests')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', '=', state)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Lists pending requests first, by their due day; then the others, the newest first. */
export async function listRequests(
  connection: Connection,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  const rows = await withAccounts(connection)
    .orderBy((eb) => eb.case().when('data_requests.state', '=', 'open').then(0).else(1).end())
    .orderBy((eb) => eb.case().when('data_requests.state', '=', 'open').then(eb.ref('due_at')).else(0).end())
    .orderBy('asked_at', 'desc')
    .orderBy('data_requests.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();
  const { total } = await connection
    .selectFrom('data_requests')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/**
 * Withdraws pending erasures of accounts that are no longer to be erased: a person may take one back without this
 * register.
 */
export async function withdrawIdle(tx: Tx, now: number): Promise<void> {
  const leaving = tx.selectFrom('users').select('id').where('erase_at', 'is not', null);
  await tx
    .updateTable('data_requests')
    .set({ state: 'withdrawn', outcome: 'kept', done_at: now })
    .where('kind', '=', 'erasure')
    .where('state', '=', 'running')
    .where('user_id', 'not in', leaving)
    .execute();
}

/**
 * Notes that an account was erased, and removes its name and the notes from its requests.
 * @param addresses the proved ones: a letter may name one and be older than the account, or say more than that
 */
export async function closeErased(
  tx: Tx,
  { userId, addresses }: { readonly userId: string; readonly addresses: readonly ProvedAddress[] },
  now: number,
): Promise<void> {
  const unknown = await tx.selectFrom('data_requests').select(['id', 'person']).where('user_id', 'is', null).execute();
  for (const { id, person } of unknown) {
    if (wordsOf(person).some((word) => addresses.some((address) => address === word)))
      await updateRequest(tx, id, { user_id: userId });
  }
  await tx.updateTable('data_requests').set({ person: '', note: '' }).where('user_id', '=', userId).execute();
  await tx
    .updateTable('data_requests')
    .set({ outcome: 'details_erased' })
    .where('user_id', '=', userId)
    .where('channel', '=', 'letter')
    .where('outcome', '!=', '')
    .execute();
  await tx
    .updateTable('data_requests')
    .set({ state: 'done', outcome: 'erased', done_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', 'erasure')
    .where('state', 'in', ['open', 'running'])
    .execute();
}

/** Finds words that may be an address in the note about the requesting person. */
const wordsOf = (person: string): string[] =>
  normalizeText(person)
    .toLowerCase()
    .split(/[\s,;:<>()"'«»]+/)
    .map((word) => word.replace(/\.$/, ''));
