import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { copyTexts } from './texts.ts';

/** Copies a text to the clipboard and confirms it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    showToastHere('success', copyTexts.copied);
  } catch {
    showToastHere('error', copyTexts.notCopied);
  }
}
