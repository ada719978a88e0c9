import type { Publication, Section } from '../container/publication.ts';
import type { BookResources } from './book-resources.ts';
import { whenIdle } from './idle.ts';
import type { Opening } from './opening.ts';
import { SectionView } from './section-view.ts';
import type { StageEvents } from './stage-events.ts';
import { isRightToLeft, type ViewSettings } from './view-settings.ts';
import type { Place } from './visible-place.ts';

/**
 * Holds the section being read and its two neighbours, all laid out, side by side; turning across a chapter only
 * moves slots. Turns are carried out at once when they can be, else queued: none is ever dropped.
 */
export class Stage {
  readonly container: HTMLElement;
  readonly #publication: Publication;
  readonly #resources: BookResources;
  readonly #events: StageEvents;
  readonly #nameOf: (section: Section) => string;
  readonly #views = new Map<number, SectionView>();
  readonly #opening = new Map<number, Promise<SectionView>>();
  #settings: ViewSettings;
  #current: SectionView | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #queued = 0;
  #cancelIdle: (() => void) | null = null;
  /** Place that stays on the page while the layout changes; null until asked for after a move. */
  #anchor: Place | null = null;
  /** Where the section on show was to be opened: it may have failed to arrive. */
  #wanted: Opening = 'start';
  #isDestroyed = false;

  constructor(
    container: HTMLElement,
    publication: Publication,
    resources: BookResources,
    settings: ViewSettings,
    nameOf: (section: Section) => string,
    events: StageEvents,
  ) {
    this.container = container;
    this.#publication = publication;
    this.#resources = resources;
    this.#settings = settings;
    this.#nameOf = nameOf;
    this.#events = events;
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
    const now = this.#queued === 0 ? this.#turnNow(direction) : null;
    if (now !== null) return Promise.resolve(now);
    return this.enqueue(async () => {
      const moved = this.#turnNow(direction);
      if (moved !== null) return moved;
      const edge = direction > 0 ? 'start' : 'end';
      this.#show(await this.#load(this.adjacent(direction) as number, edge), edge, 'turn');
      return true;
    });
  }

  /** Shows a place of a section, when the turns before it are done. */
  goTo(section: Section, opening: Opening): Promise<boolean> {
    return this.enqueue(async () => {
      const view = await this.#load(section.index, opening);
      if (this.#isDestroyed) return false;
      this.#show(view, opening, 'jump');
      return true;
    });
  }

  /** Loads the section on show again, at the place it was opened for, when it failed to arrive; true when it is there. */
  retry(): Promise<boolean> {
    return this.enqueue(async () => {
      const failed = this.#current;
      if (!failed?.mayRecover) return failed !== null && failed.error === null;
      this.#drop(failed.section.index);
      this.#current = null;
      const view = await this.#load(failed.section.index, this.#wanted);
      this.#show(view, this.#wanted, 'jump');
      return view.error === null;
    });
  }

  enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#queued += 1;
    const done = this.#queue.then(work).finally(() => {
      this.#queued -= 1;
    });
    this.#queue = done.catch(() => undefined);
    return done;
  }

  /** New theme or size: the page shown is laid out now, its neighbours when there is time. */
  apply(settings: ViewSettings): void {
    const { anchor } = this;
    this.#settings = settings;
    this.#dress();
    const view = this.#current;
    if (!view) return;
    this.#cancelIdle?.();
    view.layOut(settings);
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
    // At the ends of the book the page yields a little, so that the finger feels the end.
    this.#placeSlots(isOutward ? (hasNeighbour ? distance : distance / 4) : 0);
  }

  /** The section on show was scrolled by someone else; a move when it shows something else now. */
  adoptScroll(reason: 'turn' | 'jump'): void {
    if (this.#current?.cursor?.adopt()) this.#moved(reason);
  }

  /** Scrolls the continuous flow by `distance` px; false at its end, and in pages. */
  scrollBy(distance: number): boolean {
    const isScrolled = this.#current?.cursor?.scrollBy(distance) ?? false;
    if (isScrolled) this.#moved('turn');
    return isScrolled;
  }

  /** Whether a place stands on the page shown. */
  isShown(section: Section, opening: Opening): boolean {
    return this.#current?.section === section && this.#current.isShown(opening);
  }

  /** Index of the linear section next to the current one, or null. */
  adjacent(direction: 1 | -1): number | null {
    return this.#current && adjacentLinear(this.#publication.sections, this.#current.section.index, direction);
  }

  views(): Iterable<SectionView> {
    return this.#views.values();
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#cancelIdle?.();
    for (const index of [...this.#views.keys()]) this.#drop(index);
    this.#current = null;
  }

  /** True or false when the turn could be decided at once, null when a section must load first. */
  #turnNow(direction: 1 | -1): boolean | null {
    const view = this.#current;
    if (!view || this.#isDestroyed) return false;
    if (view.step(direction)) {
      this.#placeSlots(0);
      this.#moved('turn');
      return true;
    }
    const index = this.adjacent(direction);
    if (index === null) this.drag(0);
    if (index === null) return false;
    const next = this.#views.get(index);
    if (!next?.isReady || next.mayRecover) return null;
    this.#show(next, direction > 0 ? 'start' : 'end', 'turn');
    return true;
  }

  #show(view: SectionView, opening: Opening, reason: 'turn' | 'jump'): void {
    if (this.#isDestroyed) return;
    view.layOut(this.#settings);
    view.show(opening);
    this.#wanted = opening;
    const old = this.#current;
    const hadFocus =
      old !== null && old !== view && old.frame.slot.contains(this.container.ownerDocument.activeElement);
    this.#current = view;
    old?.cursor?.drag(0);
    this.#placeSlots(0);
    if (hadFocus) view.frame.window.focus();
    this.#moved(reason);
  }

  #moved(reason: 'turn' | 'jump'): void {
    this.#anchor = null;
    this.#afterMove(reason);
  }

  #afterMove(reason: 'turn' | 'jump' | 'layout'): void {
    this.#events.onMove(reason);
    this.#cancelIdle?.();
    this.#cancelIdle = whenIdle(() => void this.#prepareNeighbours());
  }

  /** A picture or font came late: the text may have moved under the reader. */
  #onReflow(view: SectionView): void {
    view.remeasure(view === this.#current ? this.#anchor : null);
    if (view === this.#current) this.#afterMove('layout');
  }

  #load(index: number, opening: Opening): Promise<SectionView> {
    const ready = this.#views.get(index);
    if (ready?.isReady && !ready.mayRecover) return Promise.resolve(ready);
    // Over a bad line the next attempt may have better luck; the gap on show waits for {@link Stage.retry}.
    if (ready?.isReady && ready === this.#current) return Promise.resolve(ready);
    if (ready?.isReady) this.#drop(index);
    const underWay = this.#opening.get(index);
    // One that set out on a broken line gets one more attempt.
    if (underWay) return underWay.then((view) => (view.mayRecover ? this.#load(index, opening) : view));
    const made = this.#open(index, opening).finally(() => this.#opening.delete(index));
    this.#opening.set(index, made);
    return made;
  }

  async #open(index: number, opening: Opening): Promise<SectionView> {
    const section = this.#publication.sections[index] as Section;
    const view = new SectionView(section, this.container, this.#nameOf(section), this.#settings);
    this.#views.set(index, view);
    await view.open(this.#resources, opening, () => this.#onReflow(view));
    if (!view.frame.isDestroyed) this.#events.onLoad(view);
    return view;
  }

  /** Lays out what the next turns need and lets the rest go, one thing at a time. */
  async #prepareNeighbours(): Promise<void> {
    const view = this.#current;
    if (!view) return;
    if (view.settle()) this.#events.onMove('layout');
    const wanted = [this.adjacent(1), this.adjacent(-1)].filter((index) => index !== null);
    for (const index of [...this.#views.keys()]) {
      if (index !== view.section.index && !wanted.includes(index) && !this.#opening.has(index)) this.#drop(index);
    }
    for (const index of wanted) {
      const edge = index > view.section.index ? 'start' : 'end';
      const neighbour = await this.#load(index, edge);
      // The reader may have gone on meanwhile; that move has its own preparation.
      if (this.#current !== view || this.#isDestroyed) return;
      neighbour.layOut(this.#settings);
      neighbour.show(edge);
      this.#placeSlots(0);
    }
    this.#events.onPrepared();
  }

  /** What shows between pages, and which gestures are the browser's own. */
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
    for (const [index, view] of this.#views) {
      const side = Math.sign(index - current.section.index);
      const across = current.isContinuous ? 0 : towards * (side * width - drag);
      view.frame.place(across, current.isContinuous ? side * height : 0, view === current);
    }
  }

  #drop(index: number): void {
    const view = this.#views.get(index);
    if (!view) return;
    this.#views.delete(index);
    if (view.isReady) this.#events.onUnload(view);
    view.destroy();
  }
}

function adjacentLinear(sections: readonly Section[], from: number, direction: 1 | -1): number | null {
  let index = from + direction;
  while (sections[index]?.linear === false) index += direction;
  return sections[index] ? index : null;
}
