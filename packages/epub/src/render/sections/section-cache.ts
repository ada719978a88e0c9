import type { Opening } from '../target.ts';
import type { BookResources } from './book-resources.ts';
import type { SectionView } from './section-view.ts';

interface ShelfEvents extends Pick<ViewportEvents, 'onLoad' | 'onUnload'> {
  /** Called after a late picture or font, which may have moved the text. */
  onReflow(view: SectionView): void;
}

/** Keeps the sections that are laid out or still loading. */
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

  /**
   * Returns a section that can be shown. Excludes a section that is still moving to its opening place, because it would
   * undo a turn made meanwhile.
   */
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
   * Returns a section laid out at `opening`, or as it was. Never rejects, see {@link SectionView.error}.
   *
   * @param shownView the shown section; while it is null, the beginning of a giant chapter is enough
   */
  load(index: number, opening: Opening, shownView: SectionView | null): Promise<SectionView> {
    const ready = this.get(index);
    if (ready?.isReady && !ready.mayRecover) return Promise.resolve(ready);
    // Reloads a section that failed to load, except the shown one, which waits for {@link Viewport.retry}.
    if (ready?.isReady && ready === shownView) return Promise.resolve(ready);
    if (ready?.isReady) this.drop(index);
    const openingSection = this.#opening.get(index);
    // Repeats a download that began before the connection came back.
    if (openingSection)
      return openingSection.then((view) => (view.mayRecover ? this.load(index, opening, shownView) : view));
    const headWillDo = shownView === null && opening === 'start';
    const openingView = this.#open(index, opening, headWillDo).finally(() => this.#opening.delete(index));
    this.#opening.set(index, openingView);
    return openingView;
  }

  /** Waits for the rest of a section whose beginning is shown; resolves false if the connection breaks. */
  async restOf({ section }: SectionView): Promise<boolean> {
    return this.#resources.text(section.path).then(
      () => true,
      () => false,
    );
  }

  /** Lays out the whole of a section whose beginning is shown, and replaces the beginning in one step. */
  async complete(head: SectionView, opening: Opening): Promise<SectionView> {
    const { index } = head.section;
    const wholeSection = this.#make(index);
    await wholeSection.open(this.#resources, opening, () => this.#events.onReflow(wholeSection));
    if (this.#views.get(index) !== head) {
      wholeSection.destroy();
      return head;
    }
    this.drop(index);
    this.#views.set(index, wholeSection);
    this.#events.onLoad(wholeSection);
    return wholeSection;
  }

  drop(index: number): void {
    const view = this.#views.get(index);
    if (!view) return;
    this.#views.delete(index);
    if (view.isReady) this.#events.onUnload(view);
    view.destroy();
  }

  /** Closes all sections but the needed ones and those that still load. */
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

/** Events of the viewport. */
export interface ViewportEvents {
  /** The shown page changed, or its text moved. Called before the paint; the caller must not read the layout. */
  readonly onMove: (reason: 'turn' | 'jump' | 'layout') => void;
  /** A section has a document; its listeners can be added. */
  readonly onLoad: (view: SectionView) => void;
  readonly onUnload: (view: SectionView) => void;
  /** The neighbours are laid out for the next turns. */
  readonly onPrepared: () => void;
}
