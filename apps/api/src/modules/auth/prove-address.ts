import type { Tx } from '../../platform/db/db.ts';
import { eraseRows } from '../../platform/db/erase-rows.ts';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import { asProved, type ProvedAddress } from '../../platform/proved-address.ts';
import { recordAudit, wasMadeByShop } from '../audit/service.ts';
import { type MailSender, passwordRemovedMail, queueMail } from '../mail/service.ts';
import { dropUnconfirmedFollows, moveFollows } from '../site/service.ts';
import { dropAppPasswords } from './app-password-repository.ts';
import type { KnownDevices } from './known-device.ts';
import { dropPasskeys } from './passkey-repository.ts';
import * as repository from './repository.ts';
import { dropFactor } from './second-factor-repository.ts';
import type { Client } from './session-service.ts';
import { firstGoodName } from './texts.ts';
import * as tokens from './token-repository.ts';

/** Called when the address of an account is proved, in the same transaction. */
export type ProofListener = (
  tx: Tx,
  proof: {
    readonly userId: string;
    readonly address: ProvedAddress;
    /** Whether it was proved in another browser than the creator's, which cancels the creator's requests. */
    readonly isClaim: boolean;
  },
  now: number,
) => Promise<void>;

interface Deps {
  readonly from: MailSender;
  readonly listeners: readonly ProofListener[];
}

/**
 * Returns whether an account was created or opened in this browser: it is signed in there, or has the secret of a known
 * device. Before the address is proved, only the creator of the account can have opened it, so that browser is the
 * creator's.
 */
export function isAccountsBrowser(
  devices: Pick<KnownDevices, 'find'>,
  user: Pick<UserRow, 'id' | 'password_hash'>,
  { devices: secrets = [], callerId = null }: Pick<Client, 'devices' | 'callerId'>,
): boolean {
  return callerId === user.id || devices.find(user, secrets) !== null;
}

/**
 * Notes the first proof of an account's address by its mailbox. Done from the browser that made the account it
 * changes nothing else. From any other browser it is a claim: the account may have been made by a stranger who waited
 * for the owner, so that what the maker did and holds goes, and nothing but this mailbox opens the account. What was
 * bought and read stays with it (docs/decisions/036-what-a-mailbox-opens.md). @param proof.resetsPassword a new
 * password is being set in the same transaction, so that no mail tells of the old one @returns the account as it is
 * now
 */
export async function proveAddress(
  tx: Tx,
  { from, listeners }: Deps,
  { user, isMaker, resetsPassword = false }: { user: UserRow; isMaker: boolean; resetsPassword?: boolean },
  now: number,
): Promise<UserRow> {
  const proved = { email_verified_at: now, updated_at: now };
  const change: Partial<UserRow> = isMaker ? proved : { ...proved, ...(await clearMaker(tx, user, now)) };
  await repository.updateUser(tx, user.id, change);
  const address = asProved(user.email);
  await moveFollows(tx, { id: user.id, email: address }, now);
  for (const listener of listeners) await listener(tx, { userId: user.id, address, isClaim: !isMaker }, now);
  if (!isMaker && user.password_hash !== null && !resetsPassword) {
    const content = passwordRemovedMail({ from, name: change.name ?? user.name });
    await queueMail(tx, user.email, `password-removed:${user.id}:${now}`, content, now);
  }
  return { ...user, ...change };
}

/**
 * Ends everything that opened an account: sessions except one, app passwords, recovery links, and a pending change of
 * address, which another person may have requested. Known devices become unknown with a new password, because their
 * secrets depend on it.
 */
export async function endOldProofs(tx: Tx, userId: string, now: number, keepSession: string | null): Promise<void> {
  await repository.revokeSessions(tx, userId, now, keepSession);
  await dropAppPasswords(tx, userId);
  for (const purpose of ['recover', 'invite', 'change-email'] as const) await tokens.dropTokens(tx, userId, purpose);
}

/** Removes everything by which the account's creator could open, harm or consent for it. @returns further changes of its row */
async function clearMaker(tx: Tx, user: UserRow, now: number): Promise<Partial<UserRow>> {
  const { id, email, role } = user;
  await endOldProofs(tx, id, now, null);
  await tokens.dropTokens(tx, id, 'keep-account');
  await recordAudit(tx, { actorId: id, action: 'account.claimed', subject: id }, now);
  await dropPasskeys(tx, id);
  // A mailbox alone removes the second factor of a reader only: accounts of the team have power over money, so an
  // admin removes theirs.
  if (role === 'reader') await dropFactor(tx, id);
  await dropUnconfirmedFollows(tx, id);
  // The notices were mailed to the person who created the account, not to the owner of the address.
  await eraseRows(tx, 'legal_notices', 'user_id', [id]);
  const name = (await wasMadeByShop(tx, user)) ? user.name : firstGoodName(email.split('@')[0]);
  return {
    name,
    ...repository.userKeys({ name, email, role }),
    password_hash: null,
    google_sub: null,
    blocked_at: null,
    erase_at: null,
  };
}
