import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signs texts that come back from outside, and knows its own signatures again. */
export interface Signer {
  /** HMAC-SHA256, base64url. */
  sign(text: string): string;
  /** Whether a signature is ours for that text, in constant time. */
  verify(text: string, signature: string): boolean;
}

/**
 * Creates a signer with a key of its own; keys are never shared between purposes.
 * @param earlier replaced keys: their signatures are still accepted, but no new ones are made with them.
 */
export function createSigner(secret: Uint8Array, earlier: readonly Uint8Array[] = []): Signer {
  const signWith = (key: Uint8Array, text: string): string =>
    createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign: (text) => signWith(secret, text),
    verify: (text, signature) => [secret, ...earlier].some((key) => isSameSecret(signWith(key, text), signature)),
  };
}

/** Compares in constant time, so that a guesser learns nothing from how long a refusal took. */
export function isSameSecret(expected: string, actual: string): boolean {
  const expectedBytes = Buffer.from(expected);
  const actualBytes = Buffer.from(actual);
  return expectedBytes.length === actualBytes.length && timingSafeEqual(expectedBytes, actualBytes);
}
