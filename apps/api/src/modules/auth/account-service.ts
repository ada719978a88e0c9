import { HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Tokens } from '@cuentos/contract/auth';
import type { Role } from '@cuentos/contract/users';
import { foldText, sortKey } from '@cuentos/domain/text/fold';
import { AppError, refuseTaken } from '../../platform/http/app-error.ts';
import { type RateLimiter, addressKey } from '../../platform/http/rate-limiter.ts';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { UserRow } from '../../platform/db/schema.ts';
import type { CaptchaPort } from '../../ports/captcha.ts';
import type { Clock } from '../../ports/clock.ts';
import { captchaPasses } from './captcha.ts';
import { hashPassword, passwordMatches, refuseCommonPassword } from './passwords.ts';
import * as repository from './repository.ts';
import type { Client, SessionService } from './session-service.ts';
import type { VerificationService } from './verification-service.ts';

const QUARTER_HOUR_MS = 15 * MINUTE_MS;

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly captcha: string | undefined;
}

interface Registration {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly captcha: string | undefined;
}

export interface AccountService {
  /** Login by e-mail and password with the refusals, in an order that tells a guesser nothing. */
  login(credentials: Credentials, client: Client): Promise<Tokens>;
  /** Public registration of a reader; returns the new id. */
  register(registration: Registration, client: Client): Promise<string>;
}

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly captcha: CaptchaPort;
  readonly limiter: RateLimiter;
  readonly sessions: SessionService;
  readonly verification: VerificationService;
  readonly limits: {
    readonly loginFailures: number;
    readonly accountFailures: number;
    readonly registerPerHour: number;
  };
}

/** Registration and login. */
export function createAccountService(deps: Deps): AccountService {
  return {
    login: async (credentials, client) => login(deps, credentials, client),
    async register({ captcha, ...registration }, client) {
      const { db, clock, limiter, limits, verification } = deps;
      const key = `register:${addressKey(client.address)}`;
      if (!(await limiter.hit(key, limits.registerPerHour, HOUR_MS))) throw new AppError('too_many_requests');
      if (!(await captchaPasses(deps.captcha, captcha, 'register', client.address))) {
        throw new AppError('register_captcha_invalid');
      }
      refuseCommonPassword(registration.password, 'password');
      const user = await newUser({ ...registration, role: 'reader' }, clock.now());
      await db
        .withTx(async (tx) => {
          await repository.insertUser(tx, user);
          await verification.welcome(tx, user, user.created_at);
        })
        .catch(refuseTaken('email_taken'));
      return user.id;
    },
  };
}

/** A user row ready to insert; the password is hashed here. Null: no password opens the account. */
export async function newUser(
  { name, email, password, role }: { name: string; email: string; password: string | null; role: Role },
  now: number,
): Promise<UserRow> {
  return {
    id: newId(now),
    name,
    email,
    password_hash: password === null ? null : await hashPassword(password),
    google_sub: null,
    role,
    email_verified_at: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    ...userKeys({ name, email, role }),
  };
}

/** The keys by which users are listed and found; they follow from what is shown of a user. */
export function userKeys({ name, email, role }: Pick<UserRow, 'name' | 'email' | 'role'>) {
  return { sort_key: sortKey(name), search_text: foldText(`${name} ${email} ${role}`) };
}

async function login(deps: Deps, { username, password, captcha }: Credentials, client: Client): Promise<Tokens> {
  const { db, clock, limiter, limits, sessions } = deps;
  const email = username.trim().normalize('NFC').toLowerCase();
  const keys = {
    pair: `login:${email}:${addressKey(client.address)}`,
    account: `login:${email}`,
  };
  if (!(await captchaPasses(deps.captcha, captcha, 'login', client.address))) {
    throw new AppError('login_captcha_invalid');
  }
  // Counted before the password is looked at, so that guesses sent at once cannot all find the door open.
  const within = [
    await limiter.hit(keys.pair, limits.loginFailures, QUARTER_HOUR_MS),
    await limiter.hit(keys.account, limits.accountFailures, QUARTER_HOUR_MS),
  ];
  const locked = within.includes(false);
  const user = await repository.findUserBy(db.read, 'email', email);
  // A reader who signed in from this network before still enters with the right password while others guess.
  const known =
    locked && user !== undefined && (await repository.hasLiveSessionFrom(db, user.id, client.address, clock.now()));
  if (locked && !known) throw new AppError('too_many_logins');
  const matched = await passwordMatches(user?.password_hash ?? null, password.normalize('NFC'));
  if (!user || !matched) {
    if (locked) throw new AppError('too_many_logins');
    if (user?.google_sub && user.password_hash === null) throw new AppError('google_account_only');
    throw new AppError('wrong_credentials');
  }
  if (user.deleted_at !== null) throw new AppError('account_deleted');
  await limiter.forget(keys.pair);
  await limiter.undo(keys.account);
  return sessions.open(user, client);
}
