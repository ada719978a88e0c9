import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import type { GiftRow, OrderRow } from '../../platform/db/tables/orders.ts';
import type { ProvedAddress } from '../../platform/proved-address.ts';

export async function insertGift(tx: Tx, gift: GiftRow): Promise<void> {
  await tx.insertInto('gifts').values(gift).execute();
}

export async function findGift(
  connection: Connection,
  by: 'id' | 'order_id',
  value: string,
): Promise<GiftRow | undefined> {
  return connection.selectFrom('gifts').selectAll().where(by, '=', value).executeTakeFirst();
}

/** Gifts among some orders, by the order. */
export async function giftsOfOrders(
  connection: Connection,
  orderIds: readonly string[],
): Promise<Map<string, GiftRow>> {
  if (orderIds.length === 0) return new Map();
  const rows = await connection
    .selectFrom('gifts')
    .selectAll()
    .where('order_id', 'in', [...orderIds])
    .execute();
  return new Map(rows.map((row) => [row.order_id, row]));
}

/** The giver's name, recipient, message and day. */
export type GiftWords = Pick<GiftRow, 'giver_name' | 'recipient_email' | 'message' | 'send_at'>;

/**
 * Unpaid gifts of a giver, by their orders. @param words only those that say exactly the same @param states of their
 * orders; by default those without a payment that may still take money
 */
export async function unpaidGifts(
  connection: Connection,
  userId: string,
  words: GiftWords | null,
  states: readonly OrderRow['state'][] = ['open', 'rejected'],
): Promise<string[]> {
  let query = connection
    .selectFrom('gifts')
    .innerJoin('orders', 'orders.id', 'gifts.order_id')
    .select('gifts.order_id')
    .where('orders.user_id', '=', userId)
    .where('orders.state', 'in', [...states]);
  for (const name of words ? (['giver_name', 'recipient_email', 'message', 'send_at'] as const) : []) {
    const value = words?.[name] ?? null;
    query = value === null ? query.where(`gifts.${name}`, 'is', null) : query.where(`gifts.${name}`, '=', value);
  }
  return (await query.execute()).map(({ order_id: id }) => id);
}

/** Changes message, address and day of an unpaid gift. */
export async function rewordGift(tx: Tx, orderId: string, words: GiftWords): Promise<void> {
  await tx.updateTable('gifts').set(words).where('order_id', '=', orderId).where('opened_at', 'is', null).execute();
}

export async function updateGift(tx: Tx, id: string, change: Partial<GiftRow>): Promise<void> {
  await tx.updateTable('gifts').set(change).where('id', '=', id).execute();
}

/** Notes who claimed a gift, once; false when it was claimed before. */
export async function noteClaim(tx: Tx, id: string, claim: { readonly userId: string; readonly now: number }) {
  const row = await tx
    .updateTable('gifts')
    // Clears the recipient's address and the mail's day, which nothing needs after the claim.
    .set({ claimed_by: claim.userId, claimed_at: claim.now, recipient_email: null, mail_due_at: null })
    .where('id', '=', id)
    .where('claimed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gifts whose mail is due, with their addresses, longest due first; after `after`. */
export async function dueGifts(
  db: Db,
  { now, after }: { readonly now: number; readonly after: Pick<GiftRow, 'id' | 'mail_due_at'> | null },
  limit: number,
): Promise<Pick<GiftRow, 'id' | 'recipient_email' | 'mail_due_at'>[]> {
  return db.read
    .selectFrom('gifts')
    .select(['id', 'recipient_email', 'mail_due_at'])
    .where('mail_due_at', '<=', now)
    .where((eb) =>
      after === null ? eb.lit(true) : eb(eb.refTuple('mail_due_at', 'id'), '>', eb.tuple(after.mail_due_at, after.id)),
    )
    .orderBy('mail_due_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Unclaimed gifts that end before an instant, whose giver was not reminded; after `after`. */
export async function endingGifts(
  db: Db,
  {
    now,
    before,
    after,
  }: { readonly now: number; readonly before: number; readonly after: Pick<GiftRow, 'id' | 'expires_at'> | null },
  limit: number,
): Promise<Pick<GiftRow, 'id' | 'expires_at'>[]> {
  return db.read
    .selectFrom('gifts')
    .select(['id', 'expires_at'])
    .where('claimed_at', 'is', null)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', before)
    .where('reminded_at', 'is', null)
    .where((eb) =>
      after === null ? eb.lit(true) : eb(eb.refTuple('expires_at', 'id'), '>', eb.tuple(after.expires_at, after.id)),
    )
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

const nothingSaid = { giver_name: null, recipient_email: null, message: null };

/** Clears the words of gifts that ended, were returned or stayed unpaid, before some instants. */
export async function sweepGifts(
  tx: Tx,
  { ended, unpaid }: { readonly ended: number; readonly unpaid: number },
): Promise<void> {
  await tx
    .updateTable('gifts')
    .set(nothingSaid)
    .where('claimed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('expires_at', '<', ended),
        eb('order_id', 'in', (orders) =>
          orders
            .selectFrom('orders')
            .select('orders.id')
            .where('orders.state', '=', 'refunded')
            .where('orders.updated_at', '<', ended),
        ),
      ]),
    )
    .where((eb) =>
      eb.or([eb('giver_name', 'is not', null), eb('recipient_email', 'is not', null), eb('message', 'is not', null)]),
    )
    .execute();
  await tx
    .updateTable('gifts')
    .set({ ...nothingSaid, mail_due_at: null })
    .where('opened_at', 'is', null)
    .where('created_at', '<', unpaid)
    .where((eb) =>
      eb.or([eb('giver_name', 'is not', null), eb('recipient_email', 'is not', null), eb('message', 'is not', null)]),
    )
    .execute();
}

/** A person whose name, addresses and messages are erased. */
interface ErasedPerson {
  readonly userId: string;
  /** Addresses that the person proved. */
  readonly addresses: readonly ProvedAddress[];
}

/**
 * Erases a person from the gifts that she gave and received. A paid gift can still be claimed, and its waiting mail
 * still goes out with its words, which are cleared then.
 */
export async function eraseFromGifts(tx: Tx, { userId, addresses }: ErasedPerson): Promise<void> {
  await tx
    .updateTable('gifts')
    .set({ claimed_by: null, recipient_email: null, message: null })
    .where('claimed_by', '=', userId)
    .execute();
  if (addresses.length > 0) {
    await tx
      .updateTable('gifts')
      .set({ recipient_email: null, message: null, mail_due_at: null })
      .where('recipient_email', 'in', [...addresses])
      .execute();
  }
  const own = tx.selectFrom('orders').select('id').where('user_id', '=', userId);
  await tx.updateTable('gifts').set({ giver_name: null }).where('order_id', 'in', own).execute();
  await tx
    .updateTable('gifts')
    .set({ recipient_email: null, message: null })
    .where('order_id', 'in', own)
    .where('mail_due_at', 'is', null)
    .execute();
}

/** Numbers of the gifts that a person gave or claimed. */
export async function giftIdsOf(connection: Connection, userId: string): Promise<string[]> {
  const rows = await connection
    .selectFrom('gifts')
    .innerJoin('orders', 'orders.id', 'gifts.order_id')
    .select('gifts.id')
    .where((eb) => eb.or([eb('orders.user_id', '=', userId), eb('gifts.claimed_by', '=', userId)]))
    .execute();
  return rows.map(({ id }) => id);
}

/** Numbers of the gifts that were mailed since an instant and whose giver is erased. */
export async function mailedGiftsOfErased(tx: Tx, since: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('gifts')
    .innerJoin('orders', 'orders.id', 'gifts.order_id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select('gifts.id')
    .where('users.erased_at', 'is not', null)
    .where('gifts.sent_at', '>=', since)
    .execute();
  return rows.map(({ id }) => id);
}

/** Names of the givers of a user's gifts, by order; null for a gift without a name. */
export async function giversOf(connection: Connection, userId: string): Promise<Map<string, string | null>> {
  const rows = await connection
    .selectFrom('gifts')
    .select(['order_id', 'giver_name'])
    .where('claimed_by', '=', userId)
    .execute();
  return new Map(rows.map(({ order_id: id, giver_name: name }) => [id, name]));
}

/** Gifts that a person gave or claimed, or that were sent to an address that is proved to be theirs. */
export async function giftsForCopy(connection: Connection, id: string, proved: readonly ProvedAddress[]) {
  return {
    gifts_given: await connection
      .selectFrom('gifts')
      .innerJoin('orders', 'orders.id', 'gifts.order_id')
      .select([
        'order_id',
        'giver_name',
        'recipient_email',
        'message',
        'send_at',
        'sent_at',
        'gifts.expires_at',
        'claimed_at',
      ])
      .where('orders.user_id', '=', id)
      .orderBy('gifts.created_at', 'desc')
      .execute(),
    // Leaves out the number of the order, which belongs to the giver.
    gifts_received: await connection
      .selectFrom('gifts')
      .select(['giver_name', 'recipient_email', 'message', 'sent_at', 'gifts.expires_at', 'claimed_at'])
      .where((eb) =>
        eb.or([
          eb('claimed_by', '=', id),
          ...(proved.length === 0
            ? []
            : [eb.and([eb('recipient_email', 'in', [...proved]), eb('sent_at', 'is not', null)])]),
        ]),
      )
      .orderBy('gifts.created_at', 'desc')
      .execute(),
  };
}
