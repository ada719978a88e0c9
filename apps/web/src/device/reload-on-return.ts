import { useEffect } from 'react';

/**
 * A screen that stands in for one that could not come loads its address anew when the connection is back. The browser's
 * word does where nothing more can be fetched.
 */
export function useReloadOnReturn(isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    const stops = [() => removeEventListener('online', reload)];
    let isHere = true;
    addEventListener('online', reload);
    void import('./connection.ts').then(
      ({ onReturn, isReachable }) => {
        if (!isHere) return;
        stops.push(onReturn(reload));
        // Nobody may have asked the server itself: what failed may have been a script.
        void isReachable();
      },
      () => {},
    );
    return () => {
      isHere = false;
      for (const stop of stops) stop();
    };
  }, [isWanted]);
}

const reload = () => location.reload();
