import { ApiError } from '../lib/api/api-error.ts';
import { session } from '../lib/api/session.ts';
import { withLock } from '../lib/locks.ts';
import { createEmitter } from '../lib/store.ts';
import { isOnline } from './network-status.ts';
import { type SyncStore, type SyncTransaction, syncDatabase } from './sync-database.ts';

/** A write that is to be sent: its content with id, user and kind. */
export type OutboxEntry<Content = unknown> = Content & {
  /** Order of sending, assigned by the database. */
  readonly seq?: number;
  /** UUID made by the client: the server applies the write once, however often it arrives. */
  readonly id: string;
  readonly uid: string;
  readonly part_id: string;
  /** Kind of the entry, which selects its handler. */
  readonly kind: string;
  /**
   * Blocked: the server does not let the reader write in this part now (it was revoked). This entry and later ones of
   * its lane in the part wait until it does.
   */
  readonly parked?: boolean;
};

declare module './sync-database.ts' {
  interface SyncSchema {
    mutations: { key: number; value: OutboxEntry; indexes: { uid: string; part: [string, string] } };
  }
}

/** Result of an entry at the server. */
export type OutboxOutcome<Answer = unknown> =
  | { readonly kind: 'taken'; readonly answer: Answer }
  /** The changed object no longer exists. */
  | { readonly kind: 'gone' }
  /** The server will never accept the entry. */
  | { readonly kind: 'refused' }
  /** The reader has no right to the part now. */
  | { readonly kind: 'blocked' };

/** Rules of one noun for its entries. */
interface OutboxHandler<Entry, Answer> {
  readonly kind: string;
  /** Kind with whose entries these wait when one of either is blocked; absent: this kind alone. */
  readonly lane?: string;
  /** Stores that `prepare` and `settle` write, besides the outbox. */
  readonly stores: readonly SyncStore[];
  /** Completes an entry before it is sent; returns the same entry when it is complete. */
  prepare?(entry: Entry, transaction: SyncTransaction): Promise<Entry>;
  send(entry: Entry): Promise<Answer>;
  /** Whether a 2xx answers the call; otherwise it counts as a failure, and the entry is sent again. */
  isAnswer(value: unknown): value is Answer;
  /** Classifies a refusal of the server; null if the same request may succeed later. */
  classify(error: ApiError): Exclude<OutboxOutcome['kind'], 'taken'> | null;
  /**
   * Writes the outcome's changes outside of the outbox, which is settled already.
   * @param wasWaiting false when the entry had left the outbox before, or was never in it
   */
  settle(
    entry: Entry,
    outcome: OutboxOutcome<Answer>,
    transaction: SyncTransaction,
    wasWaiting: boolean,
  ): Promise<void>;
}

/** An entry of this tab that the server has answered. */
export interface SettledEntry<Entry = OutboxEntry, Answer = unknown> {
  readonly entry: Entry;
  readonly outcome: OutboxOutcome<Answer>;
}

/** `waiting`: an entry is left that could not be sent now. */
export type FlushOutcome = 'empty' | 'waiting';

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
let requested: Promise<FlushOutcome> | null = null;

const handlers = new Map<string, OutboxHandler<OutboxEntry, unknown>>();
const settled = createEmitter<SettledEntry>();

/** Entries of one kind, for the noun that owns them. */
export interface OutboxQueue<Entry, Answer> {
  /** Lists the waiting entries of a part, oldest first. */
  list(transaction: MutationsTransaction, uid: string, partId: string): Promise<Entry[]>;
  /** Adds an entry, or replaces the one with its number. */
  put(transaction: MutationsTransaction, entry: Entry): Promise<unknown>;
  /**
   * Sends an entry directly, when the database does not accept it.
   * @throws {Error} also for a 2xx that does not answer the call
   */
  send(entry: Entry): Promise<Answer>;
  /** Stores the server's outcome of an entry. */
  settle(entry: Entry, outcome: OutboxOutcome<Answer>): Promise<void>;
  /** Calls back for each entry of this kind that this tab has settled. */
  onSettled(listener: (settled: SettledEntry<Entry, Answer>) => void): () => void;
}

/** A transaction that includes the outbox. */
type MutationsTransaction = Pick<SyncTransaction, 'objectStore'>;

/** Registers the handler of a kind of entries. An entry without a handler waits for a page that has one. */
export function registerHandler<Entry extends OutboxEntry, Answer>(
  handler: OutboxHandler<Entry, Answer>,
): OutboxQueue<Entry, Answer> {
  const general = handler as unknown as OutboxHandler<OutboxEntry, unknown>;
  handlers.set(handler.kind, general);
  return {
    list: async (transaction, uid, partId) => {
      const waiting = await transaction.objectStore('mutations').index('part').getAll([uid, partId]);
      return waiting.filter(({ kind }) => kind === handler.kind) as Entry[];
    },
    put: (transaction, entry) => transaction.objectStore('mutations').put(entry),
    send: (entry) => answerTo(handler, entry),
    settle: (entry, outcome) => settle(general, entry, outcome),
    onSettled: (listener) =>
      settled.subscribe((each) => {
        if (each.entry.kind === handler.kind) listener(each as SettledEntry<Entry, Answer>);
      }),
  };
}

/** Whether a value is an object with these fields, each of its type. */
export function hasFields<Shape>(
  value: unknown,
  types: { readonly [Name in keyof Shape]: 'string' | 'number' | 'boolean' | 'object' },
): value is Shape {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(types).every(([name, type]) => typeof (value as Record<string, unknown>)[name] === type);
}

async function answerTo<Entry, Answer>(handler: OutboxHandler<Entry, Answer>, entry: Entry): Promise<Answer> {
  const answer: unknown = await handler.send(entry);
  if (handler.isAnswer(answer)) return answer;
  throw new Error('no answer to what was written');
}

/** Lists a user's unsent entries of one kind, oldest first. */
export async function unsentOf<Content>(kind: string, uid: string): Promise<OutboxEntry<Content>[]> {
  const waiting = await syncDatabase((database) => database.getAllFromIndex('mutations', 'uid', uid));
  return waiting.filter((entry) => entry.kind === kind) as OutboxEntry<Content>[];
}

/** Counts the user's unsent entries. */
export async function countUnsent(uid: string): Promise<number> {
  return syncDatabase((database) => database.countFromIndex('mutations', 'uid', uid));
}

/** Sends entries at each sign of a connection from now on. Called once. */
export function startOutbox(): void {
  const flush = () => void flushOutbox();
  addEventListener('online', flush);
  addEventListener('focus', flush);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && flush());
  session.subscribe(flush);
}

/**
 * Sends the signed-in user's entries, oldest first; one tab at a time. Called after writes, on start, on `online`, and
 * when the page becomes visible. Other users' entries are kept. Never rejects.
 */
export function flushOutbox(): Promise<FlushOutcome> {
  // Allows one waiting call, because it reads the whole outbox when its turn comes.
  requested ??= withLock('outbox', async () => {
    requested = null;
    return flushNow();
  }).catch((): FlushOutcome => {
    requested = null;
    return 'waiting';
  });
  return requested;
}

async function flushNow(): Promise<FlushOutcome> {
  clearTimeout(retry);
  const uid = session.claims()?.uid;
  if (!uid || !session.refreshToken()) return 'waiting';
  for (;;) {
    const next = await nextEntry(uid);
    if (!next) break;
    if (!isOnline()) return 'waiting';
    const outcome = await send(next);
    if (!outcome) return retryLater();
    // If an outcome cannot be stored, the entry is sent again, and the server recognises its id.
    const isNoted = await settle(next.handler, next.entry, outcome).then(
      () => true,
      () => false,
    );
    if (!isNoted) return retryLater();
    failures = 0;
  }
  failures = 0;
  return 'empty';
}

interface NextEntry {
  readonly entry: OutboxEntry;
  readonly handler: OutboxHandler<OutboxEntry, unknown>;
}

/** Returns the user's oldest entry, ready to be sent; null when there is none, or only blocked ones. */
async function nextEntry(uid: string): Promise<NextEntry | null> {
  const stores = new Set([...handlers.values()].flatMap((handler) => (handler.prepare ? handler.stores : [])));
  return syncDatabase(async (database) => {
    const transaction = database.transaction(['mutations', ...stores] as SyncStore[], 'readwrite');
    const mutations = transaction.objectStore('mutations');
    const blocked = new Set<string>();
    let next: NextEntry | null = null;
    for (let cursor = await mutations.index('uid').openCursor(uid); cursor; cursor = await cursor.continue()) {
      const entry = cursor.value;
      const handler = handlers.get(entry.kind);
      const lane = `${handler?.lane ?? entry.kind} ${entry.part_id}`;
      if (entry.parked) blocked.add(lane);
      if (!handler || blocked.has(lane)) continue;
      next = { entry, handler };
      break;
    }
    if (next?.handler.prepare) {
      const entry = await next.handler.prepare(next.entry, transaction);
      if (entry !== next.entry) await mutations.put(entry);
      next = { ...next, entry };
    }
    await transaction.done;
    return next;
  });
}

/** Returns null when the entry has to be sent again. */
async function send({ entry, handler }: NextEntry): Promise<OutboxOutcome | null> {
  try {
    return { kind: 'taken', answer: await answerTo(handler, entry) };
  } catch (error) {
    // No answer, or one that another request can change (an account about to be erased): neither decides about the
    // write.
    if (!(error instanceof ApiError)) return null;
    const { code, status } = error;
    // A proxy refused it, such as the login page of a hotel's network; only an entry too large for a proxy will never
    // get through.
    if (code === null && status !== 413) return null;
    if (code === 'anti_forgery' || code === 'cross_site_request' || code === 'account_leaving') return null;
    const kind = handler.classify(error);
    return kind && { kind };
  }
}

async function settle(
  handler: OutboxHandler<OutboxEntry, unknown>,
  entry: OutboxEntry,
  outcome: OutboxOutcome,
): Promise<void> {
  const stores: SyncStore[] = ['mutations', ...handler.stores];
  return syncDatabase(async (database) => {
    const transaction = database.transaction(stores, 'readwrite');
    const mutations = transaction.objectStore('mutations');
    const ofPart = await mutations.index('part').getAll([entry.uid, entry.part_id]);
    const waiting = ofPart.filter(({ id }) => id === entry.id);
    for (const each of waiting) {
      if (outcome.kind === 'blocked') await mutations.put({ ...each, parked: true });
      else if (each.seq !== undefined) await mutations.delete(each.seq);
    }
    try {
      await handler.settle(entry, outcome, transaction, waiting.length > 0);
    } catch (error) {
      // Undoes the writes of this outcome.
      transaction.done.catch(() => {});
      transaction.abort();
      throw error;
    }
    await transaction.done;
    settled.emit({ entry, outcome });
  });
}

function retryLater(): FlushOutcome {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  failures += 1;
  // Randomized, so that devices do not all return to a restarted server at once.
  retry = setTimeout(() => void flushOutbox(), pause * (0.75 + Math.random() / 2));
  return 'waiting';
}
