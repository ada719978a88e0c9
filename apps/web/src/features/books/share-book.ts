import { showToast } from '../../ui/overlays/toast-store.ts';
import { bookTexts as t } from './texts.ts';

interface SharedBook {
  readonly id: string;
  readonly name: string;
}

/** Native share sheet, or the link on the clipboard. */
export async function shareBook(book: SharedBook): Promise<void> {
  const url = `${location.origin}/book_share/book_share/${book.id}`;
  if (typeof navigator.share === 'function') {
    // Closing the sheet rejects; that is the reader's choice, not a failure.
    await navigator.share({ title: book.name, text: t.shareMessage(book.name), url }).catch(() => {});
    return;
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast('success', t.linkCopied);
  } catch {
    showToast('error', t.linkNotCopied);
  }
}
