import { Readable } from 'node:stream';
import { STREAM_END, type StreamEnd } from '@cuentos/contract/changes';
import { SECOND_MS } from '@cuentos/domain/time/durations';
import { type Connection, type Db, isUnavailable } from '../../platform/db/db.ts';
import type { Clock } from '../../ports/clock.ts';
import { changesSince } from './change-list.ts';
import * as repository from './repository.ts';

/** Interval at which the database is asked for changes of other processes while a stream is open. */
const POLL_MS = 500;
/** Longest pause between two questions while the database does not answer. */
const LONGEST_PAUSE_MS = 10 * SECOND_MS;
/** Interval of heartbeats: proxies close a connection that is silent for longer, usually after a minute. */
const HEARTBEAT_MS = 20 * SECOND_MS;
/** Interval at which a stream's session is checked while there are no changes, since it may end without one. */
const SESSION_CHECK_MS = 5 * SECOND_MS;
/** A browser has one stream for all its tabs. */
const STREAMS_PER_READER = 6;
/** Bytes after which a device that reads nothing is disconnected; it resumes from its last revision. */
const LARGEST_BACKLOG = 64 * 1024;
/** How long a device waits before it comes back, ms. */
const RETRY_MS = 2000;

/** A device that listens. */
export interface Subscriber {
  readonly userId: string;
  readonly sessionId: string;
  /** When its access token ends, epoch milliseconds. */
  readonly until: number;
  /** The last revision that it heard; null for what changes from now on. */
  readonly since: number | null;
  /** Takes a fault of the shop's own while the stream is open. */
  readonly report: (error: unknown) => void;
}

interface Stream extends Subscriber {
  readonly events: Readable;
  /** The last revision sent; `since` before the first event. */
  revision: number | null;
  /** Whether the first event was sent. */
  isOpened: boolean;
  /** When something was sent last, by the process's own clock. */
  saidAt: number;
  isOver: boolean;
}

/** Services that streams need. */
export interface StreamDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Which of these sessions have not ended, by `auth`, which names the revision of changes in its tokens. */
  readonly liveSessionsAmong: (
    connection: Connection,
    ids: readonly string[],
    now: number,
  ) => Promise<ReadonlySet<string>>;
}

/**
 * The open streams of this process. A commit of this process wakes those that it concerns; for the commits of other
 * processes the database is asked again and again, by one indexed query for all streams, and only while there are any.
 */
export function createStreams(deps: StreamDeps) {
  const streams = new Map<string, Set<Stream>>();
  let isClosed = false;
  const deliveries = createDeliveries(deps, streams);
  const look = createLook(deps, streams, deliveries.wake);
  let stopListening: (() => void) | null = null;

  const forget = (stream: Stream): void => {
    const others = streams.get(stream.userId);
    others?.delete(stream);
    if (others?.size === 0) streams.delete(stream.userId);
    if (streams.size > 0) return;
    look.stop();
    stopListening?.();
    stopListening = null;
  };

  return {
    /** Opens a stream; the oldest of a reader who has too many is ended. */
    open(subscriber: Subscriber): Readable {
      const events = new Readable({ read: () => undefined, highWaterMark: LARGEST_BACKLOG });
      const { since: revision } = subscriber;
      const stream: Stream = {
        ...subscriber,
        events,
        revision,
        isOpened: false,
        saidAt: performance.now(),
        isOver: false,
      };
      // Sends the response head at once, however long the database takes.
      say(stream, `retry: ${RETRY_MS}\n\n`);
      if (isClosed) {
        end(stream, 'stopping');
        return events;
      }
      const own = streams.get(stream.userId) ?? new Set();
      const [oldest] = own;
      if (oldest && own.size >= STREAMS_PER_READER) end(oldest, 'crowded');
      streams.set(stream.userId, own.add(stream));
      events.once('close', () => {
        stream.isOver = true;
        forget(stream);
      });
      stopListening ??= deps.db.onCommit((userIds) => {
        for (const userId of userIds) if (streams.has(userId)) deliveries.wake(userId);
      });
      look.start();
      deliveries.wake(stream.userId);
      return events;
    },
    close(): void {
      isClosed = true;
      for (const stream of [...streams.values()].flatMap((own) => [...own])) end(stream, 'stopping');
    },
  };
}

type Streams = ReadonlyMap<string, ReadonlySet<Stream>>;

/** Sends new changes to a reader's streams, one delivery at a time per reader. */
function createDeliveries(deps: StreamDeps, streams: Streams) {
  const running = new Set<string>();
  const again = new Set<string>();

  const deliver = async (userId: string): Promise<void> => {
    await endOver(deps, [...(streams.get(userId) ?? [])]);
    const open = [...(streams.get(userId) ?? [])].filter(({ isOver }) => !isOver);
    for (const [since, group] of Map.groupBy(open, ({ revision }) => revision)) {
      const list = await changesSince(deps, userId, since);
      for (const stream of group) tell(stream, list);
    }
  };

  const run = async (userId: string): Promise<void> => {
    running.add(userId);
    try {
      do {
        again.delete(userId);
        await deliver(userId);
      } while (again.has(userId));
    } catch (error) {
      // The next poll finds the changes that were not sent.
      if (!isUnavailable(error)) for (const { report } of streams.get(userId) ?? []) report(error);
    } finally {
      running.delete(userId);
      again.delete(userId);
    }
  };

  return {
    wake(userId: string): void {
      if (running.has(userId)) again.add(userId);
      else void run(userId);
    },
  };
}

/** Asks the database, while streams are open, whether one of them has something to hear. */
function createLook(deps: StreamDeps, streams: Streams, wake: (userId: string) => void) {
  const { db } = deps;
  let timer: NodeJS.Timeout | null = null;
  let pause = POLL_MS;
  let checkedAt = performance.now();
  let lastVersion: number | undefined;

  const lookAround = async (): Promise<void> => {
    const all = [...streams.values()].flatMap((own) => [...own]).filter(({ isOver }) => !isOver);
    const now = performance.now();
    for (const stream of all) if (now - stream.saidAt >= HEARTBEAT_MS) say(stream, ':\n\n');
    if (now - checkedAt >= SESSION_CHECK_MS) {
      await endOver(deps, all);
      checkedAt = now;
    }
    const isBehind = all.some(({ isOpened }) => !isOpened);
    const version = db.engine === 'sqlite' ? await repository.dataVersion(db.read) : undefined;
    if (version !== undefined && version === lastVersion && !isBehind) return;
    const revisions = await repository.revisionsOf(db.read, [...streams.keys()]);
    let isTold = true;
    for (const [userId, own] of streams) {
      if (![...own].some((stream) => !stream.isOpened || stream.revision !== (revisions.get(userId) ?? 0))) continue;
      isTold = false;
      wake(userId);
    }
    // Looks once more after a delivery, which may have failed.
    lastVersion = isTold ? version : undefined;
  };

  const schedule = (): void => {
    timer = setTimeout(() => {
      void lookAround()
        .then(
          () => (pause = POLL_MS),
          () => (pause = Math.min(LONGEST_PAUSE_MS, pause * 2)),
        )
        .then(() => timer && schedule());
    }, pause).unref();
  };

  return {
    start(): void {
      if (!timer) schedule();
    },
    stop(): void {
      if (timer) clearTimeout(timer);
      timer = null;
      lastVersion = undefined;
      pause = POLL_MS;
    },
  };
}

/** Ends streams whose token or session has ended, because they must not report further changes. */
async function endOver({ db, clock, liveSessionsAmong }: StreamDeps, streams: readonly Stream[]): Promise<void> {
  const now = clock.now();
  const live = await liveSessionsAmong(
    db.read,
    streams.map(({ sessionId }) => sessionId),
    now,
  );
  for (const stream of streams) if (stream.until <= now || !live.has(stream.sessionId)) end(stream, 'session');
}

function tell(stream: Stream, list: Awaited<ReturnType<typeof changesSince>>): void {
  const isNews = !stream.isOpened || list.revision !== stream.revision;
  stream.revision = list.revision;
  stream.isOpened = true;
  if (isNews) say(stream, `id: ${list.revision}\ndata: ${JSON.stringify(list)}\n\n`);
}

/** Ends a stream with the reason, by which the device knows when to come back. */
function end(stream: Stream, reason: StreamEnd): void {
  if (stream.isOver) return;
  say(stream, `event: ${STREAM_END}\ndata: ${reason}\n\n`);
  stream.isOver = true;
  stream.events.push(null);
}

function say(stream: Stream, text: string): void {
  const { events } = stream;
  if (stream.isOver || events.destroyed) return;
  events.push(text);
  stream.saidAt = performance.now();
  // Does not buffer for a device that does not read: it gets all changes when it reconnects.
  if (events.readableLength > LARGEST_BACKLOG) events.destroy();
}
