import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { giftTexts as t } from './texts.ts';

/** Whether the browser has a sheet for sharing an address, as phones do. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the phone's own sheet to share a gift's link; copies the link where there is none, or it fails to open. */
export async function handOnLink(url: string): Promise<void> {
  if (!canShare()) return copyLink(url);
  try {
    await navigator.share({ text: t.shareText, url });
  } catch (error) {
    // Closing the sheet is the giver's choice; after any other failure the link is copied.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(url);
  }
}

async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    showToastHere('success', t.copied);
  } catch {
    showToastHere('error', t.notCopied);
  }
}
