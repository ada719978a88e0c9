import { useState, useSyncExternalStore } from 'react';

const never = () => () => {};
const yes = () => true;
const no = () => false;

/**
 * @returns whether this stands in the page that the server draws: on the server, and in the browser that takes that page
 * over, for as long as it is shown; never for what the browser draws by itself.
 */
export function useIsServerDrawn(): boolean {
  const isTakenOver = useSyncExternalStore(never, no, yes);
  const [isDrawn] = useState(isTakenOver);
  return isDrawn;
}
