import { session } from '../lib/session.ts';
import { offlineCache } from './cache.ts';
import { claimDevice } from './claim-device.ts';
import { deviceStore } from './device-store.ts';
import { downloads } from './downloads.ts';
import { flushOutbox } from './flush-outbox.ts';
import { keepUnkeptChanges } from './keep-unkept-changes.ts';
import { storedEpubs } from './stored-epubs.ts';

/** A slow database must not hold the screens back. */
const PATIENCE_MS = 1000;

let started: Promise<unknown> | null = null;

/**
 * Puts the device's own store behind the app and sends what an earlier visit left. Called before every private screen:
 * the first call does the work, the later ones make sure that the copies are the signed-in user's.
 */
export async function startOffline(): Promise<void> {
  started ??= start();
  const ready = started.then(claimDevice).catch(() => {
    // Without storage the app goes on online-only.
  });
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

async function start(): Promise<void> {
  offlineCache.install(deviceStore);
  const flush = () => void flushOutbox();
  addEventListener('online', flush);
  addEventListener('focus', flush);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && flush());
  session.subscribe(flush);
  // A part that is here must open without a connection: its reader's code too.
  downloads.onEnd(({ bookId }, outcome) => {
    if (outcome !== 'stored') return;
    void import('./app-updates.ts').then(({ appUpdates }) => appUpdates.register());
    // Code that does not come keeps nothing; the next visit of the page does.
    void import('./keep-book-page.ts').then(({ keepBookPage }) => keepBookPage(bookId)).catch(() => {});
  });
  await claimDevice();
  await storedEpubs.load();
  await keepUnkeptChanges();
  flush();
}
