import { HOUR_MS } from '@cuentos/domain/time/durations';
import { AppError } from '../../platform/http/app-error.ts';
import type { RateLimiter } from '../../platform/http/rate-limiter.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { UserRow } from '../../platform/db/schema.ts';
import { hashLinkToken, newLinkToken } from '../../platform/link-token.ts';
import type { Clock } from '../../ports/clock.ts';
import { type MailSender, queueMail, verifyMail, welcomeMail } from '../mail/service.ts';
import { moveFollows } from '../site/service.ts';
import * as repository from './repository.ts';
import * as tokens from './token-repository.ts';

const LIFETIME_MS = 72 * HOUR_MS;

export interface VerificationService {
  /** Queues the greeting of a new account; an address that nobody proved yet gets its check with it. */
  welcome(tx: Tx, user: UserRow, now: number): Promise<void>;
  /** Mails the check again; does nothing for a checked address. @throws {AppError} too_many_requests */
  sendAgain(userId: string): Promise<void>;
  /** Takes the link's word; the same link may be opened again while it lasts. @throws {AppError} verify_token_invalid */
  verify(token: string): Promise<void>;
}

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly from: MailSender;
  readonly limits: { readonly forgotPerHour: number };
}

/** The check that an address belongs to its account. */
export function createVerificationService({ db, clock, limiter, from, limits }: Deps): VerificationService {
  return {
    async welcome(tx, user, now) {
      const made = user.email_verified_at === null ? await makeToken(tx, user, now) : null;
      const content = welcomeMail({ from, name: user.name, token: made?.token ?? null });
      await queueMail(tx, user.email, `welcome:${user.id}`, content, now);
    },
    async sendAgain(userId) {
      if (!(await limiter.hit(`verify-mail:${userId}`, limits.forgotPerHour, HOUR_MS)))
        throw new AppError('too_many_requests');
      const now = clock.now();
      await db.withTx(async (tx) => {
        const user = await repository.findUserBy(tx, 'id', userId);
        if (!user || user.email_verified_at !== null) return;
        const { token, hash } = await makeToken(tx, user, now);
        await queueMail(tx, user.email, `verify-email:${hash}`, verifyMail({ from, name: user.name, token }), now);
      });
    },
    async verify(token) {
      const now = clock.now();
      await db.withTx(async (tx) => {
        const found = await tokens.findToken(tx, 'verify-email', hashLinkToken(token), now);
        const user = found && (await repository.findUserBy(tx, 'id', found.user_id));
        if (!user || user.deleted_at !== null || user.email !== found.email) throw new AppError('verify_token_invalid');
        if (user.email_verified_at !== null) return;
        await repository.updateUser(tx, user.id, { email_verified_at: now, updated_at: now });
        await moveFollows(tx, user, now);
      });
    },
  };
}

async function makeToken(tx: Tx, user: UserRow, now: number) {
  const made = newLinkToken();
  await tokens.saveToken(tx, {
    user_id: user.id,
    purpose: 'verify-email',
    token_hash: made.hash,
    email: user.email,
    created_at: now,
    expires_at: now + LIFETIME_MS,
  });
  return made;
}
