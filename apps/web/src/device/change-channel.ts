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

/** Lock of the tab that listens for all tabs of the browser. */
const LOCK = 'changes';
/** Key of local storage. */
const KEY = 'changes';

/** Time without an event after which a proxy is assumed to hold events back, ms. */
const FIRST_EVENT_MS = 3000;
/** Interval of the requests that replace the stream then, ms. */
const ASK_EVERY_MS = 4000;
/** Time after which the stream is tried again, ms. */
const ASK_FOR_MS = 120_000;
/** Silence after which a stream counts as dead, ms: the server sends something every 20 s. */
const SILENCE_MS = 50_000;
/** Delay before the channel opens, ms: the page's own requests go first, and no change is lost meanwhile. */
const BEGIN_AFTER_MS = 1000;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/** The last revision that was heard, with its user. */
interface Heard {
  readonly uid: string;
  readonly revision: number;
}

/** The same as stored in local storage, with the epoch of the shop's data. */
interface KeptHeard extends Heard {
  /** Absent before the first list. */
  readonly epoch?: string;
}

/**
 * Offers a shop that was restored from a backup the rows that this device has and the shop has lost.
 * @param beganAt when it was restored, by the shop's clock
 */
type OfferAgain = (uid: string, beganAt: number) => Promise<void>;

/** Revision heard by this page; null before the page has read the browser's. */
let heard: Heard | null = null;
/** Changes that arrived while this page was hidden, the newest of each object. */
let missed = new Map<string, Change>();
let offerAgain: OfferAgain = async () => {};
let isOffering = false;
let turn: { readonly uid: string; readonly end: AbortController } | null = null;

const isInSight = () => document.visibilityState === 'visible';

/**
 * Follows the changes that the listening tab reports. A while later, and whenever this page becomes visible with a
 * signed-in user, it queues to become the listening tab. Called once.
 * @returns ends it
 */
export function startChanges(offer: OfferAgain): () => void {
  offerAgain = offer;
  const look = () => {
    takeTurn();
    if (!isInSight()) return;
    tellMissed();
    void catchUp();
  };
  document.addEventListener('visibilitychange', look);
  let hasBegun = false;
  const begin = setTimeout(() => {
    hasBegun = true;
    takeTurn();
  }, BEGIN_AFTER_MS);
  const stops = [
    () => document.removeEventListener('visibilitychange', look),
    () => clearTimeout(begin),
    session.subscribe(() => hasBegun && takeTurn()),
    deviceTabs.subscribe((message) => {
      if (message.kind !== 'changes' || message.uid !== session.claims()?.uid) return;
      const { uid, since, list } = message;
      // A suspended page has missed earlier changes.
      if (since > revisionHeard(uid)) void catchUp();
      else hear(uid, list);
    }),
    () => turn?.end.abort(),
  ];
  const uid = session.claims()?.uid;
  // The data on the page is at least of this revision.
  if (uid !== undefined) revisionHeard(uid);
  return () => {
    for (const stop of stops) stop();
  };
}

/** Starts to listen, or stops: a hidden page has no connection, nor does a page of another user. */
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
  // Waits until the listening tab is hidden.
  withLock(LOCK, async () => listen(uid, signal), { signal }).catch(() => {});
}

/** Listens for all tabs until the signal ends the turn. */
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

/**
 * Pause after a failure. It doubles with each one and is randomized, so that devices do not all reconnect to a
 * restarted server at once.
 */
function pauseAfter(failures: number): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random());
}

/**
 * How a stream ended. `over`: after some time of work; `held-back`: no event came through, or the server ended it in
 * favour of other devices; `broken`: it could not be opened.
 */
type Ending = 'over' | 'held-back' | 'broken';

/** Reads one stream to its end. Never rejects. */
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
      const list = name === STREAM_END ? null : listIn(data);
      if (list) take(uid, list);
      if (list || name === STREAM_END) ending = data === 'crowded' ? 'held-back' : 'over';
      seeSign();
    };
    await readEvents(response.body, onEvent, seeSign);
  } catch {
    // The connection broke, or the turn is over.
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
  const response = await fetch(urlOf(streamChanges, {}, { since: revisionHeard(uid) }), {
    headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    cache: 'no-store',
    signal,
  });
  // Renews the session for the next try, or finds that it has ended.
  if (response.status === 401) await refreshSession(token);
  return response.ok ? response : null;
}

/** Asks the server repeatedly for changes until it is time to try the stream again. */
async function askInstead(uid: string, signal: AbortSignal): Promise<void> {
  const end = Date.now() + ASK_FOR_MS;
  let failures = 0;
  while (!signal.aborted && Date.now() < end) {
    try {
      const query = { since: revisionHeard(uid) };
      take(uid, await request(listChanges, { query, handles: 'all', quiet: true, signal }));
      failures = 0;
    } catch {
      failures += 1;
    }
    await pause(failures === 0 ? ASK_EVERY_MS : ASK_EVERY_MS + pauseAfter(failures), signal);
  }
}

/** Asks once for changes that another tab heard and this page missed, as after a suspension. Never rejects. */
async function catchUp(): Promise<void> {
  const uid = session.claims()?.uid;
  if (uid === undefined || !isInSight() || revisionStored(uid) <= revisionHeard(uid)) return;
  try {
    hear(uid, await request(listChanges, { query: { since: revisionHeard(uid) }, handles: 'all', quiet: true }));
  } catch {
    // Asks again the next time that the page becomes visible.
  }
}

/** Parses the list of changes in an event; null for anything else. */
function listIn(data: string): ChangeList | null {
  try {
    const list: unknown = JSON.parse(data);
    return hasFields<ChangeList>(list, { revision: 'number', changes: 'object', epoch: 'object' }) ? list : null;
  } catch {
    return null;
  }
}

/** Handles a list of changes for all tabs. */
function take(uid: string, list: ChangeList): void {
  const since = revisionHeard(uid);
  keep({ uid, revision: list.revision, epoch: stored(uid)?.epoch ?? list.epoch.id });
  noteEpoch(uid, list.epoch);
  if (list.changes.length > 0) deviceTabs.post({ kind: 'changes', uid, since, list });
  hear(uid, list);
}

function keep(kept: KeptHeard): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage is refused or full: this page knows the revision, and the next page hears some changes again.
  }
}

/** In a new epoch the device offers its rows again; until that has succeeded it stays in the old epoch. */
function noteEpoch(uid: string, { id: epoch, began_at: beganAt }: ChangeList['epoch']): void {
  if (stored(uid)?.epoch === epoch || isOffering) return;
  isOffering = true;
  offerAgain(uid, Date.parse(beganAt))
    .then(
      () => keep({ uid, revision: revisionStored(uid), epoch }),
      () => {
        // The next list repeats the epoch.
      },
    )
    .finally(() => {
      isOffering = false;
    });
}

/** Reports to this page the changes that it has not heard. */
function hear(uid: string, { revision, changes }: ChangeList): void {
  const last = revisionHeard(uid);
  heard = { uid, revision };
  // Lower revisions are those of a restored backup: all of them are new.
  for (const change of changes) {
    if (change.revision > last || revision < last) missed.set(`${change.topic} ${change.part_id}`, change);
  }
  if (isInSight()) tellMissed();
}

/**
 * Returns the revision that this page heard last. A page that has heard none begins at the browser's, or at that of its
 * token, with which it has loaded what it shows.
 */
function revisionHeard(uid: string): number {
  if (heard?.uid !== uid) {
    const { uid: own, changes = 0 } = session.claims() ?? {};
    heard = { uid, revision: Math.max(revisionStored(uid), own === uid ? changes : 0) };
  }
  return heard.revision;
}

/** Revision that the browser heard last; 0 if it has heard none of this user's. */
const revisionStored = (uid: string): number => stored(uid)?.revision ?? 0;

function stored(uid: string): KeptHeard | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return hasFields<Heard>(kept, { uid: 'string', revision: 'number' }) && kept.uid === uid ? kept : null;
  } catch {
    return null; // refused by the browser's settings
  }
}

function tellMissed(): void {
  const changes = [...missed.values()];
  missed = new Map();
  for (const change of changes) announceChange(change);
}

/** Waits; ends early when the turn ends or the connection returns. */
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
