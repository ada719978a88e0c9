import { createHash, timingSafeEqual, type webcrypto } from 'node:crypto';
import { DAY_MS } from '@cuentos/domain/time/durations';
import type { Role } from '@cuentos/contract/account-fields';
import type { AccessClaims, Tokens } from '@cuentos/contract/auth';
import { SignJWT, decodeJwt, errors, jwtVerify } from 'jose';
import type { Secrets } from '../../platform/config/secrets.ts';
import type { SessionRow } from '../../platform/db/tables/accounts.ts';

/** How long tokens live. */
const ACCESS_LIFETIME_S = 15 * 60;
export const REFRESH_LIFETIME_MS = 90 * DAY_MS;
export const SESSION_LIFETIME_MS = 365 * DAY_MS;

const AUDIENCE = 'cuentos';

/** The user fields that an access token shows. */
interface TokenUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** Claims of a refresh token with a correct signature; it may still be spent or revoked. */
export interface RefreshClaims {
  readonly sessionId: string;
  readonly generation: number;
  readonly userId: string;
}

/** Why a token was refused. */
export type TokenRefusal = 'invalid' | 'expired';

/** Makes and reads both kinds of token; each kind has its own key, type and fixed algorithm. */
export type TokenService = ReturnType<typeof createTokenService>;

/**
 * Tokens signed with HS256. A refresh token is a function of its session row, so that a lost answer can be repeated.
 */
export function createTokenService(secrets: Pick<Secrets, 'accessToken' | 'refreshToken'>) {
  const accessKey = signingKey(secrets.accessToken);
  const refreshKey = signingKey(secrets.refreshToken);
  return {
    /** @param changes revision of the user's changes */
    async issue(user: TokenUser, session: SessionRow, changes: number, now: number): Promise<Tokens> {
      const [access_token, refresh_token] = await Promise.all([
        signAccess(user, { session, changes }, now, await accessKey),
        signRefresh(user, session, await refreshKey),
      ]);
      return { access_token, refresh_token };
    },
    readAccess: async (token: string, now: number) =>
      verify(token, await accessKey, 'at+jwt', now, (claims) => (isAccessClaims(claims) ? claims : null)),
    readRefresh: async (token: string, now: number) => verify(token, await refreshKey, 'rt+jwt', now, refreshClaims),
    /**
     * Reads which session a proof of a refresh token names (`logoutBody` of the contract), also an ended one; null
     * for a false proof.
     */
    async readProof(proof: string): Promise<RefreshClaims | null> {
      const end = proof.lastIndexOf('.');
      const signed = proof.slice(0, end);
      const signature = await crypto.subtle.sign('HMAC', await refreshKey, Buffer.from(signed));
      const hash = createHash('sha256').update(Buffer.from(signature).toString('base64url')).digest();
      const givenHash = Buffer.from(proof.slice(end + 1), 'base64url');
      if (givenHash.length !== hash.length || !timingSafeEqual(givenHash, hash)) return null;
      // The shop's own signature was verified, so the claims are those of a refresh token.
      return refreshClaims(decodeJwt(`${signed}.`));
    },
  };
}

function refreshClaims({ sid, gen, uid }: Readonly<Record<string, unknown>>): RefreshClaims | null {
  if (typeof sid !== 'string' || typeof gen !== 'number' || typeof uid !== 'string') return null;
  return { sessionId: sid, generation: gen, userId: uid };
}

/** Imports the key once: passed as bytes, it would be imported for every request. */
async function signingKey(secret: Uint8Array): Promise<webcrypto.CryptoKey> {
  const bytes = new Uint8Array(secret);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);
}

async function signAccess(
  { id: uid, name, email, role }: TokenUser,
  { session: { id: sid, generation: gen }, changes }: { readonly session: SessionRow; readonly changes: number },
  now: number,
  key: webcrypto.CryptoKey,
): Promise<string> {
  const seconds = Math.floor(now / 1000);
  return new SignJWT({ role, name, uid, sid, gen, changes })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .setSubject(email)
    .setAudience(AUDIENCE)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ACCESS_LIFETIME_S)
    .sign(key);
}

async function signRefresh(user: TokenUser, session: SessionRow, key: webcrypto.CryptoKey): Promise<string> {
  return new SignJWT({ uid: user.id, sid: session.id, gen: session.generation })
    .setProtectedHeader({ alg: 'HS256', typ: 'rt+jwt' })
    .setAudience(AUDIENCE)
    .setIssuedAt(Math.floor(session.rotated_at / 1000))
    .setExpirationTime(Math.floor(session.expires_at / 1000))
    .sign(key);
}

async function verify<T>(
  token: string,
  key: webcrypto.CryptoKey,
  typ: string,
  now: number,
  read: (claims: Record<string, unknown>) => T | null,
): Promise<T | TokenRefusal> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      typ,
      audience: AUDIENCE,
      currentDate: new Date(now),
      requiredClaims: ['exp', 'iat'],
    });
    return read(payload) ?? 'invalid';
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'expired' : 'invalid';
  }
}

function isAccessClaims(claims: Record<string, unknown>): claims is Record<string, unknown> & AccessClaims {
  const { uid, sid, role, gen } = claims;
  return typeof uid === 'string' && typeof sid === 'string' && typeof role === 'string' && typeof gen === 'number';
}
