import { CfiResolver } from '../../locator/cfi-resolver.ts';
import { PAINT, paintsOf } from '../pagination/theme-css.ts';
import type { ReaderHighlight } from '../reader-types.ts';
import type { SectionView } from '../sections/section-view.ts';
import { textRects } from './geometry.ts';
import { OverlayLayer } from './overlay-layer.ts';

/**
 * Lets the browser paint ranges itself (CSS Custom Highlight API: Chromium 105, Safari 17.2, Firefox 140): behind the
 * text, in every kind of block, with nothing to redraw when the text flows anew. Older browsers get boxes from
 * `OverlayLayer`. One group for each colour; where groups overlap, the one painted last lies on top.
 */
class HighlightPainter {
  readonly #window: Window & typeof globalThis;
  readonly #groups = new Map<string, Highlight>();

  /** Null where the browser cannot. */
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
      // What was found or is being read lies above every colour.
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
  /** Characters of the section before its ends; asked for when first needed. */
  span: { readonly from: number; readonly to: number } | null;
}

/** Marks that are no highlights: they answer to no tap. */
export type PassingMark = 'found' | 'spoken';

/** Pages on either side of the shown one whose overlay is drawn, so that a turn finds it there. */
const AROUND = 2;
const YELLOW = 'yellow';

/** The painted ranges of one live section. */
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

  /** Paints a list; those whose CFI leads nowhere are left out. */
  add(highlights: Iterable<ReaderHighlight>): void {
    const groups = new Map<string, StaticRange[]>();
    const known = paintsOf(this.#view.settings.theme);
    for (const highlight of highlights) {
      this.remove(highlight.id);
      const range = this.#resolver.rangeOf(highlight.cfi);
      if (!range || range.collapsed) continue;
      const { color } = highlight;
      const group = color in known ? color : YELLOW;
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

  /** Paints a passing mark in place of the one before; null takes it away. */
  mark(kind: PassingMark, cfi: string | null): void {
    this.remove(kind);
    if (cfi !== null) this.add([{ id: kind, cfi, color: kind, note: false }]);
  }

  clear(): void {
    this.#marks.clear();
    this.#painter?.clear();
  }

  /** Draws what the browser does not paint itself, around the shown page; reads the layout. */
  refresh(): void {
    const isPlain = this.#painter !== null;
    const wanted = [...this.#marks.values()].filter(({ highlight }) => !isPlain || highlight.note);
    if (wanted.length === 0) {
      this.#layer.hide();
      return;
    }
    const from = this.#view.charactersBefore(-AROUND);
    const to = this.#view.charactersBefore(AROUND + 1);
    const paints = paintsOf(this.#view.settings.theme);
    const near = wanted.filter((mark) => {
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

  /** The layout is about to change: the overlay waits for the next {@link SectionMarks.refresh}. */
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
