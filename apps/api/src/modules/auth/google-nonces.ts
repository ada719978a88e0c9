import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../platform/db/db.ts';
import type { Clock } from '../../ports/clock.ts';
import { useNonce } from './token-repository.ts';

/** Long enough for a page that stays open while a reader looks for the phone that Google asks for. */
const LIFETIME_MS = 60 * 60_000;

export interface Nonces {
  /** A nonce for one sign-in; giving it out writes nothing, so asking for many costs nothing. */
  issue(): string;
  /** Uses a nonce up; false when it is not ours, over, or was used before. */
  consume(nonce: string): Promise<boolean>;
}

interface Deps {
  readonly db: Db;
  readonly clock: Clock;
  readonly secret: Uint8Array;
}

/** Nonces that carry their own end and signature; only used ones are remembered. */
export function createNonces({ db, clock, secret }: Deps): Nonces {
  const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
  return {
    issue() {
      const text = `${randomBytes(16).toString('base64url')}.${clock.now() + LIFETIME_MS}`;
      return `${text}.${sign(text)}`;
    },
    async consume(nonce) {
      const [random = '', end = '', signature = ''] = nonce.split('.');
      const expected = Buffer.from(sign(`${random}.${end}`));
      const given = Buffer.from(signature);
      if (expected.length !== given.length || !timingSafeEqual(expected, given)) return false;
      const expiresAt = Number(end);
      if (!(expiresAt > clock.now())) return false;
      // By its random part: what follows the signature could be written in many ways.
      return db.withTx(async (tx) => useNonce(tx, random, expiresAt));
    },
  };
}
