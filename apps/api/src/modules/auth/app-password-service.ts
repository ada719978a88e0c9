import type { AppPassword, MadeAppPassword, MakeAppPasswordBody } from '@cuentos/contract/app-passwords';
import { typedSigns } from '@cuentos/domain/text/readable-code';
import { HOUR_MS } from '@cuentos/domain/time/durations';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { AppPasswordRow } from '../../platform/db/tables/accounts.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { addressKey, type RateLimiter } from '../../platform/http/rate-limiter.ts';
import { hashLinkToken } from '../../platform/link-token.ts';
import { newReadableCode } from '../../platform/readable-code.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { Clock } from '../../ports/clock.ts';
import { recordAudit } from '../audit/service.ts';
import { appPasswordMail, type MailSender, queueMail } from '../mail/service.ts';
import * as repository from './app-password-repository.ts';
import { budgetOfAddress, budgetOfAll, spend, type WideLimits } from './guess-budgets.ts';
import { requireProof } from './password-service.ts';
import * as accounts from './repository.ts';

/** Letters of a password. Each carries 5 random bits; 120 bits cannot be guessed, so that a fast hash protects them. */
const SIGNS = 24;
/** Passwords of one account. */
const MOST = 20;
const MADE_AN_HOUR = 20;

export type AppPasswordService = ReturnType<typeof createAppPasswordService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly from: MailSender;
  readonly limits: WideLimits & { readonly loginFailures: number };
  readonly withGoogle: boolean;
}

/** Credentials that a reading app sends. */
export interface AppCredentials {
  readonly email: string;
  readonly password: string;
  /** Network address of the app. */
  readonly address: string;
}

/** Passwords for reading apps, each of which opens the shelf of `/opds` and nothing else. */
export function createAppPasswordService(deps: Deps) {
  const { db, clock } = deps;
  return {
    list: async ({ userId }: Caller) => (await repository.listAppPasswords(db.read, userId)).map(present),
    /**
     * Makes a password, of which only a hash is kept; the owner is mailed.
     * @throws {AppError} reauth_required, app_passwords_full, too_many_requests
     */
    make: async (caller: Caller, wanted: MakeAppPasswordBody) => make(deps, caller, wanted),
    /** Takes a password back. @throws {AppError} not_found for whatever is not the caller's */
    async remove({ userId }: Caller, id: string): Promise<void> {
      await db.withTx(async (tx) => {
        if (!(await repository.removeAppPassword(tx, userId, id))) throw new AppError('not_found');
        await recordAudit(tx, { actorId: userId, action: 'app_password.removed', subject: userId }, clock.now());
      });
    },
    /**
     * Finds whose shelf a reading app may see.
     * @returns `isNoted` when this is the first use within an hour, which is written down
     * @throws {AppError} app_password_refused, too_many_logins
     */
    enter: async (credentials: AppCredentials) => enter(deps, credentials),
  };
}

function present({ id, name, created_at, last_used_at }: AppPasswordRow): AppPassword {
  return { id, name, created_at: toIso(created_at), last_used_at: toIso(last_used_at) };
}

async function make(deps: Deps, caller: Caller, wanted: MakeAppPasswordBody): Promise<MadeAppPassword> {
  const { db, clock, limiter, from } = deps;
  const { userId, sessionId } = caller;
  await requireProof(deps, caller, wanted.current_password);
  if (!(await limiter.hit(`app-passwords:${userId}`, MADE_AN_HOUR, HOUR_MS))) throw new AppError('too_many_requests');
  const now = clock.now();
  const password = newReadableCode(SIGNS);
  const row: AppPasswordRow = {
    id: newId(now),
    user_id: userId,
    name: wanted.name,
    password_hash: hashOf(password),
    created_at: now,
    last_used_at: null,
  };
  await db.withTx(async (tx) => {
    // The session may have ended meanwhile, when the owner took the account back.
    const signedIn = await accounts.findSession(tx, sessionId);
    if (!signedIn || signedIn.session.revoked_at !== null || signedIn.user.deleted_at !== null)
      throw new AppError('invalid_user_session');
    if ((await repository.listAppPasswords(tx, userId)).length >= MOST) throw new AppError('app_passwords_full');
    await repository.insertAppPassword(tx, row);
    await recordAudit(tx, { actorId: userId, action: 'app_password.made', subject: userId }, now);
    const { name, email } = signedIn.user;
    await queueMail(tx, email, `app-password:${row.id}`, appPasswordMail({ from, name, at: now }), now);
  });
  return { id: row.id, name: row.name, password };
}

const hashOf = (password: string): string => hashLinkToken(typedSigns(password));

/**
 * A right password is never refused for the guesses of others: apps with one that was taken back go on asking from the
 * same household. Wrong ones are counted with those of the login, so that they cost no more than a count.
 */
async function enter(deps: Deps, { email, password, address }: AppCredentials) {
  const { db, clock, limiter, limits } = deps;
  const known = await repository.findAppPassword(db.read, hashOf(password));
  const user = known && (await accounts.findLiveUser(db.read, known.user_id));
  const isOpen = user?.erase_at === null && user.email === email.trim().normalize('NFC').toLowerCase();
  if (!known || !isOpen) {
    const network = addressKey(address);
    const own = { key: `app-password-from:${network}`, max: limits.loginFailures };
    await spend(limiter, [own, budgetOfAddress(network, limits), budgetOfAll(limits)], known?.user_id);
    throw new AppError('app_password_refused', { actor: known?.user_id });
  }
  const now = clock.now();
  const isNoted = known.last_used_at === null || known.last_used_at <= now - HOUR_MS;
  // A database that cannot write now does not close the shelf; the next request notes it.
  if (isNoted) await db.withTx(async (tx) => repository.setAppPasswordUsed(tx, known.id, now)).catch(() => {});
  return { userId: known.user_id, isNoted };
}
