import type { PageCursor } from '../pagination/page-cursor.ts';
import type { SectionView } from '../sections/section-view.ts';

/** Elements at which the Tab key stops. */
const STOPS = 'a[href],area[href],summary,button,input,select,textarea,audio[controls],video[controls],[tabindex]';

/**
 * Keeps the Tab key on the visible page. Otherwise the browser would go to the first link of the chapter, on whatever
 * page, and scroll there. Any other way of moving still reaches the links of other pages.
 */
export class TabStops {
  readonly #view: SectionView;
  readonly #elements: readonly Element[];
  readonly #own: readonly (string | null)[];
  /** Range of stops on the visible page. */
  #reachable = { from: 0, to: 0 };

  constructor(view: SectionView) {
    this.#view = view;
    this.#elements = view.isFlow ? [...view.document.body.querySelectorAll(STOPS)] : [];
    this.#own = this.#elements.map((element) => element.getAttribute('tabindex'));
    for (const element of this.#elements) element.setAttribute('tabindex', '-1');
  }

  /** Lets the Tab key reach the stops of the visible page; reads the layout if the section has stops. */
  refresh(): void {
    const { page } = this.#view.cursor ?? {};
    if (page === undefined || this.#elements.length === 0) return;
    let [low, high] = [0, this.#elements.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#pageOf(middle, 'end') < page) low = middle + 1;
      else high = middle;
    }
    let to = low;
    while (to < this.#elements.length && this.#pageOf(to, 'start') <= page) to += 1;
    for (const element of this.#elements.slice(this.#reachable.from, this.#reachable.to))
      element.setAttribute('tabindex', '-1');
    this.#reachable = { from: low, to };
    for (const [index, element] of this.#elements.slice(low, to).entries()) {
      const own = this.#own[low + index] ?? null;
      if (own === null) element.removeAttribute('tabindex');
      else element.setAttribute('tabindex', own);
    }
  }

  /** Returns the page of an element; for one that is not displayed, the page of the next displayed one. */
  #pageOf(index: number, edge: 'start' | 'end'): number {
    const { flow } = this.#view.cursor as PageCursor;
    for (const element of this.#elements.slice(index)) {
      const rect = flow.rectOf(element);
      if (rect) return flow.pageOf(rect, edge);
    }
    return Number.POSITIVE_INFINITY;
  }
}
