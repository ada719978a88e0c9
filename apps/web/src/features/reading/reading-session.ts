import type { PositionRecord } from '@cuentos/contract/reading';
import { isRightToLeft } from '@cuentos/epub/render/pagination/theme-css';
import { Reader } from '@cuentos/epub/render/reader';
import type { ReaderTarget, Relocation } from '@cuentos/epub/render/reader-types';
import { Store } from '../../lib/react-store.ts';
import { Layers } from '../../ui/overlays/layers.ts';
import { type Contents, readContents } from './chapters.ts';
import { arePatternsAtHand } from './hyphen-patterns.ts';
import type * as diagnosing from './opening/diagnose-fault.ts';
import type { FailureReason } from './opening/fetch-opening.ts';
import { asPosition, type OpenedBook, targetOf } from './opening/open-book.ts';
import type { HeldQuestion } from './position/held-question.ts';
import type { ReadingPlace } from './position/position-store.ts';
import { retrySections } from './retry-sections.ts';
import { engineTexts } from './texts.ts';
import { engineTheme } from './themes/engine-theme.ts';
import { bookFace, fontFaces } from './themes/font-faces.ts';
import { defaultTheme, loadTheme, type SavedTheme, saveTheme, type ThemeChange } from './themes/themes.ts';

/** Services beside the page. Their code is loaded when needed; without it reading continues. */
const code = {
  lostPlace: () => import('../bookmarks/page-quote.ts').catch(() => null),
  file: () => import('./opening/device-copy.ts').catch(() => null),
  fault: () => import('./opening/diagnose-fault.ts').catch(() => null),
  otherDevice: () => import('./position/other-device.ts').catch(() => null),
};

/** Rest after which the engine lays out again, and then the margins follow, ms. */
const RESIZE_REST_MS = 120;

/** Calls back when the host's width has changed and stays. @returns ends it. */
function watchWidth(host: HTMLElement, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let width = host.clientWidth;
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (host.clientWidth === width || host.clientWidth === 0) return;
      width = host.clientWidth;
      onChange();
    }, RESIZE_REST_MS);
  });
  observer.observe(host);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

/**
 * Calls back when the page is closed or hidden, after which there may be no later moment, and when it becomes visible
 * again.
 * @returns ends it
 */
function watchSight(onLeave: () => void, onReturn: () => void): () => void {
  const change = () => (document.visibilityState === 'hidden' ? onLeave() : onReturn());
  addEventListener('pagehide', onLeave);
  document.addEventListener('visibilitychange', change);
  return () => {
    removeEventListener('pagehide', onLeave);
    document.removeEventListener('visibilitychange', change);
  };
}

/** Fades an element out, runs a change, and fades it in again; without animation where none is wanted. */
async function fading(element: HTMLElement, duration: number, work: () => Promise<void>): Promise<void> {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const timing = { duration: still ? 0 : duration };
  const out = element.animate({ opacity: [1, 0] }, { ...timing, fill: 'forwards' });
  await out.finished.catch(() => {});
  await work();
  out.cancel();
  element.animate({ opacity: [0, 1] }, timing);
}

/** State that the screen renders around the page. */
export interface ReadingState {
  readonly ready: boolean;
  readonly place: Relocation | null;
  readonly theme: SavedTheme;
  /** Another device's position to ask about. */
  readonly question: PositionRecord | null;
  /** External address waiting for a yes. */
  readonly link: string | null;
  readonly failure: FailureReason | null;
  readonly panelOpen: boolean;
  readonly barsShown: boolean;
  /** The last page was turned: the page after the last line is shown. */
  readonly pastEnd: boolean;
}

/** Duration of the page's fades, ms. */
const CHAPTER_FADE_MS = 200;
const THEME_FADE_MS = 500;
/** Delay before the settings can be opened, ms. */
const SETTINGS_DELAY_MS = 800;

/** Function that starts a tool on the engine while a book is shown. @returns ends it. */
type Extension = (reader: Reader) => () => void;

/**
 * An open part: the engine, the position, the download, and the state of the screen around it. React renders the state
 * and owns nothing of the page.
 */
export class ReadingSession extends Store<ReadingState> {
  readonly book: OpenedBook;
  /** Layers that are open over the page. */
  readonly layers = new Layers();
  /** Whether the page after the last line can be shown. */
  hasEnd = false;
  /**
   * Whether the reader turned or jumped since the book opened; a new layout that moves the page's beginning is no move.
   */
  hasMoved = false;
  /** Another device's position, until the reader can be asked about it; null without one. */
  heldQuestion: HeldQuestion | null = null;
  #contents: Contents;
  #reader: Reader | null = null;
  #host: HTMLElement | null = null;
  #settingsReady = false;
  /** The next position report results from following another device: it is no move of this one. */
  #isFollowing = false;
  readonly #stops: (() => void)[] = [];
  readonly #extensions = new Set<Extension>();

  constructor(book: OpenedBook) {
    super({
      ready: false,
      place: null,
      theme: loadTheme(),
      question: null,
      link: null,
      failure: null,
      panelOpen: false,
      barsShown: true,
      pastEnd: false,
    });
    this.book = book;
    this.#contents = readContents(book.publication.toc);
  }

  get contents(): Contents {
    return this.#contents;
  }

  /** Whether the next page is to the left of this one. */
  get isRightToLeft(): boolean {
    return isRightToLeft(this.book.publication);
  }

  /** The engine while the book is shown; null before and after. */
  get reader(): Reader | null {
    return this.#reader;
  }

  /** Gives a tool the engine each time the book is shown, at once when it is shown already. */
  use(extension: Extension): void {
    this.#extensions.add(extension);
    if (this.#reader) this.#stops.push(extension(this.#reader));
  }

  /** Opens the book in its host element, which must be empty and have its size. */
  attach(host: HTMLElement): void {
    const { book } = this;
    this.#host = host;
    const reader = new Reader({
      host,
      publication: book.publication,
      loader: book.loader,
      theme: engineTheme(this.snapshot().theme, host.clientWidth),
      texts: engineTexts,
      start: book.start,
      topBand: 0,
      fontFaces: fontFaces(location.origin),
      fallbackFontFamily: bookFace,
      hyphens: arePatternsAtHand() ? 'at-hand' : 'later',
      onTurnRequest: (direction) => this.#mayTurn(direction),
    });
    this.#reader = reader;
    reader.on('relocate', (place) => this.#onPlace(place));
    reader.on('link', ({ href, external }) => external && this.askAbout(href));
    reader.on('error', (fault) => void this.#diagnose(async (faults) => faults.diagnoseFault(book, fault)));
    this.#stops.push(
      retrySections(reader, book),
      watchWidth(host, () => this.#applyTheme()),
      watchSight(
        () => {
          reader.reportNow();
          book.tracker.leave();
        },
        () => this.heldQuestion?.arrive(),
      ),
    );
    for (const extension of this.#extensions) this.#stops.push(extension(reader));
    book.onRefused((remote) => void this.#onRefused(remote));
    reader.ready.then(() => this.#onReady(reader)).catch(() => this.fail('damaged'));
  }

  /** Removes the page. {@link close} closes the book itself. */
  detach(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#reader?.destroy();
    this.#reader = null;
    this.#host = null;
  }

  /** Ends the reading; theme, position and chapters are reset in memory only. */
  close(): void {
    this.detach();
    this.#contents = readContents([]);
    this.set({ ready: false, place: null, theme: defaultTheme, panelOpen: false });
    this.book.tracker.close();
    this.book.loader.close();
  }

  /** A tap in the top band or on the title: brings the bars back and opens or closes the settings. */
  togglePanel(): void {
    if (this.#settingsReady) this.set({ panelOpen: !this.snapshot().panelOpen, barsShown: true });
    else this.set({ barsShown: true });
  }

  /** Turns a page for a key pressed beside the page. */
  turn(direction: 'next' | 'prev'): void {
    if (this.#mayTurn(direction)) void this.#reader?.[direction]();
  }

  readonly closePanel = (): void => this.set({ panelOpen: false });

  showBars(): void {
    if (!this.snapshot().barsShown) this.set({ barsShown: true });
  }

  /** Asks about a link out of the book. */
  readonly askAbout = (link: string | null): void => this.set({ link });

  /** Goes to a place; 'Volver a donde estaba' leads back. */
  async jump(target: ReaderTarget): Promise<void> {
    await this.#fading(CHAPTER_FADE_MS, () => this.#goTo(target));
  }

  async changeTheme(change: ThemeChange): Promise<void> {
    const theme = saveTheme(this.snapshot().theme, change);
    this.set({ theme });
    await this.#fading(THEME_FADE_MS, async () => this.#applyTheme());
  }

  /** Asks about another device's position. */
  ask(question: PositionRecord): void {
    this.set({ question });
  }

  /** Goes to another device's position, which is no move of this one. */
  async goAlong(place: ReadingPlace): Promise<void> {
    this.#isFollowing = true;
    await this.#fading(CHAPTER_FADE_MS, () => this.#goTo(targetOf(place, this.book.editionId)));
  }

  /** Handles the answer about another device's position. */
  async answer(go: boolean): Promise<void> {
    const { question, place } = this.snapshot();
    if (!question) return;
    this.set({ question: null });
    const { tracker } = this.book;
    if (!go) {
      await tracker.stay(question, place && this.#placeNow(place));
      return;
    }
    await tracker.follow(question);
    await this.goAlong(asPosition(question));
  }

  fail(failure: FailureReason): void {
    this.set({ failure, panelOpen: false });
  }

  /** Whether a turn is allowed: not while loading, and with the panel open it closes the panel instead. */
  #mayTurn(direction: 'next' | 'prev'): boolean {
    const { ready, panelOpen, pastEnd, place } = this.snapshot();
    if (!ready || this.layers.hasModal || this.heldQuestion?.askBeforeTurn()) return false;
    if (panelOpen) this.closePanel();
    else if (pastEnd) this.set({ pastEnd: direction === 'next' });
    else if (this.hasEnd && place?.atEnd && direction === 'next') this.set({ pastEnd: true, barsShown: true });
    else return true;
    return false;
  }

  async #onReady(reader: Reader): Promise<void> {
    const { book } = this;
    this.set({ ready: true });
    const timer = setTimeout(() => (this.#settingsReady = true), SETTINGS_DELAY_MS);
    this.#stops.push(() => clearTimeout(timer));
    void code.file().then((file) => file?.downloadEdition(book, () => this.#reader !== null));
    // The whole book may have to be searched: until then reading starts at the percentage.
    if (book.lost) await (await code.lostPlace())?.goToLostPosition(book, reader, () => !this.hasMoved);
    // The device's copy opened without waiting; now the server's position, or the loss of access, is known.
    await (await code.otherDevice())?.meetOtherDevice(this);
  }

  #onPlace(place: Relocation): void {
    const turned = place.reason === 'turn';
    // The first position is where the book was left, so it is neither stored nor compared with another device's.
    const isMove = turned || (place.reason === 'jump' && this.snapshot().place !== null && !this.#isFollowing);
    this.#isFollowing = false;
    if (isMove) this.hasMoved = true;
    // The bars disappear with the first turn.
    const { barsShown, pastEnd } = this.snapshot();
    this.set({ place, barsShown: barsShown && !turned, pastEnd: pastEnd && place.reason === 'layout' });
    if (!isMove) return;
    this.heldQuestion?.move();
    this.book.tracker.move(this.#placeNow(place));
  }

  async #goTo(target: ReaderTarget): Promise<void> {
    this.set({ pastEnd: false });
    await this.#reader?.goTo(target);
  }

  #applyTheme(): void {
    if (this.#host) this.#reader?.setTheme(engineTheme(this.snapshot().theme, this.#host.clientWidth));
  }

  async #fading(duration: number, work: () => Promise<void>): Promise<void> {
    if (this.#host) await fading(this.#host, duration, work);
  }

  /**
   * Another device is farther on: the later position stays until the reader decides. None: checks whether the part is
   * theirs.
   */
  async #onRefused(remote: PositionRecord | null): Promise<void> {
    if (remote) return (await code.otherDevice())?.learnPlace(this, remote);
    await this.#diagnose(async (faults) => faults.diagnoseRefusal(this.book.partId));
  }

  async #diagnose(work: (faults: typeof diagnosing) => Promise<FailureReason | null>): Promise<void> {
    const faults = await code.fault();
    const reason = faults && (await work(faults));
    if (reason) this.fail(reason);
  }

  #placeNow({ cfi, percentage }: Relocation): ReadingPlace {
    return { cfi, percentage, editionId: this.book.editionId };
  }
}
