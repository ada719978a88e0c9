import { ApiError } from '../lib/api/api-error.ts';
import { isOnline } from './network-status.ts';

interface Copies<T> {
  /** Asks the server. */
  readonly fetch: () => Promise<T>;
  readonly read: () => Promise<T | null>;
  readonly save: (value: T) => Promise<void>;
}

/**
 * The server's answer, saved on the device; without a connection, the saved one. A server out of reach
 * counts as no connection: browsers call a line without internet a connection.
 */
export async function networkFirst<T>({ fetch, read, save }: Copies<T>): Promise<T> {
  let failure: unknown = new Error('nothing is saved on this device');
  if (isOnline()) {
    try {
      const value = await fetch();
      await save(value).catch(() => {}); // a full disk must not hide what the server said
      return value;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 0) throw error;
      failure = error;
    }
  }
  const saved = await read();
  if (saved === null) throw failure;
  return saved;
}
