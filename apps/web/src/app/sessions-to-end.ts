import { logout } from '@cuentos/contract/auth';
import { createJournal, entriesUnder, hasKeys } from '../device/journal.ts';
import { onReturn } from '../device/connection.ts';
import { request } from '../lib/api/api-client.ts';
import { ApiError } from '../lib/api/api-error.ts';
import { isUnexpired } from '../lib/api/session.ts';
import { withLock } from '../lib/locks.ts';

/** Prefix of local storage keys; browser-start.ts looks for it. */
const KEY = 'sessionsToEnd';
/** Key of local storage; lib/api/session.ts writes it. */
const REFRESH_KEY = 'refresh_token';

const isProof = (value: unknown): value is string => typeof value === 'string';

/** The list that earlier versions of the app wrote. */
const list = createJournal(KEY, isProof);

/** Each proof has a key of its own, because two tabs that write one list at the same moment lose entries of it. */
const ownOf = (proof: string) => createJournal(`${KEY}:${proof}`, isProof, 'last');

/**
 * Proofs of refresh tokens whose sessions were left without a connection. A proof ends its session and opens nothing, so
 * that what stays here after a logout is good for no one (`logoutBody` of the contract).
 */
const storedProofs = (): string[] => [...list.entries(), ...entriesUnder(`${KEY}:`, isProof)];

function drop(proof: string): void {
  ownOf(proof).write([]);
  list.remove((each) => each === proof);
}

/**
 * Empties local storage, except for the sessions that are still to be ended, unstored entries of other users' journals
 * (device/journal.ts), and a session that began in another tab meanwhile.
 * @param owners of the deleted entries
 * @param refreshToken of the session that ends
 */
export function clearStorage(owners: readonly string[], refreshToken: string | null): void {
  try {
    for (const [key, value] of Object.entries<string>(localStorage)) {
      if (`${key}:`.startsWith(`${KEY}:`)) continue;
      const isNewSession = key === REFRESH_KEY && value !== refreshToken;
      const rest = isNewSession ? value : entriesOfOthers(value, owners);
      // Deletes key by key, so that the new session is in storage at every moment.
      if (rest === null) localStorage.removeItem(key);
      // What stays whole is not written: another tab may have just removed it.
      else if (rest !== value) localStorage.setItem(key, rest);
    }
  } catch {
    // The browser's settings refuse storage, so it is empty.
  }
}

/** Returns the entries of a journal that belong to another user; null when there are none. */
function entriesOfOthers(value: string, owners: readonly string[]): string | null {
  try {
    const stored: unknown = JSON.parse(value);
    const rest = [stored].flat().filter((entry) => hasKeys(entry, 'uid') && !owners.includes(String(entry.uid)));
    if (rest.length === 0) return null;
    return JSON.stringify(Array.isArray(stored) ? rest : rest[0]);
  } catch {
    return null; // not JSON, so it is no journal
  }
}

/**
 * Keeps a proof with which the session is ended at the next contact.
 * @returns false where the browser can make no proof (plain http)
 */
export async function endLater(refreshToken: string): Promise<boolean> {
  const [head, claims, signature] = refreshToken.split('.');
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle || !signature) return false;
  const hash = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(signature)));
  const encoded = btoa(String.fromCharCode(...hash));
  const proof = `${head}.${claims}.${encoded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
  ownOf(proof).write([proof]);
  watch();
  return true;
}

let isWatching = false;

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  onReturn(() => void endNow());
}

/** Ends the sessions that were left without a connection, now and whenever the connection returns. */
export async function endSessionsLeft(): Promise<void> {
  watch();
  await endNow();
}

/** Runs in one tab at a time. Drops sessions that have expired, or of which the server has been told. */
async function endNow(): Promise<void> {
  await withLock(KEY, async () => {
    for (const proof of storedProofs()) {
      if (isUnexpired(proof) && !(await isHeard(proof))) return;
      drop(proof);
    }
  });
}

/** Whether the server has answered that the session has ended, or is unknown to it. */
async function isHeard(proof: string): Promise<boolean> {
  try {
    await request(logout, { json: { proof }, handles: 'all', quiet: true });
    return true;
  } catch (error) {
    return error instanceof ApiError && error.code === 'refresh_token_invalid';
  }
}
