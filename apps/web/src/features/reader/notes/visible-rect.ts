import type { HostRect } from '@cuentos/epub/render/annotation-types';
import type { Reader } from '@cuentos/epub/render/reader';

/** Bounds of what is seen of a range, in px from the host's top left corner; null when it is on another page. */
export function visibleRect(reader: Reader, host: Element, cfi: string): HostRect | null {
  const range = reader.rangeOf(cfi)?.range;
  const frame = range?.startContainer.ownerDocument?.defaultView?.frameElement;
  if (!range || !frame || frame.closest('[inert]')) return null;
  const box = host.getBoundingClientRect();
  const page = frame.getBoundingClientRect();
  let [left, top, right, bottom] = [box.width, box.height, 0, 0];
  for (const rect of range.getClientRects()) {
    const x = rect.left + page.left - box.left;
    const y = rect.top + page.top - box.top;
    if (x >= box.width || y >= box.height || x + rect.width <= 0 || y + rect.height <= 0) continue;
    [left, top] = [Math.min(left, Math.max(0, x)), Math.min(top, Math.max(0, y))];
    right = Math.max(right, Math.min(box.width, x + rect.width));
    bottom = Math.max(bottom, Math.min(box.height, y + rect.height));
  }
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}
