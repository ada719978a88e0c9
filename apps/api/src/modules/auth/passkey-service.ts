import { randomBytes } from 'node:crypto';
import type {
  AddPasskeyBody,
  Passkey,
  passkeyCreation,
  PasskeyLoginBody,
  passkeyRequest,
} from '@cuentos/contract/passkeys';
import { HOUR_MS, MINUTE_MS } from '@cuentos/domain/time/durations';
import type { z } from 'zod';
import type { Secrets } from '../../platform/config/secrets.ts';
import { type Db, isUniqueViolation, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { PasskeyRow, UserRow } from '../../platform/db/tables/accounts.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { addressKey, type RateLimiter } from '../../platform/http/rate-limiter.ts';
import { createSigner } from '../../platform/signer.ts';
import { toIso } from '../../platform/to-iso.ts';
import type { Clock } from '../../ports/clock.ts';
import { recordAudit } from '../audit/service.ts';
import { type MailSender, passkeyMail, queueMail } from '../mail/service.ts';
import { budgetOfAddress, budgetOfAll, budgetOfDevice, giveBack, spend, type WideLimits } from './guess-budgets.ts';
import type { KnownDevices } from './known-device.ts';
import * as repository from './passkey-repository.ts';
import { requireProof } from './password-service.ts';
import * as accounts from './repository.ts';
import { hasSecondFactor } from './second-factor-service.ts';
import { type Client, isFactorFresh, type SessionService } from './session-service.ts';

/** Life of a challenge: time to fetch the phone that holds the key. */
const CHALLENGE_MS = 5 * MINUTE_MS;
/** Most passkeys of one account. */
const MOST_PASSKEYS = 20;
/** Most that an account may begin to add in an hour. */
const ADDED_AN_HOUR = 20;
/** Ed25519, ES256 and RS256: what every device of today can do one of. */
const ALGORITHMS = [-8, -7, -257];

type Creation = z.infer<typeof passkeyCreation>;
type Request = z.infer<typeof passkeyRequest>;

export type PasskeyService = ReturnType<typeof createPasskeyService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly sessions: SessionService;
  readonly devices: KnownDevices;
  readonly from: MailSender;
  readonly secrets: Pick<Secrets, 'passkeyChallenge'>;
  readonly limits: WideLimits & { readonly loginFailures: number };
  readonly withGoogle: boolean;
  /** Origin of the shop, for which passkeys are made and alone are valid. */
  readonly origin: string;
}

/** Passkeys (docs/decisions/043-passkeys.md). */
export function createPasskeyService(deps: Deps) {
  const { db, clock, origin } = deps;
  const shop: PasskeyContext = { ...deps, rpId: new URL(origin).hostname, challenges: createChallenges(deps) };
  return {
    list: async ({ userId }: Caller) => (await repository.listPasskeys(db.read, userId)).map(present),
    /**
     * Makes the options for a new passkey.
     * @throws {AppError} reauth_required, confirmation_needed, passkeys_full, too_many_requests
     */
    begin: async (caller: Caller, currentPassword: string | undefined) => begin(shop, caller, currentPassword),
    /** Keeps what the browser made. @throws {AppError} passkey_refused, passkey_over, passkey_exists, passkeys_full */
    add: async (caller: Caller, newPasskey: AddPasskeyBody) => add(shop, caller, newPasskey),
    /** @throws {AppError} not_found for whatever is not the caller's */
    async rename({ userId }: Caller, id: string, name: string): Promise<void> {
      const isRenamed = await db.withTx(async (tx) => repository.renamePasskey(tx, userId, id, name));
      if (!isRenamed) throw new AppError('not_found');
    },
    /** @throws {AppError} not_found for whatever is not the caller's */
    async remove({ userId }: Caller, id: string): Promise<void> {
      const now = clock.now();
      await db.withTx(async (tx) => {
        const isRemoved = await repository.removePasskey(tx, userId, id);
        const user = await accounts.findLiveUser(tx, userId);
        if (!isRemoved || !user) throw new AppError('not_found');
        await tell(tx, deps.from, { user, news: 'removed' }, now);
      });
    },
    /** Makes the options for signing in with a passkey; writes nothing. */
    request: (): Request => ({
      challenge: shop.challenges.issue(TO_ENTER),
      rpId: shop.rpId,
      timeout: CHALLENGE_MS,
      userVerification: 'required',
    }),
    /**
     * Signs the owner of the passkey in.
     * @throws {AppError} passkey_refused, passkey_over, passkey_unknown, passkey_copied, account_deleted,
     * too_many_logins
     */
    enter: async (answer: PasskeyLoginBody['response'], client: Client) => enter(shop, answer, client),
  };
}

interface PasskeyContext extends Deps {
  readonly rpId: string;
  readonly challenges: Challenges;
}

const TO_ENTER = 'enter';
const toAdd = (userId: string): string => `add:${userId}`;

/** The challenges that are signed; each is good once. */
interface Challenge {
  readonly name: string;
  readonly expiresAt: number;
}

interface Challenges {
  /** A challenge for one purpose, as WebAuthn writes bytes. */
  issue(purpose: string): string;
  /** Reads a challenge of ours for that purpose, expired ones too; null for any other. */
  read(challenge: string, purpose: string): Challenge | null;
}

/** Makes challenges that carry their own end and signature, like Google's nonces, so that only used ones are stored. */
function createChallenges({ clock, secrets }: Pick<Deps, 'clock' | 'secrets'>): Challenges {
  const signer = createSigner(secrets.passkeyChallenge);
  const signed = (purpose: string, name: string, end: string) => JSON.stringify([purpose, name, end]);
  return {
    issue(purpose) {
      const name = randomBytes(16).toString('base64url');
      const end = String(clock.now() + CHALLENGE_MS);
      return Buffer.from(`${name}.${end}.${signer.sign(signed(purpose, name, end))}`).toString('base64url');
    },
    read(challenge, purpose) {
      const [name = '', end = '', signature = ''] = Buffer.from(challenge, 'base64url').toString().split('.');
      return signer.verify(signed(purpose, name, end), signature) ? { name, expiresAt: Number(end) } : null;
    },
  };
}

/** Uses a challenge up: of several answers to it only the first is accepted. @throws {AppError} passkey_over */
async function spendChallenge(tx: Tx, { clock }: Deps, { name, expiresAt }: Challenge, actor: string): Promise<void> {
  const isGood = expiresAt > clock.now() && (await repository.useChallenge(tx, name, expiresAt));
  if (!isGood) throw new AppError('passkey_over', { actor });
}

function present({ id, name, created_at, last_used_at, backed_up }: PasskeyRow): Passkey {
  return {
    id,
    name,
    created_at: toIso(created_at),
    last_used_at: last_used_at === null ? null : toIso(last_used_at),
    backed_up: backed_up === 1,
  };
}

async function begin(shop: PasskeyContext, caller: Caller, currentPassword: string | undefined): Promise<Creation> {
  const { db, clock, limiter, from, rpId, challenges } = shop;
  await requireProof(shop, caller, currentPassword);
  await requireFreshFactor(shop, caller, clock.now());
  if (!(await limiter.hit(`passkeys:${caller.userId}`, ADDED_AN_HOUR, HOUR_MS)))
    throw new AppError('too_many_requests');
  const own = await repository.listPasskeys(db.read, caller.userId);
  if (own.length >= MOST_PASSKEYS) throw new AppError('passkeys_full');
  return {
    challenge: challenges.issue(toAdd(caller.userId)),
    rp: { name: from.storeName, id: rpId },
    user: { id: handleOf(caller.userId), name: caller.email, displayName: caller.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_MS,
    attestation: 'none',
    excludeCredentials: own.map((row) => ({
      id: row.credential_id,
      type: 'public-key',
      transports: transportsOf(row),
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
}

const transportsOf = ({ transports }: PasskeyRow) => transports.split(' ').filter((transport) => transport !== '');

/** Name of the account on the device: its id, which reveals nothing of the person. */
const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

/** A passkey replaces the codes of the second factor: adding one needs a code shown lately, whatever the role. */
async function requireFreshFactor({ db }: PasskeyContext, { userId, sessionId }: Caller, now: number): Promise<void> {
  if (!(await hasSecondFactor(db, userId))) return;
  const signedIn = await accounts.findSession(db.read, sessionId);
  if (!signedIn || !isFactorFresh(signedIn.session, now)) throw new AppError('confirmation_needed', { actor: userId });
}

async function add(
  shop: PasskeyContext,
  { userId, sessionId }: Caller,
  { name, response }: AddPasskeyBody,
): Promise<void> {
  const { db, clock, from } = shop;
  const registration = await readRegistration(shop, userId, response);
  const now = clock.now();
  const row: PasskeyRow = {
    ...registration.row,
    id: newId(now),
    user_id: userId,
    name,
    created_at: now,
    last_used_at: null,
  };
  try {
    await db.withTx(async (tx) => {
      await spendChallenge(tx, shop, registration.challenge, userId);
      // The session may have ended meanwhile, when the owner took the account back.
      const signedIn = await accounts.findSession(tx, sessionId);
      if (!signedIn || signedIn.session.revoked_at !== null || signedIn.user.deleted_at !== null)
        throw new AppError('invalid_user_session');
      if ((await repository.listPasskeys(tx, userId)).length >= MOST_PASSKEYS) throw new AppError('passkeys_full');
      await repository.insertPasskey(tx, row);
      await tell(tx, from, { user: signedIn.user, news: 'added' }, now);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('passkey_exists', { actor: userId });
    throw error;
  }
}

/**
 * Loads the library with the first passkey: it takes 26 MB and a sixth of a second, which a shop without passkeys
 * saves.
 */
const loadLibrary = async () =>
  Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')]);
type Helpers = Awaited<ReturnType<typeof loadLibrary>>[1];

type NewPasskey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'sign_count' | 'transports' | 'backed_up'>;

/** Reads and checks what a device made. @throws {AppError} passkey_refused */
async function readRegistration(
  { rpId, origin, challenges }: PasskeyContext,
  userId: string,
  newPasskey: AddPasskeyBody['response'],
): Promise<{ readonly row: NewPasskey; readonly challenge: Challenge }> {
  let challenge: Challenge | null = null;
  const { transports = [], attestationObject, ...rest } = newPasskey.response;
  const [{ verifyRegistrationResponse }, helpers] = await loadLibrary();
  const { verified, registrationInfo } = await orRefuse(userId, async () =>
    verifyRegistrationResponse({
      response: {
        ...newPasskey,
        response: { ...rest, attestationObject: withoutMaker(attestationObject, helpers) },
        clientExtensionResults: {},
      },
      expectedChallenge: (returnedChallenge) =>
        (challenge = challenges.read(returnedChallenge, toAdd(userId))) !== null,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!verified || challenge === null) throw new AppError('passkey_refused', { actor: userId });
  const { credential, credentialBackedUp } = registrationInfo;
  const row: NewPasskey = {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString('base64url'),
    sign_count: credential.counter,
    transports: [...new Set(transports)].join(' '),
    backed_up: credentialBackedUp ? 1 : 0,
  };
  return { row, challenge };
}

/**
 * Removes the device maker's attestation unread: checking it would require fetching certificates from addresses that
 * the sender chose.
 */
function withoutMaker(attestationObject: string, { decodeAttestationObject, isoCBOR }: Helpers): string {
  const authData = decodeAttestationObject(Buffer.from(attestationObject, 'base64url')).get('authData');
  const bare = new Map<string, string | Map<never, never> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<never, never>()],
    ['authData', authData],
  ]);
  return Buffer.from(isoCBOR.encode(bare)).toString('base64url');
}

/** An answer that is not well formed, for another shop, or without a valid signature is refused alike. */
async function orRefuse<T>(actor: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AppError('passkey_refused', { actor, cause: error });
  }
}

async function enter(shop: PasskeyContext, answer: PasskeyLoginBody['response'], client: Client) {
  const { db, clock, limiter, limits, sessions, devices } = shop;
  const address = addressKey(client.address);
  const passkey = await repository.findPasskey(db.read, answer.id);
  const owner = passkey && (await accounts.findLiveUser(db.read, passkey.user_id));
  const device = owner ? devices.find(owner, client.devices ?? []) : null;
  const budgets =
    device === null
      ? [
          { key: `passkey-from:${address}`, max: limits.loginFailures },
          budgetOfAddress(address, limits),
          budgetOfAll(limits),
        ]
      : [budgetOfDevice(device, 'passkey', limits.loginFailures)];
  await spend(limiter, budgets, undefined);
  if (!passkey) throw new AppError('passkey_unknown');
  const signed = await readAnswer(shop, passkey, answer);
  const now = clock.now();
  const prove = async (tx: Tx): Promise<UserRow> => {
    await spendChallenge(tx, shop, signed.challenge, passkey.user_id);
    // The passkey was read outside this transaction and may have been removed since.
    const current = await repository.findPasskey(tx, answer.id);
    if (current?.id !== passkey.id) throw new AppError('passkey_unknown', { actor: passkey.user_id });
    const user = await accounts.findUserBy(tx, 'id', current.user_id);
    if (!user || user.deleted_at !== null) throw new AppError('account_deleted', { actor: passkey.user_id });
    if (!(await repository.usePasskey(tx, current.id, signed, now)))
      throw new AppError('passkey_copied', { actor: passkey.user_id });
    return user;
  };
  // The device checked a finger, a face or a number; with the device itself that makes two factors.
  const { user, tokens } = await sessions.openFor(prove, client, now);
  await giveBack(limiter, budgets);
  return { userId: user.id, tokens, device: devices.issue(user) };
}

interface SignedAnswer {
  readonly challenge: Challenge;
  readonly count: number;
  readonly backedUp: boolean;
}

/** Checks what a device signed with a passkey. @throws {AppError} passkey_refused */
async function readAnswer(
  { rpId, origin, challenges }: PasskeyContext,
  { user_id, credential_id, public_key }: PasskeyRow,
  answer: PasskeyLoginBody['response'],
): Promise<SignedAnswer> {
  let challenge: Challenge | null = null;
  const { userHandle, ...assertion } = answer.response;
  const [{ verifyAuthenticationResponse }] = await loadLibrary();
  // The device must name the account, because the request names none.
  if (userHandle !== handleOf(user_id)) throw new AppError('passkey_refused', { actor: user_id });
  const { verified, authenticationInfo } = await orRefuse(user_id, async () =>
    verifyAuthenticationResponse({
      response: { ...answer, response: assertion, clientExtensionResults: {} },
      expectedChallenge: (returnedChallenge) => (challenge = challenges.read(returnedChallenge, TO_ENTER)) !== null,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      // 0 switches the library's check off: `usePasskey` compares and writes the count in one statement, so that two
      // simultaneous answers cannot both pass with it.
      credential: { id: credential_id, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter: 0 },
    }),
  );
  if (!verified || challenge === null) throw new AppError('passkey_refused', { actor: user_id });
  const { newCounter, credentialBackedUp } = authenticationInfo;
  return { challenge, count: newCounter, backedUp: credentialBackedUp };
}

interface PasskeyNews {
  readonly user: UserRow;
  readonly news: 'added' | 'removed';
}

/** Writes into the audit log and to the person what became of a passkey. */
async function tell(tx: Tx, from: MailSender, { user, news }: PasskeyNews, now: number): Promise<void> {
  await recordAudit(tx, { actorId: user.id, action: `passkey.${news}`, subject: user.id }, now);
  const content = passkeyMail({ from, name: user.name, at: now, news });
  await queueMail(tx, user.email, `passkey:${newId(now)}`, content, now);
}
