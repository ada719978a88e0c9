import type { TextIndex } from '../../locator/text-index.ts';
import type { HostRect } from '../reader-types.ts';

/** Converts a point of a frame's coordinates to px from the host's top left corner; a drawn page is scaled. */
export function hostPoint(host: Element, frame: HTMLElement, x: number, y: number): { x: number; y: number } {
  const { left, top, scale } = placeOf(host, frame);
  return { x: x * scale + left, y: y * scale + top };
}

/** The visible part of a frame's rectangle in px from the host's top left corner; null when none is. */
export function hostRect(host: Element, frame: HTMLElement, rect: DOMRectReadOnly): HostRect | null {
  const { left, top, scale } = placeOf(host, frame);
  const from = { x: Math.max(0, rect.left * scale + left), y: Math.max(0, rect.top * scale + top) };
  const width = Math.min(host.clientWidth, rect.right * scale + left) - from.x;
  const height = Math.min(host.clientHeight, rect.bottom * scale + top) - from.y;
  return width > 0 && height > 0 ? { ...from, width, height } : null;
}

/** Returns the smallest rectangle around all given ones; null for an empty list. */
export function boundsOf(rects: readonly HostRect[]): HostRect | null {
  if (rects.length === 0) return null;
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

function placeOf(host: Element, frame: HTMLElement): { left: number; top: number; scale: number } {
  const box = host.getBoundingClientRect();
  const page = frame.getBoundingClientRect();
  return { left: page.left - box.left, top: page.top - box.top, scale: page.width / (frame.offsetWidth || 1) };
}

/**
 * Boxes of the text between two points of the document, one or more for each line and inline element. Reads text nodes
 * only, because a range would also give the boxes of the blocks that it contains whole.
 *
 * @param limit largest number of text nodes that are read
 */
export function textRects(range: AbstractRange, text: TextIndex, limit = 2000): DOMRect[] {
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const first = text.firstAtOrAfter(startContainer, startOffset);
  const last = Math.min(lastBefore(endContainer, endOffset, text), first + limit);
  const textRange = (startContainer.ownerDocument as Document).createRange();
  const rects: DOMRect[] = [];
  for (let index = first; index <= last; index += 1) {
    const node = text.nodes[index] as Text;
    textRange.setStart(node, node === startContainer ? Math.min(startOffset, node.data.length) : 0);
    textRange.setEnd(node, node === endContainer ? Math.min(endOffset, node.data.length) : node.data.length);
    for (const rect of textRange.getClientRects()) if (rect.width > 0 && rect.height > 0) rects.push(rect);
  }
  return rects;
}

function lastBefore(container: Node, offset: number, text: TextIndex): number {
  const next = text.firstAtOrAfter(container, offset);
  return text.nodes[next] === container ? next : next - 1;
}
