import { useEffect } from 'react';

/**
 * A screen that stands in for one that could not come loads its address anew when the connection is back. The browser's
 * word does where nothing more can be fetched.
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
    const events = new AbortController();
    stops.push(() => events.abort());
    addEventListener('online', reload, { signal: events.signal });
    // A visitor on the way to another page is not called back.
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

const reload = () => location.reload();
