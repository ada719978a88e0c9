import { AWAY } from '../render/pagination/theme-css.ts';
import type { WorkSlices } from './work-slices.ts';

/** A box in the coordinates of the whole sheet, which a turned page does not change, px. */
interface SheetBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Distance by which two measurements of one text may differ, px. */
const HAIR = 1;

/**
 * Knows where the texts of a section stand. Each layout is measured once, because asking the browser for every text on
 * every page takes a time that grows with the square of the chapter; the texts of a page are measured again each time.
 */
export class TextPlaces {
  readonly #texts: readonly Text[];
  readonly #inner: Document;
  readonly #range: Range;
  #layout = '';
  #boxes: (SheetBox | null)[] = [];

  constructor(texts: readonly Text[], inner: Document) {
    this.#texts = texts;
    this.#inner = inner;
    this.#range = inner.createRange();
  }

  /** Returns the texts that touch the page shown. */
  async onPage(slices: WorkSlices): Promise<ReadonlySet<Text>> {
    const layout = this.#layoutNow();
    const touching = this.#touching();
    const isAsMeasured = layout === this.#layout && touching.length > 0 && touching.every((at) => this.#isInPlace(at));
    if (!isAsMeasured) await this.#measure(slices);
    this.#layout = layout;
    const found = isAsMeasured ? touching : this.#touching();
    return new Set(found.map((at) => this.#texts[at] as Text));
  }

  /** Returns a key that changes when more or less of the section is laid out, and nearly always when its pages do. */
  #layoutNow(): string {
    const { scrollWidth, scrollHeight } = this.#inner.scrollingElement as Element;
    return `${scrollWidth} ${scrollHeight} ${this.#inner.querySelectorAll(`[${AWAY}]`).length}`;
  }

  async #measure(slices: WorkSlices): Promise<void> {
    this.#boxes = [];
    for (const at of this.#texts.keys()) {
      this.#boxes.push(this.#boxOf(at));
      await slices.pauseIfDue();
    }
  }

  #boxOf(at: number): SheetBox | null {
    this.#range.selectNodeContents(this.#texts[at] as Text);
    const { left, top, width, height } = this.#range.getBoundingClientRect();
    if (width === 0 && height === 0) return null;
    const { scrollLeft: x, scrollTop: y } = this.#inner.scrollingElement as Element;
    return { left: left + x, right: left + x + width, top: top + y, bottom: top + y + height };
  }

  #isInPlace(at: number): boolean {
    const [before, now] = [this.#boxes[at], this.#boxOf(at)];
    if (!before || !now) return before === now;
    return (['left', 'right', 'top', 'bottom'] as const).every((side) => Math.abs(before[side] - now[side]) < HAIR);
  }

  #touching(): number[] {
    const { innerWidth, innerHeight } = this.#inner.defaultView as Window;
    const { scrollLeft: x, scrollTop: y } = this.#inner.scrollingElement as Element;
    const found: number[] = [];
    this.#boxes.forEach((box, at) => {
      if (box && box.right >= x && box.left <= x + innerWidth && box.bottom >= y && box.top <= y + innerHeight)
        found.push(at);
    });
    return found;
  }
}
