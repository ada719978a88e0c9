import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';

/** Distance of a pull down that closes the sheet, px. */
const ENOUGH = 64;

function pull(handle: Element, distance: number): void {
  const sheet = handle.closest('dialog');
  if (!sheet) return;
  sheet.style.transition = distance > 0 ? 'none' : '';
  sheet.style.transform = distance > 0 ? `translateY(${distance}px)` : '';
}

/** Handlers of a sheet's handle: the sheet follows the finger. */
function useSheetDrag(onClose: () => void) {
  const from = useRef<number | null>(null);
  const end = (event: PointerEvent) => {
    const start = from.current;
    from.current = null;
    pull(event.currentTarget, 0);
    if (start !== null && event.clientY - start > ENOUGH) onClose();
  };
  return {
    onPointerDown(event: PointerEvent) {
      from.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent) {
      if (from.current !== null) pull(event.currentTarget, Math.max(0, event.clientY - from.current));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

interface ReaderSheetProps {
  readonly open: boolean;
  readonly label: string;
  /** Selector of the element that gets the focus. */
  readonly focusOn: string;
  readonly onClose: () => void;
  /** Classes for its height and rows. */
  readonly className: string;
  readonly children: ReactNode;
}

/** A sheet at the foot of the page: without a scrim, so that changes show at once behind it; it can be pulled down. */
export function ReaderSheet({ open, label, focusOn, onClose, className, children }: ReaderSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  const drag = useSheetDrag(onClose);
  useFocusWhileOpen(sheet, open, focusOn);
  return (
    <dialog
      ref={sheet}
      open={open}
      aria-label={label}
      className={`sheet-motion fixed inset-x-0 top-auto bottom-0 z-40 mx-auto w-full max-w-[640px] rounded-sheet border border-b-0 border-(--rd-line) bg-(--rd-chrome) p-0 shadow-modal open:grid ${className}`}
    >
      <div aria-hidden="true" className="grid h-5 touch-none place-items-center" {...drag}>
        <span className="reader-seam w-10" />
      </div>
      {children}
    </dialog>
  );
}

/** Moves the focus into the sheet, and back to its old place when the sheet closes. */
function useFocusWhileOpen(sheet: RefObject<HTMLDialogElement | null>, open: boolean, focusOn: string): void {
  useEffect(() => {
    if (!open) return undefined;
    const element = sheet.current;
    const before = document.activeElement as HTMLElement | null;
    element?.querySelector<HTMLElement>(focusOn)?.focus({ preventScroll: true });
    return () => {
      const { activeElement } = document;
      const isLost = activeElement === document.body || element?.contains(activeElement);
      if (isLost && before?.isConnected) before.focus({ preventScroll: true });
    };
  }, [sheet, open, focusOn]);
}
