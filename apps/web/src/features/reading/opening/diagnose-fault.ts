import type { ReaderFault } from '@cuentos/epub/render/reader-types';
import { isOnline } from '../../../device/network-status.ts';
import { confirmRefusal, type FailureReason, reasonOf } from './fetch-opening.ts';
import { removeCopy, isCopySound } from './device-copy.ts';
import type { OpenedBook } from './open-book.ts';

/** Finds the reason why a section could not be shown: a damaged copy, revoked access, or null for a gap in the book. */
export async function diagnoseFault(book: OpenedBook, { kind }: ReaderFault): Promise<FailureReason | null> {
  const { partId, fromDevice } = book;
  if (kind !== 'section-failed' || book.preview || book.sample) return null;
  if (fromDevice) return (await isCopySound(partId)) ? null : 'damaged';
  return isOnline() ? diagnoseRefusal(partId) : null;
}

/** Finds the reason why the server refused a call about a part: revoked access, or null for any other reason. */
export async function diagnoseRefusal(partId: string): Promise<FailureReason | null> {
  try {
    await confirmRefusal(partId);
    return null;
  } catch (error) {
    await removeCopy(partId);
    return reasonOf(error);
  }
}
