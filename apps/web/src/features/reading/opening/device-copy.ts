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

/** The first pages of a book that is here have the line to themselves, ms. */
const NEWER_DELAY_MS = 3000;
const pause = (duration: number) => new Promise((resolve) => setTimeout(resolve, duration));

/**
 * Stores the whole file while its first pages are read, and goes over to it, so that a line that breaks later does not
 * stop the reading. Of a part that is here the newer edition is fetched, if there is one, for the next opening: the
 * page that is being read must not change.
 * @param isOpen whether the book is still being read
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
 * Whether the device's copy is what was stored; one that is not is removed, so that the next opening fetches it. One that
 * cannot be read now stays: the database is to blame.
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

/** The part may no longer be read: its file goes, the place and the notes stay. */
export async function removeCopy(partId: string): Promise<void> {
  downloads.cancel(partId);
  await storedEpubs.remove(partId).catch(() => {});
  await noteHeld(partId, { part: null, asked_at: serverNow() }).catch(() => {});
}
