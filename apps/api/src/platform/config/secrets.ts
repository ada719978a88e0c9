import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';

/** File in the data folder; each line of `secret.key.previous` is a replaced secret. */
const FILE = 'secret.key';

/** Least length, as for `AUTH_SECRET`; shorter secrets could be guessed. */
const SHORTEST = 32;

/** Keys derived from the one secret of the shop, each for one purpose only. */
export interface Secrets {
  readonly accessToken: Uint8Array;
  readonly refreshToken: Uint8Array;
  readonly fileLink: Uint8Array;
  readonly captcha: string;
  /** Signs the embedded payment sandbox's notices. */
  readonly sandboxNotice: string;
  /** Signs the nonces of sign-ins with Google. */
  readonly googleNonce: Uint8Array;
  /** Signs the cookies of known devices. */
  readonly knownDevice: Uint8Array;
  /** Signs the challenge between a right password and the code of the second factor. */
  readonly factorChallenge: Uint8Array;
  /** Signs the challenges of passkeys. */
  readonly passkeyChallenge: Uint8Array;
  /** Hashes the codes by mail that open an account. */
  readonly entryCode: Uint8Array;
  /** Makes the tokens of recovery links, so that the same link can be mailed again. */
  readonly recoveryLink: Uint8Array;
  /** Encrypts the secrets of second factors. */
  readonly factorSecret: Uint8Array;
  /** Encrypted them before the secret was replaced. */
  readonly factorSecretBefore: readonly Uint8Array[];
  /** Signs the links that leave the mailing list. */
  readonly unsubscribe: Uint8Array;
  /** Keys that signed unsubscribe links before the secret was replaced. */
  readonly unsubscribeBefore: readonly Uint8Array[];
  /** Signs the links to backups. */
  readonly backupLink: Uint8Array;
  /** Signs the links of gifts. */
  readonly gift: Uint8Array;
  /** Signed them before the secret was replaced. */
  readonly giftBefore: readonly Uint8Array[];
}

/**
 * Derives all keys from `AUTH_SECRET`, or from a secret made at the first start and kept in the data folder.
 * @param previous the value before this one; older ones stand in `secret.key.previous`, one a line. They vouch for the links that leave the mailing
 * list and those of gifts, and read the stored secrets of second factors, and nothing else: a secret is replaced because it may
 * have been seen, so what it signed must open no account, but mails that were sent lead out for ever, what was given
 * stays given (a thief of an old secret would still have to know the random number of a gift), and telephones keep their
 * codes.
 */
export function readSecrets(dataDir: string, configured: string | undefined, previous?: string): Secrets {
  const root = configured ?? storedSecret(dataDir);
  const derive = (purpose: string): Buffer => deriveFrom(root, purpose);
  const before = [
    previous ?? '',
    ...linesOf(join(dataDir, `${FILE}.previous`)),
    ...(configured === undefined ? [] : linesOf(join(dataDir, FILE))),
  ]
    .map((secret) => secret.trim())
    .filter(({ length }) => length >= SHORTEST);
  return {
    accessToken: derive('access-token'),
    refreshToken: derive('refresh-token'),
    fileLink: derive('file-link'),
    captcha: derive('captcha').toString('hex'),
    sandboxNotice: derive('sandbox-notice').toString('hex'),
    googleNonce: derive('google-nonce'),
    knownDevice: derive('known-device'),
    factorChallenge: derive('factor-challenge'),
    passkeyChallenge: derive('passkey-challenge'),
    entryCode: derive('entry-code'),
    recoveryLink: derive('recovery-link'),
    factorSecret: derive('factor-secret'),
    factorSecretBefore: before.map((secret) => deriveFrom(secret, 'factor-secret')),
    unsubscribe: derive('unsubscribe'),
    unsubscribeBefore: before.map((secret) => deriveFrom(secret, 'unsubscribe')),
    backupLink: derive('backup-link'),
    gift: derive('gift'),
    giftBefore: before.map((secret) => deriveFrom(secret, 'gift')),
  };
}

function deriveFrom(root: string, purpose: string): Buffer {
  return createHmac('sha256', root).update(purpose).digest();
}

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

function storedSecret(dataDir: string): string {
  const file = join(dataDir, FILE);
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    try {
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // A second process may have been first; then its secret counts.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
  return readFileSync(file, 'utf8').trim();
}
