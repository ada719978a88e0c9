import { useSyncExternalStore } from 'react';

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** What the browser says; a server or a browser that does not know counts as online. */
export function isOnline(): boolean {
  return (globalThis.navigator as Partial<Navigator> | undefined)?.onLine ?? true;
}

export const networkStatus = { subscribe, isOnline };

/** Whether there is a connection, kept up to date. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline, () => true);
}
