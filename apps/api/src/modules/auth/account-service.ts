import { HOUR_MS } from '@cuentos/domain/time/durations';
import type { Role } from '@cuentos/contract/account-fields';
import type { Tokens } from '@cuentos/contract/auth';
import { AppError, refuseTaken } from '../../platform/http/app-error.ts';
import { type RateLimiter, addressKey } from '../../platform/http/rate-limiter.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import type { CaptchaPort } from '../../ports/captcha.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MailSender } from '../mail/service.ts';
import { captchaPasses } from './captcha.ts';
import { type Budget, budgetOfAddress, budgetOfAll, giveBack, spend } from './guess-budgets.ts';
import type { DeviceSecret, KnownDevices } from './known-device.ts';
import { hashPassword, passwordMatches, refuseCommonPassword, type Turn } from './passwords.ts';
import * as repository from './repository.ts';
import type { Client, SessionService } from './session-service.ts';
import type { SecondFactorService } from './second-factor-service.ts';
import type { VerificationService } from './verification-service.ts';

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

/** A right password of an account that has a second factor: no tokens before its code. */
interface HalfEntry {
  readonly userId: string;
  readonly challenge: string;
}

/** Result of a correct password, or of a new one. */
interface Entry {
  readonly userId: string;
  readonly tokens: Tokens;
  /** Makes the browser a known device. */
  readonly device: DeviceSecret;
}

export type AccountService = ReturnType<typeof createAccountService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly captcha: CaptchaPort;
  readonly limiter: RateLimiter;
  readonly sessions: SessionService;
  readonly devices: KnownDevices;
  readonly factors: SecondFactorService;
  readonly verification: VerificationService;
  /** Whether Google sign-in is set up. */
  readonly withGoogle: boolean;
  readonly from: Pick<MailSender, 'storeName'>;
  readonly limits: {
    readonly loginFailures: number;
    readonly accountFailures: number;
    readonly addressFailures: number;
    readonly allFailures: number;
    readonly registerPerHour: number;
  };
}

/** Registration and login. */
export function createAccountService(deps: Deps) {
  return {
    /** Logs in with e-mail and password. The order of the checks reveals nothing to a guesser. */
    login: async (credentials: Credentials, client: Client) => login(deps, credentials, client),
    /** Registers a reader and signs them in. @throws {AppError} email_taken */
    async register({ captcha, ...registration }: Registration, client: Client): Promise<Entry> {
      const { clock, limiter, limits, verification, sessions, devices } = deps;
      const key = `register:${addressKey(client.address)}`;
      if (!(await limiter.hit(key, limits.registerPerHour, HOUR_MS))) throw new AppError('too_many_requests');
      if (!(await captchaPasses(deps.captcha, captcha, 'register', client.address))) {
        throw new AppError('register_captcha_invalid');
      }
      const { name, email, password } = registration;
      refuseCommonPassword(password, { own: [name, email, deps.from.storeName] });
      // Refuses before hashing, which is expensive; the answer would be the same after it.
      if (await repository.findUserBy(deps.db.read, 'email', email)) throw new AppError('email_taken');
      const turn = { from: addressKey(client.address), isKnown: false, isNew: true };
      const user = await newUser({ ...registration, role: 'reader' }, clock.now(), turn);
      // Account and session in one transaction: a proof of the address from now on ends this session with all others.
      const make = async (tx: Tx) => {
        await repository.insertUser(tx, user);
        await verification.welcome(tx, user, user.created_at);
        return user;
      };
      const { tokens } = await sessions.openFor(make, client, null).catch(refuseTaken('email_taken'));
      return { userId: user.id, tokens, device: devices.issue(user) };
    },
  };
}

/**
 * A user row ready to insert; the password is hashed here. Null: no password opens the account.
 * @param turn for whom it is hashed; the shop itself when it is left out
 */
export async function newUser(
  { name, email, password, role }: { name: string; email: string; password: string | null; role: Role },
  now: number,
  turn?: Turn,
): Promise<UserRow> {
  return {
    id: newId(now),
    name,
    email,
    password_hash: password === null ? null : await hashPassword(password, turn),
    google_sub: null,
    role,
    email_verified_at: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    erase_at: null,
    erased_at: null,
    blocked_at: null,
    ...repository.userKeys({ name, email, role }),
  };
}

/** Points an account of Google to a link for a new password if Google sign-in is off. */
function refusalOf(user: UserRow | undefined, withGoogle: boolean): AppError {
  const isGoogleOnly = withGoogle && user?.google_sub && user.password_hash === null;
  return new AppError(isGoogleOnly ? 'google_account_only' : 'wrong_credentials', { actor: user?.id });
}

async function login(
  deps: Deps,
  { username, password, captcha }: Credentials,
  client: Client,
): Promise<Entry | HalfEntry> {
  const { db, limiter, limits, devices, factors, sessions } = deps;
  const email = username.trim().normalize('NFC').toLowerCase();
  if (!(await captchaPasses(deps.captcha, captcha, 'login', client.address))) {
    throw new AppError('login_captcha_invalid');
  }
  const user = await repository.findUserBy(db.read, 'email', email);
  const device = user && devices.find(user, client.devices ?? []);
  const budgets = device
    ? [{ key: `login-device:${device}`, max: limits.loginFailures }]
    : budgetsOfStrangers(email, addressKey(client.address), limits);
  await spend(limiter, budgets, user?.id);
  const turn = { from: device ?? addressKey(client.address), isKnown: device !== undefined && device !== null };
  const matched = await passwordMatches(user?.password_hash ?? null, password.normalize('NFC'), turn).catch(
    async (error: unknown) => {
      // Undoes the count, because the password was not compared.
      for (const { key } of budgets) await limiter.undo(key);
      throw error;
    },
  );
  if (!user || !matched) {
    throw refusalOf(user, deps.withGoogle);
  }
  if (user.deleted_at !== null) throw new AppError('account_deleted', { actor: user.id });
  await giveBack(limiter, budgets);
  const challenge = await factors.challenge(user);
  if (challenge !== null) return { userId: user.id, challenge };
  return { userId: user.id, tokens: await sessions.open(user, client), device: devices.issue(user) };
}

/** Guesses from devices that are not known, from the narrowest count to the widest. */
function budgetsOfStrangers(email: string, address: string, limits: Deps['limits']): Budget[] {
  return [
    { key: `login:${email}:${address}`, max: limits.loginFailures },
    budgetOfAddress(address, limits),
    { key: `login:${email}`, max: limits.accountFailures },
    budgetOfAll(limits),
  ];
}
