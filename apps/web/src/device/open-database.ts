import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { withTimeout } from '../lib/with-timeout.ts';

/** Browsers may leave a request hanging for ever; nothing waits longer than this for it. */
const PATIENCE_MS = 4000;

/** The browser did not answer. Another try would wait as long, and the stored data may be sound. */
export class DatabaseTimeout extends Error {}

/**
 * Waits for a request to a database and returns its result.
 * @throws {DatabaseTimeout} when it takes longer than a reader waits
 */
export function inTime<T>(request: Promise<T>): Promise<T> {
  return withTimeout(request, PATIENCE_MS, (): never => {
    throw new DatabaseTimeout();
  });
}

interface DatabaseDefinition<Schema extends DBSchema> {
  readonly name: string;
  readonly version: number;
  /** Makes the stores that a database of an earlier version lacks; 0 for one that does not exist yet. */
  readonly upgrade: (database: IDBPDatabase<Schema>, oldVersion: number) => void;
  /**
   * Opens the database when it is first asked for; every caller waits for the same promise.
   * @param request one try to open it, without a limit of time
   * @param settle says what the next callers get: a connection, or with null a new beginning
   */
  readonly begin: (
    request: () => Promise<IDBPDatabase<Schema>>,
    settle: (next: Promise<IDBPDatabase<Schema>> | null) => void,
  ) => Promise<IDBPDatabase<Schema>>;
}

/** A database of this device, opened once and by the first who asks. */
export interface DeviceDatabase<Schema extends DBSchema> {
  /**
   * Does work on the database. A connection that turns out to be dead is opened anew, once, and the work is done again
   * from its beginning: it must stand being done twice. Without work it gives the connection, for tests.
   */
  readonly open: {
    (): Promise<IDBPDatabase<Schema>>;
    <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T>;
  };
  /** Ends the connection, for tests. */
  readonly close: () => Promise<void>;
}

/** Errors of browsers after a lost connection to the database: phones end it in the background without an event. */
const isLost = (error: unknown) => /^(InvalidState|Unknown|Abort)Error$/.test((error as Error).name);

/** A connection that another tab or the browser closed is opened again by the next call. */
export function defineDatabase<Schema extends DBSchema>({
  name,
  version,
  upgrade,
  begin,
}: DatabaseDefinition<Schema>): DeviceDatabase<Schema> {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const settle = (next: typeof opened): void => {
    opened = next;
  };
  const request = (): Promise<IDBPDatabase<Schema>> =>
    openDB<Schema>(name, version, {
      upgrade,
      // Closes for a newer version of the app, or a deletion, that waits for this connection.
      blocking: (_version, _blocked, event) => {
        (event.target as IDBDatabase).close();
        settle(null);
      },
      terminated: () => settle(null),
    });
  const connect = () => (opened ??= begin(request, settle));
  return {
    async open<T>(work = async (database: IDBPDatabase<Schema>) => database as T) {
      const connection = connect();
      try {
        return await work(await connection);
      } catch (error) {
        if (!isLost(error)) throw error;
        if (opened === connection) settle(null);
        connection.then(
          (dead) => dead.close(),
          () => {},
        );
        return work(await connect());
      }
    },
    async close() {
      const database = await opened?.catch(() => null);
      database?.close();
      settle(null);
    },
  };
}
