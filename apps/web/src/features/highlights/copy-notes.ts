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

/** All highlights of a part as text, under its name. */
export function notesAsText(bookName: string, partName: string, highlights: readonly ShownHighlight[]): string {
  return `${bookName}\n${partName}\n\n${quotesAsText(highlights)}`;
}

/** Copies a text to the clipboard and confirms it. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('success', done);
  } catch {
    showToast('error', t.notCopied);
  }
}
