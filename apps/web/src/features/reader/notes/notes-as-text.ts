import { formatLongDate } from '../../../lib/formats.ts';
import type { LocalHighlight } from '../../../offline/highlight-keeper.ts';

/** All highlights with their notes as plain text, to be kept anywhere. */
export function notesAsText(bookName: string, partName: string, highlights: readonly LocalHighlight[]): string {
  const entries = highlights.map(({ quote, note, created_at }) =>
    [`«${quote}»`, ...(note.trim() === '' ? [] : [note]), created_at === '' ? '' : formatLongDate(created_at)]
      .filter((line) => line !== '')
      .join('\n'),
  );
  return [`${bookName}\n${partName}`, ...entries].join('\n\n');
}
