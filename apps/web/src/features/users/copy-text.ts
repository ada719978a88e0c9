import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { copyTexts } from './texts.ts';

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToastHere('success', copyTexts.copied);
  } catch {
    showToastHere('error', copyTexts.notCopied);
  }
}
