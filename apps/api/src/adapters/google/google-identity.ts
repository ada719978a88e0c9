import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';
import { type IdentityPort, IdentityUnavailable } from '../../ports/identity.ts';

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
const TIMEOUT_MS = 5000;
/** Clocks of two machines differ a little. */
const TOLERANCE_S = 30;

interface GoogleOptions {
  readonly clientId: string;
  readonly jwksUrl: string;
}

const claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().max(1000),
  email_verified: z.boolean(),
  /** Domain of an organisation whose mailboxes Google runs. */
  hd: z.string().optional(),
  name: z.string().max(1000).default(''),
  nonce: z.string().max(500),
});

/** Google Identity Services: ID tokens signed with RS256, checked against Google's published keys. */
export function createGoogleIdentity({ clientId, jwksUrl }: GoogleOptions): IdentityPort {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: TIMEOUT_MS });
  return {
    name: 'Google',
    async verify(credential, now) {
      try {
        const { payload } = await jwtVerify(credential, keys, {
          algorithms: ['RS256'],
          audience: clientId,
          issuer: ISSUERS,
          currentDate: new Date(now),
          clockTolerance: TOLERANCE_S,
          requiredClaims: ['exp', 'iat'],
        });
        const parsed = claims.safeParse(payload);
        if (!parsed.success) return null;
        const { sub: subject, email, email_verified: emailVerified, hd, name, nonce } = parsed.data;
        const emailAuthoritative = emailVerified && (hd !== undefined || /@gmail\.com$/i.test(email));
        return { subject, email, emailVerified, emailAuthoritative, name, nonce };
      } catch (error) {
        if (isRefusal(error)) return null;
        throw new IdentityUnavailable('the keys could not be had', { cause: error });
      }
    },
  };
}

/** Whether the token is at fault and not the way to the keys. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return false;
  return !(
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === 'ERR_JOSE_GENERIC'
  );
}
