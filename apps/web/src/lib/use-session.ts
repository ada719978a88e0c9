import { useSyncExternalStore } from 'react';
import { session } from './session.ts';

/** Whether this browser holds a session that is still good; false while the server's page wakes up. */
export function useHasSession(): boolean {
  return useSyncExternalStore(session.subscribe, session.isRefreshTokenValid, () => false);
}
