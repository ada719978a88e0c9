import { flushOutbox } from '../../device/outbox.ts';
import { offerBookmarks } from '../bookmarks/offer-bookmarks.ts';
import { offerHighlights } from '../highlights/offer-highlights.ts';
import { offerFinished } from '../library/finished/finished-parts.ts';
import { offerPositions } from './position/position-store.ts';
import { offerSettings } from './themes/shared-settings.ts';

/**
 * Offers a shop that was restored from a backup the reader's positions, marks and settings that this device has and the
 * shop has lost: both are merged, and the furthest position counts.
 * @param beganAt when the shop was restored, by its own clock
 * @throws when the shop or the device does not answer
 */
export async function offerAgain(uid: string, beganAt: number): Promise<void> {
  await offerPositions(uid);
  await offerHighlights(uid, beganAt);
  await offerBookmarks(uid);
  await offerFinished(uid);
  await offerSettings();
  void flushOutbox();
}
