import { useSyncExternalStore } from 'react';
import { WIDE_PAGE } from './themes/themes.ts';

const wide = `(min-width: ${WIDE_PAGE}px)`;

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Whether the screen is wider than a phone's. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(wide).matches,
    () => false,
  );
}
