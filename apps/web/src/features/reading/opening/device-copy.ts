import { serverNow } from '../../../lib/clock.ts';
import { openEdition } from '@cuentos/epub/container/zip-loader';
import { downloads } from '../../../device/downloads.ts';
import { hasHash } from '../../../device/fetch-file.ts';
import { isOnline } from '../../../device/network-status.ts';
import { noteHeld } from '../../../device/store-epubs.ts';
import { InvalidEpubFile, storedEpubs } from '../../../device/stored-epubs.ts';
import { showToastHere } from '../../../ui/overlays/toast-store.ts';
import type { OpenedBook } from './open-book.ts';
import { panelTexts as t } from '../panel-texts.ts';

/**
 * Delay after which a stored book is checked for a newer edition, ms: its first pages have the connection for
 * themselves.
 */
const NEWER_DELAY_MS = 3000;
const pause = (duration: number) => new Promise((resolve) => setTimeout(resolve, duration));

/**
 * Stores the whole file while its first pages are read, and then reads from it, so that a connection that breaks later
 * does not stop the reading. For a stored part it fetches a newer edition, if there is one, for the next opening: the
 * page being read must not change.
 * @param isOpen whether the book is still open
 */
export async function downloadEdition(book: OpenedBook, isOpen: () => boolean): Promise<void> {
  if (book.preview || book.sample) return;
  const { partId, bookId, bookName, partName, size, editionId } = book;
  if (book.fromDevice) {
    await pause(NEWER_DELAY_MS);
    if (!isOpen() || !isOnline()) return;
  }
  const outcome = await downloads.start({ partId, bookId, bookName, partName, size });
  if (outcome !== 'stored' && outcome !== 'already-here') return;
  const record = await storedEpubs.read(partId).catch(() => null);
  if (!isOpen() || !record) return;
  if (record.edition_id !== editionId) showToastHere('info', t.newEdition);
  if (record.edition_id !== editionId || book.fromDevice) return;
  const edition = await openEdition(record.epub).catch(() => null);
  if (edition) book.loader.switchTo(edition.loader);
}

/**
 * Whether the device's copy equals the stored file; a damaged one is deleted, so that the next opening fetches it. A
 * copy that cannot be read now stays, since the database may be the cause.
 */
export async function isCopySound(partId: string): Promise<boolean> {
  try {
    const record = await storedEpubs.read(partId);
    if (record && (await hasHash(record.epub, record.hash))) return true;
  } catch (error) {
    return !(error instanceof InvalidEpubFile);
  }
  await storedEpubs.remove(partId).catch(() => {});
  return false;
}

/** The part may no longer be read: its file is deleted, position and notes stay. */
export async function removeCopy(partId: string): Promise<void> {
  downloads.cancel(partId);
  await storedEpubs.remove(partId).catch(() => {});
  await noteHeld(partId, { part: null, asked_at: serverNow() }).catch(() => {});
}
