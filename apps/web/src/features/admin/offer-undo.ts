import { showToast, type ToastType } from '../../ui/overlays/toast-store.ts';
import { reportFailure } from './admin-mutation.ts';
import { undoTexts as t } from './texts.ts';

interface UndoOffer {
  /** Calls that undo the change; the shop refuses them after a later change. */
  readonly undo: () => Promise<unknown>;
  /** `success` by default. */
  readonly type?: ToastType;
  /** Called afterwards, successful or not: lists show the shop's state. */
  readonly onEnd: () => unknown;
}

/**
 * Confirms a change with a button that undoes it. The change was already made: closing the tab undoes nothing. The
 * message has no time limit (WCAG 2.2.1): it stays on its page until it is closed or the next one replaces it.
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
