import { downloads } from '../../device/downloads.ts';
import { offlineCache } from '../../device/offline-cache.ts';
import { flushOutbox, onHighlightSettled } from '../../device/outbox.ts';
import { setDeviceOwner } from '../../device/owner.ts';
import { storedEpubs } from '../../device/stored-epubs.ts';
import { session } from '../../lib/api/session.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { keepUnkeptChanges } from '../highlights/replica.ts';
import { libraryCache } from '../library/library-cache.ts';
import { messageTexts } from '../site/message-texts.ts';

/** A slow database must not hold the screens back. */
const PATIENCE_MS = 1000;

let started: Promise<unknown> | null = null;

/**
 * Puts the device's own store behind the app and sends what an earlier visit left. Called before every private screen:
 * the first call does the work, the later ones make sure that the copies are the signed-in user's.
 */
export async function startOffline(): Promise<void> {
  started ??= start();
  const ready = started.then(setDeviceOwner).catch(() => {
    // Without storage the app goes on online-only.
  });
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

async function start(): Promise<void> {
  offlineCache.install(libraryCache);
  const flush = () => void flushOutbox();
  addEventListener('online', flush);
  addEventListener('focus', flush);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && flush());
  session.subscribe(flush);
  // A part that is here must open without a connection: its reader's code too.
  downloads.onEnd(({ bookId }, outcome) => {
    if (outcome !== 'stored') return;
    void import('../../device/app-updates.ts').then(({ appUpdates }) => appUpdates.register());
    // Code that does not come keeps nothing; the next visit of the page does.
    void import('../library/cache-book-page.ts').then(({ cacheBookPage }) => cacheBookPage(bookId)).catch(() => {});
  });
  await setDeviceOwner();
  await storedEpubs.load();
  await keepUnkeptChanges();
  flush();
}

let listening = false;

/** The device's store, and what it has to say; loaded with the first private screen. */
export async function startDevice(): Promise<void> {
  if (!listening) {
    listening = true;
    // Only content that the server refuses for good is a failure.
    onHighlightSettled(({ change }, { kind }) => {
      if (kind !== 'refused') return;
      showToast(
        'error',
        change.kind === 'create' ? messageTexts.highlightNotCreated : messageTexts.highlightNotUpdated,
      );
    });
    // Other failures are only logged: reading online goes on.
    downloads.onEnd((_request, outcome) => {
      if (outcome === 'stored') showToast('success', messageTexts.downloaded);
      if (outcome === 'full') showToast('error', messageTexts.deviceFull);
    });
  }
  await startOffline();
}
