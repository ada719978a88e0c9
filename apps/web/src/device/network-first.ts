import { serverNow } from '../lib/clock.ts';
import type { CallSettings } from '../lib/api/api-client.ts';
import { ApiError } from '../lib/api/api-error.ts';
import { serverReach } from '../lib/api/api-events.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { isOnline } from './network-status.ts';
import { beginCopy } from './begin-copy.ts';

/** Sources of a value: the server, and the device's own copy. */
export interface Copies<T> {
  /** Asks the server. */
  readonly fetch: (settings?: Pick<CallSettings, 'handles'>) => Promise<T>;
  readonly read: () => Promise<T | null>;
  /** @param askedAt when the server was asked, by this device's clock, epoch milliseconds */
  readonly save: (value: T, askedAt: number) => Promise<void>;
  /** Called when the server answered with an error of its own and the device's copy is shown instead. */
  readonly onStandIn?: (failure: ApiError) => void;
}

/** Fetches from the server and saves the answer. Rejects with the failure of the server or the connection. */
export async function fromServer<T>(
  { fetch, save }: Pick<Copies<T>, 'fetch' | 'save'>,
  settings?: Pick<CallSettings, 'handles'>,
): Promise<T> {
  const askedAt = serverNow();
  const mayKeep = beginCopy();
  const value = await fetch(settings);
  if (await mayKeep()) await save(value, askedAt).catch(() => {}); // a full disk must not hide the server's answer
  return value;
}

/** Whether the error is no answer of the shop, which gives each refusal a code, or says that it is unavailable. */
const isAway = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || error.code === null);

/**
 * Longest wait for an answer before a saved copy is used, ms: a connection on which nothing arrives must not delay it.
 */
const PATIENCE_MS = 3000;

/**
 * Returns the server's answer and saves it on the device; without a connection, returns the saved copy. A server out of
 * reach counts as no connection, because browsers report a network without internet as a connection. A late answer is
 * saved, and makes the screens ask again (connection.ts).
 */
export async function networkFirst<T>(copies: Copies<T>): Promise<T> {
  if (!isOnline()) return standIn(copies, new ApiError(0, null));
  const answer = fromServer(copies).catch(async (error: unknown) => {
    if (!isAway(error)) throw error;
    return standIn(copies, error as ApiError);
  });
  return withTimeout(answer, serverReach.isReached() ? PATIENCE_MS : 0, async () => {
    const saved = await copies.read().catch(() => null);
    if (saved === null) return answer;
    serverReach.note(null);
    return saved;
  });
}

/** Returns the saved copy instead of an answer. @throws {ApiError} the failure when there is no copy */
async function standIn<T>(copies: Copies<T>, failure: ApiError): Promise<T> {
  const saved = await copies.read();
  if (saved === null) throw failure;
  if (failure.status > 0) copies.onStandIn?.(failure);
  return saved;
}
