function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** Reads the browser's state; a server, or a browser that does not know, counts as online. */
export function isOnline(): boolean {
  return (globalThis.navigator as Partial<Navigator> | undefined)?.onLine ?? true;
}

/** The browser's own state, which knows of a network and not whether the server can be reached (connection.ts does). */
export const networkStatus = { subscribe, isOnline };
