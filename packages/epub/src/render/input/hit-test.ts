import type { HighlightTap, HostRect, ImageTap } from '../reader-types.ts';
import { boundsOf, hostRect } from '../overlays/geometry.ts';
import type { Highlights } from '../overlays/highlights.ts';
import type { SectionView } from '../sections/section-view.ts';

/** Meaning of a press on something other than plain text. */
export type Press =
  | { readonly kind: 'highlight'; readonly detail: HighlightTap }
  | { readonly kind: 'image'; readonly detail: ImageTap };

/** Part of the page's width at each side where a press always turns. */
const EDGE = 0.1;
/**
 * Part of the page's width at each side where a press turns a page that is one picture; a press in the middle opens it.
 */
const PICTURE_EDGE = 1 / 3;
/** Least length of the longer side of a picture that a press opens, px; smaller ones are ornaments. */
const ORNAMENT = 48;
/** Part of the page's area above which a picture counts as the whole page. */
const WHOLE_PAGE = 0.6;

/** Finds the highlight, its note mark or the picture under a press; null when the press is for turning. */
export function hitTest(view: SectionView, event: MouseEvent, host: Element, highlights: Highlights): Press | null {
  const { element } = view.frame;
  const onHost = (rects: readonly DOMRect[]): HostRect | null =>
    boundsOf(rects.map((rect) => hostRect(host, element, rect)).filter((rect) => rect !== null));

  const hit = highlights.hit(view, event.clientX, event.clientY);
  if (hit) {
    const rect = onHost(hit.rects) ?? { x: event.clientX, y: event.clientY, width: 0, height: 0 };
    return { kind: 'highlight', detail: { id: hit.id, rect } };
  }
  const picture = pictureOf(event.target as Element);
  const rect = picture && onHost([picture.getBoundingClientRect()]);
  if (!picture || !rect || Math.max(rect.width, rect.height) < ORNAMENT) return null;
  const { clientWidth, clientHeight } = view.frame.slot;
  const isPage = rect.width * rect.height > clientWidth * clientHeight * WHOLE_PAGE;
  const edge = isPage ? PICTURE_EDGE : EDGE;
  const x = event.clientX / (element.offsetWidth || 1);
  if (x < edge || x > 1 - edge) return null;
  return { kind: 'image', detail: { ...imageOf(picture), rect } };
}

function pictureOf(target: Element | null): Element | null {
  const image = target?.closest?.('img,svg');
  return image?.closest('svg') ?? image ?? null;
}

function imageOf(picture: Element): Omit<ImageTap, 'rect'> {
  if (picture.localName === 'img') {
    const image = picture as HTMLImageElement;
    return { src: image.currentSrc || image.src, svg: null, alt: image.alt };
  }
  const images = picture.querySelectorAll('image');
  const only = images.length === 1 && picture.querySelector('path,text,rect,circle,polygon,line') === null;
  const src = only
    ? (images[0]?.getAttribute('href') ?? images[0]?.getAttributeNS('http://www.w3.org/1999/xlink', 'href') ?? null)
    : null;
  const alt = picture.getAttribute('aria-label') ?? picture.querySelector('title')?.textContent ?? '';
  return { src, svg: src === null ? new XMLSerializer().serializeToString(picture) : null, alt: alt.trim() };
}

/** Whether the mouse is on words, not beside them. */
export function isOnWords(document: Document, { clientX, clientY }: MouseEvent): boolean {
  const point = document.caretPositionFromPoint?.(clientX, clientY);
  const range = point ? null : document.caretRangeFromPoint?.(clientX, clientY);
  const node = point?.offsetNode ?? range?.startContainer;
  const offset = point?.offset ?? range?.startOffset ?? 0;
  if (node?.nodeType !== Node.TEXT_NODE) return false;
  const pointRange = document.createRange();
  pointRange.setStart(node, Math.max(0, offset - 1));
  pointRange.setEnd(node, Math.min((node as Text).data.length, offset + 1));
  return [...pointRange.getClientRects()].some(
    ({ left, right, top, bottom }) => clientX >= left && clientX <= right && clientY >= top && clientY <= bottom,
  );
}
