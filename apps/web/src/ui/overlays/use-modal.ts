import { type RefObject, use, useLayoutEffect, useRef } from 'react';
import { BackCloses } from './back-closes-context.ts';
import { layOverPage } from './over-page.ts';

interface Modal {
  /** Without it the dialog is open as long as it is there. */
  readonly open?: boolean;
  /** Called at each opening, before the dialog is seen; prepares its content. */
  readonly onOpen?: (dialog: HTMLDialogElement) => void;
  /** The browser or the dialog itself closed it; not called when `open` turned false. */
  readonly onClose: () => void;
}

/**
 * Opens and closes a native modal dialog, with the messages above it.
 * Everything happens before the dialog leaves the page: only so does the browser give focus back. To a frame it does
 * not; that is done here.
 */
export function useModal({ open = true, onOpen, onClose }: Modal): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  const backCloses = use(BackCloses);
  const latest = useRef({ onOpen, onClose });
  useLayoutEffect(() => {
    latest.current = { onOpen, onClose };
  });
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return undefined;
    const refocusFrame = frameFocus();
    dialog.showModal();
    const lift = layOverPage(dialog, { backCloses });
    let isTold = false;
    const closed = () => {
      if (isTold) return;
      isTold = true;
      lift();
      latest.current.onClose();
    };
    // The browser tells of closing late: a key pressed by then would find a dialog that counts as open still.
    const cancelled = (event: Event) => {
      if (event.target === dialog && !event.defaultPrevented) closed();
    };
    dialog.addEventListener('close', closed);
    dialog.addEventListener('cancel', cancelled);
    latest.current.onOpen?.(dialog);
    return () => {
      dialog.removeEventListener('close', closed);
      dialog.removeEventListener('cancel', cancelled);
      lift();
      dialog.close();
      if (!dialog.contains(document.activeElement) && document.activeElement !== document.body) return;
      if (refocusFrame) refocusFrame();
      // It opened by itself, before anything had the focus.
      else void import('../focus-fallback.ts').then(({ restoreFocus }) => restoreFocus('main h1'));
    };
  }, [open, backCloses]);
  return ref;
}

/** Focuses again what has the focus in a frame now; null while no frame has it. */
function frameFocus(): (() => void) | null {
  const frame = document.activeElement;
  if (!(frame instanceof HTMLIFrameElement)) return null;
  const element = frame.contentDocument?.activeElement;
  return () => {
    if (!frame.isConnected) return;
    frame.contentWindow?.focus();
    // It is of the frame's own realm, where this window's classes are not those of its elements.
    (element as HTMLElement | null | undefined)?.focus({ preventScroll: true });
  };
}
