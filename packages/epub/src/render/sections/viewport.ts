import type { Publication, Section } from '../../container/publication.ts';
import { isRightToLeft, type ViewSettings } from '../pagination/theme-css.ts';
import type { Place } from '../pagination/visible-place.ts';
import type { Relocation } from '../reader-types.ts';
import type { Opening } from '../target.ts';
import { bringHyphenator } from '../hyphenation/hyphenators.ts';
import type { BookResources } from './book-resources.ts';
import { SectionCache, type ViewportEvents } from './section-cache.ts';
import { SectionView } from './section-view.ts';

/**
 * Keeps the section being read and its two neighbours laid out side by side, so that a turn across a chapter only moves
 * slots. Carries out turns at once when possible and queues the others, so that no turn is lost.
 */
export class Viewport {
  readonly container: HTMLElement;
  readonly #publication: Publication;
  readonly #events: ViewportEvents;
  readonly #cache: SectionCache;
  #settings: ViewSettings;
  #current: SectionView | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #queueLength = 0;
  #cancelIdle: (() => void) | null = null;
  /** Place that stays on the page while the layout changes; null after a move, until it is read. */
  #anchor: Place | null = null;
  /** Place at which the shown section should open; kept because the section may fail to load. */
  #requestedOpening: Opening = 'start';
  #isDestroyed = false;

  constructor(
    container: HTMLElement,
    publication: Publication,
    resources: BookResources,
    settings: ViewSettings,
    nameOf: (section: Section) => string,
    events: ViewportEvents,
  ) {
    this.container = container;
    this.#publication = publication;
    this.#settings = settings;
    this.#events = events;
    const make = (index: number): SectionView => {
      const section = publication.sections[index] as Section;
      return new SectionView(section, container, nameOf(section), this.#settings);
    };
    this.#cache = new SectionCache(resources, make, { ...events, onReflow: (view) => this.#onReflow(view) });
    this.#dress();
  }

  get current(): SectionView | null {
    return this.#current;
  }

  get settings(): ViewSettings {
    return this.#settings;
  }

  /** The first visible place, found once for each move and kept while only the layout changes. */
  get anchor(): Place | null {
    this.#anchor ??= this.#current?.place ?? null;
    return this.#anchor;
  }

  /** Resolves true when a page was turned, false at the ends of the book. */
  turn(direction: 1 | -1): Promise<boolean> {
    const now = this.#queueLength === 0 ? this.#turnNow(direction) : null;
    if (now !== null) return Promise.resolve(now);
    return this.enqueue(async () => {
      const isTurned = this.#turnNow(direction);
      if (isTurned !== null) return isTurned;
      const head = this.#current;
      // Stays on the page if the text that has just arrived continues it, so that the reader does not skip that text.
      if (direction > 0 && head?.isHead) return this.#complete({ characters: head.text.total + 1 });
      const edge = direction > 0 ? 'start' : 'end';
      this.#show(await this.#load(this.#first(this.adjacent(direction)) as number, edge), edge, 'turn');
      return true;
    });
  }

  /** Shows a place of a section, after the turns before it. */
  goTo(section: Section, opening: Opening): Promise<boolean> {
    return this.enqueue(async () => {
      if (this.#current?.section === section && opening !== 'start') await this.#complete();
      const view = await this.#load(section.index, opening);
      if (this.#isDestroyed) return false;
      this.#show(view, opening, 'jump');
      return true;
    });
  }

  /**
   * Loads the shown section again after it failed to load, at the place where it was to open; true when it is loaded.
   */
  retry(): Promise<boolean> {
    return this.enqueue(async () => {
      const failed = this.#current;
      if (failed && !failed.mayRecover && this.shown.some((page) => page.mayRecover)) return this.#retryBeside(failed);
      if (!failed?.mayRecover) return failed !== null && failed.error === null;
      this.#cache.drop(failed.section.index);
      this.#current = null;
      const view = await this.#load(failed.section.index, this.#requestedOpening);
      this.#show(view, this.#requestedOpening, 'jump');
      return view.error === null;
    });
  }

  /** Loads the page beside the current one again. */
  async #retryBeside(current: SectionView): Promise<boolean> {
    await this.#load(current.section.index, this.#requestedOpening);
    if (this.#isDestroyed || this.#current !== current) return false;
    this.#layOut(current);
    this.#placeSlots(0);
    this.#afterMove('layout');
    return this.shown.every(({ error }) => error === null);
  }

  enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#queueLength += 1;
    const result = this.#queue.then(work).finally(() => {
      this.#queueLength -= 1;
    });
    this.#queue = result.catch(() => undefined);
    return result;
  }

  /** Applies a new theme or size: lays out the shown page now, and its neighbours in idle time. */
  apply(settings: ViewSettings): void {
    const { anchor } = this;
    this.#settings = settings;
    this.#dress();
    const view = this.#current;
    if (!view) return;
    this.#cancelIdle?.();
    this.#layOut(view);
    if (anchor) view.showPlace(anchor);
    else view.remeasure(null);
    this.#placeSlots(0);
    this.#afterMove('layout');
  }

  /** Follows the finger: `distance` px in reading direction, positive towards the next page. */
  drag(distance: number): void {
    const view = this.#current;
    if (!view?.isReady || view.isContinuous) return;
    const { isFirst, isLast } = view.paging;
    const isOutward = distance > 0 ? isLast : isFirst;
    const hasNeighbour = this.adjacent(distance > 0 ? 1 : -1) !== null;
    view.cursor?.drag(isOutward ? 0 : distance);
    // Moves the page a little at the ends of the book, so that the finger feels the end.
    this.#placeSlots(isOutward ? (hasNeighbour ? distance : distance / 4) : 0);
  }

  /** Takes over a scroll position that the engine did not set; reports a move if another page is shown. */
  adoptScroll(reason: 'turn' | 'jump'): void {
    if (this.#current?.cursor?.adopt()) this.#announceMove(reason);
  }

  /** Scrolls the continuous flow by `distance` px; false at its end, and in pages. */
  scrollBy(distance: number): boolean {
    const isScrolled = this.#current?.cursor?.scrollBy(distance) ?? false;
    if (isScrolled) this.#announceMove('turn');
    return isScrolled;
  }

  /** Whether a place stands on the page shown. */
  isShown(section: Section, opening: Opening): boolean {
    if (section.index === this.beside) return true;
    return this.#current?.section === section && this.#current.isShown(opening);
  }

  /** The shown page, or both of a pair, in reading order. */
  get shown(): SectionView[] {
    const { beside } = this;
    const other = beside === null ? undefined : this.#cache.get(beside);
    const pages = [...(this.#current ? [this.#current] : []), ...(other ? [other] : [])];
    return pages.toSorted((a, b) => a.section.index - b.section.index);
  }

  /** Index of the drawn page beside the current one, or null. */
  get beside(): number | null {
    return this.#current && this.#besideOf(this.#current.section.index);
  }

  /** The page of a pair that is read first. */
  #first(index: number | null): number | null {
    return index === null ? null : Math.min(index, this.#besideOf(index) ?? index);
  }

  #besideOf(index: number): number | null {
    return this.#settings.pairs?.get(index)?.beside ?? null;
  }

  /** Index of the linear section next to the current one, or null. */
  adjacent(direction: 1 | -1): number | null {
    if (!this.#current) return null;
    const { sections } = this.#publication;
    const { index: here } = this.#current.section;
    const beside = this.beside ?? here;
    let index = direction + (direction > 0 ? Math.max(here, beside) : Math.min(here, beside));
    while (sections[index]?.linear === false) index += direction;
    return sections[index] ? index : null;
  }

  views(): Iterable<SectionView> {
    return this.#cache.views();
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#cancelIdle?.();
    this.#cache.clear();
    this.#current = null;
  }

  /** True or false when the turn could be decided at once, null when a section must load first. */
  #turnNow(direction: 1 | -1): boolean | null {
    const view = this.#current;
    if (!view || this.#isDestroyed) return false;
    if (view.step(direction)) {
      this.#placeSlots(0);
      this.#announceMove('turn');
      return true;
    }
    if (view.isHead && direction > 0) return null;
    const index = this.#first(this.adjacent(direction));
    if (index === null) {
      this.drag(0);
      return false;
    }
    const next = this.#cache.get(index);
    if (!next?.isReady || next.mayRecover) return null;
    const beside = this.#besideOf(index);
    if (beside !== null && !this.#cache.get(beside)?.isReady) return null;
    this.#show(next, direction > 0 ? 'start' : 'end', 'turn');
    return true;
  }

  #show(view: SectionView, opening: Opening, reason: Relocation['reason']): void {
    if (this.#isDestroyed) return;
    this.#layOut(view);
    view.show(opening);
    this.#requestedOpening = opening;
    const old = this.#current;
    const hadFocus = this.shown.some((page) => page !== view && this.#hasFocus(page)) && !this.#hasFocus(view);
    this.#current = view;
    old?.cursor?.drag(0);
    this.#placeSlots(0);
    if (hadFocus) view.frame.window.focus();
    // A turn back leads to the end of the chapter before, which the loaded beginning does not contain.
    if (old?.isHead && old.section !== view.section) this.#cache.drop(old.section.index);
    this.#announceMove(reason);
  }

  #hasFocus({ frame }: SectionView): boolean {
    return frame.slot.contains(this.container.ownerDocument.activeElement);
  }

  /** Replaces the beginning of a giant chapter by the whole, at `opening` or on the same page. */
  async #complete(opening: Opening = this.anchor ? { characters: this.anchor.characters } : 'start'): Promise<boolean> {
    const head = this.#current;
    if (!head?.isHead) return false;
    const hadFocus = this.#hasFocus(head);
    const wholeSection = await this.#cache.complete(head, opening);
    if (this.#isDestroyed || wholeSection === head) return false;
    this.#show(wholeSection, opening, 'layout');
    if (hadFocus) wholeSection.frame.window.focus();
    return true;
  }

  /** Replaces the beginning of a giant chapter by the whole when it has loaded, unless text in it is selected. */
  async #awaitRest(head: SectionView): Promise<void> {
    if (!(await this.#cache.restOf(head)) || this.#current !== head) return;
    if (head.document.getSelection()?.isCollapsed === false) return;
    await this.enqueue(() => this.#complete());
  }

  #announceMove(reason: Relocation['reason']): void {
    this.#anchor = null;
    this.#afterMove(reason);
  }

  #afterMove(reason: Relocation['reason']): void {
    this.#events.onMove(reason);
    this.#cancelIdle?.();
    this.#cancelIdle = whenIdle(() => void this.#prepareNeighbours());
  }

  /** Keeps the page after a late picture or font, which may have moved the text. */
  #onReflow(view: SectionView, place = view === this.#current ? this.#anchor : null): void {
    view.remeasure(place);
    if (view === this.#current || view.section.index === this.beside) this.#afterMove('layout');
  }

  /** A section, with the page that stands beside it. */
  async #load(index: number, opening: Opening): Promise<SectionView> {
    const beside = this.#besideOf(index);
    const loading = this.#cache.load(index, opening, this.#current);
    if (beside !== null) await this.#cache.load(beside, opening, this.#current);
    return loading;
  }

  /** Lays out a section, and the page that stands beside it, for the present settings. */
  #layOut(view: SectionView): void {
    const beside = this.#besideOf(view.section.index);
    for (const each of [view, beside === null ? null : this.#cache.get(beside)]) each?.layOut(this.#settings);
  }

  /** Lays out the sections that the next turns need, one at a time, and closes the others. */
  async #prepareNeighbours(): Promise<void> {
    const view = this.#current;
    if (!view) return;
    if (view.settle()) this.#events.onMove('layout');
    if (view.isHead) return this.#awaitRest(view);
    await bringHyphenator(this.#settings);
    await this.#prove(view);
    if (this.#current !== view || this.#isDestroyed) return;
    // Loads the page beside the shown one, which a new size may have added.
    if (this.beside !== null) {
      await this.#load(view.section.index, this.#requestedOpening);
      if (this.#current !== view || this.#isDestroyed) return;
      this.#layOut(view);
      this.#placeSlots(0);
    }
    const neighbours = [this.adjacent(1), this.adjacent(-1)]
      .map((index) => this.#first(index))
      .filter((index) => index !== null);
    const keptSections = [view.section.index, ...neighbours].flatMap((index) => [
      index,
      this.#besideOf(index) ?? index,
    ]);
    this.#cache.keepOnly(keptSections);
    for (const index of neighbours) {
      const edge = index > view.section.index ? 'start' : 'end';
      const neighbour = await this.#load(index, edge);
      // Stops if the reader has moved on meanwhile: that move prepares its own neighbours.
      if (this.#current !== view || this.#isDestroyed) return;
      this.#layOut(neighbour);
      await this.#prove(neighbour);
      if (this.#current !== view || this.#isDestroyed) return;
      neighbour.show(edge);
      this.#placeSlots(0);
    }
    this.#events.onPrepared();
  }

  /** Makes words visible that the book's styles hide, without moving the place that is read. */
  #prove(view: SectionView): Promise<void> {
    const pause = () => new Promise<void>((resolve) => void whenIdle(resolve));
    return view.prove(pause, (work) => {
      // Reads the anchor before the layout changes.
      const place = view === this.#current ? this.anchor : null;
      work();
      this.#onReflow(view, place);
    });
  }

  /** Sets the colour between pages, and which gestures the browser handles itself. */
  #dress(): void {
    const { style } = this.container;
    style.background = this.#settings.theme.background;
    style.touchAction = this.#settings.theme.flow === 'scrolled-doc' ? 'pan-y' : 'none';
  }

  #placeSlots(drag: number): void {
    const current = this.#current;
    if (!current) return;
    const towards = isRightToLeft(this.#publication) ? -1 : 1;
    const { width, height } = this.#settings.size;
    const { beside } = this;
    for (const [index, view] of this.#cache.entries()) {
      const isShown = view === current || index === beside;
      const side = isShown ? 0 : Math.sign(index - current.section.index);
      const across = current.isContinuous ? 0 : towards * (side * width - drag);
      view.frame.place(across, current.isContinuous ? side * height : 0, isShown);
    }
  }
}

/**
 * Runs work in idle time after the page is painted; returns the function that cancels it. Safari has no
 * `requestIdleCallback`.
 */
export function whenIdle(work: () => void, timeout = 400): () => void {
  let idle = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Waits for two frames: the first one paints the new page, the second one comes after that.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(work, { timeout });
      else timer = setTimeout(work, 30);
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    if (idle) cancelIdleCallback(idle);
    clearTimeout(timer);
  };
}
