import { showToast } from '../../../ui/overlays/toast-store.ts';
import { sharingTexts as t } from './texts.ts';

export interface SharedBook {
  readonly id: string;
  readonly name: string;
}

/** Native share sheet, or the link on the clipboard. */
export async function shareBook(book: SharedBook): Promise<void> {
  const url = `${location.origin}/book_share/book_share/${book.id}`;
  if (typeof navigator.share === 'function') {
    // Closing the sheet rejects; that is the reader's choice, not a failure.
    await navigator.share({ title: book.name, text: t.message(book.name), url }).catch(() => {});
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast('success', t.copied);
  } catch {
    showToast('error', t.notCopied);
  }
}

/** Attributes of a button that shares a book. */
export const shareMark = ({ id, name }: SharedBook) => ({ 'data-share': id, 'data-name': name, 'data-native': '' });

let isRunning = false;

/** Shares the book of a pressed button with this mark, on a page whose buttons have no script of their own. */
export function runSharing(): void {
  if (isRunning) return;
  isRunning = true;
  document.addEventListener('click', ({ target }) => {
    const { share: id, name } = (target as Element).closest<HTMLElement>('button[data-share]')?.dataset ?? {};
    if (id !== undefined && name !== undefined) void shareBook({ id, name });
  });
}
