import { ResourceMissing } from '../container/loader.ts';
import type { Section } from '../container/publication.ts';
import { TextIndex } from '../locator/text-index.ts';
import type { BookResources } from './book-resources.ts';
import { loadSection, type SectionContent } from './load-section.ts';
import { hideTail, showTail } from './first-look.ts';
import { fitWide } from './fit-wide.ts';
import { type Opening, pageOfPlace, placeAt } from './opening.ts';
import { estimatePages, type Paging } from './paging.ts';
import { axisOf, PageFlow } from './page-flow.ts';
import type { ReaderLink } from './reader-types.ts';
import { linkTo } from './resolve-href.ts';
import { SectionAssets } from './section-assets.ts';
import { SectionFrame } from './section-frame.ts';
import { SliceWindow } from './slice-window.ts';
import { columnsOf, ODD, plainCss, themeCss } from './theme-css.ts';
import { charactersBeforePage, firstPlaceOn, type Place, type TextSpan } from './visible-place.ts';
import type { ViewSettings } from './view-settings.ts';

/** One section of the book in its own frame, laid out in pages. */
export class SectionView {
  readonly section: Section;
  readonly frame: SectionFrame;
  /** Why the section shows a gap; null for a whole one. */
  error: unknown = null;
  #settings: ViewSettings;
  #content: SectionContent | null = null;
  #assets: SectionAssets | null = null;
  #flow: PageFlow | null = null;
  #slices: SliceWindow | null = null;
  #text: TextIndex | null = null;
  /** Elements left out of the first layout. */
  #tail: readonly Element[] = [];
  #page = 0;
  #pages = 1;
  /** Scroll position the engine itself set; any other was the browser's doing. */
  #rest = 0;

  constructor(section: Section, container: HTMLElement, title: string, settings: ViewSettings) {
    this.section = section;
    this.#settings = settings;
    this.frame = new SectionFrame(container, title, settings.size);
  }

  get document(): Document {
    return this.frame.document;
  }

  get isReady(): boolean {
    return this.#flow !== null;
  }

  /** Whether loading again may fill the gap: the file exists, but did not arrive. */
  get mayRecover(): boolean {
    return this.error !== null && !(this.error instanceof ResourceMissing);
  }

  /** Where a link of the section leads; null when nowhere. */
  linkTarget(element: Element): ReaderLink | null {
    const written = this.#content?.safe.links.get(element);
    return written === undefined ? null : linkTo(written, this.section.path);
  }

  /** Characters of the section's text; made on first use. */
  get text(): TextIndex {
    this.#text ??= new TextIndex(this.document.body);
    return this.#text;
  }

  /**
   * Loads and lays out the section, shown at `opening`. Resolves when the page is whole: its pictures and fonts are
   * waited for a moment, later ones are told through `onReflow`. Never fails, see {@link SectionView.error}.
   */
  async open(resources: BookResources, opening: Opening, onReflow: () => void): Promise<void> {
    const content = await loadSection(this.section, resources, this.#settings.missingText);
    if (this.frame.isDestroyed) return;
    this.#content = content;
    this.error = content.error;
    this.frame.fill(content.root, this.#settings.language);
    this.#assets = new SectionAssets(content, this.document, this.section.path, resources);
    this.#slices = new SliceWindow(this.document.body, content.kind === 'flow' ? this.section.characters : 0);
    this.#showSlicesFor(opening);
    this.#hideTailAfter(opening);
    this.#layOut();
    this.show(opening);
    const { isUntouched } = await this.#assets.settle((element) => this.#isBeforePageEnd(element));
    if (this.frame.isDestroyed) return;
    if (!isUntouched) {
      this.#measure();
      this.show(opening);
    }
    this.#assets.onLate(onReflow);
  }

  /** Applies new settings; the page shown afterwards is up to the caller ({@link SectionView.showPlace}). */
  layOut(settings: ViewSettings): void {
    if (settings === this.#settings) return;
    this.#settings = settings;
    showTail(this.#tail);
    this.#tail = [];
    if (this.#content) this.#layOut();
  }

  /** Counts the pages again after a picture or a font arrived. */
  #measure(): void {
    const flow = this.#flow as PageFlow;
    const { theme, size } = this.#settings;
    const columns = columnsOf(theme, size);
    if (this.#content?.kind === 'flow') {
      fitWide(this.document, size.width / columns - theme.marginLeft - theme.marginRight);
    }
    if (columns === 2) {
      this.document.documentElement.removeAttribute(ODD);
      const isOdd = flow.count(flow.size / 2) % 2 === 1;
      this.document.documentElement.toggleAttribute(ODD, isOdd);
    }
    this.#pages = this.#content?.kind === 'flow' ? flow.count() : 1;
  }

  remeasure(place: Place | null): void {
    if (!this.isReady) return;
    this.#measure();
    if (place) this.showPlace(place);
    else this.#scrollTo(this.#page);
  }

  show(opening: Opening): void {
    if (opening === 'end') {
      this.#showWhole();
      this.#showSlicesFor(opening, true);
      this.#scrollTo(this.#pages - 1);
      return;
    }
    const place = this.#placeAt(opening);
    if (place) this.showPlace(place);
    else {
      this.#showSlicesFor('start', true);
      this.#scrollTo(0);
    }
  }

  showPlace(place: Place): void {
    if (this.#tail.some((element) => element.contains(place.node))) this.#showWhole();
    this.#revealSlice(this.#slices?.sliceOf(place.node) ?? 0);
    this.#scrollTo(pageOfPlace(place, this.#flow as PageFlow, this.text) ?? 0);
  }

  /** Turns one page; false when the section ends there. */
  step(direction: 1 | -1): boolean {
    this.#showWhole();
    const slices = this.#slices as SliceWindow;
    const wanted = this.#page + direction;
    if (wanted >= 0 && wanted < this.#pages) {
      this.#scrollTo(wanted);
      return true;
    }
    const slice = direction > 0 ? slices.to + 1 : slices.from - 1;
    if (slice < 0 || slice >= slices.count) return false;
    // The neighbouring slice was not laid out yet: alone now, with its own neighbours when there is time.
    slices.show(slice, slice);
    this.#measure();
    this.#scrollTo(direction > 0 ? 0 : this.#pages - 1);
    return true;
  }

  /**
   * Lays out what the first look left out, and in a giant chapter the slices around the one being read, without
   * moving the page. Returns whether the count of pages may have changed.
   */
  settle(): boolean {
    const slices = this.#slices;
    if (!slices || !this.isReady) return false;
    const isWhole = this.#showWhole();
    if (slices.count === 1) return isWhole;
    const flow = this.#flow as PageFlow;
    const current = slices.sliceOfPage(this.#page, flow);
    const inside = this.#page - slices.startPage(current, flow);
    if (!slices.show(Math.max(0, current - 1), Math.min(slices.count - 1, current + 1))) return isWhole;
    this.#measure();
    this.#scrollTo(slices.startPage(current, flow) + inside);
    return true;
  }

  /** Follows the finger: the page moves by `distance` px of reading direction. */
  drag(distance: number): void {
    const flow = this.#flow as PageFlow;
    flow.position = this.#page * flow.size + distance;
    this.#rest = flow.position;
  }

  /** Adopts the page the browser scrolled to by itself (focus, search in page); true when it is another page. */
  adoptScroll(): boolean {
    const flow = this.#flow;
    if (!flow || Math.abs(flow.position - this.#rest) < 1) return false;
    const page = Math.round(flow.position / flow.size);
    const isOther = page !== this.#page;
    this.#scrollTo(page);
    return isOther;
  }

  /** Page of the section and their count; estimated from the laid out part in a giant chapter. */
  get paging(): Paging {
    const slices = this.#slices as SliceWindow;
    const isFirst = this.#page === 0 && slices.from === 0;
    const isLast = this.#page === this.#pages - 1 && slices.to === slices.count - 1;
    const exact = slices.from === 0 && slices.to === slices.count - 1;
    const shown = { page: this.#page, pages: this.#pages };
    return { ...(exact ? shown : estimatePages(shown, this.text, this.#span)), exact, isFirst, isLast };
  }

  /** First visible place; null on a page with nothing to hold on to. */
  get place(): Place | null {
    if (this.#content?.kind !== 'flow' || !this.#flow) return null;
    return firstPlaceOn(this.#page, this.#flow, this.text, this.#span, this.document.body);
  }

  /** Characters of the section up to the end of the page. */
  get charactersRead(): number {
    if (this.#content?.kind !== 'flow' || !this.#flow || this.paging.isLast) return Number.POSITIVE_INFINITY;
    return charactersBeforePage(this.#page + 1, this.#flow, this.text, this.#span);
  }

  destroy(): void {
    this.#assets?.release();
    this.frame.destroy();
    this.#flow = null;
  }

  #layOut(): void {
    const { theme, size, fontFaces, fallbackFont } = this.#settings;
    const { kind, viewport } = this.#content as SectionContent;
    this.frame.fit(size, kind === 'fixed' ? viewport : null);
    if (kind === 'flow') {
      const css = (vertical: boolean): string => fontFaces + themeCss(theme, size, vertical, fallbackFont);
      // Nearly every book is written in lines: asking after the guess spares the styles one whole computation.
      this.frame.style(css(false));
      const axis = axisOf(this.document);
      if (axis === 'vertical') this.frame.style(css(true));
      this.#flow = new PageFlow(this.document, axis, axis === 'vertical' ? size.height : size.width);
    } else {
      this.frame.style(kind === 'fixed' ? 'html{overflow:hidden!important}' : plainCss(theme));
      this.#flow = new PageFlow(this.document, 'ltr', size.width);
    }
    this.#measure();
    this.#page = Math.min(this.#page, this.#pages - 1);
  }

  #scrollTo(page: number): void {
    this.#page = Math.max(0, Math.min(page, this.#pages - 1));
    const flow = this.#flow as PageFlow;
    flow.position = this.#page * flow.size;
    this.#rest = flow.position;
  }

  #placeAt(opening: Exclude<Opening, 'end'>): Place | null {
    return this.#content?.kind === 'flow' ? placeAt(opening, this.document, () => this.text) : null;
  }

  #isBeforePageEnd(element: Element): boolean {
    const rect = this.#flow?.rectOf(element);
    // A picture without bytes may have no box at all: it is waited for as well.
    return !rect || (this.#flow as PageFlow).pageOf(rect) <= this.#page;
  }

  get #span(): TextSpan {
    return (this.#slices as SliceWindow).span(this.text);
  }

  #hideTailAfter(opening: Opening): void {
    if (this.#slices?.count !== 1 || this.#content?.kind !== 'flow' || opening === 'end') return;
    const place = this.#placeAt(opening);
    // A place that is not there opens the beginning.
    this.#tail = hideTail(this.document.body, place?.node ?? null);
  }

  #showWhole(): boolean {
    if (this.#tail.length === 0) return false;
    showTail(this.#tail);
    this.#tail = [];
    this.#measure();
    return true;
  }

  #showSlicesFor(opening: Opening, remeasure = false): void {
    const slices = this.#slices as SliceWindow;
    if (slices.count === 1) return;
    const place = opening === 'end' ? null : this.#placeAt(opening);
    const slice = place ? slices.sliceOf(place.node) : opening === 'end' ? slices.count - 1 : 0;
    if (slices.show(slice, slice) && remeasure) this.#measure();
  }

  #revealSlice(slice: number): void {
    const slices = this.#slices as SliceWindow;
    if (slice >= slices.from && slice <= slices.to) return;
    slices.show(slice, slice);
    this.#measure();
  }
}
