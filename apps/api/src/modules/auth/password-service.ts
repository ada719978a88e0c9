import { DAY_MS, HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { AccountTokenRow, UserRow } from '../../platform/db/tables/accounts.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { addressKey, type RateLimiter } from '../../platform/http/rate-limiter.ts';
import type { Job } from '../../platform/jobs/job-runner.ts';
import { hashLinkToken, newLinkToken } from '../../platform/link-token.ts';
import type { Signer } from '../../platform/signer.ts';
import type { CaptchaPort } from '../../ports/captcha.ts';
import type { Clock } from '../../ports/clock.ts';
import { type MailSender, passwordChangedMail, queueMail, recoverMail } from '../mail/service.ts';
import { captchaPasses } from './captcha.ts';
import type { DeviceSecret, KnownDevices } from './known-device.ts';
import { hashPassword, passwordMatches, refuseCommonPassword } from './passwords.ts';
import { endOldProofs, isAccountsBrowser, type ProofListener, proveAddress } from './prove-address.ts';
import * as repository from './repository.ts';
import type { Client } from './session-service.ts';
import { authTexts } from './texts.ts';
import * as tokens from './token-repository.ts';

/** Life of a recovery link. */
const RECOVERY_LIFETIME_MS = 60 * MINUTE_MS;
/** A sign-in this recent proves enough to change the password. */
const RECENT_SIGN_IN_MS = 15 * MINUTE_MS;
/** A link with more time left than this is mailed again instead of a new one. */
const REUSED_UNTIL_MS = 15 * MINUTE_MS;
const BATCH = 50;
/**
 * Most links that all known devices of an account may request together, since each sign-in makes another known device.
 */
const KNOWN_AN_HOUR = 10;
/** Life of an invitation, the link by which the owner of a new account chooses a password. */
const INVITATION_LIFETIME_MS = 14 * DAY_MS;

export type PasswordService = ReturnType<typeof createPasswordService>;

type ProofDeps = Pick<Deps, 'db' | 'clock' | 'limiter' | 'withGoogle'> & {
  readonly limits: { readonly loginFailures: number };
};

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly captcha: CaptchaPort;
  readonly limiter: RateLimiter;
  readonly devices: KnownDevices;
  readonly from: MailSender;
  readonly listeners: readonly ProofListener[];
  /** Makes the tokens of recovery links. */
  readonly recoveryLinks: Signer;
  /** Whether Google sign-in is set up. */
  readonly withGoogle: boolean;
  readonly limits: { readonly forgotPerHour: number; readonly loginFailures: number };
}

/** Use cases of forgotten and changed passwords. */
export function createPasswordService(deps: Deps) {
  const { db, clock, captcha, limiter, limits } = deps;
  return {
    /**
     * Notes that an address wants to recover its account. Whether there is one is looked up only later, by
     * {@link PasswordService.sendRecoveries}, so that neither answer nor time tells.
     */
    async forgot(
      { email, captcha: answer }: { readonly email: string; readonly captcha: string | undefined },
      client: Client,
    ): Promise<void> {
      const { address } = client;
      const device = await knownDeviceOf(deps, email, client);
      const key = device === null ? `forgot:${addressKey(address)}` : `forgot-device:${device}`;
      if (!(await limiter.hit(key, limits.forgotPerHour, HOUR_MS))) throw new AppError('too_many_requests');
      if (!(await captchaPasses(captcha, answer, 'forgot-password', address))) {
        throw new AppError('forgot_captcha_invalid');
      }
      await db.withTx(async (tx) => tokens.saveRecoveryRequest(tx, { email, device, requested_at: clock.now() }));
    },
    /** Mails a link to each noted address that has an account. */
    async sendRecoveries(signal: AbortSignal): Promise<void> {
      for (const { email, device } of await tokens.waitingRecoveries(db, BATCH)) {
        if (signal.aborted) return;
        // Limits each address, because many networks together could fill one mailbox. Known devices have a budget of
        // their own.
        const key = device === null ? `recover:${email}` : `recover-device:${device}`;
        const isOwn = await limiter.hit(key, limits.forgotPerHour, HOUR_MS);
        const within =
          isOwn && (device === null || (await limiter.hit(`recover-known:${email}`, KNOWN_AN_HOUR, HOUR_MS)));
        await db.withTx(async (tx) => sendRecovery(tx, deps, email, within));
      }
    },
    /** Whether a recovery link can be used now; uses nothing up. @throws {AppError} reset_token_invalid */
    async check(token: string): Promise<void> {
      const linkToken = await findChoosing(db.read, hashLinkToken(token), clock.now());
      if (!linkToken) throw new AppError('reset_token_invalid');
    },
    /**
     * Uses a recovery link up; its browser is a known device from now on, so that nothing that strangers ask or guess
     * stops the entry that comes next.
     * @returns whose link it was
     * @throws {AppError} reset_token_invalid, password_too_common
     */
    reset: async (token: string, password: string, client: Client) => reset(deps, token, password, client),
    change: async (caller: Caller, passwords: { readonly password: string; readonly current: string | undefined }) =>
      changePassword(deps, caller, passwords),
  };
}

/**
 * Changes the caller's password; the browser stays a known device, all others are none.
 * @throws {AppError} reauth_required, password_too_common, too_many_requests
 */
async function changePassword(
  deps: Deps,
  caller: Caller,
  { password, current }: { readonly password: string; readonly current: string | undefined },
): Promise<DeviceSecret> {
  const { db, clock, devices } = deps;
  refuseCommonPassword(password, { own: [caller.name, caller.email, deps.from.storeName] });
  await requireProof(deps, caller, current);
  const hash = await hashPassword(password, { from: caller.userId, isKnown: true });
  const now = clock.now();
  await db.withTx(async (tx) => {
    // Refuses a link that expired while the password was hashed.
    const signedIn = await repository.findSession(tx, caller.sessionId);
    if (!signedIn || signedIn.session.revoked_at !== null) throw new AppError('invalid_user_session');
    const { user } = signedIn;
    await repository.updateSession(tx, caller.sessionId, { authenticated_at: now });
    await setPassword(tx, deps, user, { hash, now, keepSession: caller.sessionId });
  });
  return devices.issue({ id: caller.userId, password_hash: hash });
}

/**
 * Kinds of links by which a password is chosen: requested recoveries, and invitations, which later requests do not
 * invalidate.
 */
const CHOOSING = ['recover', 'invite'] as const;

async function findChoosing(connection: Connection, hash: string, now: number) {
  for (const purpose of CHOOSING) {
    const linkToken = await tokens.findToken(connection, purpose, hash, now);
    if (linkToken) return linkToken;
  }
  return undefined;
}

async function takeChoosing(tx: Tx, hash: string, now: number) {
  for (const purpose of CHOOSING) {
    const linkToken = await tokens.takeToken(tx, purpose, hash, now);
    if (linkToken) return linkToken;
  }
  return undefined;
}

/**
 * Returns the known device of an address's account in this browser; looked up only for a browser that has such a
 * secret.
 */
export async function knownDeviceOf(
  { db, devices }: Pick<Deps, 'db' | 'devices'>,
  email: string,
  { devices: secrets = [] }: Client,
): Promise<string | null> {
  if (secrets.length === 0) return null;
  const user = await repository.findUserBy(db.read, 'email', email);
  return user ? devices.find(user, secrets) : null;
}

/** Derives the token from its row, so that a repeated request mails the same link and voids none. */
function recoveryToken(signer: Signer, { user_id, created_at, email }: RecoveryToken) {
  const token = signer.sign(JSON.stringify([user_id, email, created_at]));
  return { token, hash: hashLinkToken(token) };
}

type RecoveryToken = Pick<AccountTokenRow, 'user_id' | 'created_at' | 'email'>;

async function sendRecovery(
  tx: Tx,
  { clock, from, recoveryLinks }: Deps,
  email: string,
  within: boolean,
): Promise<void> {
  if (!(await tokens.takeRecoveryRequest(tx, email)) || !within) return;
  const user = await repository.findUserBy(tx, 'email', email);
  if (!user || user.deleted_at !== null) return;
  const now = clock.now();
  const live = await tokens.liveToken(tx, user.id, 'recover', now + REUSED_UNTIL_MS);
  const isReused =
    live !== undefined && live.email === email && recoveryToken(recoveryLinks, live).hash === live.token_hash;
  const row = isReused ? live : { user_id: user.id, created_at: now, email };
  const { token, hash } = recoveryToken(recoveryLinks, row);
  if (!isReused) {
    const expires_at = now + RECOVERY_LIFETIME_MS;
    await tokens.saveToken(tx, { ...row, purpose: 'recover', token_hash: hash, expires_at });
  }
  await queueMail(tx, email, `recover:${hash}:${now}`, recoverMail({ from, name: user.name, token }), now);
}

/**
 * Makes an invitation, the link by which the owner of a new account chooses a password: a recovery link for two weeks.
 * @returns its token
 */
export async function makeInvitation(tx: Tx, user: Pick<UserRow, 'id' | 'email'>, now: number): Promise<string> {
  const { token, hash } = newLinkToken();
  await tokens.saveToken(tx, {
    user_id: user.id,
    purpose: 'invite',
    token_hash: hash,
    email: user.email,
    created_at: now,
    expires_at: now + INVITATION_LIFETIME_MS,
  });
  return token;
}

async function reset(deps: Deps, token: string, password: string, client: Client) {
  const { db, clock, limiter, from, devices } = deps;
  const tokenHash = hashLinkToken(token);
  // Looks for the link before hashing, which costs much: a caller without a link must not cause it.
  const linkToken = await findChoosing(db.read, tokenHash, clock.now());
  const owner = linkToken && (await repository.findUserBy(db.read, 'id', linkToken.user_id));
  const own = [from.storeName, ...(owner ? [owner.name, owner.email] : [])];
  refuseCommonPassword(password, { field: 'new_password', own });
  if (!linkToken) throw new AppError('reset_token_invalid');
  const hash = await hashPassword(password, { from: linkToken.user_id, isKnown: true });
  const now = clock.now();
  const { id, email } = await db.withTx(async (tx) => {
    const linkToken = await takeChoosing(tx, tokenHash, now);
    const user = linkToken && (await repository.findUserBy(tx, 'id', linkToken.user_id));
    if (!user || user.deleted_at !== null || user.email !== linkToken.email) throw new AppError('reset_token_invalid');
    // Opening the link proves the address.
    const isMaker = isAccountsBrowser(devices, user, client);
    const proved =
      user.email_verified_at === null
        ? await proveAddress(tx, deps, { user, isMaker, resetsPassword: true }, now)
        : user;
    await setPassword(tx, deps, proved, { hash, now, keepSession: null });
    return user;
  });
  // Clears failed guesses at the old password, which would keep the reader out.
  await limiter.forget(`login:${email}`);
  await limiter.forget(`login:${email}:${addressKey(client.address)}`);
  return { userId: id, device: devices.issue({ id, password_hash: hash }) };
}

interface NewPassword {
  readonly hash: string;
  readonly now: number;
  /** The only session that is kept. */
  readonly keepSession: string | null;
}

async function setPassword(tx: Tx, { from }: Deps, user: UserRow, { hash, now, keepSession }: NewPassword) {
  await repository.updateUser(tx, user.id, { password_hash: hash, updated_at: now });
  await endOldProofs(tx, user.id, now, keepSession);
  const content = passwordChangedMail({ from, name: user.name, at: now });
  await queueMail(tx, user.email, `password-changed:${newId(now)}`, content, now);
}

/** An account without a password proves itself by a fresh sign-in with Google or a code. */
async function proofWanted({ db, withGoogle }: ProofDeps, caller: Caller): Promise<AppError> {
  const user = await repository.findUserBy(db.read, 'id', caller.userId);
  if (user?.password_hash !== null) return new AppError('reauth_required');
  const fields =
    user.google_sub === null || !withGoogle ? { code: authTexts.codeAgain } : { google: authTexts.googleAgain };
  return new AppError('reauth_required', { fields });
}

/**
 * A stolen, unlocked device must not be enough to take an account over.
 * @throws {AppError} reauth_required, too_many_requests
 */
export async function requireProof(deps: ProofDeps, caller: Caller, current: string | undefined): Promise<void> {
  const { db, clock, limiter, limits } = deps;
  if (clock.now() - caller.authenticatedAt < RECENT_SIGN_IN_MS) return;
  if (current === undefined) throw await proofWanted(deps, caller);
  const key = `reauth:${caller.userId}`;
  if (!(await limiter.hit(key, limits.loginFailures, RECENT_SIGN_IN_MS))) throw new AppError('too_many_requests');
  const user = await repository.findUserBy(db.read, 'id', caller.userId);
  if (
    !(await passwordMatches(user?.password_hash ?? null, current.normalize('NFC'), {
      from: caller.userId,
      isKnown: true,
    }))
  ) {
    throw new AppError('reauth_required', { fields: { current_password: authTexts.currentPasswordWrong } });
  }
  await limiter.forget(key);
}

/** Job that mails requested recovery links a moment later (see `PasswordService.forgot`). */
export function recoveryJob(passwords: PasswordService): Job {
  return { name: 'recovery-links', everyMs: 5000, run: passwords.sendRecoveries };
}
