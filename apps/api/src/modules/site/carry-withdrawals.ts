import type { Tx } from '../../platform/db/db.ts';
import type { ConsentRow, FollowRow, SubscriberRow } from '../../platform/db/tables/mail.ts';
import { recordAudit } from '../audit/service.ts';
import { deleteSubscriber } from './repository.ts';

/**
 * Carries withdrawn consent over a restore: all news, single books, addresses that their servers refused, and those
 * that the team erased. Consent that an address gave since the backup is not carried over.
 * @returns the function that withdraws it in the restored state
 */
export async function carryWithdrawals(tx: Tx, now: number): Promise<(tx: Tx) => Promise<void>> {
  const subscribers = await tx
    .selectFrom('mailing_list')
    .select(['id', 'email', 'state', 'refused_at', 'updated_at'])
    .execute();
  const follows = await tx.selectFrom('follows').selectAll().execute();
  const departures = await tx.selectFrom('consent_records').selectAll().where('action', '=', 'unsubscribed').execute();
  const erasures = await tx
    .selectFrom('audit_log')
    .select(['subject', 'at'])
    .where('action', '=', 'mailing_list.erased')
    .orderBy('at')
    .execute();
  return async (restored) => {
    await withdraw(restored, { subscribers, follows, departures });
    await eraseSubscribers(restored, new Map(erasures.map(({ subject, at }) => [subject, at])), now);
  };
}

/**
 * Erases in a restored state the addresses that the team erased. The row of an account's address keeps its id, so one that
 * agreed to something after its erasure stays: the backup has that and nothing from before.
 * @param erasedAt when subscribers were erased last, by their ids
 */
async function eraseSubscribers(tx: Tx, erasedAt: ReadonlyMap<string, number>, now: number): Promise<void> {
  for (const subscriber of await tx.selectFrom('mailing_list').selectAll().execute()) {
    const at = erasedAt.get(subscriber.id);
    if (at === undefined || (await hasAgreedSince(tx, subscriber, at))) continue;
    await deleteSubscriber(tx, subscriber);
    // The next restore learns of it from this line.
    await recordAudit(tx, { actorId: null, action: 'mailing_list.erased', subject: subscriber.id }, now);
  }
}

async function hasAgreedSince(tx: Tx, { id, confirmed_at: confirmedAt }: SubscriberRow, at: number): Promise<boolean> {
  if ((confirmedAt ?? 0) > at) return true;
  const follow = await tx
    .selectFrom('follows')
    .select('book_id')
    .where('subscriber_id', '=', id)
    .where('confirmed_at', '>', at)
    .executeTakeFirst();
  return follow !== undefined;
}

/** Consent in the state that a restore replaces. */
interface Consents {
  readonly subscribers: readonly Pick<SubscriberRow, 'id' | 'email' | 'state' | 'refused_at' | 'updated_at'>[];
  readonly follows: readonly FollowRow[];
  /** Proofs that an address left the list or a book. */
  readonly departures: readonly ConsentRow[];
}

async function withdraw(tx: Tx, { subscribers, follows, departures }: Consents): Promise<void> {
  const restored = new Map((await tx.selectFrom('mailing_list').selectAll().execute()).map((row) => [row.email, row]));
  /** Ids in the restored state by current ids: an address that was erased and subscribed again has a new id. */
  const restoredIds = new Map<string, string>();
  for (const { id, email, state, refused_at, updated_at } of subscribers) {
    const before = restored.get(email);
    if (!before) continue;
    restoredIds.set(id, before.id);
    const isWithdrawn = state === 'unsubscribed' || (before.state === 'confirmed' && state !== 'confirmed');
    const withdrawal = {
      state: state === 'unsubscribed' ? state : ('none' as const),
      confirm_hash: null,
      confirm_expires_at: null,
      confirmed_at: null,
    };
    if (!isWithdrawn && refused_at === before.refused_at) continue;
    await tx
      .updateTable('mailing_list')
      .set({ ...(isWithdrawn ? withdrawal : {}), refused_at, updated_at })
      .where('id', '=', before.id)
      .execute();
  }
  await endFollows(tx, follows, restoredIds);
  for (const departure of departures) {
    const subscriberId = restoredIds.get(departure.subscriber_id);
    if (subscriberId === undefined) continue;
    await tx
      .insertInto('consent_records')
      .values({ ...departure, subscriber_id: subscriberId })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  }
}

/**
 * Ends in a restored state the follows that ended since.
 * @param restoredIds restored ids of subscribers by their ids of now
 */
async function endFollows(
  tx: Tx,
  follows: readonly FollowRow[],
  restoredIds: ReadonlyMap<string, string>,
): Promise<void> {
  const keyOf = (subscriberId: string, bookId: string): string => `${subscriberId} ${bookId}`;
  const present = follows.flatMap((follow) => {
    const subscriberId = restoredIds.get(follow.subscriber_id);
    return subscriberId === undefined ? [] : [{ ...follow, subscriber_id: subscriberId }];
  });
  const presentKeys = new Set(present.map((follow) => keyOf(follow.subscriber_id, follow.book_id)));
  const knownSubscribers = new Set(restoredIds.values());
  for (const follow of await tx.selectFrom('follows').select(['subscriber_id', 'book_id']).execute()) {
    const { subscriber_id: subscriberId, book_id: bookId } = follow;
    if (!knownSubscribers.has(subscriberId) || presentKeys.has(keyOf(subscriberId, bookId))) continue;
    await tx.deleteFrom('follows').where('subscriber_id', '=', subscriberId).where('book_id', '=', bookId).execute();
  }
  const books = new Set((await tx.selectFrom('books').select('id').execute()).map(({ id }) => id));
  for (const follow of present) {
    if (follow.state !== 'left' || !books.has(follow.book_id)) continue;
    await tx
      .insertInto('follows')
      .values(follow)
      .onConflict((conflict) => conflict.columns(['subscriber_id', 'book_id']).doUpdateSet(follow))
      .execute();
  }
}
