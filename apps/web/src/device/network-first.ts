import { serverNow } from '../lib/clock.ts';
import type { CallSettings } from '../lib/api/api-client.ts';
import { ApiError } from '../lib/api/api-error.ts';
import { isOnline } from './network-status.ts';
import { beginCopy } from './sync-database.ts';

/** Where something comes from: the server, and the device's own copy. */
export interface Copies<T> {
  /** Asks the server. */
  readonly fetch: (settings?: Pick<CallSettings, 'handles'>) => Promise<T>;
  readonly read: () => Promise<T | null>;
  /** @param askedAt when the server was asked, by this device's clock, epoch milliseconds */
  readonly save: (value: T, askedAt: number) => Promise<void>;
  /** Hears that the server answered with a failure of its own and the device's copy is shown in its place. */
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
  if (await mayKeep()) await save(value, askedAt).catch(() => {}); // a full disk must not hide what the server said
  return value;
}

/** No answer, or the server's word that it cannot give one now. */
const isAway = (error: unknown) => error instanceof ApiError && (error.status === 0 || error.status >= 500);

/**
 * The server's answer, saved on the device; without a connection, the saved one. A server out of reach
 * counts as no connection: browsers call a line without internet a connection.
 */
export async function networkFirst<T>(copies: Copies<T>): Promise<T> {
  let failure: unknown = new ApiError(0, null);
  if (isOnline()) {
    try {
      return await fromServer(copies);
    } catch (error) {
      if (!isAway(error)) throw error;
      failure = error;
    }
  }
  const saved = await copies.read();
  if (saved === null) throw failure;
  if (failure instanceof ApiError && failure.status > 0) copies.onStandIn?.(failure);
  return saved;
}
