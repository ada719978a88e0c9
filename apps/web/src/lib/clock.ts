import { createContext, use, useSyncExternalStore } from 'react';
import { createStore } from './store.ts';

const TICK_MS = 30_000;

/**
 * Instant that the server rendered the page for. It is not a clock but the last change of any price or release before
 * the request, so that the same content always gives the same bytes (and the same ETag).
 */
export const RenderedAt = createContext<number | null>(null);

/** A device clock that is off by less says the same as the server's: answers take their time. */
const NEGLIGIBLE_MS = 30_000;

/** What is added to the device's clock to get the server's. */
let ahead = 0;
const clock = createStore(Date.now());
const tick = () => clock.set(Date.now() + ahead);

/**
 * Notes the server's time: a device whose clock is wrong must not show another price.
 * @param date `Date` header of an answer
 */
export function learnServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  const next = Math.abs(difference) < NEGLIGIBLE_MS ? 0 : difference;
  if (Number.isNaN(next) || Math.abs(next - ahead) < NEGLIGIBLE_MS) return;
  ahead = next;
  tick();
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

/** Epoch milliseconds, renewed twice a minute: prices and releases change while a page stands open. */
export function useNow(): number {
  const renderedAt = use(RenderedAt);
  return useSyncExternalStore(subscribe, clock.snapshot, () => renderedAt ?? clock.snapshot());
}
