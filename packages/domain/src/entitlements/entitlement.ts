/** How a reader got a part. */
export type EntitlementSource = 'purchase' | 'free' | 'grant' | 'gift' | 'early_access';

/** A row of the entitlement ledger; times are epoch milliseconds. */
export interface Entitlement {
  readonly source: EntitlementSource;
  readonly grantedAt: number;
  /** End of early access; null for other entitlements, which do not expire. */
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
}

/** Returns whether an entitlement is neither revoked nor expired. */
export function isLive(entitlement: Entitlement, now: number): boolean {
  return entitlement.revokedAt === null && (entitlement.expiresAt === null || entitlement.expiresAt > now);
}

/** Rights of a reader on a part at one moment. */
export interface Access {
  /** Holds it for good: by purchase, for free or as a grant. */
  readonly owned: boolean;
  /** May open it now by early access only. */
  readonly earlyAccess: boolean;
  /** May open, download and sync it now. */
  readonly canRead: boolean;
}

/** Facts about a part that the right to read it depends on, besides the reader's entitlements. */
export interface ReadablePart {
  /** Epoch milliseconds. */
  readonly releaseAt: number;
  readonly hasEbook: boolean;
  /** The shop took it from every reader. */
  readonly isRecalled: boolean;
}

/**
 * The rule of access for every path: list, download, single resources, preview and sync. An owner can read from the
 * release date on, also after archiving; early access allows reading before it. Owners of a recalled part keep their
 * entitlement and cannot read the part.
 */
export function accessTo(entitlements: readonly Entitlement[], part: ReadablePart, now: number): Access {
  const live = entitlements.filter((entitlement) => isLive(entitlement, now));
  const owned = live.some((entitlement) => entitlement.source !== 'early_access');
  const earlyAccess = live.some((entitlement) => entitlement.source === 'early_access');
  const isOpen = part.hasEbook && !part.isRecalled;
  const canRead = isOpen && (earlyAccess || (owned && part.releaseAt <= now));
  return { owned, earlyAccess, canRead };
}
