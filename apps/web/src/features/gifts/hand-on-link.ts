import { showToastHere } from '../../ui/overlays/toast-store.ts';
import { giftTexts as t } from './texts.ts';

/** Whether the browser has a sheet of its own for passing an address on, as phones do. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the phone's own sheet to pass a gift's link on; copies it where there is none, or it would not open. */
export async function handOnLink(url: string): Promise<void> {
  if (!canShare()) return copyLink(url);
  try {
    await navigator.share({ text: t.shareText, url });
  } catch (error) {
    // Closing the sheet is the giver's choice; whatever else keeps it shut must not keep the link.
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
