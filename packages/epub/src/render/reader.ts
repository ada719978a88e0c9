import { cfiOfElement, cfiOfRange, cfiOfSection, isCfi, rangeOfCfi, sectionOfCfi } from '../locator/cfi.ts';
import { locationOf, percentageOf, placeAtFraction } from '../locator/locations.ts';
import type { Section } from '../container/publication.ts';
import { BookResources } from './book-resources.ts';
import { ContentsIndex, splitHref } from './contents-index.ts';
import { EventEmitter } from './event-emitter.ts';
import { whenIdle } from './idle.ts';
import { PageInput } from './page-input.ts';
import type {
  ReaderEvents,
  ReaderOptions,
  ReaderTarget,
  ReaderTheme,
  Relocation,
  TurnDirection,
} from './reader-types.ts';
import type { Opening } from './opening.ts';
import type { SectionView } from './section-view.ts';
import type { ViewSettings } from './view-settings.ts';
import { Stage } from './stage.ts';
import type { PageSize } from './theme-css.ts';

/** iOS resizes the page many times while its toolbar moves; the text is laid out once at the end, ms. */
const RESIZE_REST = 100;
const TOP_BAND = 48;

/**
 * Opens a book in a host element. Resolves when the first page is laid out, to be painted in the next frame; never
 * fails for a fault of the book, which shows as a gap and an `error` event.
 */
export async function openReader(options: ReaderOptions): Promise<Reader> {
  const reader = new Reader(options);
  await reader.ready;
  return reader;
}

/** A book in pages inside a host element. Framework-free; talks through events. */
export class Reader {
  /** Resolves when the first page is laid out. */
  readonly ready: Promise<void>;
  readonly #options: ReaderOptions;
  readonly #events = new EventEmitter<ReaderEvents>();
  readonly #resources: BookResources;
  readonly #stage: Stage;
  readonly #input: PageInput;
  readonly #contents: ContentsIndex;
  readonly #sectionOfPath: ReadonlyMap<string, Section>;
  readonly #resizes: ResizeObserver;
  #resizeTimer: ReturnType<typeof setTimeout> | undefined;
  #cancelReport: (() => void) | null = null;
  #reason: Relocation['reason'] = 'jump';
  #chosen: string | null = null;
  #position: Relocation | null = null;

  constructor(options: ReaderOptions) {
    this.#options = options;
    const { host, publication, loader, texts } = options;
    const { sections } = publication;
    this.#sectionOfPath = new Map(sections.toReversed().map((section) => [section.path, section]));
    this.#contents = new ContentsIndex(publication.toc, (path) => this.#sectionOfPath.get(path)?.index ?? -1);
    this.#resources = new BookResources(publication, loader);
    const container = host.ownerDocument.createElement('div');
    container.style.cssText = `position:relative;width:100%;height:100%;overflow:hidden;overflow:clip;touch-action:none`;
    host.append(container);
    const name = (section: Section): string => texts.sectionName(section.index + 1, sections.length);
    this.#stage = new Stage(container, publication, this.#resources, this.#settingsFor(options.theme), name, {
      onMove: (reason) => this.#onMove(reason),
      onLoad: (view) => this.#onLoad(view),
      onUnload: ({ section, document }) => this.#events.emit('unload', { sectionIndex: section.index, document }),
    });
    this.#input = new PageInput(host, {
      topBand: options.topBand ?? TOP_BAND,
      isRightToLeft: () => this.#stage.isRightToLeft,
      mayTurn: (direction, source) => options.onTurnRequest?.(direction, source) ?? true,
      turn: (direction) => void this.#turn(direction),
      drag: (distance) => this.#stage.drag(distance),
      onTap: (tap) => this.#events.emit('tap', tap),
      follow: (view, link) => this.#follow(view, link),
    });
    this.#resizes = new ResizeObserver(() => this.#onResize());
    this.#resizes.observe(host);
    this.ready = this.#openAt(options.start ?? null);
  }

  /** Adds a listener; returns the function that removes it. */
  on<Name extends keyof ReaderEvents>(name: Name, listener: (detail: ReaderEvents[Name]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** The last reported position; null before the first report. */
  get position(): Relocation | null {
    return this.#position;
  }

  /** Turns a page; false at the end of the book. Many calls at once are all carried out. */
  next(): Promise<boolean> {
    return this.#turn('next');
  }

  /** Turns a page back; false at the beginning of the book. */
  prev(): Promise<boolean> {
    return this.#turn('prev');
  }

  /** Goes to a place; false, and nothing happens, when the book has no such place. */
  async goTo(target: ReaderTarget): Promise<boolean> {
    const place = this.#resolve(target);
    if (!place) return false;
    this.#chosen = typeof target === 'string' && !isCfi(target) ? target : null;
    return this.#stage.goTo(place.section, place.opening);
  }

  /** Loads the shown section again after it failed to arrive; true when it is there now. */
  retry(): Promise<boolean> {
    return this.#stage.retry();
  }

  /** Applies a theme to every live section; the first visible word stays on the page. */
  setTheme(theme: ReaderTheme): void {
    this.#stage.container.style.background = theme.background;
    void this.#stage.enqueue(() => Promise.resolve(this.#stage.apply(this.#settingsFor(theme))));
  }

  /** CFI of a range of a live section's document. */
  cfiOf(sectionIndex: number, range: Range): string | null {
    const section = this.#options.publication.sections[sectionIndex];
    return section ? cfiOfRange(section, range) : null;
  }

  /** The range a CFI names, while its section is live; null otherwise. */
  rangeOf(cfi: string): { sectionIndex: number; range: Range } | null {
    const section = sectionOfCfi(cfi, this.#options.publication.sections);
    for (const view of this.#stage.views()) {
      if (view.section !== section || !view.isReady) continue;
      const range = rangeOfCfi(cfi, view.document);
      return range && { sectionIndex: section.index, range };
    }
    return null;
  }

  /** Takes everything down: frames, listeners, blob URLs. The loader stays the caller's. */
  destroy(): void {
    clearTimeout(this.#resizeTimer);
    this.#cancelReport?.();
    this.#resizes.disconnect();
    this.#input.destroy();
    this.#stage.destroy();
    this.#resources.close();
    this.#stage.container.remove();
    this.#events.clear();
  }

  async #openAt(target: ReaderTarget | null): Promise<void> {
    this.#stage.container.style.background = this.#options.theme.background;
    const { sections } = this.#options.publication;
    const first = sections.find((section) => section.linear) ?? sections[0];
    const place =
      (target !== null && this.#resolve(target)) || (first && { section: first, opening: 'start' as const });
    if (place) await this.#stage.goTo(place.section, place.opening);
  }

  #turn(direction: TurnDirection): Promise<boolean> {
    this.#chosen = null;
    return this.#stage.turn(direction === 'next' ? 1 : -1);
  }

  #resolve(target: ReaderTarget): { section: Section; opening: Opening } | null {
    const { publication } = this.#options;
    if (typeof target !== 'string') {
      const place = placeAtFraction(target.fraction, publication);
      return place && { section: place.section, opening: { characters: place.characters } };
    }
    if (isCfi(target)) {
      const section = sectionOfCfi(target, publication.sections);
      return section && { section, opening: { cfi: target } };
    }
    const [path, fragment] = splitHref(target);
    const section = this.#sectionOfPath.get(path);
    return section ? { section, opening: fragment ? { fragment } : 'start' } : null;
  }

  #follow(view: SectionView, element: Element): void {
    const link = view.linkTarget(element);
    if (!link) return;
    this.#events.emit('link', link);
    if (!link.external) void this.goTo(link.href);
  }

  #settingsFor(theme: ReaderTheme, size = this.#hostSize()): ViewSettings {
    const { fontFaces = '', fallbackFontFamily = 'serif', publication, texts } = this.#options;
    return {
      theme,
      size,
      fontFaces,
      fallbackFont: fallbackFontFamily,
      language: publication.metadata.language,
      missingText: texts.missingSection,
    };
  }

  /** Whole pixels only: at fractions the columns and the scroll position would part by and by. */
  #hostSize(): PageSize {
    const { clientWidth, clientHeight } = this.#options.host;
    return { width: Math.max(1, Math.floor(clientWidth)), height: Math.max(1, Math.floor(clientHeight)) };
  }

  #onResize(): void {
    clearTimeout(this.#resizeTimer);
    this.#resizeTimer = setTimeout(() => {
      const { clientWidth, clientHeight } = this.#options.host;
      const { size, theme } = this.#stage.settings;
      const isSame = Math.floor(clientWidth) === size.width && Math.floor(clientHeight) === size.height;
      // A hidden host has no size; it keeps the layout it had.
      if (isSame || clientWidth === 0 || clientHeight === 0) return;
      void this.#stage.enqueue(() => Promise.resolve(this.#stage.apply(this.#settingsFor(theme))));
    }, RESIZE_REST);
  }

  #onLoad(view: SectionView): void {
    const { section, document } = view;
    if (view.error !== null) {
      const kind = section.missing ? 'missing-section' : 'section-failed';
      this.#events.emit('error', { kind, sectionIndex: section.index, error: view.error });
    }
    this.#input.listen(view);
    view.frame.window.addEventListener('scroll', () => {
      if (view === this.#stage.current && view.adoptScroll()) this.#onMove('jump');
    });
    this.#events.emit('load', { sectionIndex: section.index, document });
  }

  /** The report needs the layout: it is made when the page has been painted, once for several fast turns. */
  #onMove(reason: Relocation['reason']): void {
    this.#reason = reason === 'layout' && this.#cancelReport ? this.#reason : reason;
    this.#cancelReport?.();
    this.#cancelReport = whenIdle(() => {
      this.#cancelReport = null;
      this.#report();
    }, 100);
  }

  #report(): void {
    const view = this.#stage.current;
    if (!view?.isReady) return;
    view.settle();
    const { publication } = this.#options;
    const { section } = view;
    const place = this.#stage.anchor;
    const inside = place?.characters ?? 0;
    const characters = section.start + inside;
    const { page, pages, exact, isFirst, isLast } = view.paging;
    const entry = this.#contents.current(
      { sectionIndex: section.index, document: view.document, text: view.text, from: inside, to: view.charactersRead },
      this.#chosen,
    );
    this.#position = {
      cfi: cfiOfPlace(section, place, view.document),
      sectionIndex: section.index,
      percentage: percentageOf(characters, publication),
      location: locationOf(characters),
      page,
      pages,
      pagesLeftInSection: pages - 1 - page,
      exact,
      tocHref: entry?.href ?? null,
      chapterTitle: entry?.title ?? null,
      atStart: isFirst && this.#stage.adjacent(-1) === null,
      atEnd: isLast && this.#stage.adjacent(1) === null,
      reason: this.#reason,
    };
    this.#events.emit('relocate', this.#position);
  }
}

function cfiOfPlace(
  section: Section,
  place: { node: Text | Element; offset: number } | null,
  document: Document,
): string {
  if (!place) return cfiOfSection(section);
  if (place.node.nodeType === Node.ELEMENT_NODE) return cfiOfElement(section, place.node as Element);
  const range = document.createRange();
  range.setStart(place.node, place.offset);
  range.collapse(true);
  return cfiOfRange(section, range);
}
