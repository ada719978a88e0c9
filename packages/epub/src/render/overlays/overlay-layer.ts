import type { SectionView } from '../sections/section-view.ts';
import { textRects } from './geometry.ts';
import { columnsOf } from '../pagination/theme-css.ts';

/** What the layer may have to draw of a painted range. */
export interface OverlayItem {
  readonly id: string;
  readonly range: StaticRange;
  readonly note: boolean;
  /** CSS colour of its boxes; null where the browser paints the range itself. */
  readonly box: string | null;
}

/** lucide 'sticky-note', ISC licence. */
const SHEET = 'M16 3H5a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V8ZM15 3v4a2 2 0 0 0 2 2h4';
const SVG = 'http://www.w3.org/2000/svg';
const LAYER = 'data-reader-layer';
/** Smallest side of the area that answers for a mark, px (WCAG 2.5.8). */
const TARGET = 24;

/**
 * Note marks, and boxes where the browser cannot paint ranges, in a layer beside the book's `<body>`: no CFI, no
 * count of characters and no sibling rule of the book sees it. It lies in the document's own coordinates, so that a
 * page turn moves it along without a redraw.
 */
export class OverlayLayer {
  readonly #view: SectionView;
  #behind: HTMLElement | null = null;
  #above: HTMLElement | null = null;
  #marks: { id: string; left: number; top: number; size: number }[] = [];

  constructor(view: SectionView) {
    this.#view = view;
  }

  /** Draws these and nothing else; reads the layout once for all. */
  draw(items: readonly OverlayItem[]): void {
    this.#marks = [];
    if (items.length === 0) {
      this.hide();
      return;
    }
    const { text, document, settings } = this.#view;
    const { theme } = settings;
    const { scrollX, scrollY } = document.defaultView as Window;
    const boxes: HTMLElement[] = [];
    const marks: Element[] = [];
    for (const { id, range, note, box } of items) {
      const rects = textRects(range, text);
      if (box !== null) {
        for (const { left, top, width, height } of rects) {
          boxes.push(this.#place('div', left + scrollX, top + scrollY, width, height, box));
        }
      }
      const last = rects.at(-1);
      if (!note || !last) continue;
      const size = theme.fontSize;
      const left = this.#keepOnPage(last.right + scrollX, size);
      // In the gap between two lines: on the feet of neither the letters above nor the heads of those beside.
      const top = Math.max(0, last.top + scrollY - size * 0.3);
      this.#marks.push({ id, left, top, size });
      marks.push(this.#mark(left, top, size));
    }
    this.#behind ??= this.#layer('-1');
    this.#above ??= this.#layer('1');
    this.#behind.replaceChildren(...boxes);
    this.#above.replaceChildren(...marks);
  }

  /** Takes everything from sight until the next {@link OverlayLayer.draw}; reads no layout. */
  hide(): void {
    this.#behind?.replaceChildren();
    this.#above?.replaceChildren();
  }

  /** Id of the mark at a point of the frame's viewport, or null. */
  markAt(x: number, y: number): string | null {
    const { scrollX, scrollY } = this.#view.document.defaultView as Window;
    for (const { id, left, top, size } of this.#marks) {
      const reach = Math.max(0, (TARGET - size) / 2);
      const isAcross = x + scrollX >= left - reach && x + scrollX <= left + size + reach;
      if (isAcross && y + scrollY >= top - reach && y + scrollY <= top + size + reach) return id;
    }
    return null;
  }

  #layer(zIndex: string): HTMLElement {
    const { document } = this.#view;
    const layer = document.createElement('div');
    layer.setAttribute(LAYER, '');
    layer.setAttribute('aria-hidden', 'true');
    layer.style.cssText = `position:absolute;left:0;top:0;width:0;height:0;z-index:${zIndex};pointer-events:none`;
    document.documentElement.append(layer);
    return layer;
  }

  #place(name: string, left: number, top: number, width: number, height: number, colour: string): HTMLElement {
    const element = this.#view.document.createElement(name);
    element.style.cssText = `position:absolute;left:${left}px;top:${top}px;width:${width}px;height:${height}px;background:${colour}`;
    return element;
  }

  #mark(left: number, top: number, size: number): Element {
    const { document, settings } = this.#view;
    const { theme } = settings;
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    // The sheet is paper: words under it stay out of it.
    // The guard on the book's pictures would leave it no width: 100 % of a layer without any.
    svg.style.cssText = `position:absolute;left:${left}px;top:${top}px;width:${size}px;height:${size}px;max-width:none!important;max-height:none!important;overflow:visible;fill:${theme.background};stroke:${theme.color};stroke-width:2;stroke-linejoin:round`;
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', SHEET);
    svg.append(path);
    return svg;
  }

  /** A mark after the last word of a line would begin on the next page. */
  #keepOnPage(left: number, size: number): number {
    const { theme, size: page } = this.#view.settings;
    const width = page.width / columnsOf(theme, page);
    const edge = (Math.floor((left - 1) / width) + 1) * width;
    return Math.min(left, edge - size - 1);
  }
}
