import type { AuditAction } from '@cuentos/contract/audit';
import { DAY_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { Tokens } from '@cuentos/contract/auth';
import type { FactorEnrolment, FactorState } from '@cuentos/contract/second-factor';
import type { Secrets } from '../../platform/config/secrets.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { SecondFactorRow, UserRow } from '../../platform/db/tables/accounts.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { addressKey, type RateLimiter } from '../../platform/http/rate-limiter.ts';
import { createSigner, type Signer } from '../../platform/signer.ts';
import type { Clock } from '../../ports/clock.ts';
import { recordAudit } from '../audit/service.ts';
import { type FactorNews, type MailSender, queueMail, secondFactorMail } from '../mail/service.ts';
import { type Budget, budgetOfAddress, budgetOfAll, giveBack, spend, type WideLimits } from './guess-budgets.ts';
import type { DeviceSecret, KnownDevices } from './known-device.ts';
import { requireProof } from './password-service.ts';
import * as accounts from './repository.ts';
import * as repository from './second-factor-repository.ts';
import type { Client, SessionService } from './session-service.ts';
import {
  enrolmentOf,
  hashRecoveryCode,
  newRecoveryCodes,
  newTotpSecret,
  openSecret,
  readCode,
  sealSecret,
  stepOf,
} from './totp.ts';

/** Life of the step between a right password and the code. */
const CHALLENGE_MS = 5 * MINUTE_MS;
/** A secret that was sent waits this long for its first code. */
const ENROLMENT_MS = 15 * MINUTE_MS;
/** Wrong codes of one account in a quarter of an hour, and in a day: three codes of a million are good at a time. */
const GUESSES = 5;
const GUESSES_A_DAY = 30;

/** Result of a correct password and a correct code. */
interface Entry {
  readonly userId: string;
  readonly tokens: Tokens;
  readonly device: DeviceSecret;
}

export type SecondFactorService = ReturnType<typeof createSecondFactorService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly sessions: SessionService;
  readonly devices: KnownDevices;
  readonly from: MailSender;
  readonly secrets: Pick<Secrets, 'factorChallenge' | 'factorSecret' | 'factorSecretBefore'>;
  readonly limits: WideLimits & { readonly loginFailures: number };
  /** Whether Google sign-in is set up. */
  readonly withGoogle: boolean;
  /** The shop demands a second factor of its team. */
  readonly required: boolean;
}

/** Codes of an application (RFC 6238) beside the password, with recovery codes. */
export function createSecondFactorService(deps: Deps) {
  const { db, clock, required } = deps;
  const signer = createSigner(deps.secrets.factorChallenge);
  return {
    async state({ userId, role }: Caller): Promise<FactorState> {
      const active = isActive(await repository.findFactor(db.read, userId));
      const codes_left = active ? await repository.countCodes(db.read, userId) : 0;
      return { active, codes_left, required: required && role !== 'reader' };
    },
    /**
     * Creates a secret, which the login does not ask for before {@link activate}.
     * @throws {AppError} reauth_required, second_factor_exists
     */
    begin: async (caller: Caller, currentPassword: string | undefined) => begin(deps, caller, currentPassword),
    /**
     * Demands the factor from now on; returns the recovery codes.
     * @throws {AppError} second_factor_wrong, second_factor_missing, too_many_logins
     */
    activate: async (caller: Caller, code: string) => activate(deps, caller, code),
    /** @throws {AppError} second_factor_wrong, second_factor_missing, too_many_logins */
    remove: async (caller: Caller, code: string) =>
      prove(deps, caller, code, async (tx, user, now) => {
        await repository.dropFactor(tx, user.id);
        await tell(tx, deps.from, { user, actorId: user.id, action: 'second_factor.removed', news: 'removed' }, now);
      }),
    /** New recovery codes in place of all older ones. @throws {AppError} as {@link remove} */
    replaceCodes: async (caller: Caller, code: string) =>
      prove(deps, caller, code, async (tx, user, now) => {
        const codes = await giveCodes(tx, user.id);
        const change = { user, actorId: user.id, action: 'second_factor.codes_replaced', news: 'codes' } as const;
        await tell(tx, deps.from, change, now);
        return codes;
      }),
    /** Confirms the session by a code of the second factor. @throws {AppError} as {@link remove} */
    confirm: async (caller: Caller, code: string) =>
      prove(deps, caller, code, async (tx, _user, now) =>
        accounts.updateSession(tx, caller.sessionId, { factor_confirmed_at: now }),
      ),
    /** Makes the token that the browser sends back with a code; null for an account without a second factor. */
    async challenge(user: UserRow): Promise<string | null> {
      if (!isActive(await repository.findFactor(db.read, user.id))) return null;
      const end = clock.now() + CHALLENGE_MS;
      return `${user.id}.${end}.${signer.sign(challengeText(user, String(end)))}`;
    },
    /**
     * The second step of a sign-in.
     * @throws {AppError} second_factor_challenge_invalid, second_factor_wrong, too_many_logins
     */
    enter: async (challenge: string, code: string, client: Client) => enter(deps, signer, { challenge, code, client }),
  };
}

function isActive(factor: SecondFactorRow | undefined): factor is SecondFactorRow & { confirmed_at: number } {
  return factor !== undefined && factor.confirmed_at !== null;
}

/** Binds the challenge to the password, so that a changed password ends it. */
function challengeText({ id, password_hash, google_sub }: UserRow, end: string): string {
  return JSON.stringify([id, password_hash, google_sub, end]);
}

async function begin(deps: Deps, caller: Caller, currentPassword: string | undefined): Promise<FactorEnrolment> {
  const { db, clock, secrets, from } = deps;
  await requireProof(deps, caller, currentPassword);
  const secret = newTotpSecret();
  const now = clock.now();
  await db.withTx(async (tx) => {
    if (isActive(await repository.findFactor(tx, caller.userId))) throw new AppError('second_factor_exists');
    await repository.saveFactor(tx, {
      user_id: caller.userId,
      sealed_secret: sealSecret(secret, caller.userId, secrets.factorSecret),
      last_step: 0,
      created_at: now,
      confirmed_at: null,
    });
  });
  return enrolmentOf(secret, from.storeName, caller.email);
}

async function activate(deps: Deps, { userId, sessionId }: Caller, code: string): Promise<string[]> {
  const { db, clock, limiter, from } = deps;
  const budgets = budgetsOf(signedIn(userId));
  await spend(limiter, budgets, userId);
  const now = clock.now();
  const codes = await db.withTx(async (tx) => {
    const factor = await repository.findFactor(tx, userId);
    if (isActive(factor)) throw new AppError('second_factor_exists');
    const user = await accounts.findLiveUser(tx, userId);
    if (!factor || !user || now - factor.created_at > ENROLMENT_MS) throw new AppError('second_factor_missing');
    if (!(await takeTotp(tx, deps, factor, readCode(code), now))) return null;
    await repository.activateFactor(tx, userId, now);
    await accounts.updateSession(tx, sessionId, { factor_confirmed_at: now });
    await tell(tx, from, { user, actorId: userId, action: 'second_factor.added', news: 'added' }, now);
    return giveCodes(tx, userId);
  });
  if (!codes) throw new AppError('second_factor_wrong', { actor: userId });
  await giveBack(limiter, budgets);
  return codes;
}

async function giveCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  await repository.replaceCodes(tx, userId, codes.map(hashRecoveryCode));
  return codes;
}

/**
 * Budgets of guesses at the codes of an account. Strangers with its password, each known device, and the signed-in
 * person have counts of their own, so that none locks another out.
 */
function budgetsOf(who: string): Budget[] {
  return [
    { key: `second-factor:${who}`, max: GUESSES },
    { key: `second-factor-day:${who}`, max: GUESSES_A_DAY, windowMs: DAY_MS },
  ];
}

const signedIn = (userId: string): string => `${userId}:signed-in`;

/** Uses up a code of a signed-in user and does what it allows in the same transaction. */
async function prove<T>(
  deps: Deps,
  { userId }: Caller,
  code: string,
  work: (tx: Tx, user: UserRow, now: number) => Promise<T>,
): Promise<T> {
  return useCode(deps, { userId, code, budgets: budgetsOf(signedIn(userId)) }, work);
}

interface CodeUse {
  readonly userId: string;
  readonly code: string;
  readonly budgets: readonly Budget[];
}

async function useCode<T>(
  deps: Deps,
  { userId, code, budgets }: CodeUse,
  work: (tx: Tx, user: UserRow, now: number) => Promise<T>,
): Promise<T> {
  const { db, clock, limiter } = deps;
  await spend(limiter, budgets, userId);
  const now = clock.now();
  const result = await db.withTx(async (tx) => {
    const factor = await repository.findFactor(tx, userId);
    const user = await accounts.findLiveUser(tx, userId);
    if (!isActive(factor) || !user) throw new AppError('second_factor_missing', { actor: userId });
    const typed = readCode(code);
    if (await takeTotp(tx, deps, factor, typed, now)) return { done: await work(tx, user, now) };
    if (!(await repository.takeCode(tx, userId, hashRecoveryCode(typed)))) return null;
    await tell(tx, deps.from, { user, actorId: userId, action: 'second_factor.code_used', news: 'code_used' }, now);
    return { done: await work(tx, user, now) };
  });
  if (!result) throw new AppError('second_factor_wrong', { actor: userId });
  await giveBack(limiter, budgets);
  return result.done;
}

/** Whether a code of the application is good now; it and all earlier ones are used up by that. */
async function takeTotp(
  tx: Tx,
  { secrets }: Deps,
  { user_id, sealed_secret }: SecondFactorRow,
  code: string,
  now: number,
): Promise<boolean> {
  const secret = openSecret(sealed_secret, user_id, [secrets.factorSecret, ...secrets.factorSecretBefore]);
  const step = secret === null ? null : stepOf(secret, code, now);
  return step !== null && repository.takeStep(tx, user_id, step);
}

interface SecondStep {
  readonly challenge: string;
  readonly code: string;
  readonly client: Client;
}

async function enter(deps: Deps, signer: Signer, { challenge, code, client }: SecondStep): Promise<Entry> {
  const { db, clock, sessions, devices, limits } = deps;
  const [userId = '', end = '', signature = ''] = challenge.split('.');
  const user = await accounts.findLiveUser(db.read, userId);
  const isOurs = user && signer.verify(challengeText(user, end), signature) && Number(end) > clock.now();
  if (!isOurs) throw new AppError('second_factor_challenge_invalid');
  const device = devices.find(user, client.devices ?? []);
  const budgets =
    device === null
      ? [...budgetsOf(userId), budgetOfAddress(addressKey(client.address), limits), budgetOfAll(limits)]
      : budgetsOf(`${userId}:${device}`);
  await useCode(deps, { userId, code, budgets }, async () => undefined);
  return { userId, tokens: await sessions.open(user, client, clock.now()), device: devices.issue(user) };
}

interface FactorChange {
  readonly user: UserRow;
  /** Null for the operator at the terminal. */
  readonly actorId: string | null;
  readonly action: Extract<AuditAction, `second_factor.${string}`>;
  readonly news: FactorNews;
}

/** Writes into the audit log and to the person what became of the factor. */
async function tell(
  tx: Tx,
  from: MailSender,
  { user, actorId, action, news }: FactorChange,
  now: number,
): Promise<void> {
  await recordAudit(tx, { actorId, action, subject: user.id }, now);
  const content = secondFactorMail({ from, name: user.name, at: now, news });
  await queueMail(tx, user.email, `second-factor:${newId(now)}`, content, now);
}

/**
 * Removes the second factor of a user who lost it; the password alone opens the account then.
 * @throws {AppError} second_factor_missing when there is none.
 */
export async function resetSecondFactor(
  tx: Tx,
  { from, user, actorId }: Pick<FactorChange, 'user' | 'actorId'> & { readonly from: MailSender },
  now: number,
): Promise<void> {
  if (!isActive(await repository.findFactor(tx, user.id))) throw new AppError('second_factor_missing');
  await repository.dropFactor(tx, user.id);
  await tell(tx, from, { user, actorId, action: 'second_factor.reset', news: 'reset' }, now);
}

/** Returns whether an account has an active second factor. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  return isActive(await repository.findFactor(db.read, userId));
}
