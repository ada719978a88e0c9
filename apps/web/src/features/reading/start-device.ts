import { startChanges } from '../../device/change-channel.ts';
import { onChange } from '../../device/changes.ts';
import { downloads } from '../../device/downloads.ts';
import { onReturn } from '../../device/connection.ts';
import { offlineCache } from '../books/offline-cache.ts';
import { flushOutbox, startOutbox } from '../../device/outbox.ts';
import { setDeviceOwner } from '../../device/owner.ts';
import { loadStoredParts } from '../../device/store-epubs.ts';
import { withTimeout } from '../../lib/with-timeout.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import '../bookmarks/bookmark-outbox.ts';
import { highlightOutbox } from '../highlights/highlight-outbox.ts';
import { saveUnsavedChanges } from '../highlights/replica.ts';
import { libraryCache } from '../library/library-cache.ts';
import { messageTexts } from '../site/message-texts.ts';
import '../library/finished/finished-parts.ts';
import './position/position-store.ts';
import { fetchSettings } from './themes/shared-settings.ts';

/** The screen's own requests come first, ms. */
const COMPLETE_DELAY_MS = 5000;
/** A slow database must not hold the screens back. */
const PATIENCE_MS = 1000;

let started: Promise<unknown> | null = null;

/**
 * Puts the device's own store behind the app, says what it has to say and sends what an earlier visit left. Called
 * before every private screen: the first call does the work, the later ones make sure that the copies are the signed-in
 * user's.
 */
export async function startDevice(): Promise<void> {
  started ??= start();
  const ready = started.then(setDeviceOwner).catch(() => {
    // Without storage the app goes on online-only.
  });
  await withTimeout(ready, PATIENCE_MS, () => {});
}

async function start(): Promise<void> {
  startChanges(async (uid, beganAt) => (await import('./offer-again.ts')).offerAgain(uid, beganAt));
  offlineCache.install(libraryCache);
  announceOutcomes();
  startOutbox();
  // A part that is here must open without a connection: what fetches its documents and code begins with the file.
  const stop = downloads.subscribe(() => {
    if (downloads.parts().size === 0) return;
    stop();
    import('../../device/app-updates.ts').then(
      ({ appUpdates }) => appUpdates.register(),
      () => {},
    );
  });
  const complete = () =>
    void import('../library/cache-book-page.ts').then((code) => code.completeBookPages()).catch(() => {});
  onReturn(complete);
  setTimeout(complete, COMPLETE_DELAY_MS);
  // Sends the account's writes even if copies of another account cannot be deleted.
  await setDeviceOwner().catch(() => {});
  await loadStoredParts();
  await saveUnsavedChanges();
  void fetchSettings();
  void flushOutbox();
  onChange(['settings'], ({ version }) => void fetchSettings(version));
}

function announceOutcomes(): void {
  // Only content that the server refuses for good is a failure.
  highlightOutbox.onSettled(({ entry: { change }, outcome: { kind } }) => {
    if (kind !== 'refused') return;
    if (change.kind === 'delete') {
      // The highlight is deleted here, as the reader asked.
      // oxlint-disable-next-line no-console -- logged, and nothing else
      console.warn(`the server did not delete the highlight ${change.annotationId}`);
      return;
    }
    showToast('error', change.kind === 'create' ? messageTexts.highlightNotCreated : messageTexts.highlightNotUpdated);
  });
  downloads.onEnd((ended) => {
    void import('./tell-download-end.ts').then((code) => code.tellDownloadEnd(ended)).catch(() => {});
  });
}
