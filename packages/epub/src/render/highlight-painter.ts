import { PAINT } from './theme-css.ts';

/**
 * Lets the browser paint ranges itself (CSS Custom Highlight API: Chromium 105, Safari 17.2, Firefox 140): behind the
 * text, in every kind of block, with nothing to redraw when the text flows anew. Older browsers get boxes from
 * `OverlayLayer`. One group for each colour; where groups overlap, the one painted last lies on top.
 */
export class HighlightPainter {
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
