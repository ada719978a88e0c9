import { type Change, type ChangeList, listChanges, STREAM_END, streamChanges } from '@cuentos/contract/changes';
import { urlOf } from '@cuentos/contract/call';
import { request } from '../lib/api/api-client.ts';
import { refreshSession } from '../lib/api/refresh-session.ts';
import { isUnexpired, session } from '../lib/api/session.ts';
import { withLock } from '../lib/locks.ts';
import { announceChange } from './changes.ts';
import { isOnline } from './network-status.ts';
import { hasFields } from './outbox.ts';
import { readEvents, type StreamEvent } from './read-events.ts';
import { deviceTabs } from './tabs.ts';

/** The tab that has it listens for all tabs of the browser. */
const LOCK = 'changes';
/** Key of local storage. */
const KEY = 'changes';

/** Something on the way holds the events back when none came within this, ms. */
const FIRST_EVENT_MS = 3000;
/** How often the server is asked instead, ms. */
const ASK_EVERY_MS = 4000;
/** For how long, before the stream is tried again, ms. */
const ASK_FOR_MS = 120_000;
/** The server says something every 20 s: a line that is silent for longer is dead, ms. */
const SILENCE_MS = 50_000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** The last revision that this browser heard, and of whom. */
interface Heard {
  readonly uid: string;
  readonly revision: number;
}

let heard: Heard | null = null;
/** Changes that came while this page was out of sight, the newest of each thing. */
let missed = new Map<string, Change>();
let turn: { readonly uid: string; readonly end: AbortController } | null = null;

const isInSight = () => document.visibilityState === 'visible';

/** Listens from now on whenever this page is in sight and somebody is signed in. Called once. @returns ends it */
export function startChanges(): () => void {
  const look = () => {
    takeTurn();
    if (isInSight()) tellMissed();
  };
  document.addEventListener('visibilitychange', look);
  const stops = [
    () => document.removeEventListener('visibilitychange', look),
    session.subscribe(takeTurn),
    deviceTabs.subscribe((message) => {
      if (message.kind === 'changes' && message.uid === session.claims()?.uid) tell(message.changes);
    }),
    () => turn?.end.abort(),
  ];
  takeTurn();
  return () => {
    for (const stop of stops) stop();
  };
}

/** Begins to listen, or ends it: out of sight there is no connection, and none for another user than the page's. */
function takeTurn(): void {
  const uid =
    isInSight() && session.refreshToken() !== null && !session.isSwitched() ? session.claims()?.uid : undefined;
  if (turn?.uid === uid) return;
  turn?.end.abort();
  missed = turn && turn.uid !== uid && uid !== undefined ? new Map() : missed;
  turn = null;
  if (uid === undefined) return;
  const end = new AbortController();
  turn = { uid, end };
  const { signal } = end;
  // Waits until the tab that listens now goes out of sight.
  withLock(LOCK, async () => listen(uid, signal), { signal }).catch(() => {});
}

/** Listens for all tabs until the signal says that the turn is over. */
async function listen(uid: string, signal: AbortSignal): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const end = isOnline() ? await follow(uid, signal) : 'broken';
    if (signal.aborted) return;
    if (end === 'held-back') await askInstead(uid, signal);
    if (end !== 'broken') failures = 0;
    await pause(pauseAfter(failures), signal);
    failures += 1;
  }
}

/** Doubles with each failure, and is spread, so that the devices of a server that comes back do not return all at once. */
function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random());
}

/**
 * How a stream ended. `over`: it was a good one; `held-back`: nothing comes through, or the server has ended it in favour
 * of others; `broken`: there was none.
 */
type Ending = 'over' | 'held-back' | 'broken';

/** Follows one stream to its end. Never rejects. */
async function follow(uid: string, signal: AbortSignal): Promise<Ending> {
  const line = new AbortController();
  const cut = () => line.abort();
  signal.addEventListener('abort', cut);
  let ending: Ending = 'broken';
  const holdBack = () => {
    ending = 'held-back';
    cut();
  };
  let watch = setTimeout(holdBack, FIRST_EVENT_MS);
  const seeSign = () => {
    if (ending !== 'over') return;
    clearTimeout(watch);
    watch = setTimeout(cut, SILENCE_MS);
  };
  try {
    const response = await openStream(uid, line.signal);
    if (!response?.body) return ending;
    const onEvent = ({ name, data }: StreamEvent) => {
      if (name === STREAM_END) ending = data === 'crowded' ? 'held-back' : 'over';
      else if (hear(uid, data)) ending = 'over';
      seeSign();
    };
    await readEvents(response.body, onEvent, seeSign);
  } catch {
    // The line broke, or the turn is over.
  } finally {
    clearTimeout(watch);
    signal.removeEventListener('abort', cut);
  }
  return ending;
}

/** Null without a session, or when the server refuses. */
async function openStream(uid: string, signal: AbortSignal): Promise<Response | null> {
  if (!isUnexpired(session.accessToken())) await refreshSession(session.accessToken());
  const token = session.accessToken();
  if (token === null || signal.aborted || session.claims()?.uid !== uid) return null;
  const response = await fetch(urlOf(streamChanges, {}, { since: lastRevision(uid) }), {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    cache: 'no-store',
    signal,
  });
  // Renews the session for the next try, or finds that it is over.
  if (response.status === 401) await refreshSession(token);
  return response.ok ? response : null;
}

/** Asks again and again for what a stream would have told, as long as it is worth no new try of the stream. */
async function askInstead(uid: string, signal: AbortSignal): Promise<void> {
  const end = Date.now() + ASK_FOR_MS;
  let failures = 0;
  while (!signal.aborted && Date.now() < end) {
    try {
      const query = { since: lastRevision(uid) };
      take(uid, await request(listChanges, { query, handles: 'all', quiet: true, signal }));
      failures = 0;
    } catch {
      failures += 1;
    }
    await pause(failures === 0 ? ASK_EVERY_MS : ASK_EVERY_MS + pauseAfter(failures), signal);
  }
}

/** @returns whether an event was a list of the shop's */
function hear(uid: string, data: string): boolean {
  try {
    const list: unknown = JSON.parse(data);
    if (!hasFields<ChangeList>(list, { revision: 'number', changes: 'object' })) return false;
    take(uid, list);
    return true;
  } catch {
    return false;
  }
}

function take(uid: string, { revision, changes }: ChangeList): void {
  heard = { uid, revision };
  try {
    localStorage.setItem(KEY, JSON.stringify(heard));
  } catch {
    // Refused or full: this page knows it, and the next one hears some of it again.
  }
  if (changes.length === 0) return;
  deviceTabs.post({ kind: 'changes', uid, changes });
  tell(changes);
}

/** What this browser heard last; 0 for everything where it never heard anything of this user's. */
function lastRevision(uid: string): number {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (hasFields<Heard>(stored, { uid: 'string', revision: 'number' }) && stored.uid === uid) return stored.revision;
  } catch {
    // Refused by the browser's settings.
  }
  return heard?.uid === uid ? heard.revision : 0;
}

function tell(changes: readonly Change[]): void {
  for (const change of changes) missed.set(`${change.topic} ${change.part_id}`, change);
  if (isInSight()) tellMissed();
}

function tellMissed(): void {
  const changes = [...missed.values()];
  missed = new Map();
  for (const change of changes) announceChange(change);
}

/** Ends early when the turn does, or the line comes back. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms);
    function end(): void {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    }
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
