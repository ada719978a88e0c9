import { useEffect } from 'react';

/**
 * A screen that stands in for one that could not come loads its address anew when the connection is back. It goes by
 * the browser's event where no code can be fetched any more.
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
        // A script may have failed while the server answers: it is asked itself.
        void isReachable();
      },
      () => {},
    );
    return stop;
  }, [isWanted]);
}
