import { useState, useSyncExternalStore } from 'react';

const never = () => () => {};
const yes = () => true;
const no = () => false;

/**
 * @returns whether this is part of the server-rendered page: on the server, and in the browser that takes the page
 * over, while it is shown; never for content that the browser renders itself
 */
export function useIsServerDrawn(): boolean {
  const isTakenOver = useSyncExternalStore(never, no, yes);
  const [isDrawn] = useState(isTakenOver);
  return isDrawn;
}
