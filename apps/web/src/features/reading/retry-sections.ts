import type { Reader } from '@cuentos/epub/render/reader';
import type { OpenedBook } from './opening/open-book.ts';

/** Pauses before a section that did not arrive is asked for again, ms; the last one repeats. */
const PAUSES_MS = [1000, 3000, 10_000];

/**
 * Shows a section that a broken line held up as soon as it can be fetched, at the place that was wanted; meanwhile the
 * reader may go on elsewhere. @returns ends it.
 */
export function retrySections(reader: Reader, book: Pick<OpenedBook, 'publication' | 'loader'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let path: string | undefined;
  let tries = 0;
  /** A section whose text has come and that still fails is the book's own fault. */
  const arrived = new Set<string>();
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(tryNow, PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]);
    tries += 1;
  };
  const tryNow = () => {
    clearTimeout(timer);
    if (path === undefined) return;
    // Asked for beside the page: an answer that hangs must not hold up the next turn.
    const failedPath = path;
    book.loader.text(failedPath).then(
      () => {
        if (path !== failedPath) return;
        path = undefined;
        tries = 0;
        arrived.add(failedPath);
        void reader.retry();
      },
      () => path === failedPath && wait(),
    );
  };
  const stop = reader.on('error', ({ kind, sectionIndex }) => {
    const failed = book.publication.sections[sectionIndex]?.path;
    if (kind !== 'section-failed' || failed === undefined || arrived.has(failed)) return;
    path = failed;
    wait();
  });
  addEventListener('online', tryNow);
  return () => {
    stop();
    path = undefined;
    clearTimeout(timer);
    removeEventListener('online', tryNow);
  };
}
