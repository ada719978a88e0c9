import { toIso } from '../../platform/to-iso.ts';
import { MINUTE_MS } from '@cuentos/domain/time/durations';
import type { AccessClaims, Tokens } from '@cuentos/contract/auth';
import type { OwnSession } from '@cuentos/contract/sessions';
import type { Connection, Db, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/db/new-id.ts';
import type { SessionRow, UserRow } from '../../platform/db/tables/accounts.ts';
import type { Caller } from '../../platform/http/access.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Clock } from '../../ports/clock.ts';
import { recordAudit } from '../audit/service.ts';
import { changesRevision } from '../changes/service.ts';
import { type MailSender, queueMail, sessionClosedMail } from '../mail/service.ts';
import * as repository from './repository.ts';
import { findFactor } from './second-factor-repository.ts';
import { REFRESH_LIFETIME_MS, type RefreshClaims, SESSION_LIFETIME_MS, type TokenService } from './tokens.ts';

/**
 * Time after an exchange within which a repeated refresh token gets the same successor although that one arrived: two
 * tabs of a browser without locks may ask at once.
 */
const REPEAT_WINDOW_MS = 30_000;

/**
 * Number of exchanges of one token that open that window. Without a limit, a thief who repeats a copied token twice a
 * minute could keep a window open until the owner's next request, and get the same successor.
 */
const REPEAT_WINDOWS = 4;

/** How long a shown code of the second factor counts as fresh. */
const FACTOR_CONFIRMED_MS = 10 * MINUTE_MS;

/** Where a session was opened from. */
export interface Client {
  readonly userAgent: string;
  readonly address: string;
  /** Secrets of known devices that the browser sent. */
  readonly devices?: readonly string[];
  /** Id of the account that the browser is signed in to; null for none. */
  readonly callerId?: string | null;
}

export type SessionService = ReturnType<typeof createSessionService>;

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: TokenService;
  readonly from: MailSender;
}

/** Sessions in the database; tokens only point to them. */
export function createSessionService(deps: Deps) {
  const { db, clock, tokens, from } = deps;
  return {
    open: async (user: UserRow, client: Client, factorAt: number | null = null) =>
      openSession(deps, user, client, factorAt),
    openFor: async (prove: (tx: Tx) => Promise<UserRow>, client: Client, factorAt: number | null) =>
      openSessionFor(deps, prove, client, factorAt),
    /** Exchanges a refresh token; reuse of a spent one ends the whole session. */
    async refresh(token: string): Promise<Tokens> {
      const now = clock.now();
      const claims = await tokens.readRefresh(token, now);
      if (claims === 'expired') throw new AppError('session_expired');
      if (claims === 'invalid') throw new AppError('refresh_token_invalid');
      const result = await db.withTx(async (tx) => rotate(tx, from, claims, now));
      if ('reusedBy' in result) throw new AppError('invalid_user_session', { actor: result.reusedBy });
      return issueTokens(deps, result.user, result.session, now);
    },
    /**
     * Ends the session of an `Authorization` header; ending it twice succeeds.
     * @returns the user's id
     * @throws {AppError} when the header has no valid access token; then nothing ends.
     */
    async end(authorization: string | undefined): Promise<string> {
      const now = clock.now();
      const claims = await readClaims(tokens, authorization, now);
      if (!claims) throw new AppError('unauthenticated');
      await db.withTx(async (tx) => repository.revokeSession(tx, claims.sid, now, claims.uid));
      return claims.uid;
    },
    /**
     * Ends the session of a refresh token, whichever of its tokens it is and however old; ending it twice succeeds.
     * After a pause this token is the only one that is still valid.
     * @returns the user's id, null when the session had ended
     * @throws {AppError} refresh_token_invalid when the token is not ours; then nothing ends.
     */
    async endFamily(refreshToken: string): Promise<string | null> {
      const now = clock.now();
      const claims = await tokens.readRefresh(refreshToken, now);
      if (claims === 'invalid') throw new AppError('refresh_token_invalid');
      // A refresh token past its end belongs to a session that is over as well.
      if (claims === 'expired') return null;
      return (await db.withTx(async (tx) => repository.revokeSession(tx, claims.sessionId, now))) ?? null;
    },
    /**
     * Ends the session that a proof of a refresh token names; a browser that signs out without a connection keeps one
     * to send later.
     */
    async endByProof(proof: string): Promise<string | null> {
      const claims = await tokens.readProof(proof);
      if (!claims) throw new AppError('refresh_token_invalid');
      return (await db.withTx(async (tx) => repository.revokeSession(tx, claims.sessionId, clock.now()))) ?? null;
    },
    /** The caller behind an `Authorization` header, or null when there is none. */
    readCaller: async (authorization: string | undefined) => readCaller({ db, clock, tokens }, authorization),
  };
}

/**
 * Opens a session for a user who just proved the identity, according to the account row that was read for the proof.
 * @throws {AppError} wrong_credentials when that proof is no longer valid, because it was removed meanwhile
 * @param factorAt when a code of the second factor was entered, epoch milliseconds; null for none.
 */
async function openSession(deps: Deps, user: UserRow, client: Client, factorAt: number | null): Promise<Tokens> {
  const { db, clock } = deps;
  const now = clock.now();
  const session = { ...newSession(user.id, client, now), factor_confirmed_at: factorAt };
  await db.withTx(async (tx) => {
    // Hashing takes long: a proof of the address meanwhile may have ended everything that the password opened.
    const current = await repository.findLiveUser(tx, user.id);
    if (current?.password_hash !== user.password_hash || current.google_sub !== user.google_sub) {
      throw new AppError('wrong_credentials', { actor: user.id });
    }
    await repository.insertSession(tx, session);
  });
  return issueTokens(deps, user, session, now);
}

/**
 * Opens a session for the user that `prove` returns in the same transaction; when `prove` throws, none is opened.
 * @returns the tokens and the user's id
 */
async function openSessionFor(
  deps: Deps,
  prove: (tx: Tx) => Promise<UserRow>,
  client: Client,
  factorAt: number | null,
): Promise<{ readonly user: UserRow; readonly tokens: Tokens }> {
  const { db, clock } = deps;
  const now = clock.now();
  const { user, session } = await db.withTx(async (tx) => {
    const proven = await prove(tx);
    const newSessionRow = { ...newSession(proven.id, client, now), factor_confirmed_at: factorAt };
    await repository.insertSession(tx, newSessionRow);
    return { user: proven, session: newSessionRow };
  });
  return { user, tokens: await issueTokens(deps, user, session, now) };
}

async function issueTokens({ db, tokens }: Deps, user: UserRow, session: SessionRow, now: number): Promise<Tokens> {
  return tokens.issue(user, session, await changesRevision(db.read, user.id), now);
}

function newSession(userId: string, { userAgent, address }: Client, now: number): SessionRow {
  return {
    id: newId(now),
    user_id: userId,
    created_at: now,
    authenticated_at: now,
    last_used_at: now,
    expires_at: now + REFRESH_LIFETIME_MS,
    absolute_expires_at: now + SESSION_LIFETIME_MS,
    generation: 1,
    predecessor: 0,
    // No token was good before the first one.
    is_confirmed: 1,
    voided_generation: 0,
    rotated_at: now,
    revoked_at: null,
    user_agent: userAgent.slice(0, 300),
    address,
    factor_confirmed_at: null,
  };
}

/** Returns instead of throwing on reuse, because the revocation must be committed. */
async function rotate(
  tx: Tx,
  from: MailSender,
  { sessionId, generation, userId }: RefreshClaims,
  now: number,
): Promise<repository.SessionWithUser | { readonly reusedBy: string }> {
  const signedIn = await repository.findSession(tx, sessionId);
  if (!signedIn || signedIn.session.revoked_at !== null || signedIn.user.deleted_at !== null) {
    if (!signedIn) await refuseErased(tx, userId);
    throw new AppError('invalid_user_session');
  }
  const { session, user } = signedIn;
  if (session.absolute_expires_at <= now) throw new AppError('session_expired');
  const isRepeat = generation === session.predecessor;
  if (isRepeat && now - session.rotated_at <= REPEAT_WINDOW_MS) return signedIn;
  if (generation === session.generation || (isRepeat && session.is_confirmed === 0)) {
    const next = succeed(session, generation, now);
    await repository.updateSession(tx, sessionId, next);
    return { session: { ...session, ...next }, user };
  }
  await repository.revokeSession(tx, sessionId, now);
  const entry = {
    actorId: null,
    action: 'session.token_reused',
    subject: sessionId,
    detail: { user: user.id },
  } as const;
  await recordAudit(tx, entry, now);
  const content = sessionClosedMail({ from, name: user.name, at: now });
  await queueMail(tx, user.email, `session-closed:${sessionId}`, content, now);
  return { reusedBy: user.id };
}

/**
 * Columns that an exchange of the token `predecessor` changes. A repeated token gets a new successor, and the earlier
 * successor is discarded: if a thief got that one, using it ends the session.
 */
function succeed(session: SessionRow, predecessor: number, now: number) {
  const isRepeat = predecessor !== session.generation;
  const opensWindow = session.generation - predecessor < REPEAT_WINDOWS;
  return {
    generation: session.generation + 1,
    predecessor,
    is_confirmed: 0 as const,
    voided_generation: isRepeat ? session.generation : session.voided_generation,
    rotated_at: opensWindow ? now : session.rotated_at,
    last_used_at: now,
    expires_at: Math.min(now + REFRESH_LIFETIME_MS, session.absolute_expires_at),
  };
}

/**
 * Reports to a device that its account was erased, so that it deletes its data of the account.
 * @throws {AppError} account_erased
 */
async function refuseErased(connection: Connection, userId: string): Promise<void> {
  const user = await repository.findUserBy(connection, 'id', userId);
  if (user && user.erased_at !== null) throw new AppError('account_erased');
}

/** Reads the claims of a valid access token, whether or not its session still lives; null without a header. */
async function readClaims(
  tokens: TokenService,
  authorization: string | undefined,
  now: number,
): Promise<AccessClaims | null> {
  if (authorization === undefined) return null;
  const [scheme, token] = authorization.split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new AppError('unauthenticated');
  const claims = await tokens.readAccess(token, now);
  if (claims === 'expired') throw new AppError('access_token_expired');
  if (claims === 'invalid') throw new AppError('unauthenticated');
  return claims;
}

async function readCaller(
  { db, clock, tokens }: Omit<Deps, 'from'>,
  authorization: string | undefined,
): Promise<Caller | null> {
  const now = clock.now();
  const claims = await readClaims(tokens, authorization, now);
  if (!claims) return null;
  const signedIn = await repository.findSession(db.read, claims.sid);
  if (signedIn?.session.user_id !== claims.uid) {
    await refuseErased(db.read, claims.uid);
    throw new AppError('invalid_user_session');
  }
  const { session, user } = signedIn;
  const isEnded = session.revoked_at !== null || session.expires_at <= now || user.deleted_at !== null;
  if (isEnded) throw new AppError('invalid_user_session');
  // The access token belongs to a discarded refresh token or an older one, whose exchange decides about the session.
  if (claims.gen <= session.voided_generation) throw new AppError('access_token_expired');
  if (session.is_confirmed === 0 && claims.gen === session.generation) await confirm(db, session);
  return {
    userId: user.id,
    sessionId: session.id,
    accessUntil: claims.exp * 1000,
    name: user.name,
    email: user.email,
    role: user.role,
    authenticatedAt: session.authenticated_at,
    secondFactor: await factorOf(db, signedIn, now),
    isLeaving: user.erase_at !== null,
  };
}

/**
 * Notes that the device has the current refresh token: it came with the access token of this request. A database that
 * cannot write now does not fail the request; the next one notes it.
 */
async function confirm(db: Db, { id, generation }: SessionRow): Promise<void> {
  await db.withTx(async (tx) => repository.confirmSession(tx, id, generation)).catch(() => {});
}

/** Whether a session showed a code of the second factor lately. */
export function isFactorFresh(
  { factor_confirmed_at: at }: Pick<SessionRow, 'factor_confirmed_at'>,
  now: number,
): boolean {
  return at !== null && now - at < FACTOR_CONFIRMED_MS;
}

/** Readers have no power that a second factor would guard, so theirs is not looked for. */
async function factorOf(
  db: Db,
  { session, user }: repository.SessionWithUser,
  now: number,
): Promise<Caller['secondFactor']> {
  if (user.role === 'reader') return 'none';
  const factor = await findFactor(db.read, user.id);
  if (!factor || factor.confirmed_at === null) return 'none';
  return isFactorFresh(session, now) ? 'confirmed' : 'stale';
}

export type OwnSessionService = ReturnType<typeof createOwnSessionService>;

/** Lists and ends a reader's own sessions. */
export function createOwnSessionService({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** The caller's live sessions: the asking one first, then the latest used. */
    async list({ userId, sessionId }: Caller): Promise<OwnSession[]> {
      const rows = await repository.listLiveSessions(db, userId, clock.now());
      const sessions = rows.map((row) => present(row, sessionId));
      return [...sessions.filter(({ current }) => current), ...sessions.filter(({ current }) => !current)];
    },
    /** Ends one of them; ending it twice is fine. @throws {AppError} not_found for whatever is not the caller's */
    async close({ userId }: Caller, sessionId: string): Promise<void> {
      const signedIn = await repository.findSession(db.read, sessionId);
      if (signedIn?.session.user_id !== userId) throw new AppError('not_found');
      await db.withTx(async (tx) => repository.revokeSession(tx, sessionId, clock.now(), userId));
    },
    /** Ends all sessions but the caller's ('Cerrar otras sesiones'). */
    async closeOthers({ userId, sessionId }: Caller): Promise<void> {
      await db.withTx(async (tx) => repository.revokeSessions(tx, userId, clock.now(), sessionId));
    },
  };
}

function present(row: SessionRow, current: string): OwnSession {
  return { ...presentSession(row), expires_at: toIso(row.expires_at), current: row.id === current };
}

/** Presents a session to its owner and to admins. */
export function presentSession(row: Pick<SessionRow, 'id' | 'user_agent' | 'created_at' | 'last_used_at'>) {
  const { id, user_agent, created_at, last_used_at } = row;
  return { id, user_agent, created_at: toIso(created_at), last_used_at: toIso(last_used_at) };
}
