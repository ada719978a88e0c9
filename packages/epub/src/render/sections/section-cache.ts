import type { Opening } from '../target.ts';
import type { BookResources } from './book-resources.ts';
import type { SectionView } from './section-view.ts';

interface ShelfEvents extends Pick<ViewportEvents, 'onLoad' | 'onUnload'> {
  /** A picture or font came late: the text may have moved. */
  onReflow(view: SectionView): void;
}

/** The sections that are laid out, and those on their way. */
export class SectionCache {
  readonly #resources: BookResources;
  readonly #make: (index: number) => SectionView;
  readonly #events: ShelfEvents;
  readonly #views = new Map<number, SectionView>();
  readonly #opening = new Map<number, Promise<SectionView>>();

  constructor(resources: BookResources, make: (index: number) => SectionView, events: ShelfEvents) {
    this.#resources = resources;
    this.#make = make;
    this.#events = events;
  }

  /** A section that can be shown; one that is still brought to where it opens would undo a turn made meanwhile. */
  get(index: number): SectionView | undefined {
    return this.#opening.has(index) ? undefined : this.#views.get(index);
  }

  entries(): Iterable<[number, SectionView]> {
    return this.#views;
  }

  views(): Iterable<SectionView> {
    return this.#views.values();
  }

  /**
   * A section laid out at `opening`, or as it was. Never fails, see {@link SectionView.error}.
   *
   * @param shownView the section on show; when there is none yet, the beginning of a giant chapter will do
   */
  load(index: number, opening: Opening, shownView: SectionView | null): Promise<SectionView> {
    const ready = this.get(index);
    if (ready?.isReady && !ready.mayRecover) return Promise.resolve(ready);
    // Over a bad line the next attempt may have better luck; the gap on show waits for {@link Viewport.retry}.
    if (ready?.isReady && ready === shownView) return Promise.resolve(ready);
    if (ready?.isReady) this.drop(index);
    const underWay = this.#opening.get(index);
    // One that set out on a broken line gets one more attempt.
    if (underWay) return underWay.then((view) => (view.mayRecover ? this.load(index, opening, shownView) : view));
    const headWillDo = shownView === null && opening === 'start';
    const openingView = this.#open(index, opening, headWillDo).finally(() => this.#opening.delete(index));
    this.#opening.set(index, openingView);
    return openingView;
  }

  /** Whether the rest of a section has come of which only the beginning is shown; false when the line broke. */
  async restOf({ section }: SectionView): Promise<boolean> {
    return this.#resources.text(section.path).then(
      () => true,
      () => false,
    );
  }

  /** Lays out the whole of a section of which the beginning is shown, and puts it in its place in one go. */
  async complete(head: SectionView, opening: Opening): Promise<SectionView> {
    const { index } = head.section;
    const whole = this.#make(index);
    await whole.open(this.#resources, opening, () => this.#events.onReflow(whole));
    if (this.#views.get(index) !== head) {
      whole.destroy();
      return head;
    }
    this.drop(index);
    this.#views.set(index, whole);
    this.#events.onLoad(whole);
    return whole;
  }

  drop(index: number): void {
    const view = this.#views.get(index);
    if (!view) return;
    this.#views.delete(index);
    if (view.isReady) this.#events.onUnload(view);
    view.destroy();
  }

  /** Lets go what is not wanted, except what is on its way. */
  keepOnly(neededSections: readonly number[]): void {
    for (const index of [...this.#views.keys()]) {
      if (!neededSections.includes(index) && !this.#opening.has(index)) this.drop(index);
    }
  }

  clear(): void {
    for (const index of [...this.#views.keys()]) this.drop(index);
  }

  async #open(index: number, opening: Opening, headWillDo: boolean): Promise<SectionView> {
    const view = this.#make(index);
    this.#views.set(index, view);
    await view.open(this.#resources, opening, () => this.#events.onReflow(view), headWillDo);
    if (!view.frame.isDestroyed) this.#events.onLoad(view);
    return view;
  }
}

/** What the viewport tells the reader. */
export interface ViewportEvents {
  /** The shown page changed, or its text moved. Called before the paint; the caller must not read the layout. */
  readonly onMove: (reason: 'turn' | 'jump' | 'layout') => void;
  /** A section has a document; its listeners can be added. */
  readonly onLoad: (view: SectionView) => void;
  readonly onUnload: (view: SectionView) => void;
  /** The neighbours are laid out for the next turns. */
  readonly onPrepared: () => void;
}
