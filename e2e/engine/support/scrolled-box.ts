/** Sides of a rectangle on the screen, px. */
interface Sides {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Parts of its visible width by which a box is scrolled from one view to the next, at most and at least. */
const STEP = { most: 0.75, least: 0.125 };
/** Width in which the widest letter stands whole, em. */
const WIDEST_LETTER = 1.5;

/** A box of the page shown that scrolls sideways, as a reader sees it who scrolls through all of its width. */
export class ScrolledBox {
  readonly #element: Element;
  readonly #range: Range;
  readonly #seen: readonly Sides[];

  constructor(element: Element, page: Sides) {
    this.#element = element;
    this.#range = element.ownerDocument.createRange();
    this.#seen = [...element.getClientRects()]
      .map(({ left, right, top, bottom }) => ({
        left: Math.max(left, page.left),
        right: Math.min(right, page.right),
        top: Math.max(top, page.top),
        bottom: Math.min(bottom, page.bottom),
      }))
      .filter(({ left, right, top, bottom }) => right > left && bottom > top);
  }

  get isOnPage(): boolean {
    return this.#seen.length > 0;
  }

  /** Returns what `look` finds in each view of the box, whose first view is shown again at the end. */
  inEachView<Found>(look: () => readonly Found[]): Found[] {
    const { scrollWidth, clientWidth } = this.#element;
    const most = Math.max(0, scrollWidth - clientWidth);
    const { direction, fontSize } = getComputedStyle(this.#element);
    const sign = direction === 'rtl' ? -1 : 1;
    const visibleWidth = Math.min(clientWidth, ...this.#seen.map(({ left, right }) => right - left));
    const wholeLetters = visibleWidth - WIDEST_LETTER * Number.parseFloat(fontSize);
    const step = Math.max(1, visibleWidth * STEP.least, Math.min(visibleWidth * STEP.most, wholeLetters));
    const found = Array.from({ length: Math.ceil(most / step) + 1 }, (_, view) => {
      this.#element.scrollTo({ left: sign * Math.min(most, view * step), behavior: 'instant' });
      return look();
    });
    this.#element.scrollTo({ left: 0, behavior: 'instant' });
    return found.flat();
  }

  /** Returns the characters of a text that the present view shows whole. */
  shown(text: Text): { from: number; to: number }[] {
    return [...text.data.matchAll(/\S+/g)].flatMap(({ index: from, 0: word }) => {
      const to = from + word.length;
      const wordBoxes = this.#boxesOf(text, from, to);
      if (wordBoxes.length > 0 && wordBoxes.every((box) => this.#holds(box))) return [{ from, to }];
      const letters = Array.from({ length: word.length }, (_, at) => ({ from: from + at, to: from + at + 1 }));
      // A letter after a page break may have an empty box at the end of the page before.
      return letters.filter((letter) => this.#boxesOf(text, letter.from, letter.to).some((box) => this.#holds(box)));
    });
  }

  #boxesOf(text: Text, from: number, to: number): DOMRect[] {
    this.#range.setStart(text, from);
    this.#range.setEnd(text, to);
    return [...this.#range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
  }

  #holds({ left, right, top, bottom, height }: DOMRect): boolean {
    return this.#seen.some(
      (seen) =>
        left >= seen.left - 1 &&
        right <= seen.right + 1 &&
        // A letter may stand out of its line by the tolerance of `section-geometry.ts`.
        top >= seen.top - 1 - height / 4 &&
        bottom <= seen.bottom + 1 + height / 4,
    );
  }
}
