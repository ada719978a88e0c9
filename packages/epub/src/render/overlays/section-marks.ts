import { CfiResolver } from '../../locator/cfi-resolver.ts';
import { columnsOf, PAINT, paintsOf } from '../pagination/theme-css.ts';
import type { ReaderHighlight } from '../reader-types.ts';
import type { SectionView } from '../sections/section-view.ts';
import { textRects } from './geometry.ts';

/** Shapes of a painted range: its boxes, its underline, its note mark. */
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
/** Smallest side of a note mark, px: a phone's margin has room for no more. */
const SMALLEST_MARK = 8;
/** Smallest side of the area in which a tap hits a mark, px (WCAG 2.5.8). */
const TARGET = 24;

/**
 * Draws note marks, and boxes where the browser cannot paint ranges, in a layer beside the book's `<body>`: CFIs,
 * counts of characters and the book's sibling rules are unaffected. The layer has the document's own coordinates, so
 * that a page turn moves it without a redraw.
 */
class OverlayLayer {
  readonly #view: SectionView;
  #behind: HTMLElement | null = null;
  #above: HTMLElement | null = null;
  #marks: (Place & { readonly id: string })[] = [];

  constructor(view: SectionView) {
    this.#view = view;
  }

  /** Draws these items and removes all others; reads the layout once. */
  draw(items: readonly OverlayItem[]): void {
    this.#marks = [];
    if (items.length === 0) {
      this.hide();
      return;
    }
    const { text, document } = this.#view;
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
      const mark = this.#beside(new DOMRect(last.left + scrollX, last.top + scrollY, last.width, last.height));
      this.#marks.push({ id, ...mark });
      marks.push(this.#mark(mark.left, mark.top, mark.size));
    }
    this.#behind ??= this.#layer('-1');
    this.#above ??= this.#layer('1');
    this.#behind.replaceChildren(...boxes);
    this.#above.replaceChildren(...marks);
  }

  /** Hides all items until the next {@link OverlayLayer.draw}; reads no layout. */
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
    // The icon has an opaque ground, so that words under it do not shine through. Its width must be set: the rule for
    // the book's pictures limits it to 100 % of a layer that has no width.
    svg.style.cssText = `position:absolute;left:${left}px;top:${top}px;width:${size}px;height:${size}px;max-width:none!important;max-height:none!important;overflow:visible;fill:${theme.background};stroke:${theme.color};stroke-width:2;stroke-linejoin:round`;
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', SHEET);
    svg.append(path);
    return svg;
  }

  /**
   * Place of the mark of a text whose last box is `last`: in the margin beside the line, or below it in vertical
   * writing, as large as the margin allows; below any mark that is already there. A mark never covers words.
   */
  #beside(last: DOMRect): Place {
    const { document, settings } = this.#view;
    const { theme, size: page } = settings;
    const window = document.defaultView as Window;
    const { writingMode, direction, paddingBottom } = window.getComputedStyle(document.body);
    const isDownwards = writingMode.startsWith('vertical');
    const isLeft = direction === 'rtl';
    const margin = isDownwards ? Number.parseFloat(paddingBottom) : isLeft ? theme.marginLeft : theme.marginRight;
    const size = Math.max(SMALLEST_MARK, Math.min(theme.fontSize, margin - 1));
    const gap = Math.max(0, Math.min(4, (margin - size) / 2));
    const length = isDownwards ? page.height : this.#columnWidth();
    // Uses the page of the last letter, because the line may begin on the page before.
    const letter = isDownwards ? last.bottom - 1 : isLeft ? last.left + 1 : last.right - 1;
    const start = Math.floor(letter / length) * length;
    const along = isLeft && !isDownwards ? start + margin - gap - size : start + length - margin + gap;
    let place: Place = isDownwards
      ? { left: last.left + (last.width - size) / 2, top: along, size }
      : { left: along, top: last.top + (last.height - size) / 2, size };
    while (this.#marks.some((each) => isOver(each, place))) {
      place = isDownwards ? { ...place, left: place.left - size - 1 } : { ...place, top: place.top + size + 1 };
    }
    return place;
  }

  /** Width of a column, px; in the continuous flow without the scroll bar. */
  #columnWidth(): number {
    const { document, settings, isContinuous } = this.#view;
    const { theme, size: page } = settings;
    return isContinuous ? document.documentElement.clientWidth : page.width / columnsOf(theme, page);
  }
}

/** Px of the document. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

function isOver(a: Place, b: Place): boolean {
  return Math.abs(a.left - b.left) < Math.min(a.size, b.size) && Math.abs(a.top - b.top) < Math.min(a.size, b.size);
}

/**
 * Lets the browser paint ranges (CSS Custom Highlight API: Chromium 105, Safari 17.2, Firefox 140): behind the text, in
 * every kind of block, without a redraw after a new layout. Older browsers get boxes from `OverlayLayer`. There is one
 * group for each colour; where groups overlap, the one painted last lies on top.
 */
class HighlightPainter {
  readonly #window: Window & typeof globalThis;
  readonly #groups = new Map<string, Highlight>();

  /** Returns null where the browser cannot paint ranges. */
  static for(window: Window & typeof globalThis): HighlightPainter | null {
    return window.CSS?.highlights && 'Highlight' in window ? new HighlightPainter(window) : null;
  }

  private constructor(window: Window & typeof globalThis) {
    this.#window = window;
  }

  add(group: string, ranges: Iterable<AbstractRange>): void {
    let highlight = this.#groups.get(group);
    if (!highlight) {
      highlight = new this.#window.Highlight();
      // Paints the marks of a search and of reading aloud above every highlight.
      highlight.priority = group === 'found' || group === 'spoken' ? 1 : 0;
      this.#groups.set(group, highlight);
      this.#window.CSS.highlights.set(PAINT + group, highlight);
    }
    for (const range of ranges) highlight.add(range);
  }

  remove(group: string, range: AbstractRange): void {
    this.#groups.get(group)?.delete(range);
  }

  clear(): void {
    for (const highlight of this.#groups.values()) highlight.clear();
  }
}

interface Mark {
  readonly highlight: ReaderHighlight;
  readonly range: StaticRange;
  readonly group: string;
  /** Characters of the section before the range's start and end; computed on first use. */
  span: { readonly from: number; readonly to: number } | null;
}

/** Kinds of temporary marks, which do not react to a tap. */
export type PassingMark = 'found' | 'spoken';

/** Number of pages on either side of the shown one whose overlay is drawn before a turn needs it. */
const AROUND = 2;
const YELLOW = 'yellow';

/** Paints the ranges of one section that is laid out. */
export class SectionMarks {
  readonly #view: SectionView;
  readonly #painter: HighlightPainter | null;
  readonly #layer: OverlayLayer;
  readonly #resolver: CfiResolver;
  readonly #marks = new Map<string, Mark>();

  constructor(view: SectionView) {
    this.#view = view;
    this.#painter = HighlightPainter.for(view.frame.window);
    this.#layer = new OverlayLayer(view);
    this.#resolver = new CfiResolver(view.document);
  }

  /** Paints highlights; leaves out one whose CFI does not exist in this edition. */
  add(highlights: Iterable<ReaderHighlight>): void {
    const groups = new Map<string, StaticRange[]>();
    const paints = paintsOf(this.#view.settings.theme);
    for (const highlight of highlights) {
      this.remove(highlight.id);
      const range = this.#resolver.rangeOf(highlight.cfi);
      if (!range || range.collapsed) continue;
      const { color } = highlight;
      const group = color in paints ? color : YELLOW;
      this.#marks.set(highlight.id, { highlight, range, group, span: null });
      const list = groups.get(group) ?? [];
      groups.set(group, list);
      list.push(range);
    }
    for (const [group, ranges] of groups) this.#painter?.add(group, ranges);
  }

  remove(id: string): void {
    const mark = this.#marks.get(id);
    if (!mark) return;
    this.#marks.delete(id);
    this.#painter?.remove(mark.group, mark.range);
  }

  /** Replaces the temporary mark of a kind; null removes it. */
  mark(kind: PassingMark, cfi: string | null): void {
    this.remove(kind);
    if (cfi !== null) this.add([{ id: kind, cfi, color: kind, note: false }]);
  }

  clear(): void {
    this.#marks.clear();
    this.#painter?.clear();
  }

  /**
   * Draws underlines and note marks, which the browser does not paint by itself, around the shown page; reads the
   * layout.
   */
  refresh(): void {
    const isPlain = this.#painter !== null;
    const tappableMarks = [...this.#marks.values()].filter(({ highlight }) => !isPlain || highlight.note);
    if (tappableMarks.length === 0) {
      this.#layer.hide();
      return;
    }
    const from = this.#view.charactersBefore(-AROUND);
    const to = this.#view.charactersBefore(AROUND + 1);
    const paints = paintsOf(this.#view.settings.theme);
    const near = tappableMarks.filter((mark) => {
      const span = this.#spanOf(mark);
      return span.to >= from && span.from <= to;
    });
    this.#layer.draw(
      near.map(({ highlight, range, group }) => ({
        id: highlight.id,
        note: highlight.note,
        range,
        box: isPlain ? null : (paints[group] ?? null),
      })),
    );
  }

  /** Hides the overlay before the layout changes, until the next {@link SectionMarks.refresh}. */
  hide(): void {
    this.#layer.hide();
  }

  /** Topmost highlight at a point of the frame's viewport, or null. */
  hit(x: number, y: number): { id: string; rects: readonly DOMRect[] } | null {
    const marked = this.#layer.markAt(x, y);
    if (marked !== null) return { id: marked, rects: this.#rectsOf(marked) };
    const at = this.#charactersAt(x, y);
    if (at < 0) return null;
    const { fontSize, lineHeight } = this.#view.settings.theme;
    const reach = Math.max(1, ((lineHeight - 1) * fontSize) / 2);
    for (const mark of [...this.#marks.values()].toReversed()) {
      const { from, to } = this.#spanOf(mark);
      const { id } = mark.highlight;
      if (at < from || at > to || mark.group === id) continue;
      const rects = this.#rectsOf(id);
      // The nearest character may be far from the finger: in a margin, or below the last line.
      if (rects.some((rect) => x >= rect.left - 1 && x <= rect.right + 1 && isNear(y, rect, reach)))
        return { id, rects };
    }
    return null;
  }

  #rectsOf(id: string): DOMRect[] {
    const mark = this.#marks.get(id);
    return mark ? textRects(mark.range, this.#view.text) : [];
  }

  #spanOf(mark: Mark): { from: number; to: number } {
    const { text } = this.#view;
    const { startContainer, startOffset, endContainer, endOffset } = mark.range;
    mark.span ??= {
      from: text.charactersBefore(startContainer, startOffset),
      to: text.charactersBefore(endContainer, endOffset),
    };
    return mark.span;
  }

  #charactersAt(x: number, y: number): number {
    const { document, text } = this.#view;
    const point = document.caretPositionFromPoint?.(x, y);
    if (point) return text.charactersBefore(point.offsetNode, point.offset);
    const range = document.caretRangeFromPoint?.(x, y);
    return range ? text.charactersBefore(range.startContainer, range.startOffset) : -1;
  }
}

function isNear(y: number, rect: DOMRect, reach: number): boolean {
  return y >= rect.top - reach && y <= rect.bottom + reach;
}
