import { useEffect, useRef, useSyncExternalStore } from 'react';
import { serverReach } from '../lib/api/api-events.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { isOnline, networkStatus } from './network-status.ts';

/** Whether the browser reports a connection, and the server answered the last request. */
const isUp = () => isOnline() && serverReach.isReached();

const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 30_000;
let pause = FIRST_PAUSE_MS;
let asking: ReturnType<typeof setTimeout> | undefined;

/** Asks a server that did not answer again, as long as a screen waits for it. */
function askAgain(): void {
  clearTimeout(asking);
  if (waiting === 0 || serverReach.isReached()) {
    pause = FIRST_PAUSE_MS;
    return;
  }
  asking = setTimeout(() => void probe(), pause);
  pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
}

async function probe(): Promise<void> {
  if (isOnline()) {
    const answer = await fetch('/health/live', { cache: 'no-store' }).catch(() => null);
    serverReach.note(answer?.status ?? null);
  }
  askAgain();
}

/** Time after which a silent server counts as out of reach, ms. */
const PATIENCE_MS = 3000;

/** Asks the server now whether it can be reached. */
export async function isReachable(): Promise<boolean> {
  if (!isOnline()) return false;
  await withTimeout(probe(), PATIENCE_MS, () => serverReach.note(null));
  return serverReach.isReached();
}

let waiting = 0;

/** Follows whether there is a connection to the shop. @returns ends it. */
function subscribe(onChange: () => void): () => void {
  const changed = () => {
    askAgain();
    onChange();
  };
  // The browser reports a connection again: the server is asked at once.
  const online = () => {
    if (isOnline() && !serverReach.isReached()) void probe();
    onChange();
  };
  waiting += 1;
  const stops = [serverReach.subscribe(changed), networkStatus.subscribe(online)];
  askAgain();
  return () => {
    waiting -= 1;
    for (const stop of stops) stop();
  };
}

/**
 * Calls back whenever the connection to the shop is restored: the signal by which each failed request is tried again.
 * @returns ends it
 */
export function onReturn(listener: () => void): () => void {
  let wasUp = isUp();
  return subscribe(() => {
    const returned = isUp() && !wasUp;
    wasUp = isUp();
    if (returned) listener();
  });
}

/** Calls back on reconnection while a screen is mounted. */
export function useOnReturn(listener: () => void): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onReturn(() => latest.current()), []);
}

/** Whether there is a connection to the shop, kept up to date. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isUp, () => true);
}
