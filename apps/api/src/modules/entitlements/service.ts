import { type Access, type Entitlement, accessTo } from '@cuentos/domain/entitlements/entitlement';
import { AppError } from '../../platform/http/app-error.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import type { BookPartRow } from '../../platform/db/tables/books.ts';
import type { EntitlementRow } from '../../platform/db/tables/entitlements.ts';
import { provedAddressOf } from '../../platform/proved-address.ts';
import type { Clock } from '../../ports/clock.ts';
import { type CatalogueCache, countDownload, findPart, type PartWithBook } from '../books/service.ts';
import { recordChange } from '../changes/service.ts';
import * as repository from './repository.ts';

/** Proof that the entitlement rule was asked for a user and a part, with its answer. */
export interface PartAccess extends PartWithBook {
  readonly userId: string;
  readonly access: Access;
  /** Rows of the ledger about user and part. */
  readonly rows: readonly EntitlementRow[];
}

export type EntitlementService = ReturnType<typeof createEntitlementService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly catalogue: CatalogueCache;
}

/** The only access to the entitlement ledger. */
export function createEntitlementService({ db, clock, catalogue }: Deps) {
  const accessToPart = async (userId: string, partId: string): Promise<PartAccess> => {
    const partWithBook = await findPart(db.read, partId);
    if (!partWithBook) throw new AppError('part_not_found');
    const rows = await repository.findEntitlements(db.read, userId, partId);
    return { ...partWithBook, userId, rows, access: accessOf(rows, partWithBook.part, clock.now()) };
  };
  return {
    /** Finds the rights of a user on a part. @throws {AppError} part_not_found */
    accessToPart,
    /**
     * Finds how a user may read a part now. A part of which the user holds nothing fails like a missing one. @throws
     * {AppError} part_not_found, part_recalled, part_not_released or part_without_ebook
     */
    async requireReadable(userId: string, partId: string): Promise<PartAccess> {
      const result = await accessToPart(userId, partId);
      const { access, part } = result;
      if (access.canRead) return result;
      if (!access.owned && !access.earlyAccess) throw new AppError('part_not_found');
      if (part.recalled_at !== null) throw new AppError('part_recalled');
      throw new AppError(part.edition_id === null ? 'part_without_ebook' : 'part_not_released');
    },
    /**
     * Notes a part as opened before anything of it goes out to a reader. Asks again in the transaction that notes it,
     * so that nothing goes out to a reader who gives the part back at the same moment. @throws {AppError}
     * part_not_found when the right has ended since it was looked at
     */
    deliver: async (access: PartAccess) => deliver({ db, clock, catalogue }, access),
    /** All live entitlements of the user, by part. */
    async holdings(userId: string): Promise<Map<string, EntitlementRow[]>> {
      return Map.groupBy(await repository.findEntitlementsOf(db.read, userId), (row) => row.part_id);
    },
  };
}

async function deliver({ db, clock, catalogue }: Deps, { userId, part, access: { owned } }: PartAccess): Promise<void> {
  const holding = { userId, partId: part.id };
  // Early reading does not open a purchase, so its buyer can still withdraw.
  const kind = owned ? 'deliveries' : 'early_readings';
  if (await repository.wasDelivered(db.read, kind, holding)) return;
  await db.withTx(async (tx) => {
    const now = clock.now();
    const rows = await repository.findEntitlements(tx, userId, part.id);
    if (!accessOf(rows, part, now).canRead) throw new AppError('part_not_found');
    if (!(await repository.recordDelivery(tx, kind, holding, now))) return;
    if (owned) await countDownload(tx, part.id);
  });
  if (owned) catalogue.invalidate();
}

/** A new row of the ledger. */
export interface Grant {
  readonly userId: string;
  readonly partId: string;
  readonly source: EntitlementRow['source'];
  readonly orderId: string | null;
  readonly grantedBy: string | null;
  readonly expiresAt: number | null;
}

/** Grants a part in the caller's transaction. @returns false when the user has such an entitlement already */
export async function grantPart(tx: Tx, grant: Grant, now: number): Promise<boolean> {
  const isNew = await repository.insertEntitlement(tx, {
    id: newId(now),
    user_id: grant.userId,
    part_id: grant.partId,
    kind: grant.source === 'early_access' ? 'early_access' : 'ownership',
    source: grant.source,
    order_id: grant.orderId,
    granted_by: grant.grantedBy,
    granted_at: now,
    expires_at: grant.expiresAt,
    revoked_at: null,
    revoke_reason: null,
  });
  if (isNew) await noteLibrary(tx, grant);
  return isNew;
}

/** Makes the devices of a part's owner reload the library. */
async function noteLibrary(tx: Tx, { userId, partId }: Pick<Grant, 'userId' | 'partId'>): Promise<void> {
  await recordChange(tx, userId, { topic: 'library', partId });
}

/** Lets a user read a part before others until an instant, null for good; a second time only moves that end. */
async function grantEarlyAccess(
  tx: Tx,
  { userId, partId, grantedBy, expiresAt }: Omit<Grant, 'source' | 'orderId'>,
  now: number,
): Promise<void> {
  if (await repository.moveEarlyAccessEnd(tx, { userId, partId, expiresAt }))
    return noteLibrary(tx, { userId, partId });
  await grantPart(tx, { userId, partId, source: 'early_access', orderId: null, grantedBy, expiresAt }, now);
}

/** A gift of the shop to a person: a part for good, or early access. */
export interface ShopGift {
  readonly user: Pick<UserRow, 'id' | 'email' | 'email_verified_at'>;
  readonly partId: string;
  readonly source: 'grant' | 'early_access';
  readonly grantedBy: string;
  /** Epoch milliseconds; null for no end. */
  readonly expiresAt: number | null;
}

/**
 * Grants a part to an account that an admin chose. Admins know people by their addresses, so the grant waits until
 * the account's address is proved. @returns `owned` when the person has it for good already; nothing changes then
 */
export async function giveOfShop(
  tx: Tx,
  { user, partId, source, grantedBy, expiresAt }: ShopGift,
  now: number,
): Promise<'given' | 'waiting' | 'owned'> {
  const { id: userId } = user;
  if (source === 'grant' && (await findOwnership(tx, userId, partId))) return 'owned';
  if (provedAddressOf(user) === null) {
    const waitingGrant = { user_id: userId, part_id: partId, source, granted_by: grantedBy, expires_at: expiresAt };
    await repository.saveWaitingGrant(tx, { ...waitingGrant, created_at: now });
    return 'waiting';
  }
  if (source === 'early_access') await grantEarlyAccess(tx, { userId, partId, grantedBy, expiresAt }, now);
  else await grantPart(tx, { userId, partId, source, orderId: null, grantedBy, expiresAt }, now);
  return 'given';
}

/** Grants the waiting grants of an address once it is proved, except those that ended meanwhile. */
export async function giveWaiting(tx: Tx, userId: string, now: number): Promise<void> {
  for (const {
    part_id: partId,
    source,
    granted_by: grantedBy,
    expires_at: expiresAt,
  } of await repository.takeWaitingGrants(tx, userId)) {
    if (expiresAt !== null && expiresAt <= now) continue;
    if (source === 'early_access') await grantEarlyAccess(tx, { userId, partId, grantedBy, expiresAt }, now);
    else await grantPart(tx, { userId, partId, source, orderId: null, grantedBy, expiresAt }, now);
  }
}

/** Revokes an admin's grant, or deletes a waiting one; false when there is neither. */
export async function takeBack(
  tx: Tx,
  gift: { readonly userId: string; readonly partId: string; readonly source: ShopGift['source'] },
  now: number,
): Promise<boolean> {
  const hasWaited = await repository.dropWaitingGrant(tx, gift);
  if (!(await repository.revokeGiven(tx, gift, now))) return hasWaited;
  await noteLibrary(tx, gift);
  return true;
}

/** Revokes the entitlements of an order, for one part or all; returns the revoked parts. */
export async function revokeByOrder(tx: Tx, revocation: repository.OrderRevocation): Promise<string[]> {
  const revoked = await repository.revokeByOrder(tx, revocation);
  for (const holding of revoked) await noteLibrary(tx, holding);
  return revoked.map(({ partId }) => partId);
}

/** Number of owners whose devices are notified in one transaction. */
const HOLDERS_AT_ONCE = 100;

/**
 * Makes the devices of all owners of a part reload it after it was recalled or got a new edition. Devices that a
 * stopped process did not notify see the change when they open the part.
 */
export async function tellHolders(db: Db, partId: string): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const userIds = await repository.holdersAfter(db.read, partId, after, HOLDERS_AT_ONCE);
    await db.withTx(async (tx) => {
      for (const userId of userIds) await noteLibrary(tx, { userId, partId });
    });
    after = userIds.at(-1);
  }
}

/** Finds the ownership of a part, in the caller's transaction. */
export async function findOwnership(tx: Tx, userId: string, partId: string): Promise<EntitlementRow | undefined> {
  const rows = await repository.findEntitlements(tx, userId, partId);
  return rows.find((row) => row.kind === 'ownership');
}

/** Applies the domain's rule to rows. */
export function accessOf(rows: readonly EntitlementRow[], part: BookPartRow, now: number): Access {
  const entitlements = rows.map(toEntitlement);
  const { release_at: releaseAt, edition_id: editionId, recalled_at: recalledAt } = part;
  return accessTo(entitlements, { releaseAt, hasEbook: editionId !== null, isRecalled: recalledAt !== null }, now);
}

function toEntitlement({ source, granted_at, expires_at, revoked_at }: EntitlementRow): Entitlement {
  return { source, grantedAt: granted_at, expiresAt: expires_at, revokedAt: revoked_at };
}

export {
  deleteGiven,
  deliveredParts,
  grantsOfOrder,
  holdingsOfParts,
  openedParts,
  ownersOfBooks,
  ownersOfParts,
} from './repository.ts';
