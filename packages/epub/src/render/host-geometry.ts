import type { HostRect } from './annotation-types.ts';

/** A point of a frame's own coordinates, in px from the host's top left corner; a page drawn to fit is scaled. */
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

/** Smallest rectangle around some; null around none. */
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
