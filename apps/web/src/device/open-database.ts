import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { withTimeout } from '../lib/with-timeout.ts';

/** Time limit of a database request, ms: browsers may leave a request without an answer. */
const PATIENCE_MS = 4000;

/** The browser did not answer. Another try would take as long, and the stored data may be sound. */
export class DatabaseTimeout extends Error {}

/** Waits for a database request and returns its result. @throws {DatabaseTimeout} after the time limit */
export function inTime<T>(request: Promise<T>): Promise<T> {
  return withTimeout(request, PATIENCE_MS, (): never => {
    throw new DatabaseTimeout();
  });
}

interface DatabaseDefinition<Schema extends DBSchema> {
  readonly name: string;
  readonly version: number;
  /** Makes the stores that an earlier version of the database lacks; version 0 is a new database. */
  readonly upgrade: (database: IDBPDatabase<Schema>, oldVersion: number) => void;
  /**
   * Opens the database at the first call; all callers wait for the same promise.
   * @param request one try to open it, without a time limit
   * @param settle decides what the next callers get: a connection, or with null a new try
   */
  readonly begin: (
    request: () => Promise<IDBPDatabase<Schema>>,
    settle: (next: Promise<IDBPDatabase<Schema>> | null) => void,
  ) => Promise<IDBPDatabase<Schema>>;
}

/** A database of this device, opened at the first use. */
export interface DeviceDatabase<Schema extends DBSchema> {
  /**
   * Does work on the database. A lost connection is opened anew, once, and the work is repeated from its beginning, so
   * it must allow repetition. Without work it returns the connection, for tests.
   */
  readonly open: {
    (): Promise<IDBPDatabase<Schema>>;
    <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T>;
  };
  /** Closes the connection, for tests. */
  readonly close: () => Promise<void>;
}

/** Errors of browsers after a lost database connection: phones end it in the background without an event. */
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
