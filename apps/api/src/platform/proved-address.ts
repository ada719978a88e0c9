import type { UserRow } from './db/tables/accounts.ts';

declare const proof: unique symbol;

/**
 * An address whose mailbox proved that it belongs to the account: by a code or a link that was mailed there, or by
 * Google. Every function that gives or shows something because of an address asks for this type, which only the two
 * functions below make (docs/decisions/036-what-a-mailbox-opens.md).
 */
export type ProvedAddress = string & { readonly [proof]: true };

/** The address of an account, when its mailbox proved it; null before. */
export function provedAddressOf({
  email,
  email_verified_at: provedAt,
}: Pick<UserRow, 'email' | 'email_verified_at'>): ProvedAddress | null {
  return provedAt === null ? null : (email as ProvedAddress);
}

/**
 * Marks an address as proved by the caller's current evidence: a code, a link of its mailbox, or the row of such a
 * proof.
 */
export const asProved = (address: string): ProvedAddress => address as ProvedAddress;
