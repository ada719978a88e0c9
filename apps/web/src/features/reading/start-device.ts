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
import { importOutbox } from '../highlights/import-outbox.ts';
import { saveUnsavedChanges } from '../highlights/replica.ts';
import { libraryCache } from '../library/library-cache.ts';
import '../notebook/trash-outbox.ts';
import { messageTexts } from '../site/message-texts.ts';
import '../library/finished/finished-parts.ts';
import './position/position-store.ts';
import { fetchSettings } from './themes/shared-settings.ts';

/** Delay, so that the screen's own requests go first, ms. */
const COMPLETE_DELAY_MS = 5000;
/** Longest wait for the database, ms. */
const PATIENCE_MS = 1000;

let started: Promise<unknown> | null = null;

/**
 * Connects the app with the device's store, shows its messages and sends the unsent entries of an earlier visit. Called
 * before every private screen: the first call does the work, later calls check that the copies are the signed-in
 * user's.
 */
export async function startDevice(): Promise<void> {
  started ??= start();
  const ready = started.then(setDeviceOwner).catch(() => {
    // Without storage the app works online only.
  });
  await withTimeout(ready, PATIENCE_MS, () => {});
}

async function start(): Promise<void> {
  startChanges(async (uid, beganAt) => (await import('./offer-again.ts')).offerAgain(uid, beganAt));
  offlineCache.install(libraryCache);
  announceOutcomes();
  startOutbox();
  // A stored part must open without a connection: the worker that stores its documents and code is registered with the
  // download.
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
  // Sends the account's entries even if copies of another account cannot be deleted.
  await setDeviceOwner().catch(() => {});
  await loadStoredParts();
  await saveUnsavedChanges();
  void fetchSettings();
  void flushOutbox();
  onChange(['settings'], ({ version }) => void fetchSettings(version));
}

function announceOutcomes(): void {
  // Only a final refusal of the content is reported.
  highlightOutbox.onSettled(({ entry: { change }, outcome: { kind } }) => {
    if (kind !== 'refused') return;
    if (change.kind === 'delete') {
      // The highlight is deleted here, as the reader wanted.
      // oxlint-disable-next-line no-console -- logged, and nothing else
      console.warn(`the server did not delete the highlight ${change.annotationId}`);
      return;
    }
    showToast('error', change.kind === 'create' ? messageTexts.highlightNotCreated : messageTexts.highlightNotUpdated);
  });
  importOutbox.onSettled(({ entry, outcome: { kind } }) => {
    if (kind !== 'refused') return;
    void import('../highlights/tell-refused-import.ts').then((code) => code.tellRefusedImport(entry)).catch(() => {});
  });
  downloads.onEnd((ended) => {
    void import('./tell-download-end.ts').then((code) => code.tellDownloadEnd(ended)).catch(() => {});
  });
}
