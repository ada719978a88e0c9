import { type RefObject, use, useLayoutEffect, useRef } from 'react';
import { BackCloses } from './back-closes-context.ts';
import { layOverPage } from './over-page.ts';

interface Modal {
  /** Whether the dialog is open; by default as long as it is mounted. */
  readonly open?: boolean;
  /** Called at each opening, before the dialog is painted; prepares its content. */
  readonly onOpen?: (dialog: HTMLDialogElement) => void;
  /** Called when the browser or the dialog itself closed it; not when `open` turned false. */
  readonly onClose: () => void;
}

/**
 * Opens and closes a native modal dialog, and keeps messages above it. Closes the dialog before it is unmounted,
 * because the browser then returns the focus. The hook itself returns the focus to a frame, which the browser does not.
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
    // Listens to `cancel` too: the `close` event comes late, and a key pressed before it would find the dialog open.
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
      // Focuses the heading when the dialog opened by itself, before any element had the focus.
      else void import('../focus-fallback.ts').then(({ restoreFocus }) => restoreFocus('main h1'));
    };
  }, [open, backCloses]);
  return ref;
}

/** Returns a function that restores the present focus inside a frame; null when no frame has the focus. */
function frameFocus(): (() => void) | null {
  const frame = document.activeElement;
  if (!(frame instanceof HTMLIFrameElement)) return null;
  const element = frame.contentDocument?.activeElement;
  return () => {
    if (!frame.isConnected) return;
    frame.contentWindow?.focus();
    // Does not use `instanceof`, because the element belongs to the frame's realm.
    (element as HTMLElement | null | undefined)?.focus({ preventScroll: true });
  };
}
