import { DAY_MS, HOUR_MS } from '@cuentos/domain/time/durations';
import { AppError } from '../../platform/http/app-error.ts';
import type { RateLimiter } from '../../platform/http/rate-limiter.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import { hashLinkToken, newLinkToken } from '../../platform/link-token.ts';
import type { Clock } from '../../ports/clock.ts';
import { type MailSender, queueMail, verifyMail, welcomeMail } from '../mail/service.ts';
import type { KnownDevices } from './known-device.ts';
import { isAccountsBrowser, type ProofListener, proveAddress } from './prove-address.ts';
import * as repository from './repository.ts';
import type { Client } from './session-service.ts';
import * as tokens from './token-repository.ts';

const LIFETIME_MS = 72 * HOUR_MS;
/** Life of a link mailed with a gift of the shop. */
const GRANT_LIFETIME_MS = 14 * DAY_MS;

/** The link in a gift's mail has its own purpose, so that a link requested by the account's maker does not replace it. */
const GRANT_LINK = { purpose: 'verify-grant', lifetime: GRANT_LIFETIME_MS } as const;
const ACCOUNT_LINK = { purpose: 'verify-email', lifetime: LIFETIME_MS } as const;

export type VerificationService = ReturnType<typeof createVerificationService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly from: MailSender;
  readonly limits: { readonly forgotPerHour: number };
  readonly devices: KnownDevices;
  readonly listeners: readonly ProofListener[];
}

/** The check that an address belongs to its account. */
export function createVerificationService(deps: Deps) {
  const { db, clock, limiter, from, limits, devices } = deps;
  return {
    /** Queues the greeting of a new account; an unproved address gets its check with it. */
    async welcome(tx: Tx, user: UserRow, now: number): Promise<void> {
      const linkToken = user.email_verified_at === null ? await makeToken(tx, user, now, ACCOUNT_LINK) : null;
      const content = welcomeMail({ from, name: user.name, token: linkToken?.token ?? null });
      await queueMail(tx, user.email, `welcome:${user.id}`, content, now);
    },
    /** Mails the check again; does nothing for a checked address. @throws {AppError} too_many_requests */
    async sendAgain(userId: string): Promise<void> {
      if (!(await limiter.hit(`verify-mail:${userId}`, limits.forgotPerHour, HOUR_MS)))
        throw new AppError('too_many_requests');
      const now = clock.now();
      await db.withTx(async (tx) => {
        const user = await repository.findUserBy(tx, 'id', userId);
        if (!user || user.email_verified_at !== null) return;
        const { token, hash } = await makeToken(tx, user, now, ACCOUNT_LINK);
        const content = verifyMail({ from, name: user.name, token });
        // Rolls back, so that the link mailed before stays good.
        if (!(await queueMail(tx, user.email, `verify-email:${hash}`, content, now)))
          throw new AppError('too_many_requests');
      });
    },
    /** A link that proves the address of an account, for a mail that tells of something else too. @returns its token */
    makeLink: async (tx: Tx, user: UserRow, now: number) => (await makeToken(tx, user, now, GRANT_LINK)).token,
    /**
     * Proves the address by its link; the same link may be opened again until it expires. From another browser than the
     * account's own nothing is done before `takes` says that the account is to be taken over from its maker.
     * @throws {AppError} verify_token_invalid, verify_elsewhere
     */
    async verify(token: string, browser: Client & { readonly takes: boolean }): Promise<void> {
      const now = clock.now();
      await db.withTx(async (tx) => {
        const hash = hashLinkToken(token);
        const linkToken =
          (await tokens.findToken(tx, 'verify-email', hash, now)) ??
          (await tokens.findToken(tx, 'verify-grant', hash, now));
        const user = linkToken && (await repository.findUserBy(tx, 'id', linkToken.user_id));
        if (!user || user.deleted_at !== null || user.email !== linkToken.email)
          throw new AppError('verify_token_invalid');
        if (user.email_verified_at !== null) return;
        const isMaker = isAccountsBrowser(devices, user, browser);
        if (!isMaker && !browser.takes) throw new AppError('verify_elsewhere', { actor: user.id });
        await proveAddress(tx, deps, { user, isMaker }, now);
      });
    },
  };
}

async function makeToken(
  tx: Tx,
  user: UserRow,
  now: number,
  { purpose, lifetime }: typeof GRANT_LINK | typeof ACCOUNT_LINK,
) {
  const linkToken = newLinkToken();
  await tokens.saveToken(tx, {
    user_id: user.id,
    purpose,
    token_hash: linkToken.hash,
    email: user.email,
    created_at: now,
    expires_at: now + lifetime,
  });
  return linkToken;
}
