import type { Section } from '../container/publication.ts';
import { cfiOfRange, isCfi, rangeOfCfi, sectionOfCfi } from '../locator/cfi.ts';
import { ContentsIndex } from './contents-index.ts';
import { EventEmitter } from './event-emitter.ts';
import type * as Presses from './input/hit-test.ts';
import { PageInput } from './input/page-input.ts';
import { JumpHistory } from './jump-history.ts';
import { Highlights } from './overlays/highlights.ts';
import { isRightToLeft, settingsOf, type ViewSettings } from './pagination/theme-css.ts';
import type {
  JumpOptions,
  ReaderEvents,
  ReaderOptions,
  ReaderSelection,
  ReaderTarget,
  ReaderTheme,
  Relocation,
  TurnDirection,
} from './reader-types.ts';
import { cfiOfPlace, relocationOf } from './relocation.ts';
import { BookResources } from './sections/book-resources.ts';
import type { SectionView } from './sections/section-view.ts';
import { Viewport, whenIdle } from './sections/viewport.ts';
import { SelectionWatch } from './selection/selection-watch.ts';
import { type ResolvedTarget, targetResolver } from './target.ts';
import type { SearchOptions, SearchResults } from './tools/book-search.ts';
import type { Sentence } from './tools/sentence.ts';
import { Tools } from './tools/tools.ts';

/**
 * Pause after the last change of size before a new layout, ms: iOS resizes the page many times while its toolbar moves.
 */
const REST = 100;

/** Calls back once the host has kept a new size for a moment; returns the function that stops watching. */
function watchSize(host: HTMLElement, laidOut: { readonly settings: ViewSettings }, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = (): void => {
    const { clientWidth, clientHeight } = host;
    const { width, height } = laidOut.settings.size;
    const isSame = Math.floor(clientWidth) === width && Math.floor(clientHeight) === height;
    // Keeps the layout while the host is hidden and has no size.
    if (!isSame && clientWidth > 0 && clientHeight > 0) onChange();
  };
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(check, REST);
  });
  observer.observe(host);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

/**
 * Opens a book in a host element. Resolves when the first page is laid out, to be painted in the next frame. Never
 * rejects for a fault of the book, which shows as a gap and an `error` event.
 */
export async function openReader(options: ReaderOptions): Promise<Reader> {
  const reader = new Reader(options);
  await reader.ready;
  return reader;
}

/** A book in pages inside a host element. Needs no framework; reports through events. */
export class Reader {
  /** Resolves when the first page is laid out. */
  readonly ready: Promise<void>;
  /** The reader's highlights; only those of live sections are painted. */
  readonly highlights: Highlights;
  readonly #options: ReaderOptions;
  readonly #events = new EventEmitter<ReaderEvents>();
  readonly #resources: BookResources;
  readonly #viewport: Viewport;
  readonly #input: PageInput;
  readonly #contents: ContentsIndex;
  readonly #resolve: (target: ReaderTarget) => ResolvedTarget | null;
  readonly #stopWatching: () => void;
  readonly #selection: SelectionWatch;
  readonly #history: JumpHistory;
  readonly #tools: Tools;
  /** The code loads right after the first page; until then every press turns the page, and at once. */
  #presses: typeof Presses | null = null;
  #cancelReport: (() => void) | null = null;
  #reason: Relocation['reason'] = 'jump';
  #chosenHref: string | null = null;
  #position: Relocation | null = null;

  constructor(options: ReaderOptions) {
    this.#options = options;
    const { host, publication, loader, texts } = options;
    const { sections } = publication;
    const sectionOfPath = new Map(sections.toReversed().map((section) => [section.path, section]));
    this.#resolve = targetResolver(publication, sectionOfPath);
    this.#contents = new ContentsIndex(publication.toc, (path) => sectionOfPath.get(path)?.index ?? -1);
    this.#resources = new BookResources(publication, loader);
    const container = host.ownerDocument.createElement('div');
    container.style.cssText = `position:relative;width:100%;height:100%;overflow:hidden;overflow:clip`;
    host.append(container);
    const name = ({ index }: Section): string =>
      texts.sectionName(index + 1, sections.length, this.#contents.titleOf(index));
    this.#viewport = new Viewport(container, publication, this.#resources, settingsOf(options, options.theme), name, {
      onMove: (reason) => this.#onMove(reason),
      onLoad: (view) => this.#onLoad(view),
      onUnload: (view) => this.#onUnload(view),
      onPrepared: () => {
        this.highlights.refresh();
        this.#events.emit('prepared', null);
      },
    });
    this.#input = this.#makeInput(host);
    this.highlights = new Highlights(sections, () => this.#viewport.views());
    this.#selection = new SelectionWatch({
      read: (view, range) => this.#tools.selection(view, range),
      onSelect: (selection) => this.#events.emit('select', selection),
      onClear: () => this.#events.emit('deselect', null),
    });
    this.#history = new JumpHistory((canGoBack) => this.#events.emit('history', { canGoBack }));
    this.#tools = new Tools(options, this.#contents);
    this.#stopWatching = watchSize(host, this.#viewport, () => this.setTheme(this.#viewport.settings.theme));
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

  /** Reports a pending move at once, because a page that is being hidden may have no later moment. */
  reportNow(): void {
    if (!this.#cancelReport) return;
    this.#cancelReport();
    this.#cancelReport = null;
    this.#report();
  }

  /** Turns a page; resolves false at the end of the book. Each of many calls at once turns one page. */
  next(): Promise<boolean> {
    return this.#turn('next');
  }

  /** Turns a page back; false at the beginning of the book. */
  prev(): Promise<boolean> {
    return this.#turn('prev');
  }

  /**
   * Goes to a place; false, and nothing happens, when the book has no such place. {@link Reader.back} returns, unless
   * told not to remember.
   */
  async goTo(target: ReaderTarget, { remember = true }: JumpOptions = {}): Promise<boolean> {
    const place = this.#resolve(target);
    if (!place) return false;
    const here = remember ? this.#here() : null;
    if (here !== null) this.#history.leave(here);
    this.#chosenHref = typeof target === 'string' && !isCfi(target) ? target : null;
    return this.#viewport.goTo(place.section, place.opening);
  }

  /** Whether a jump can be taken back; also reported by the `history` event. */
  readonly canGoBack = (): boolean => this.#history.canGoBack;

  /** 'Volver a donde estaba': returns to where the last jump began; false when there was none. */
  back(): Promise<boolean> {
    const place = this.#history.take();
    return place === null ? Promise.resolve(false) : this.goTo(place, { remember: false });
  }

  /** Returns the selection; null without one, and while the reader still changes it. */
  readonly selection = (): ReaderSelection | null => this.#selection.selection;

  /** Removes the reader's selection. */
  clearSelection(): void {
    this.#selection.clear();
  }

  /**
   * Searches the whole book without laying out pages; ignores accents and case, but keeps ñ. Yields the results of each
   * section as soon as they are known, and skips sections that do not load.
   */
  search(query: string, options: SearchOptions = {}): AsyncGenerator<SearchResults, void, undefined> {
    return this.#tools.search(query, options);
  }

  /** Marks the text that a search found; null removes the mark. */
  markFound(cfi: string | null): void {
    this.highlights.mark('found', cfi);
  }

  /**
   * Yields the sentences from the shown page, or from a CFI, to the end of the book, for reading aloud. With
   * `isNarrated`, yields the passages and sounds of the book's own narration.
   */
  speech(from: string = this.#here() ?? '', isNarrated = false): AsyncGenerator<Sentence, void, undefined> {
    return this.#tools.speech(from, isNarrated);
  }

  /** Marks the sentence that is read aloud and shows its page; null removes the mark. */
  async markSpoken(cfi: string | null): Promise<void> {
    this.highlights.mark('spoken', cfi);
    const { section, opening } = (cfi === null ? null : this.#resolve(cfi)) ?? {};
    if (section && opening && !this.#viewport.isShown(section, opening)) await this.#viewport.goTo(section, opening);
  }

  /**
   * Returns the words of the shown page for screen readers, with a line feed between blocks; empty on a page of
   * pictures.
   */
  async pageText(): Promise<string> {
    const words = await Promise.all(this.#viewport.shown.map(async (view) => this.#tools.pageText(view)));
    return words.filter((page) => page !== '').join('\n');
  }

  /** Loads the shown section again after it failed to arrive; true when it is there now. */
  retry(): Promise<boolean> {
    return this.#viewport.retry();
  }

  /** Applies a theme to every live section; the first visible word stays on the page. */
  setTheme(theme: ReaderTheme): void {
    void this.#viewport.enqueue(() => Promise.resolve(this.#viewport.apply(settingsOf(this.#options, theme))));
  }

  /** CFI of a range in a loaded section's document. */
  cfiOf(sectionIndex: number, range: Range): string | null {
    const section = this.#options.publication.sections[sectionIndex];
    return section ? cfiOfRange(section, range) : null;
  }

  /** The range a CFI names, while its section is live; null otherwise. */
  rangeOf(cfi: string): LiveRange | null {
    return liveRange(cfi, this.#options.publication.sections, this.#viewport.views());
  }

  /** Documents of the sections that are live, for listeners that come after their `load`. */
  documents(): readonly Document[] {
    return [...this.#viewport.views()].filter(({ isReady }) => isReady).map(({ document }) => document);
  }

  /** Removes frames, listeners and blob URLs. The caller closes the loader. */
  destroy(): void {
    this.#cancelReport?.();
    this.#stopWatching();
    this.#input.destroy();
    this.#selection.destroy();
    this.#viewport.destroy();
    this.#resources.close();
    this.#viewport.container.remove();
    this.#events.clear();
  }

  async #openAt(target: ReaderTarget | null): Promise<void> {
    const { sections } = this.#options.publication;
    const first = sections.find(({ linear }) => linear) ?? sections[0];
    const start = first && { section: first, opening: 'start' as const };
    const place = (target !== null && this.#resolve(target)) || start;
    // Lets the browser run waiting tasks first, because creating a section's frame blocks the thread as long as
    // everything above.
    void this.#viewport.enqueue(nextTask);
    if (place) await this.#viewport.goTo(place.section, place.opening);
  }

  #turn(direction: TurnDirection): Promise<boolean> {
    this.#chosenHref = null;
    return this.#viewport.turn(direction === 'next' ? 1 : -1);
  }

  #makeInput(host: HTMLElement): PageInput {
    const options = this.#options;
    return new PageInput(host, {
      topBand: options.topBand ?? 48,
      isRightToLeft: () => isRightToLeft(options.publication),
      mayTurn: (direction, source) => options.onTurnRequest?.(direction, source) ?? true,
      turn: (direction) => void this.#turn(direction),
      drag: (distance) => this.#viewport.drag(distance),
      toEdge: (edge) => void this.#toEdge(edge),
      scroll: (distance) => (this.#viewport.current?.isContinuous ? this.#viewport.scrollBy(distance) : null),
      onTap: (tap) => this.#events.emit('tap', tap),
      follow: (view, link) => void this.#follow(view, link),
      press: (view, event) => {
        const press = this.#presses?.hitTest(view, event, host, this.highlights) ?? null;
        if (press?.kind === 'highlight') this.#events.emit('highlight-tap', press.detail);
        // Without a listener, a tap on a picture is an ordinary tap.
        if (press?.kind !== 'image') return press !== null;
        this.#events.emit('image', press.detail);
        return this.#events.has('image');
      },
      isOnWords: (document, event) => this.#presses?.isOnWords(document, event) ?? false,
    });
  }

  async #toEdge(edge: 'start' | 'end'): Promise<void> {
    const view = this.#viewport.current;
    const here = this.#here();
    if (!view?.isReady || (edge === 'end' ? view.paging.isLast : view.paging.isFirst)) return;
    if (here !== null) this.#history.leave(here);
    this.#chosenHref = null;
    await this.#viewport.goTo(view.section, edge);
  }

  async #follow(view: SectionView, element: Element): Promise<void> {
    const link = view.linkTarget(element);
    if (!link) return;
    this.#events.emit('link', link);
    if (link.external) return;
    const picture = await this.#tools.linkedPicture(link.href, view, element, this.#resources);
    if (picture) return this.#events.emit('image', picture);
    const note = this.#events.has('footnote') ? await this.#tools.note(link.href, view, element) : null;
    if (note) this.#events.emit('footnote', note);
    else await this.goTo(link.href);
  }

  /** CFI of the first visible place; null before the first page. */
  #here(): string | null {
    const view = this.#viewport.current;
    return view?.isReady ? cfiOfPlace(view.section, this.#viewport.anchor, view.document) : null;
  }

  #onLoad(view: SectionView): void {
    const { section, document } = view;
    if (view.error !== null) {
      const kind = section.missing ? 'missing-section' : 'section-failed';
      this.#events.emit('error', { kind, sectionIndex: section.index, error: view.error });
    }
    this.#input.listen(view);
    this.#selection.listen(view);
    void this.#bringPresses();
    this.highlights.attach(view);
    view.frame.window.addEventListener('scroll', () => {
      if (view !== this.#viewport.current) {
        // Resets the scroll position of the page beside a drawn page, which must not scroll.
        if (view.section.index === this.#viewport.beside) view.cursor?.drag(0);
        return;
      }
      // Resets a scroll that the browser makes for a selection dragged beyond the page, because selecting must not turn
      // the page.
      if (this.#selection.isDragging && !view.isContinuous) view.cursor?.drag(0);
      else this.#viewport.adoptScroll(view.isContinuous ? 'turn' : 'jump');
    });
    this.#events.emit('load', { sectionIndex: section.index, document });
  }

  /**
   * Loads the code that finds highlights, pictures and words under a press; after a failed download the next section
   * tries again.
   */
  async #bringPresses(): Promise<void> {
    this.#presses ??= await import('./input/hit-test.ts').catch(() => null);
  }

  #onUnload({ section: { index: sectionIndex }, document }: SectionView): void {
    this.#selection.forget(document);
    this.#events.emit('unload', { sectionIndex, document });
  }

  /** Reports the position after the page is painted, because it reads the layout; once for several fast turns. */
  #onMove(reason: Relocation['reason']): void {
    this.#reason = reason === 'layout' && this.#cancelReport ? this.#reason : reason;
    this.#cancelReport?.();
    this.#cancelReport = whenIdle(() => {
      this.#cancelReport = null;
      this.#report();
    }, 100);
  }

  #report(): void {
    const view = this.#viewport.current;
    if (!view?.isReady) return;
    view.settle();
    const { publication } = this.#options;
    this.#position = relocationOf(view, this.#viewport, publication, this.#contents, this.#chosenHref, this.#reason);
    this.highlights.refresh();
    void this.#tools.holdTab(view);
    this.#history.settle(this.#position.cfi);
    this.#events.emit('relocate', this.#position);
  }
}

/** A range of a section that is laid out. */
interface LiveRange {
  readonly sectionIndex: number;
  readonly range: Range;
}

/** The range a CFI names, while its section is live; null otherwise. */
function liveRange(cfi: string, sections: readonly Section[], views: Iterable<SectionView>): LiveRange | null {
  const section = sectionOfCfi(cfi, sections);
  const view = [...views].find((each) => each.section === section && each.isReady);
  const range = view ? rangeOfCfi(cfi, view.document) : null;
  return view && range ? { sectionIndex: view.section.index, range } : null;
}

/** Resolves in a new task, after the browser's waiting ones; unlike a timer without a minimum delay. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
