import { appUpdates } from '../../device/app-updates.ts';
import type { DownloadOutcome, DownloadRequest } from '../../device/downloads.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import { cacheBookPage } from '../library/cache-book-page.ts';
import { messageTexts } from '../site/message-texts.ts';

interface EndedDownload {
  readonly request: DownloadRequest;
  readonly outcome: DownloadOutcome;
}

/** Reports how a download ended, if its reader can act on it. Never rejects. */
export async function tellDownloadEnd({ request: { bookId }, outcome }: EndedDownload): Promise<void> {
  if (outcome === 'full') showToast('error', messageTexts.deviceFull);
  if (outcome === 'not-ours') showToast('error', messageTexts.deviceOfAnother);
  if (outcome !== 'stored') return;
  // Waits until offline start works: a reload without a connection would otherwise end on the browser's error page.
  await completeOffline(bookId).then(
    () => showToast('success', messageTexts.downloaded),
    () => {},
  );
}

/** Resolves when all that a stored part needs without a connection is stored: its book's page, documents and code. */
async function completeOffline(bookId: string): Promise<void> {
  // A page that fails to load stores nothing; its next visit does.
  await Promise.all([cacheBookPage(bookId).catch(() => {}), appUpdates.offlineReady()]);
}
