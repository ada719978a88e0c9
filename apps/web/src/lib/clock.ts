import { createContext, use, useSyncExternalStore } from 'react';
import { DAY_MS } from '@cuentos/domain/time/durations';
import { createEmitter, createStore } from './store.ts';

const TICK_MS = 30_000;

/**
 * Instant that the server rendered the page for. It is not a clock but the last change of any price or release before
 * the request, so that the same content always gives the same bytes (and the same ETag).
 */
export const RenderedAt = createContext<number | null>(null);

/** Difference below which a device's clock counts as right, ms: answers take their time. */
const NEGLIGIBLE_MS = 30_000;

/** Local storage key of the difference of the clock, which applies to the next page too, and without a connection. */
const KEPT = 'clock';

/**
 * Difference to add to the device's clock to get the server's, ms, and the time when it was learnt, by the device's
 * clock.
 */
let [ahead = 0, learntAt = 0] = readKept();

function readKept(): number[] {
  try {
    return (localStorage.getItem(KEPT) ?? '').split(' ').map(Number);
  } catch {
    return []; // storage is refused, or the server renders
  }
}

function keep(next: number): void {
  [ahead, learntAt] = [next, Date.now()];
  try {
    if (ahead === 0) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, `${ahead} ${learntAt}`);
  } catch {
    // Without storage each page measures it anew.
  }
}

/** The server's time as far as it is known, epoch milliseconds. */
export function serverNow(): number {
  // A clock that was far behind and has advanced by the difference was corrected, maybe without a connection.
  if (ahead >= DAY_MS && Date.now() - learntAt >= ahead) keep(0);
  return Date.now() + ahead;
}
/** Error of the device's clock, ms; negative when it is ahead of the server's. */
export const clockError = (): number => ahead;

const learnt = createEmitter();
/** Called when the device's clock turned out to be wrong, or right again. */
export const onServerTime = learnt.subscribe;

const clock = createStore(serverNow());
const tick = () => clock.set(serverNow());

/**
 * Measures the clock by the server's time: a device whose clock is wrong must not show another price, nor end a
 * session.
 * @param date `Date` header of an answer
 */
export function learnServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  const next = Math.abs(difference) < NEGLIGIBLE_MS ? 0 : difference;
  if (Number.isNaN(next) || Math.abs(next - ahead) < NEGLIGIBLE_MS) return;
  keep(next);
  tick();
  learnt.emit();
}

function subscribe(onChange: () => void): () => void {
  const stop = clock.subscribe(onChange);
  const timer = setInterval(tick, TICK_MS);
  document.addEventListener('visibilitychange', tick);
  return () => {
    stop();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/**
 * Epoch milliseconds, renewed twice a minute: prices and releases change while a page stands open. It is the real clock's
 * from when the module was loaded, so that tests of what it decides take their days from `Date.now()`.
 */
export function useNow(): number {
  const renderedAt = use(RenderedAt);
  return useSyncExternalStore(subscribe, clock.snapshot, () => renderedAt ?? clock.snapshot());
}
