import { ApiError } from '../lib/api/api-error.ts';
import { session } from '../lib/api/session.ts';
import { withLock } from './locks.ts';
import { type HighlightOutcome, settleHighlight } from '../features/highlights/replica.ts';
import { isOnline } from './network-status.ts';
import { restoreAsDraft } from '../features/highlights/note-drafts.ts';
import { settleMutation, takeNextMutation } from '../features/reading/position/position-store.ts';
import { outcomeOf, sendHighlight } from '../features/highlights/sync.ts';
import { sendPosition } from '../features/reading/position/position-sync.ts';
import type { HighlightMutation, PositionMutation } from './sync-database.ts';

/** `waiting`: something is left that could not be sent now. */
export type FlushOutcome = 'empty' | 'waiting';

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

let failures = 0;
let retry: ReturnType<typeof setTimeout> | undefined;
let requested: Promise<FlushOutcome> | null = null;

type HighlightListener = (mutation: HighlightMutation, outcome: HighlightOutcome) => void;
const highlightListeners = new Set<HighlightListener>();

/** Told what the server made of each change of a highlight that this tab sent. */
export function onHighlightSettled(listener: HighlightListener): () => void {
  highlightListeners.add(listener);
  return () => highlightListeners.delete(listener);
}

/** Whether the same request can never succeed. Only then, and after a success, is a write dropped. */
function isDefinitive(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const passing = [401, 408, 425, 429];
  if (error.code === 'anti_forgery' || error.code === 'cross_site_request') return false;
  return error.status >= 400 && error.status < 500 && !passing.includes(error.status);
}

/**
 * Sends what the signed-in user has written, oldest first; one tab at a time. Called after writes, on start, on
 * `online`, and when the page is looked at again. Another user's writes stay where they are. Never rejects.
 */
export function flushOutbox(): Promise<FlushOutcome> {
  // One waiting request is enough: it reads the outbox when its turn comes.
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
    const mutation = await takeNextMutation(uid);
    if (!mutation) break;
    if (!isOnline()) return 'waiting';
    if (!(await (mutation.kind === 'position' ? sendMove(mutation) : sendChange(mutation)))) return retryLater();
    failures = 0;
  }
  failures = 0;
  return 'empty';
}

/** False when it is to be sent again. */
async function sendMove(mutation: PositionMutation): Promise<boolean> {
  try {
    await settleMutation(mutation, await sendPosition(mutation));
  } catch (error) {
    if (!isDefinitive(error)) return false;
    await settleMutation(mutation, null);
  }
  return true;
}

/** False when it is to be sent again. */
async function sendChange(mutation: HighlightMutation): Promise<boolean> {
  let outcome: HighlightOutcome | null;
  try {
    const { revision } = await sendHighlight(mutation);
    outcome = { kind: 'taken', revision };
  } catch (error) {
    outcome = outcomeOf(error);
  }
  if (!outcome) return false;
  // What was written is kept as a draft, even though it cannot stand.
  if (outcome.kind === 'refused') await restoreAsDraft(mutation);
  await settleHighlight(mutation, outcome);
  for (const listener of highlightListeners) listener(mutation, outcome);
  return true;
}

function retryLater(): FlushOutcome {
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
  failures += 1;
  // Spread, so that the readers of a server that comes back do not return all at once.
  retry = setTimeout(() => void flushOutbox(), pause * (0.75 + Math.random() / 2));
  return 'waiting';
}
