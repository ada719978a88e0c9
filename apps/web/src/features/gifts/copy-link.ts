import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { giftTexts as t } from './texts.ts';

/** Copies an address, and says so. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToastHere('success', t.copied);
  } catch {
    showToastHere('error', t.notCopied);
  }
}
