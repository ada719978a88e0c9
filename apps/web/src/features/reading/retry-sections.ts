import type { Reader } from '@cuentos/epub/render/reader';
import type { OpenedBook } from './opening/open-book.ts';

/** Pauses before a missing section is requested again, ms; the last one repeats. */
const PAUSES_MS = [1000, 3000, 10_000];

/**
 * Shows a section that a broken connection delayed as soon as it can be fetched, at the requested place, unless the
 * reader has moved on meanwhile.
 * @returns ends it
 */
export function retrySections(reader: Reader, book: Pick<OpenedBook, 'publication' | 'loader'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let path: string | undefined;
  let tries = 0;
  /** A section that fails although its text has arrived is the book's own fault. */
  const arrived = new Set<string>();
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(tryNow, PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)]);
    tries += 1;
  };
  const tryNow = () => {
    clearTimeout(timer);
    if (path === undefined) return;
    // Requested outside of the page: a hanging request must not delay the next turn.
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
