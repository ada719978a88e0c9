import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Tokens } from '@cuentos/contract/auth';
import { API_PREFIX } from '@cuentos/contract/call';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Secrets } from '../../platform/config/secrets.ts';
import { type Db, isUniqueViolation, type Tx } from '../../platform/db/db.ts';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { asProved } from '../../platform/proved-address.ts';
import { addressKey, type RateLimiter } from '../../platform/http/rate-limiter.ts';
import { createSigner, isSameSecret } from '../../platform/signer.ts';
import type { CaptchaPort } from '../../ports/captcha.ts';
import type { Clock } from '../../ports/clock.ts';
import { entryCodeMail, type MailSender, queueMail } from '../mail/service.ts';
import { moveFollows } from '../site/service.ts';
import { newUser } from './account-service.ts';
import { captchaPasses } from './captcha.ts';
import { type Budget, budgetOfAddress, budgetOfAll, budgetOfDevice, spend, type WideLimits } from './guess-budgets.ts';
import { type DeviceSecret, type KnownDevices, SECURE_PREFIX } from './known-device.ts';
import { knownDeviceOf } from './password-service.ts';
import { isAccountsBrowser, type ProofListener, proveAddress } from './prove-address.ts';
import * as repository from './repository.ts';
import type { SecondFactorService } from './second-factor-service.ts';
import type { Client, SessionService } from './session-service.ts';
import { authTexts, firstGoodName } from './texts.ts';
import * as codes from './token-repository.ts';
import type { VerificationService } from './verification-service.ts';

const LIFETIME_MS = 10 * MINUTE_MS;
/** Wrong tries of one code; the sixth is not compared. */
const TRIES = 5;
/** Codes mailed to one address, so that strangers cannot fill its mailbox. A known device has as many of its own. */
const MAILS_AN_HOUR = 5;
const MAILS_A_DAY = 20;
/**
 * Most codes an hour for all known devices of an account together. Each sign-in makes another known device, also for
 * a stranger who made the account.
 */
const KNOWN_AN_HOUR = 10;
const KNOWN_A_DAY = 30;
/** Most codes of these that one network may request, so that a single network cannot use up the owner's. */
const FROM_ONE_NETWORK_AN_HOUR = 4;
/** Codes that the shop mails in all to browsers that are not known; its mail server has other things to send too. */
const ALL_MAILS_AN_HOUR = 2000;
/**
 * After so many wrong codes for one address in a day each further code has one try, which is enough for the reader of
 * the mailbox.
 */
const GUESSES_A_DAY = 30;

/** A right code opened an account, or its second factor's code is asked for next. */
type SignInResult = { readonly userId: string } & (
  | { readonly tokens: Tokens; readonly device: DeviceSecret }
  | { readonly challenge: string }
);

interface TypedCode {
  readonly email: string;
  readonly code: string;
  /** Secret of the requesting browser; null if it sends none. */
  readonly request: string | null;
}

export type EntryCodeService = ReturnType<typeof createEntryCodeService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly captcha: CaptchaPort;
  readonly limiter: RateLimiter;
  readonly sessions: SessionService;
  readonly devices: KnownDevices;
  readonly factors: SecondFactorService;
  readonly verification: VerificationService;
  readonly listeners: readonly ProofListener[];
  readonly from: MailSender;
  readonly secrets: Pick<Secrets, 'entryCode'>;
  readonly limits: WideLimits & { readonly registerPerHour: number };
}

interface CodeRequest {
  readonly email: string;
  readonly captcha: string | undefined;
  /** Secret of the browser's earlier request, whose code is invalidated. */
  readonly before: string | null;
}

/** Entering with a code by mail (docs/decisions/036-what-a-mailbox-opens.md). */
export function createEntryCodeService(deps: Deps) {
  const hashCode = codeHasher(deps.secrets.entryCode);
  return {
    ask: async (request: CodeRequest, client: Client) => mailCode(deps, hashCode, request, client),
    /**
     * Uses a code up: opens the account of its address, or makes it.
     * @throws {AppError} entry_code_wrong with the tries that are left, entry_code_over, account_deleted, email_moved,
     *   too_many_logins
     */
    enter: async (typed: TypedCode, client: Client) => enter(deps, hashCode, typed, client),
  };
}

/**
 * Mails a code to an address. Whether there is an account is looked up only for a browser that keeps a secret of a
 * known device, so neither answer nor time tells.
 * @returns what the asking browser keeps: without it the code is good for nothing
 * @throws {AppError} too_many_requests, register_captcha_invalid, captcha_unavailable
 */
async function mailCode(
  deps: Deps,
  hashCode: ReturnType<typeof codeHasher>,
  { email, captcha: answer, before }: CodeRequest,
  client: Client,
): Promise<string> {
  const { db, clock, captcha, limiter, from, limits } = deps;
  const { address } = client;
  const network = addressKey(address);
  const device = await knownDeviceOf(deps, email, client);
  if (device === null) await requireRoom(limiter, `entry-code-from:${network}`, limits.registerPerHour);
  if (!(await captchaPasses(captcha, answer, 'entry-code', address))) {
    throw new AppError('register_captcha_invalid');
  }
  // A known device has a budget of its own, which requests of strangers do not use up.
  const whose = device === null ? email : `device:${device}`;
  if (device === null) await requireRoom(limiter, `entry-code:${email}:${network}`, FROM_ONE_NETWORK_AN_HOUR);
  await requireRoom(limiter, `entry-code:${whose}`, MAILS_AN_HOUR);
  await requireRoom(limiter, `entry-code-mails:${whose}`, MAILS_A_DAY, DAY_MS);
  if (device === null) await requireRoom(limiter, 'entry-code-all', ALL_MAILS_AN_HOUR);
  if (device !== null) await requireRoom(limiter, `entry-code-known:${email}`, KNOWN_AN_HOUR);
  if (device !== null) await requireRoom(limiter, `entry-code-known-day:${email}`, KNOWN_A_DAY, DAY_MS);
  const request = randomBytes(32).toString('base64url');
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const now = clock.now();
  const row = {
    email,
    request_hash: hashRequest(request),
    code_hash: hashCode({ email, code, request }),
    tries: 0,
    wrong_codes: '[]',
    expires_at: now + LIFETIME_MS,
  };
  await db.withTx(async (tx) => {
    await codes.saveEntryCode(tx, row, before === null ? null : hashRequest(before));
    await queueMail(tx, email, `entry-code:${row.request_hash}`, entryCodeMail({ from, code }), now);
  });
  return request;
}

async function requireRoom(limiter: RateLimiter, key: string, max: number, windowMs = HOUR_MS): Promise<void> {
  if (!(await limiter.hit(key, max, windowMs))) throw new AppError('too_many_requests');
}

/** The request is 256 random bits: it needs no slow hash. */
const hashRequest = (request: string): string => createHash('sha256').update(request).digest('hex');

type HashCode = (typed: { readonly email: string; readonly code: string; readonly request: string }) => string;

/**
 * Hashes a code with a key of the shop and the browser's secret: a thief of the database alone could try a million
 * codes.
 */
function codeHasher(key: Uint8Array): HashCode {
  const signer = createSigner(key);
  return ({ email, code, request }) => signer.sign(JSON.stringify([request, email, code]));
}

async function enter(deps: Deps, hashCode: HashCode, typed: TypedCode, client: Client): Promise<SignInResult> {
  const { db, clock, limiter, factors, sessions, devices } = deps;
  const { email, code, request } = typed;
  const codeRequest = { email, request_hash: hashRequest(request ?? '') };
  // Refuses a browser that did not ask for this code before the comparison, so that it can neither guess nor use up
  // tries.
  if (request === null || !(await codes.hasEntryCode(db, codeRequest, clock.now())))
    throw new AppError('entry_code_over');
  const device = await knownDeviceOf(deps, email, client);
  const { budgets, most } = await spendGuess(deps, email, device, client);
  const hash = hashCode({ email, code, request });
  const attempt = await retryOnce(async () =>
    db.withTx(async (tx) => useCode(tx, deps, codeRequest, { hash, client, most })),
  );
  if ('left' in attempt) {
    // Gives the guess back for a code that was over, or had been compared before.
    if (!attempt.isJudged) for (const { key } of budgets) await limiter.undo(key);
    if (attempt.left === 0) throw new AppError('entry_code_over');
    throw new AppError('entry_code_wrong', { fields: { code: authTexts.entryCodeWrong(attempt.left) } });
  }
  for (const { key } of budgets) await limiter.undo(key);
  const { user } = attempt;
  if (user === null) throw new AppError('email_moved');
  if (user.deleted_at !== null) throw new AppError('account_deleted', { actor: user.id });
  const challenge = await factors.challenge(user);
  if (challenge !== null) return { userId: user.id, challenge };
  return { userId: user.id, tokens: await sessions.open(user, client), device: devices.issue(user) };
}

/**
 * Counts a guess before it is compared. Wrong codes that others type never close an address: a code is good only in the
 * browser that asked, and at an address that was guessed at a lot it has one try.
 * @returns what was counted, and how many tries the code has
 * @throws {AppError} too_many_logins
 */
async function spendGuess(
  { limiter, limits }: Deps,
  email: string,
  device: string | null,
  { address }: Client,
): Promise<{ readonly budgets: readonly Budget[]; readonly most: number }> {
  if (device !== null) {
    const own = [budgetOfDevice(device, 'entry-code', GUESSES_A_DAY)];
    await spend(limiter, own, undefined);
    return { budgets: own, most: TRIES };
  }
  const wide = [budgetOfAddress(addressKey(address), limits), budgetOfAll(limits)];
  await spend(limiter, wide, undefined);
  const ofAddress = { key: `entry-code-guess:${email}`, max: GUESSES_A_DAY };
  const isQuiet = await limiter.hit(ofAddress.key, ofAddress.max, DAY_MS);
  return { budgets: [...wide, ofAddress], most: isQuiet ? TRIES : 1 };
}

/** When the address is registered at the same moment the code is not used up, and the account is there. */
async function retryOnce<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return work();
  }
}

/**
 * Counts a try and, when it is right, uses the code up with what it does, all in one transaction: of many one wins.
 * @returns no user when the address is kept for an account that left it
 */
async function useCode(
  tx: Tx,
  deps: Deps,
  codeRequest: codes.EntryCodeKey,
  { hash, client, most }: { readonly hash: string; readonly client: Client; readonly most: number },
): Promise<{ readonly user: UserRow | null } | { readonly left: number; readonly isJudged: boolean }> {
  const now = deps.clock.now();
  const row = await codes.countTry(tx, codeRequest, most, now);
  if (!row) return { left: 0, isJudged: false };
  if (!isSameSecret(row.code_hash, hash)) {
    const wrong = JSON.parse(row.wrong_codes) as string[];
    // A repeated code costs no try: the last digit and the button may both send it.
    const isRepeated = wrong.includes(hash);
    const tries = isRepeated ? row.tries - 1 : row.tries;
    await codes.noteWrongCodes(tx, codeRequest, { tries, wrong: isRepeated ? wrong : [...wrong, hash] });
    return { left: Math.max(0, most - tries), isJudged: !isRepeated };
  }
  await codes.dropEntryCodes(tx, codeRequest.email);
  const existingUser = await repository.findUserBy(tx, 'email', codeRequest.email);
  if (!existingUser && (await codes.isAddressKept(tx, codeRequest.email, now))) return { user: null };
  if (!existingUser) return { user: await create(tx, deps, codeRequest.email, now) };
  if (existingUser.deleted_at !== null || existingUser.email_verified_at !== null) return { user: existingUser };
  const isMaker = isAccountsBrowser(deps.devices, existingUser, client);
  return { user: await proveAddress(tx, deps, { user: existingUser, isMaker }, now) };
}

async function create(tx: Tx, { verification }: Deps, email: string, now: number): Promise<UserRow> {
  const bare = await newUser({ name: firstGoodName(email.split('@')[0]), email, password: null, role: 'reader' }, now);
  const user: UserRow = { ...bare, email_verified_at: now };
  await repository.insertUser(tx, user);
  await verification.welcome(tx, user, now);
  await moveFollows(tx, { id: user.id, email: asProved(email) }, now);
  return user;
}

const COOKIE = 'entry-request';
const cookieOf = (secure: boolean) => (secure ? SECURE_PREFIX + COOKIE : COOKIE);
const cookieScope = (secure: boolean) =>
  ({ path: `${API_PREFIX}/auth`, httpOnly: true, sameSite: 'strict', secure }) as const;

/** Leaves in the browser what binds the code to it: no script reads it, and only the calls of accounts get it. */
export function leaveEntryRequest(reply: FastifyReply, request: string, secure: boolean): void {
  reply.setCookie(cookieOf(secure), request, { ...cookieScope(secure), maxAge: LIFETIME_MS / 1000 });
}

/** Reads the cookie of {@link leaveEntryRequest}; null if there is none. */
export function entryRequestOf({ cookies }: FastifyRequest, secure: boolean): string | null {
  return cookies[cookieOf(secure)] ?? null;
}

/** Removes it, because the code was used. */
export function dropEntryRequest(reply: FastifyReply, secure: boolean): void {
  reply.clearCookie(cookieOf(secure), cookieScope(secure));
}
