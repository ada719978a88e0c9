import { useEffect } from 'react';

/**
 * Reloads the address of a screen that could not be loaded, when the connection returns. Uses the browser's event,
 * since no further code can be fetched then.
 */
export function useReloadOnReturn(isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    const stops: (() => void)[] = [];
    let isHere = true;
    const stop = () => {
      isHere = false;
      for (const each of stops) each();
    };
    // The browser and the server may both report; the first report counts.
    const reload = () => {
      if (!isHere) return;
      stop();
      location.reload();
    };
    const events = new AbortController();
    stops.push(() => events.abort());
    addEventListener('online', reload, { signal: events.signal });
    // Does not reload for a visitor who is leaving the page.
    addEventListener('beforeunload', stop, { signal: events.signal });
    void import('./connection.ts').then(
      ({ onReturn, isReachable }) => {
        if (!isHere) return;
        stops.push(onReturn(reload));
        // A script may fail to load while the server answers, so the server itself is asked.
        void isReachable();
      },
      () => {},
    );
    return stop;
  }, [isWanted]);
}
