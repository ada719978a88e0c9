import { session } from '../../../lib/api/session.ts';
import { syncDatabase } from '../../../device/sync-database.ts';
import type { ReviewTally } from './review-tally.ts';

/** Progress of a review on this device. */
interface ReviewRow {
  readonly uid: string;
  readonly edition_id: string;
  /** Name of the reviewing script: another script starts anew. */
  readonly app_version: string;
  readonly chapters: number;
  readonly tally: ReviewTally;
}

declare module '../../../device/sync-database.ts' {
  interface SyncSchema {
    page_reviews: { key: [string, string]; value: ReviewRow };
  }
}

/** The name of this script, which changes with each version of the app. */
export const appVersion = new URL(import.meta.url).pathname.split('/').at(-1)?.slice(0, 100) ?? '';

/**
 * Reads the finished chapters of an earlier review of an edition; null for none, or where the device stores nothing.
 */
export async function keptReview(editionId: string): Promise<Pick<ReviewRow, 'chapters' | 'tally'> | null> {
  const uid = session.shownUser();
  if (uid === null) return null;
  const row = await syncDatabase((database) => database.get('page_reviews', [uid, editionId])).catch(() => undefined);
  return row?.app_version === appVersion ? row : null;
}

/** Stores the finished chapters, so that leaving the page loses only the current one. */
export async function keepReview(editionId: string, chapters: number, tally: ReviewTally): Promise<void> {
  const uid = session.shownUser();
  if (uid === null) return;
  const row = { uid, edition_id: editionId, app_version: appVersion, chapters, tally };
  await syncDatabase((database) => database.put('page_reviews', row)).catch(() => undefined);
}

export async function forgetReview(editionId: string): Promise<void> {
  const uid = session.shownUser();
  if (uid === null) return;
  await syncDatabase((database) => database.delete('page_reviews', [uid, editionId])).catch(() => undefined);
}
