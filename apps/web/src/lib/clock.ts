import { createContext, use, useSyncExternalStore } from 'react';

const TICK_MS = 30_000;

/**
 * Instant that the server rendered the page for. It is not a clock but the last change of any price or release before
 * the request, so that the same content always gives the same bytes (and the same ETag).
 */
export const RenderedAt = createContext<number | null>(null);

let now = Date.now();

function subscribe(onChange: () => void): () => void {
  const tick = () => {
    now = Date.now();
    onChange();
  };
  const timer = setInterval(tick, TICK_MS);
  document.addEventListener('visibilitychange', tick);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tick);
  };
}

/** Epoch milliseconds, renewed twice a minute: prices and releases change while a page stands open. */
export function useNow(): number {
  const renderedAt = use(RenderedAt);
  return useSyncExternalStore(
    subscribe,
    () => now,
    () => renderedAt ?? now,
  );
}
