import { WIDE } from '@cuentos/epub/render/pagination/theme-css';
import { ScrolledBox } from './scrolled-box.ts';

/** A box in the document's own coordinates, which a turned page does not change. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A piece of a text node with its boxes, one for each line. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly boxes: readonly Box[];
}

/** Characters `from`–`to` of the text node with the index `node`. */
export interface ShownText {
  readonly node: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Positions of a section's text, measured once for each layout, because asking the browser on each page made walking
 * slow. The texts of a page are computed anew on each page, so that no text counts as seen at an old position.
 */
export class SectionGeometry {
  readonly #nodes: readonly Text[];
  readonly #range: Range;
  readonly #scroller: Element;
  readonly #width: number;
  readonly #height: number;
  /** Scroll position of the page shown, read once for each page because reading it is slow. */
  #scrolled = { x: 0, y: 0 };
  #layout = '';
  /** Boxes that scroll sideways, with the indexes of the texts in each. */
  #scrolledBoxes: ReadonlyMap<Element, readonly number[]> = new Map();
  /** Indexes of all texts in these boxes: where such a text stands depends on the scroll position of its box. */
  #scrolledTexts: ReadonlySet<number> = new Set();
  #boxes: (Box | null)[] = [];
  #words = new Map<number, readonly Piece[]>();
  #letters = new Map<Piece, readonly Piece[]>();

  constructor(nodes: readonly Text[], inner: Document) {
    this.#nodes = nodes;
    this.#range = inner.createRange();
    this.#scroller = inner.scrollingElement as Element;
    const view = inner.defaultView as Window;
    this.#width = view.innerWidth;
    this.#height = view.innerHeight;
  }

  /** Returns the texts wholly on the page shown, of the nodes that `isOfInterest` accepts. */
  shown(isOfInterest: (node: number) => boolean): ShownText[] {
    this.#scrolled = { x: this.#scroller.scrollLeft, y: this.#scroller.scrollTop };
    this.#findScrolledBoxes();
    const touching = this.#touching(isOfInterest);
    const layout = this.#layoutNow();
    const isSameLayout = layout === this.#layout && touching.length > 0;
    const isAsMeasured = isSameLayout && touching.every((at) => isSame(this.#boxes[at] ?? null, this.#boxOf(at)));
    if (!isAsMeasured) this.#measure();
    this.#layout = layout;
    const nodes = isAsMeasured ? touching : this.#touching(isOfInterest);
    return [...nodes.flatMap((at) => this.#shownOf(at)), ...this.#shownInBoxes(isOfInterest)];
  }

  #findScrolledBoxes(): void {
    const boxes = [...this.#scroller.querySelectorAll(`[${WIDE}]`)];
    const known = [...this.#scrolledBoxes.keys()];
    if (boxes.length === known.length && boxes.every((box, index) => box === known[index])) return;
    const indexes = [...this.#nodes.keys()];
    const inside = (box: Element): number[] => indexes.filter((at) => box.contains(this.#nodes[at] as Text));
    this.#scrolledBoxes = new Map(boxes.map((box) => [box, inside(box)]));
    this.#scrolledTexts = new Set([...this.#scrolledBoxes.values()].flat());
  }

  /** Scrolls each such box on the page through all of its width. */
  #shownInBoxes(isOfInterest: (node: number) => boolean): ShownText[] {
    const page = { left: 0, right: this.#width, top: 0, bottom: this.#height };
    return [...this.#scrolledBoxes].flatMap(([element, texts]) => {
      const box = new ScrolledBox(element, page);
      const wanted = box.isOnPage ? texts.filter(isOfInterest) : [];
      if (wanted.length === 0) return [];
      const look = (): ShownText[] =>
        wanted.flatMap((at) => box.shown(this.#nodes[at] as Text).map((piece) => ({ node: at, ...piece })));
      return box.inEachView(look);
    });
  }

  /** Returns the visible area of an element, square px. */
  shownArea(element: Element): number {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const across = Math.min(right, this.#width) - Math.max(left, 0);
    const down = Math.min(bottom, this.#height) - Math.max(top, 0);
    return across > 0 && down > 0 ? across * down : 0;
  }

  /**
   * Returns a key of the layout, which changes when more or less of the section is laid out, and nearly always when its
   * pages change.
   */
  #layoutNow(): string {
    const { scrollWidth, scrollHeight } = this.#scroller;
    return `${scrollWidth} ${scrollHeight} ${this.#scroller.querySelectorAll('[data-reader-away]').length}`;
  }

  #measure(): void {
    this.#words = new Map();
    this.#letters = new Map();
    this.#boxes = this.#nodes.map((_, at) => this.#boxOf(at));
  }

  #boxOf(at: number): Box | null {
    this.#range.selectNodeContents(this.#nodes[at] as Text);
    const rect = this.#range.getBoundingClientRect();
    return rect.width === 0 && rect.height === 0 ? null : this.#fixed(rect);
  }

  #fixed({ left, right, top, bottom }: DOMRect): Box {
    const { x, y } = this.#scrolled;
    return { left: left + x, right: right + x, top: top + y, bottom: bottom + y };
  }

  #touching(isOfInterest: (node: number) => boolean): number[] {
    const { x, y } = this.#scrolled;
    const boxIndexes: number[] = [];
    this.#boxes.forEach((box, at) => {
      if (!box || box.right < x || box.left > x + this.#width || box.bottom < y || box.top > y + this.#height) return;
      if (!this.#scrolledTexts.has(at) && isOfInterest(at)) boxIndexes.push(at);
    });
    return boxIndexes;
  }

  #shownOf(at: number): ShownText[] {
    const { data } = this.#nodes[at] as Text;
    if (this.#holds(this.#boxes[at] as Box, 1)) return [{ node: at, from: 0, to: data.length }];
    const shownTexts: ShownText[] = [];
    for (const word of this.#wordsOf(at)) {
      if (word.boxes.length > 0 && word.boxes.every((box) => this.#holds(box)))
        shownTexts.push({ node: at, from: word.from, to: word.to });
      else if (word.boxes.some((box) => this.#isNear(box))) {
        for (const { from, to, boxes } of this.#lettersOf(at, word)) {
          // A letter after a page break may have an empty box at the end of the page before.
          if (boxes.some((box) => this.#holds(box))) shownTexts.push({ node: at, from, to });
        }
      }
    }
    return shownTexts;
  }

  #wordsOf(at: number): readonly Piece[] {
    const cachedWords = this.#words.get(at);
    if (cachedWords) return cachedWords;
    const words = [...(this.#nodes[at] as Text).data.matchAll(/\S+/g)];
    const pieces = words.map(({ index, 0: word }) => this.#piece(at, index, index + word.length));
    this.#words.set(at, pieces);
    return pieces;
  }

  #lettersOf(at: number, word: Piece): readonly Piece[] {
    const cachedLetters = this.#letters.get(word);
    if (cachedLetters) return cachedLetters;
    const pieces = Array.from({ length: word.to - word.from }, (_, index) =>
      this.#piece(at, word.from + index, word.from + index + 1),
    );
    this.#letters.set(word, pieces);
    return pieces;
  }

  #piece(at: number, from: number, to: number): Piece {
    this.#range.setStart(this.#nodes[at] as Text, from);
    this.#range.setEnd(this.#nodes[at] as Text, to);
    const rects = [...this.#range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
    return { from, to, boxes: rects.map((rect) => this.#fixed(rect)) };
  }

  /**
   * Whether a box is on the page. A letter may overhang its line by a tolerance; the text is never nearer to the page's
   * edge.
   */
  #holds({ left, right, top, bottom }: Box, tolerance = 1 + (bottom - top) / 4): boolean {
    const { x, y } = this.#scrolled;
    return (
      left >= x - 1 && right <= x + this.#width + 1 && top >= y - tolerance && bottom <= y + this.#height + tolerance
    );
  }

  #isNear({ left, right }: Box): boolean {
    const { x } = this.#scrolled;
    return right >= x && left <= x + this.#width;
  }
}

function isSame(one: Box | null, other: Box | null): boolean {
  if (!one || !other) return one === other;
  return (
    Math.abs(one.left - other.left) < 1 && Math.abs(one.top - other.top) < 1 && Math.abs(one.right - other.right) < 1
  );
}
