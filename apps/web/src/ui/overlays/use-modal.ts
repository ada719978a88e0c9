import { type RefObject, use, useLayoutEffect, useRef } from 'react';
import { BackCloses, closeOnBack } from './back-closes.ts';

/** How long a message counts as not yet spoken by a screen reader, ms. */
const FRESH_MS = 1000;

/** Open modal dialogs, the topmost last. */
const open: HTMLDialogElement[] = [];
/** Where the region is while there is none. */
let home: Element | null = null;

/**
 * Keeps the messages operable over a modal dialog: everything outside of it is inert, the top layer too, so their
 * region moves into the topmost one while it is open. The region has a parent of its own, so that React misses nothing.
 * @returns gives them to the dialog below, or back to the page; a second call does nothing.
 */
function keepToastsAbove(dialog: HTMLDialogElement): () => void {
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  if (!region) return () => {};
  if (open.length === 0) home = region.parentElement;
  open.push(dialog);
  move(region, dialog);
  return () => {
    const at = open.indexOf(dialog);
    if (at === -1) return;
    const wasTop = at === open.length - 1;
    open.splice(at, 1);
    if (wasTop) move(region, open.at(-1) ?? home);
  };
}

function move(region: HTMLElement, to: Element | null): void {
  // A live region that is inserted anew is spoken anew: what was spoken keeps silent from here on.
  for (const card of region.children) {
    if (Date.now() - Number(card.getAttribute('data-since')) > FRESH_MS) card.removeAttribute('role');
  }
  to?.append(region);
  if (region.childElementCount > 0 && typeof region.showPopover === 'function') region.showPopover();
}

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
    const lowerToasts = keepToastsAbove(dialog);
    let forgetStep = backCloses ? closeOnBack(stepBack) : () => {};
    // As Escape does: what would be lost is asked about, and then it stays.
    function stepBack(): void {
      if (dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
      else forgetStep = closeOnBack(stepBack);
    }
    let isTold = false;
    const closed = () => {
      if (isTold) return;
      isTold = true;
      forgetStep();
      lowerToasts();
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
      forgetStep();
      lowerToasts();
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
