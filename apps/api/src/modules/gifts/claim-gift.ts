import type { ErrorCode } from '@cuentos/contract/error-codes';
import type { Gift as ShownGift } from '@cuentos/contract/gifts';
import { givenParts, giftStateOf, type GiftState, isClaimable } from '@cuentos/domain/gifts/gift';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { toIso } from '../../platform/to-iso.ts';
import { recordAudit } from '../audit/service.ts';
import { bookIdsOfParts, findBooks, presentParts } from '../books/service.ts';
import { recordChange } from '../changes/service.ts';
import { grantPart, holdingsOfParts } from '../entitlements/service.ts';
import type { SaleContext } from '../orders/context.ts';
import { leavePocket } from '../pocket/repository.ts';
import { type LoadedGift, loadGift } from './gifts.ts';
import { noteClaim } from './repository.ts';

/** Account that opens a link; null without a session. */
type Opener = string | null;

/**
 * The gift of a link, as the holder of the link sees it. Of a gift that cannot be claimed any more, only its giver and its
 * claimer read what was written with it.
 * @throws {AppError} gift_not_found, also for one that was never paid
 */
export async function openedGift(context: SaleContext, token: string, opener: Opener): Promise<ShownGift> {
  const loadedGift = await loadByToken(context, token);
  const now = context.clock.now();
  const state = giftStateOf(loadedGift.gift, now);
  if (state === 'unpaid') throw new AppError('gift_not_found');
  const { row, order } = loadedGift;
  const isOwn = opener !== null && order.user_id === opener;
  const isMine = opener !== null && row.claimed_by === opener;
  const isTold = isClaimable(state) || isOwn || isMine;
  return {
    state,
    giver_name: isTold ? row.giver_name : null,
    message: isTold ? row.message : null,
    expires_at: toIso(row.expires_at),
    items: await itemsFor(context, loadedGift, opener),
    is_own: isOwn,
    is_mine: isMine,
  };
}

async function loadByToken({ db, giftLinks }: SaleContext, token: string): Promise<LoadedGift> {
  const id = giftLinks.read(token);
  const loadedGift = id === null ? null : await loadGift(db.read, 'id', id);
  if (!loadedGift) throw new AppError('gift_not_found');
  return loadedGift;
}

async function itemsFor({ db }: SaleContext, { gift, items }: LoadedGift, opener: Opener) {
  const givenIds = new Set(givenParts(gift));
  // A completely refunded gift names all its parts, to show what it was.
  const partIds = items.map(({ part_id: id }) => id).filter((id) => givenIds.size === 0 || givenIds.has(id));
  const books = await findBooks(db.read, await bookIdsOfParts(db.read, partIds));
  const partsById = new Map(books.flatMap(({ book, parts }) => parts.map((part) => [part.id, { book, part }])));
  const parts = partIds.flatMap((id) => partsById.get(id) ?? []);
  const shownParts = await presentParts(
    db,
    parts.map(({ part }) => part),
  );
  const owned = opener === null ? new Set<string>() : await ownedAmong(db.read, opener, partIds);
  return parts.map(({ book, part }) => ({
    part_id: part.id,
    book_id: book.id,
    book_name: book.name,
    part_name: part.name,
    image: shownParts.get(part.id)?.image ?? null,
    characters: part.characters,
    is_owned: owned.has(part.id),
  }));
}

async function ownedAmong(
  connection: Parameters<typeof holdingsOfParts>[0],
  userId: string,
  partIds: readonly string[],
) {
  const holdings = await holdingsOfParts(connection, userId, partIds);
  return new Set(partIds.filter((id) => holdings.get(id)?.some(({ kind }) => kind === 'ownership')));
}

export interface Claim {
  readonly userId: string;
  readonly token: string;
  /** The claimer knows which parts are owned already, and takes the others. */
  readonly acceptsOwned: boolean;
  /** True when the giver confirmed to claim the gift for herself. */
  readonly acceptsOwn: boolean;
}

const refusals: Readonly<Record<Exclude<GiftState, 'open' | 'waiting'>, ErrorCode>> = {
  unpaid: 'gift_not_found',
  claimed: 'gift_claimed',
  expired: 'gift_expired',
  withdrawn: 'gift_withdrawn',
  paused: 'gift_paused',
};

/**
 * Grants a gift to an account, once: of two concurrent claims one succeeds. Claiming it again answers the same. The
 * state of the payment is read in the same transaction, so that a gift whose money is on its way back cannot be
 * claimed. @throws {AppError} gift_not_found, gift_claimed, gift_expired, gift_withdrawn, gift_paused, gift_own,
 * gift_owned, gift_owned_in_part
 */
export async function claimGift(context: SaleContext, claim: Claim): Promise<ShownGift> {
  const id = context.giftLinks.read(claim.token);
  if (id === null) throw new AppError('gift_not_found');
  const now = context.clock.now();
  await context.db.withTx(async (tx) => give(tx, id, claim, now));
  return openedGift(context, claim.token, claim.userId);
}

async function give(tx: Tx, id: string, { userId, acceptsOwned, acceptsOwn }: Claim, now: number): Promise<void> {
  const loadedGift = await loadGift(tx, 'id', id);
  if (!loadedGift) throw new AppError('gift_not_found');
  const { row, order, gift } = loadedGift;
  const state = giftStateOf(gift, now);
  if (state === 'claimed' && row.claimed_by === userId) return;
  if (state !== 'open' && state !== 'waiting') throw new AppError(refusals[state]);
  if (order.user_id === userId && !acceptsOwn) throw new AppError('gift_own');
  const partIds = givenParts(gift);
  const owned = await ownedAmong(tx, userId, partIds);
  const missingParts = partIds.filter((part) => !owned.has(part));
  if (missingParts.length === 0) throw new AppError('gift_owned');
  if (owned.size > 0 && !acceptsOwned) throw new AppError('gift_owned_in_part');
  if (!(await noteClaim(tx, id, { userId, now }))) throw new AppError('gift_claimed');
  for (const partId of missingParts) {
    const grant = { userId, partId, source: 'gift', orderId: order.id, grantedBy: null, expiresAt: null } as const;
    await grantPart(tx, grant, now);
  }
  // The giver's list of orders shows that the gift was claimed.
  await recordChange(tx, order.user_id, { topic: 'orders' });
  await leavePocket(tx, userId, missingParts);
  await recordAudit(
    tx,
    { actorId: userId, action: 'gift.claimed', subject: order.id, detail: { parts: missingParts } },
    now,
  );
}
