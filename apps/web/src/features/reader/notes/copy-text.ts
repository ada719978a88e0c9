import { showToast } from '../../../ui/toast-store.ts';
import { notesTexts as t } from './notes-texts.ts';

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToast('success', done);
  } catch {
    showToast('error', t.notCopied);
  }
}
