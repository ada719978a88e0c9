import type { PageCursor } from '../pagination/page-cursor.ts';
import type { SectionView } from '../sections/section-view.ts';

/** What the Tab key stops at. */
const STOPS = 'a[href],area[href],summary,button,input,select,textarea,audio[controls],video[controls],[tabindex]';

/**
 * Keeps the Tab key on the visible page: of a chapter, the browser would take the first link, wherever it stands, and
 * scroll there. What stands on other pages can be reached by everything but Tab.
 */
export class TabStops {
  readonly #view: SectionView;
  readonly #elements: readonly Element[];
  readonly #own: readonly (string | null)[];
  /** Those that can be reached now. */
  #open = { from: 0, to: 0 };

  constructor(view: SectionView) {
    this.#view = view;
    this.#elements = view.isFlow ? [...view.document.body.querySelectorAll(STOPS)] : [];
    this.#own = this.#elements.map((element) => element.getAttribute('tabindex'));
    for (const element of this.#elements) element.setAttribute('tabindex', '-1');
  }

  /** Opens those of the page shown; reads the layout, where there are any. */
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
    for (const element of this.#elements.slice(this.#open.from, this.#open.to)) element.setAttribute('tabindex', '-1');
    this.#open = { from: low, to };
    for (const [index, element] of this.#elements.slice(low, to).entries()) {
      const own = this.#own[low + index] ?? null;
      if (own === null) element.removeAttribute('tabindex');
      else element.setAttribute('tabindex', own);
    }
  }

  /** Page of an element; of one that is not displayed, that of the next one that is. */
  #pageOf(index: number, edge: 'start' | 'end'): number {
    const { flow } = this.#view.cursor as PageCursor;
    for (const element of this.#elements.slice(index)) {
      const rect = flow.rectOf(element);
      if (rect) return flow.pageOf(rect, edge);
    }
    return Number.POSITIVE_INFINITY;
  }
}
