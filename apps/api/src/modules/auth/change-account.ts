import type { Tx } from '../../platform/db/db.ts';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import { newLinkToken } from '../../platform/link-token.ts';
import { dropAppPasswords } from './app-password-repository.ts';
import { revokeSessions, updateUser, userKeys } from './repository.ts';
import { dropTokens, saveToken } from './token-repository.ts';

/** Renames an account, with the keys by which lists sort and find it. */
export async function renameAccount(tx: Tx, { id, email, role }: UserRow, name: string, now: number): Promise<void> {
  await updateUser(tx, id, { name, ...userKeys({ name, email, role }), updated_at: now });
}

/** Closes an account and ends its sessions and the passwords of its reading apps. Its address stays taken, and {@link reopenAccount} brings it back. */
export async function closeAccount(tx: Tx, id: string, now: number): Promise<void> {
  await updateUser(tx, id, { deleted_at: now, updated_at: now });
  await revokeSessions(tx, id, now);
  await dropAppPasswords(tx, id);
}

/** Brings a closed account back as it stood; what ended with it stays ended. */
export async function reopenAccount(tx: Tx, id: string, now: number): Promise<void> {
  await updateUser(tx, id, { deleted_at: null, updated_at: now });
}

/** Blocks the data of an account, so that they are used for nothing, or unblocks them. */
export async function setBlocked(tx: Tx, id: string, isBlocked: boolean, now: number): Promise<void> {
  await updateUser(tx, id, { blocked_at: isBlocked ? now : null, updated_at: now });
}

/**
 * Sets the day on which an account is erased, ends its sessions, the passwords of its reading apps and a change of its
 * address that is under way.
 * @param at epoch milliseconds
 * @param keepSession the only session that goes on, for the way back
 * @returns the link's token by which its owner keeps the account until then
 */
export async function scheduleErasure(
  tx: Tx,
  { id, email }: UserRow,
  { at, keepSession }: { readonly at: number; readonly keepSession: string | null },
  now: number,
): Promise<ReturnType<typeof newLinkToken>> {
  await updateUser(tx, id, { erase_at: at, updated_at: now });
  await revokeSessions(tx, id, now, keepSession);
  await dropAppPasswords(tx, id);
  await dropTokens(tx, id, 'change-email');
  const link = newLinkToken();
  const stored = { user_id: id, purpose: 'keep-account', token_hash: link.hash, email } as const;
  await saveToken(tx, { ...stored, created_at: now, expires_at: at });
  return link;
}

/** Takes the day of erasure back, and its links with it. */
export async function cancelErasure(tx: Tx, id: string, now: number): Promise<void> {
  await updateUser(tx, id, { erase_at: null, updated_at: now });
  await dropTokens(tx, id, 'keep-account');
}
