import { formatLongDate } from '../../lib/formats.ts';
import { showToast } from '../../ui/overlays/toast-store.ts';
import type { ShownHighlight } from './highlight-store.ts';
import { highlightTexts as t } from './texts.ts';

/** Highlights with their notes as plain text. */
export function quotesAsText(highlights: readonly ShownHighlight[]): string {
  return highlights
    .map(({ quote, note, created_at: date }) =>
      [`«${quote}»`, note.trim(), date === '' ? '' : formatLongDate(date)].filter((line) => line !== '').join('\n'),
    )
    .join('\n\n');
}

/** All of a part's highlights under its name, to be kept anywhere. */
export function notesAsText(bookName: string, partName: string, highlights: readonly ShownHighlight[]): string {
  return `${bookName}\n${partName}\n\n${quotesAsText(highlights)}`;
}

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('success', done);
  } catch {
    showToast('error', t.notCopied);
  }
}
