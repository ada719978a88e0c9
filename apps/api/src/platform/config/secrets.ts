import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../error-code.ts';

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
  /** Signs what known devices keep. */
  readonly knownDevice: Uint8Array;
  /** Signs the links that leave the mailing list. */
  readonly unsubscribe: Uint8Array;
}

/** Derives all keys from `AUTH_SECRET`, or from a secret made at the first start and kept in the data folder. */
export function readSecrets(dataDir: string, configured: string | undefined): Secrets {
  const root = configured ?? storedSecret(dataDir);
  const derive = (purpose: string): Buffer => createHmac('sha256', root).update(purpose).digest();
  return {
    accessToken: derive('access-token'),
    refreshToken: derive('refresh-token'),
    fileLink: derive('file-link'),
    captcha: derive('captcha').toString('hex'),
    sandboxNotice: derive('sandbox-notice').toString('hex'),
    googleNonce: derive('google-nonce'),
    knownDevice: derive('known-device'),
    unsubscribe: derive('unsubscribe'),
  };
}

function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'secret.key');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    try {
      writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // A second process may have been first; then its secret counts.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
  return readFileSync(file, 'utf8').trim();
}
