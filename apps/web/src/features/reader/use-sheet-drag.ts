import { type PointerEvent, useRef } from 'react';

/** Pulled down this far, the sheet closes, px. */
const ENOUGH = 64;

function pull(handle: Element, distance: number): void {
  const sheet = handle.closest('dialog');
  if (!sheet) return;
  sheet.style.transition = distance > 0 ? 'none' : '';
  sheet.style.transform = distance > 0 ? `translateY(${distance}px)` : '';
}

/** Handlers of a sheet's handle: the sheet follows the finger. */
export function useSheetDrag(onClose: () => void) {
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
