import { logout } from '@cuentos/contract/auth';
import { createJournal, hasKeys } from '../device/journal.ts';
import { onReturn } from '../device/connection.ts';
import { request } from '../lib/api/api-client.ts';
import { ApiError } from '../lib/api/api-error.ts';
import { isUnexpired } from '../lib/api/session.ts';
import { withLock } from '../lib/locks.ts';

/** Key of local storage; browser-start.ts looks for it. */
const KEY = 'sessionsToEnd';
/** Key of local storage; lib/api/session.ts writes it. */
const REFRESH_KEY = 'refresh_token';

/**
 * Proofs of refresh tokens whose sessions were left without a connection. A proof ends its session and opens nothing, so
 * that what stays here after a logout is good for no one (`logoutBody` of the contract).
 */
const proofs = createJournal(KEY, (value): value is string => typeof value === 'string');

/**
 * Empties local storage, of everything but the sessions that are still to be ended, what the journals of other users
 * (device/journal.ts) have that no database has yet, and a session that began in another tab while the device was cleared.
 * @param owners of what goes
 * @param refreshToken of the session that ends
 */
export function clearStorage(owners: readonly string[], refreshToken: string | null): void {
  const storedProofs = proofs.entries();
  try {
    for (const [key, value] of Object.entries<string>(localStorage)) {
      const isNewSession = key === REFRESH_KEY && value !== refreshToken;
      const rest = isNewSession ? value : entriesOfOthers(value, owners);
      // One by one: the new session is in storage at every moment.
      if (rest === null) localStorage.removeItem(key);
      else localStorage.setItem(key, rest);
    }
  } catch {
    // Storage refused by the browser's settings: nothing is in it.
  }
  proofs.write(storedProofs);
}

/** Returns the part of a value of local storage that names another user; null when nothing does. */
function entriesOfOthers(value: string, owners: readonly string[]): string | null {
  try {
    const stored: unknown = JSON.parse(value);
    const rest = [stored].flat().filter((entry) => hasKeys(entry, 'uid') && !owners.includes(String(entry.uid)));
    if (rest.length === 0) return null;
    return JSON.stringify(Array.isArray(stored) ? rest : rest[0]);
  } catch {
    return null; // no JSON: no journal
  }
}

/** Ends a session at the next contact with the server. False where the browser can make no proof (plain http). */
export async function endLater(refreshToken: string): Promise<boolean> {
  const [head, claims, signature] = refreshToken.split('.');
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle || !signature) return false;
  const hash = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(signature)));
  const encoded = btoa(String.fromCharCode(...hash));
  proofs.add(`${head}.${claims}.${encoded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`);
  watch();
  return true;
}

let isWatching = false;

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  onReturn(() => void endNow());
}

/** Ends the sessions that were left without a connection, now and whenever it is back. */
export async function endSessionsLeft(): Promise<void> {
  watch();
  await endNow();
}

/** One tab at a time. Sessions that have expired by themselves, or that the server has heard of, are forgotten. */
async function endNow(): Promise<void> {
  await withLock(KEY, async () => {
    proofs.remove((proof) => !isUnexpired(proof));
    for (const proof of proofs.entries()) {
      if (!(await isHeard(proof))) return;
      proofs.remove((each) => each === proof);
    }
  });
}

/** Whether the server has answered: that the session is over, or that it is none of its own. */
async function isHeard(proof: string): Promise<boolean> {
  try {
    await request(logout, { json: { proof }, handles: 'all', quiet: true });
    return true;
  } catch (error) {
    return error instanceof ApiError && error.code === 'refresh_token_invalid';
  }
}
