import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import { type Connection, type Db, isUniqueViolation, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import type { Caller } from '../../platform/http/access.ts';
import { asProved, provedAddressOf } from '../../platform/proved-address.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { RateLimiter } from '../../platform/http/rate-limiter.ts';
import { hashLinkToken, newLinkToken } from '../../platform/link-token.ts';
import type { Clock } from '../../ports/clock.ts';
import { recordAudit } from '../audit/service.ts';
import {
  emailChangedMail,
  emailGivenMail,
  emailMovedMail,
  emailReturnedMail,
  emailTakenMail,
  type MailSender,
  newEmailMail,
  queueMail,
} from '../mail/service.ts';
import { moveFollows, moveNews, returnNews } from '../site/service.ts';
import type { KnownDevices } from './known-device.ts';
import { dropPasskeys } from './passkey-repository.ts';
import { requireProof } from './password-service.ts';
import { endOldProofs, isAccountsBrowser } from './prove-address.ts';
import * as repository from './repository.ts';
import { dropFactorSince } from './second-factor-repository.ts';
import type { Client } from './session-service.ts';
import * as tokens from './token-repository.ts';
import type { VerificationService } from './verification-service.ts';

/** Life of the link at the new address. */
const CONFIRM_MS = DAY_MS;
/** Days in which the old address can take the change back. */
export const UNDO_DAYS = 7;
/** Requests of one account in an hour. */
const ASKED_AN_HOUR = 5;
/** Mails of this kind to one address in a day. */
const MAILS_A_DAY = 3;

export type EmailChangeService = ReturnType<typeof createEmailChangeService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly devices: KnownDevices;
  readonly from: MailSender;
  /** Whether Google sign-in is set up. */
  readonly withGoogle: boolean;
  readonly limits: { readonly loginFailures: number };
}

/** Another address for an account. */
export function createEmailChangeService(deps: Deps) {
  const { db, clock, limiter } = deps;
  return {
    /**
     * Mails a link to another address, which moves the account there once it is opened. Only the mail to that address
     * says whether an account has it already.
     * @throws {AppError} reauth_required, email_same, email_changed_lately, too_many_requests
     */
    async ask(caller: Caller, email: string, currentPassword: string | undefined): Promise<void> {
      await requireProof(deps, caller, currentPassword);
      if (email === caller.email) throw new AppError('email_same');
      await refuseSecondMove(db.read, caller.userId, clock.now());
      if (!(await limiter.hit(`change-email:${caller.userId}`, ASKED_AN_HOUR, HOUR_MS)))
        throw new AppError('too_many_requests');
      // Counts by the address alone, so that the refusal does not tell whether it has an account.
      if (!(await limiter.hit(`change-email-to:${email}`, MAILS_A_DAY, DAY_MS)))
        throw new AppError('too_many_requests');
      await db.withTx(async (tx) => queueLink(tx, deps, caller.userId, email));
    },
    /**
     * Confirms the change in a browser of the account; the old address is mailed, if it was proved. In any other
     * browser nothing is done and the link stays good: a stranger may have asked for the change, so that a person who
     * only reads the mailbox would prove it for the stranger's account.
     * @throws {AppError} account_link_invalid, email_change_elsewhere, email_changed_lately
     */
    async confirm(token: string, browser: Client): Promise<void> {
      await db.withTx(async (tx) => confirm(tx, deps, hashLinkToken(token), browser)).catch(refuseTakenAddress);
    },
    /**
     * The old address takes the account back, with everything closed that opened it meanwhile.
     * @throws {AppError} account_link_invalid
     */
    async undo(token: string): Promise<void> {
      await db.withTx(async (tx) => undo(tx, deps, hashLinkToken(token))).catch(refuseTakenAddress);
    },
    /** The address that waits for its link; null when none does. */
    waiting: async (userId: string) => tokens.waitingAddress(db.read, userId, clock.now()),
  };
}

/** The address was registered at the same moment, or is kept for the account that left it. */
function refuseTakenAddress(error: unknown): never {
  const isTaken = isUniqueViolation(error) || (error instanceof AppError && error.code === 'email_taken');
  throw isTaken ? new AppError('account_link_invalid') : error;
}

/** Refuses a second change while the old address can undo the first, whose owner would lose the way back. */
async function refuseSecondMove(connection: Connection, userId: string, now: number): Promise<void> {
  if (await tokens.hasToken(connection, userId, 'undo-email', now)) throw new AppError('email_changed_lately');
}

async function queueLink(tx: Tx, { clock, from }: Deps, userId: string, email: string): Promise<void> {
  const now = clock.now();
  const user = await repository.findLiveUser(tx, userId);
  if (!user) throw new AppError('invalid_user_session');
  const { token, hash } = newLinkToken();
  await tokens.saveToken(tx, {
    user_id: userId,
    purpose: 'change-email',
    token_hash: hash,
    email,
    created_at: now,
    expires_at: now + CONFIRM_MS,
  });
  // Stores the same row and sends one mail in either case, so that neither the answer nor its time reveals an account.
  const isTaken = (await repository.findUserBy(tx, 'email', email)) !== undefined;
  const content = isTaken ? emailTakenMail({ from }) : newEmailMail({ from, name: user.name, token });
  const isQueued = await queueMail(tx, email, `new-email:${hash}`, { ...content, causedBy: userId }, now);
  if (!isQueued) throw new AppError('too_many_requests');
}

async function confirm(tx: Tx, { clock, from, devices }: Deps, hash: string, browser: Client): Promise<void> {
  const now = clock.now();
  const linkToken = await tokens.takeToken(tx, 'change-email', hash, now);
  const user = linkToken && (await repository.findLiveUser(tx, linkToken.user_id));
  if (!linkToken || !user || user.erase_at !== null) throw new AppError('account_link_invalid');
  // Rolls back, so that the link stays good for a browser of the account.
  if (!isAccountsBrowser(devices, user, browser)) throw new AppError('email_change_elsewhere', { actor: user.id });
  await refuseSecondMove(tx, user.id, now);
  await moveTo(tx, user, linkToken.email, now);
  const before = provedAddressOf(user);
  if (before !== null) await moveNews(tx, before, asProved(linkToken.email), now);
  // A link that was mailed to the old address opens the account no more.
  for (const purpose of ['recover', 'invite', 'verify-email', 'verify-grant'] as const)
    await tokens.dropTokens(tx, user.id, purpose);
  await tokens.dropEntryCodes(tx, user.email);
  // An unproved address may be a stranger's by a typing error: it gets no way into the account.
  if (user.email_verified_at !== null) {
    const token = await keepUndo(tx, user, { askedAt: linkToken.created_at, now });
    const content = emailChangedMail({ from, name: user.name, at: now, token });
    await queueMail(tx, user.email, `email-changed:${hash}`, content, now);
  }
  await recordAudit(tx, { actorId: user.id, action: 'account.email_changed', subject: user.id }, now);
}

/**
 * Lets the old address take the account back; the token counts from when the change was asked for, since another person
 * may have controlled the account from then on.
 * @returns the link's token
 */
async function keepUndo(tx: Tx, user: UserRow, { askedAt, now }: { askedAt: number; now: number }): Promise<string> {
  const { token, hash } = newLinkToken();
  await tokens.saveToken(tx, {
    user_id: user.id,
    purpose: 'undo-email',
    token_hash: hash,
    email: user.email,
    created_at: askedAt,
    expires_at: now + UNDO_DAYS * DAY_MS,
  });
  return token;
}

async function undo(tx: Tx, { clock, from }: Deps, hash: string): Promise<void> {
  const now = clock.now();
  const linkToken = await tokens.takeToken(tx, 'undo-email', hash, now);
  const user = linkToken && (await repository.findLiveUser(tx, linkToken.user_id));
  if (!linkToken || !user) throw new AppError('account_link_invalid');
  const replacedAddress = user.email;
  await moveTo(tx, user, linkToken.email, now);
  const movedAt = linkToken.expires_at - UNDO_DAYS * DAY_MS;
  await returnNews(tx, { from: asProved(linkToken.email), to: asProved(replacedAddress), at: movedAt }, now);
  // Another person may have changed the address: from now on only this mailbox opens the account.
  const change = { password_hash: null, google_sub: null, erase_at: null, updated_at: now };
  await repository.updateUser(tx, user.id, change);
  await endOldProofs(tx, user.id, now, null);
  await dropPasskeys(tx, user.id);
  await dropFactorSince(tx, user.id, linkToken.created_at);
  for (const purpose of ['verify-email', 'verify-grant', 'keep-account'] as const)
    await tokens.dropTokens(tx, user.id, purpose);
  await tokens.dropEntryCodes(tx, replacedAddress);
  await queueMail(
    tx,
    replacedAddress,
    `email-returned:${hash}`,
    emailReturnedMail({ from, name: user.name, at: now }),
    now,
  );
  await recordAudit(tx, { actorId: user.id, action: 'account.email_returned', subject: user.id }, now);
}

/**
 * Tells both addresses that an admin moved an account, and lets the old one, when it was proved, take it back for as
 * long as after an own change. After a second move within that time it is still the first address that may.
 * @param move `before` is the account as it was; `user` as it is, with the address that its mailbox has to prove
 */
export async function tellMoved(
  tx: Tx,
  { from, verification }: { readonly from: MailSender; readonly verification: Pick<VerificationService, 'makeLink'> },
  move: { readonly before: UserRow; readonly user: UserRow },
  now: number,
): Promise<void> {
  const { before, user } = move;
  // A link that was mailed to the old address opens the account no more.
  for (const purpose of ['recover', 'invite', 'verify-email', 'verify-grant', 'change-email'] as const)
    await tokens.dropTokens(tx, user.id, purpose);
  await tokens.dropEntryCodes(tx, before.email);
  const undoToken = await tokens.liveToken(tx, user.id, 'undo-email', now);
  // Moved back by hand: there is nothing left to undo.
  if (undoToken?.email === user.email) await tokens.dropTokens(tx, user.id, 'undo-email');
  const mayUndo = before.email_verified_at !== null && undoToken === undefined;
  const token = mayUndo ? await keepUndo(tx, before, { askedAt: now, now }) : null;
  const old = emailMovedMail({ from, name: user.name, at: now, token });
  await queueMail(tx, before.email, `email-moved:${newId(now)}`, old, now);
  const link = await verification.makeLink(tx, user, now);
  const fresh = emailGivenMail({ from, name: user.name, token: link });
  await queueMail(tx, user.email, `email-given:${newId(now)}`, fresh, now);
}

/** Gives the account an address that was just proved, and moves its follows there. */
async function moveTo(tx: Tx, user: UserRow, email: string, now: number): Promise<void> {
  const { id, name, role } = user;
  const change = { email, email_verified_at: now, ...repository.userKeys({ name, email, role }), updated_at: now };
  await repository.updateUser(tx, id, change);
  await moveFollows(tx, { id, email: asProved(email) }, now);
}
