import type { Reader } from '@cuentos/epub/render/reader';
import { session } from '../../../lib/api/session.ts';
import type { OpenedBook } from '../opening/open-book.ts';
import { quoteAt } from '../../bookmarks/page-quote.ts';
import { positionQuotes } from './position-store.ts';

/** Time on a page before its words are stored, ms: a page that is leafed past needs none. */
const REST_MS = 700;

/** Stores the words at the top of the page being read, so that another edition opens there too. @returns ends it */
export function savePositionQuote(book: OpenedBook, reader: Reader): () => void {
  if (book.preview) return () => {};
  let rest: ReturnType<typeof setTimeout> | undefined;
  const note = (cfi: string) => {
    const uid = book.localReader ?? session.claims()?.uid;
    const quote = quoteAt(reader, cfi);
    if (!uid || !quote) return;
    const { partId, editionId } = book;
    positionQuotes.put({ uid, part_id: partId, edition_id: editionId, cfi, quote }).catch(() => {
      // Without storage another edition opens at the percentage.
    });
  };
  const see = (cfi: string) => {
    clearTimeout(rest);
    rest = setTimeout(() => note(cfi), REST_MS);
  };
  if (reader.position) see(reader.position.cfi);
  const stop = reader.on('relocate', ({ cfi, reason }) => reason !== 'layout' && see(cfi));
  return () => {
    stop();
    clearTimeout(rest);
  };
}
