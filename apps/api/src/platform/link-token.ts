import { createHash, randomBytes } from 'node:crypto';

const BYTES = 32;

/** A secret for a link in a mail, and what is stored of it. */
export interface LinkToken {
  /** 256 random bits, for the link only. */
  readonly token: string;
  readonly hash: string;
}

/** A new token; who can read the database still cannot make the link. */
export function newLinkToken(): LinkToken {
  const token = randomBytes(BYTES).toString('base64url');
  return { token, hash: hashLinkToken(token) };
}

/** Hash under which a token is stored. It needs no salt and no slow hash, because 256 random bits cannot be guessed. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
