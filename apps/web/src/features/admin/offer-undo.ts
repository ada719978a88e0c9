import { showToast, type ToastType } from '../../ui/overlays/toast-store.ts';
import { reportFailure } from './admin-mutation.ts';
import { undoTexts as t } from './texts.ts';

interface UndoOffer {
  /** Calls that bring back what there was; the shop refuses them once something else has happened. */
  readonly undo: () => Promise<unknown>;
  /** `success` where it is not said. */
  readonly type?: ToastType;
  /** After it, whether it went well or not: lists show what the shop has. */
  readonly onEnd: () => unknown;
}

/**
 * Says what was done, with the way back. It was done at once: a tab that closes takes back nothing. The message has no
 * time of its own (WCAG 2.2.1): it stays on its page until it is closed or the next one comes.
 */
export function offerUndo(text: string, { undo, onEnd, type = 'success' }: UndoOffer): void {
  const at = location.pathname;
  const run = async () => {
    try {
      await undo();
      showToast('success', t.undone, { at });
    } catch (error) {
      reportFailure(error, { failed: t.failed, serverSays: [404, 409] });
    }
    await onEnd();
  };
  showToast(type, text, { at, about: 'undo', action: { label: t.undo, run: () => void run() } });
}
