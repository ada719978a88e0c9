import { bookmarkStore } from '../../bookmarks/bookmark-store.ts';
import type { Bookmarks } from '../../bookmarks/bookmarks.ts';
import { session as account } from '../../../lib/api/session.ts';
import { showFound } from '../jumps.ts';
import type { ReadingSession } from '../reading-session.ts';

/** The place in the address, as a CFI; null without one. */
function placeOfAddress(): string | null {
  try {
    const place = decodeURIComponent(location.hash.slice(1));
    return place.startsWith('epubcfi(') ? place : null;
  } catch {
    return null; // broken percent encoding
  }
}

/**
 * Goes to the place in the address, once: a reload stays at the reading position. 'Volver a donde estaba' leads to the
 * page at which the book opened. Resolves when the place is shown.
 */
export async function openAtPlace(session: ReadingSession, bookmarks: Bookmarks): Promise<void> {
  const cfi = placeOfAddress();
  if (cfi === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  await untilReady(session);
  const uid = session.book.localReader ?? account.claims()?.uid ?? '';
  const marked = await bookmarkStore.of(uid, session.book.partId).catch(() => []);
  const bookmark = marked.find((each) => each.cfi === cfi);
  if (bookmark) await session.jump(await bookmarks.targetOf(bookmark));
  else await showFound(session, cfi);
}

/** Resolves when the first page is shown. */
async function untilReady(session: ReadingSession): Promise<void> {
  if (session.snapshot().ready) return;
  await new Promise<void>((resolve) => {
    const stop = session.subscribe(() => {
      if (!session.snapshot().ready) return;
      stop();
      resolve();
    });
  });
}
