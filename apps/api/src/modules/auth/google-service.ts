import { HOUR_MS } from '@cuentos/domain/time/durations';
import { randomBytes } from 'node:crypto';
import { email as emailForm } from '@cuentos/contract/account-fields';
import type { Tokens } from '@cuentos/contract/auth';
import { type Db, isUniqueViolation, type Tx } from '../../platform/db/db.ts';
import type { UserRow } from '../../platform/db/tables/accounts.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { addressKey, type RateLimiter } from '../../platform/http/rate-limiter.ts';
import { createSigner } from '../../platform/signer.ts';
import type { Clock } from '../../ports/clock.ts';
import { type IdentityPort, IdentityUnavailable, type VerifiedIdentity } from '../../ports/identity.ts';
import { googleLinkedMail, type MailSender, queueMail } from '../mail/service.ts';
import { newUser } from './account-service.ts';
import type { DeviceSecret, KnownDevices } from './known-device.ts';
import * as repository from './repository.ts';
import type { Client, SessionService } from './session-service.ts';
import type { SecondFactorService } from './second-factor-service.ts';
import { firstGoodName } from './texts.ts';
import { isAddressKept, useNonce } from './token-repository.ts';
import type { VerificationService } from './verification-service.ts';

/** Long enough for a page that stays open while a reader looks for the phone that Google asks for. */
const LIFETIME_MS = HOUR_MS;

export interface Nonces {
  /** Makes a nonce for one sign-in. It is signed and not stored, so requesting many costs nothing. */
  issue(): string;
  /** Uses a nonce up; false when it is not ours, over, or was used before. */
  consume(nonce: string): Promise<boolean>;
}

interface NonceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly secret: Uint8Array;
}

/** Nonces that carry their own end and signature; only used ones are remembered. */
function createNonces({ db, clock, secret }: NonceDeps): Nonces {
  const signer = createSigner(secret);
  return {
    issue() {
      const text = `${randomBytes(16).toString('base64url')}.${clock.now() + LIFETIME_MS}`;
      return `${text}.${signer.sign(text)}`;
    },
    async consume(nonce) {
      const [random = '', end = '', signature = ''] = nonce.split('.');
      if (!signer.verify(`${random}.${end}`, signature)) return false;
      const expiresAt = Number(end);
      if (!(expiresAt > clock.now())) return false;
      // Keyed by the random part: the rest of a signed nonce could be encoded in several ways.
      return db.withTx(async (tx) => useNonce(tx, random, expiresAt));
    },
  };
}

/** The account that signed in, with tokens, or with the challenge that comes back with a code of the second factor. */
type SignInResult = { readonly userId: string } & (
  | { readonly tokens: Tokens; readonly device: DeviceSecret }
  | { readonly challenge: string }
);

export type GoogleService = ReturnType<typeof createGoogleService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  /** Null when the shop has no Google client; then nothing here exists. */
  readonly identity: IdentityPort | null;
  readonly nonceSecret: Uint8Array;
  readonly limiter: RateLimiter;
  readonly sessions: SessionService;
  readonly devices: KnownDevices;
  readonly factors: SecondFactorService;
  readonly verification: VerificationService;
  readonly from: MailSender;
  readonly limits: { readonly registerPerHour: number };
}

/** Sign-in with Google (docs/decisions/008-google-accounts.md). */
export function createGoogleService(deps: Deps) {
  const { db, clock, identity, limiter, factors, sessions, devices } = deps;
  const nonces = createNonces({ db, clock, secret: deps.nonceSecret });
  return {
    /** A nonce for one sign-in. */
    nonce(): string {
      if (!identity) throw new AppError('not_found');
      return nonces.issue();
    },
    /**
     * Signs in by Google's ID token with one refusal for each cause.
     * @throws {AppError} google_credential_invalid, google_account_exists, account_deleted, email_moved, google_unavailable
     */
    async signIn(credential: string, client: Client): Promise<SignInResult> {
      if (!identity) throw new AppError('not_found');
      const proven = await prove(identity, credential, clock.now());
      if (!proven || !(await nonces.consume(proven.nonce))) throw new AppError('google_credential_invalid');
      const existingEntry = await enter(deps, proven);
      if (existingEntry) {
        const challenge = await factors.challenge(existingEntry);
        if (challenge !== null) return { userId: existingEntry.id, challenge };
        return {
          userId: existingEntry.id,
          tokens: await sessions.open(existingEntry, client),
          device: devices.issue(existingEntry),
        };
      }
      const key = `register:${addressKey(client.address)}`;
      if (!(await limiter.hit(key, deps.limits.registerPerHour, HOUR_MS))) throw new AppError('too_many_requests');
      const created = await create(deps, proven);
      return { userId: created.id, tokens: await sessions.open(created, client), device: devices.issue(created) };
    },
  };
}

/** The identity with its address in our form; null when it proves nothing. */
async function prove(identity: IdentityPort, credential: string, now: number): Promise<VerifiedIdentity | null> {
  try {
    const proven = await identity.verify(credential, now);
    const address = emailForm.safeParse(proven?.email);
    return proven?.emailVerified && address.success ? { ...proven, email: address.data } : null;
  } catch (error) {
    if (error instanceof IdentityUnavailable) throw new AppError('google_unavailable', { cause: error });
    throw error;
  }
}

/** The account that the identity opens; undefined when there is none of that address yet. */
async function enter({ db, clock, from }: Deps, proven: VerifiedIdentity): Promise<UserRow | undefined> {
  return db.withTx(async (tx) => {
    const own = await repository.findUserBy(tx, 'google_sub', proven.subject);
    if (own) return requireLive(own);
    const other = await repository.findUserBy(tx, 'email', proven.email);
    return other && link(tx, requireLive(other), proven, from, clock.now());
  });
}

function requireLive(user: UserRow): UserRow {
  if (user.deleted_at !== null) throw new AppError('account_deleted', { actor: user.id });
  return user;
}

/**
 * Joins Google to an account that has the same address. Only when both sides proved the address: a stranger who
 * registered it before its owner must not share the owner's account.
 */
async function link(tx: Tx, user: UserRow, proven: VerifiedIdentity, from: MailSender, now: number): Promise<UserRow> {
  const provenHere = user.email_verified_at !== null;
  if (!provenHere || !proven.emailAuthoritative || user.google_sub !== null)
    throw new AppError('google_account_exists');
  await repository.updateUser(tx, user.id, { google_sub: proven.subject, updated_at: now });
  const content = googleLinkedMail({ from, name: user.name });
  await queueMail(tx, user.email, `google-linked:${user.id}:${proven.subject}`, content, now);
  return { ...user, google_sub: proven.subject };
}

async function create(deps: Deps, proven: VerifiedIdentity): Promise<UserRow> {
  const { db, clock, verification } = deps;
  const now = clock.now();
  const bare = await newUser(
    {
      name: firstGoodName(proven.name.toWellFormed(), proven.email.split('@')[0]),
      email: proven.email,
      password: null,
      role: 'reader',
    },
    now,
  );
  const user: UserRow = { ...bare, google_sub: proven.subject, email_verified_at: now };
  try {
    await db.withTx(async (tx) => {
      if (await isAddressKept(tx, user.email, now)) throw new AppError('email_moved');
      await repository.insertUser(tx, user);
      await verification.welcome(tx, user, now);
    });
    return user;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Another tab of this reader, or a registration of the address, came first at the same moment.
    const first = await enter(deps, proven);
    if (!first) throw error;
    return first;
  }
}
