import { type RefObject, useLayoutEffect, useRef } from 'react';
import { raiseToasts } from './raise-toasts.ts';

interface Modal {
  /** Without it the dialog is open as long as it is there. */
  readonly open?: boolean;
  /** Makes ready what is in it, at each opening. */
  readonly onOpen?: (dialog: HTMLDialogElement) => void;
  /** The browser or the dialog itself closed it; not called when `open` turned false. */
  readonly onClose: () => void;
}

/**
 * Opens and closes a native modal dialog, with the messages above it.
 * Everything happens before the dialog leaves the page: only so does the browser give focus back.
 */
export function useModal({ open = true, onOpen, onClose }: Modal): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const latest = useRef({ onOpen, onClose });
  useLayoutEffect(() => {
    latest.current = { onOpen, onClose };
  });
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return undefined;
    dialog.showModal();
    const lowerToasts = raiseToasts(dialog);
    const closed = () => {
      lowerToasts();
      latest.current.onClose();
    };
    dialog.addEventListener('close', closed);
    latest.current.onOpen?.(dialog);
    return () => {
      dialog.removeEventListener('close', closed);
      lowerToasts();
      dialog.close();
    };
  }, [open]);
  return ref;
}
