import { isOnline } from './network-status.ts';

interface Copies<T> {
  /** Asks the server. */
  readonly fetch: () => Promise<T>;
  readonly read: () => Promise<T | null>;
  readonly save: (value: T) => Promise<void>;
}

/** The server's answer, kept on the device; without a connection, the kept one (spec §4, network). */
export async function serverOrDevice<T>({ fetch, read, save }: Copies<T>): Promise<T> {
  if (isOnline()) {
    const value = await fetch();
    await save(value).catch(() => {}); // a full disk must not hide what the server said
    return value;
  }
  const kept = await read();
  if (kept === null) throw new Error('nothing is kept on this device');
  return kept;
}
