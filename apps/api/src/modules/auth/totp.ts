import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto';
import type { FactorEnrolment } from '@cuentos/contract/second-factor';
import { correction, generate } from 'lean-qr';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with the values that every authenticator application supports. */
const PERIOD_MS = 30_000;
const FORM = { algorithm: 'SHA1', digits: 6, period: PERIOD_MS / 1000 } as const;
/** Length of a secret that RFC 4226 recommends, bytes. */
const SECRET_BYTES = 20;
/** Accepts one period before and after, because phone clocks drift and people type slowly. */
const WINDOW = 1;

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/**
 * The period that a code is good for now, counted in steps of 30 seconds since the epoch; null when it is not good.
 * Which steps were used already is the caller's to know.
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = TOTP.validate({
    ...FORM,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp: now,
    window: WINDOW,
  });
  return delta === null ? null : Math.floor(now / PERIOD_MS) + delta;
}

/** Makes the address that tells an authenticator app about a secret. */
export function enrolmentOf(secret: string, issuer: string, account: string): FactorEnrolment {
  // A colon would end the issuer's name.
  const label = { issuer: issuer.replaceAll(':', ' '), label: account };
  const uri = new TOTP({ ...FORM, ...label, secret: Secret.fromBase32(secret) }).toString();
  const squares = generate(uri, { minCorrectionLevel: correction.M });
  const { size } = squares;
  const path = Array.from({ length: size * size }, (_, n) => [n % size, Math.floor(n / size)] as const)
    .map(([x, y]) => (squares.get(x, y) ? `M${x} ${y}h1v1h-1z` : ''))
    .join('');
  return { secret, uri, qr: { size, path } };
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a secret for its row: a reader of the database, or a row put in another account's place, gives no codes. */
export function sealSecret(secret: string, userId: string, key: Uint8Array): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The secret of a row; null when none of the keys opens it. */
export function openSecret(sealed: string, userId: string, keys: readonly Uint8Array[]): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  const iv = bytes.subarray(0, IV_BYTES);
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  for (const key of keys) {
    try {
      const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(userId))
        .setAuthTag(tag);
      return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      // Tries the next key.
    }
  }
  return null;
}

const CODES = 10;
/** Letters without 0 and o, 1, i and l, because people write the codes down by hand. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
/**
 * Letters of a recovery code: at least 112 bits, so that a fast hash without salt is enough, even in a stolen database.
 */
const LETTERS_PER_CODE = 24;

/** Ten codes of six groups, about 119 bits each. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => {
    const letters = Array.from({ length: LETTERS_PER_CODE }, () => LETTERS[randomInt(LETTERS.length)]).join('');
    return letters.replaceAll(/.{4}(?=.)/g, '$&-');
  });
}

/** The typed code without the spaces and hyphens that help to read it. */
export function readCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toLowerCase();
}

/**
 * Hash under which a recovery code is stored. It needs no salt and no slow hash, because so many random bits cannot be
 * guessed.
 */
export function hashRecoveryCode(code: string): string {
  return createHash('sha256').update(readCode(code)).digest('hex');
}
