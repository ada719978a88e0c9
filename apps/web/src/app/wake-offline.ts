import { downloads } from '../offline/downloads.ts';
import { onHighlightSettled } from '../offline/flush-outbox.ts';
import { startOffline } from '../offline/start-offline.ts';
import { showToast } from '../ui/toast-store.ts';
import { messageTexts } from './message-texts.ts';

let listening = false;

/** The device's store, and what it has to say; loaded with the first private screen. */
export async function wakeOffline(): Promise<void> {
  if (!listening) {
    listening = true;
    // Only content that the server refuses for good is a failure.
    onHighlightSettled(({ change }, { kind }) => {
      if (kind !== 'refused') return;
      showToast(
        'error',
        change.kind === 'create' ? messageTexts.highlightNotCreated : messageTexts.highlightNotUpdated,
      );
    });
    // Other failures are only logged: reading online goes on.
    downloads.onEnd((_request, outcome) => {
      if (outcome === 'stored') showToast('success', messageTexts.downloaded);
      if (outcome === 'full') showToast('error', messageTexts.deviceFull);
    });
  }
  await startOffline();
}
