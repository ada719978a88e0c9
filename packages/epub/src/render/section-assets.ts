import type { BookResources } from './book-resources.ts';
import type { SectionContent } from './load-section.ts';

/** How long a page waits for its own pictures and fonts before it shows without them, ms. */
const PATIENCE = 150;
const XLINK = 'http://www.w3.org/1999/xlink';
const XHTML = 'http://www.w3.org/1999/xhtml';

/** Brings pictures, inline backgrounds and fonts into a section that is already in its frame. */
export class SectionAssets {
  readonly #document: Document;
  readonly #resources: BookResources;
  readonly #paths: string[] = [];
  /** Those that somebody has started. */
  readonly #players = new Set<HTMLMediaElement>();
  readonly #pictures: { element: Element; done: Promise<void>; isDone: boolean }[] = [];
  readonly #rest: Promise<unknown>[] = [];
  #pending = 0;
  #onReflow: (() => void) | null = null;

  constructor(content: SectionContent, document: Document, path: string, resources: BookResources) {
    this.#document = document;
    this.#resources = resources;
    for (const { element, name, path: target } of content.safe.pictures) this.#bringPicture(element, name, target);
    for (const { element, pieces } of content.safe.styles) {
      this.#track(resources.fill(pieces, path).then((style) => element.setAttribute('style', style)));
    }
    for (const fonts of content.fonts) this.#track(fonts.then((css) => this.#addFonts(css)));
  }

  /**
   * Waits a moment for what the shown page needs; `isNeeded` tells whether a picture stands on or before it.
   * `isUntouched` means that nothing has arrived since the layout.
   */
  async settle(isNeeded: (picture: Element) => boolean): Promise<{ isUntouched: boolean }> {
    const needed = this.#pictures.filter(({ element, isDone }) => !isDone && isNeeded(element)).map(({ done }) => done);
    if (needed.length === 0 && this.#rest.length === 0) return { isUntouched: true };
    const all = Promise.all([...needed, ...this.#rest]).then(() => this.#fontsReady());
    await Promise.race([all, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
    return { isUntouched: false };
  }

  /** From now on, tells each time something that arrived may have moved the text; at once when it already has. */
  onLate(listener: () => void): void {
    this.#onReflow = listener;
    if (this.#pending > 0) return;
    if (this.#document.fonts.status === 'loading') void this.#document.fonts.ready.then(listener);
  }

  release(): void {
    this.#onReflow = null;
    for (const path of this.#paths) this.#resources.release(path);
    this.#paths.length = 0;
  }

  #bringPicture(element: Element, name: string, path: string): void {
    const player = name === 'src' ? playerOf(element) : null;
    if (player) {
      onFirstUse(player, () => this.#bringMedia(player, element, path));
      return;
    }
    this.#paths.push(path);
    const picture = { element, isDone: false, done: Promise.resolve() };
    picture.done = this.#resources
      .acquire(path)
      .then(async (url) => {
        if (url === null) return;
        if (name === 'xlink:href') element.setAttributeNS(XLINK, name, url);
        else element.setAttribute(name, url);
        if (element.localName === 'img') await (element as HTMLImageElement).decode().catch(() => undefined);
      })
      .then(() => {
        picture.isDone = true;
        this.#onReflow?.();
      });
    this.#pictures.push(picture);
  }

  /** Sound and films weigh more than all the rest of a book: they come when somebody plays them. */
  #bringMedia(player: HTMLMediaElement, source: Element, path: string): void {
    const type = source.getAttribute('type');
    if (this.#players.has(player) || (type !== null && player.canPlayType(type) === '')) return;
    this.#players.add(player);
    this.#paths.push(path);
    void this.#resources.acquire(path).then((url) => {
      if (url === null) return;
      player.src = url;
      player.addEventListener('loadedmetadata', () => this.#onReflow?.(), { once: true });
      void player.play().catch(() => undefined);
    });
  }

  #track(work: Promise<unknown>): void {
    this.#pending += 1;
    const done = work
      .catch(() => undefined)
      .then(() => {
        this.#pending -= 1;
        this.#onReflow?.();
      });
    this.#rest.push(done);
  }

  #addFonts(css: string): void {
    if (css === '') return;
    const style = this.#document.createElementNS(XHTML, 'style');
    style.textContent = css;
    this.#document.head.append(style);
    void this.#fontsReady().then(() => this.#onReflow?.());
  }

  /** A face starts to load when the layout first meets it, and only then does `ready` wait for it. */
  #fontsReady(): Promise<unknown> {
    void this.#document.documentElement.scrollWidth;
    return this.#document.fonts.ready;
  }
}

/** The sound or film that an address belongs to; null for anything else, such as its poster or captions. */
function playerOf(element: Element): HTMLMediaElement | null {
  const holder = element.localName === 'source' ? element.parentElement : element;
  return holder && ['audio', 'video'].includes(holder.localName) ? (holder as HTMLMediaElement) : null;
}

/** A player without an address has nothing that the browser's own buttons could start: the first touch does. */
function onFirstUse(player: HTMLMediaElement, act: () => void): void {
  player.tabIndex = 0;
  // A disabled button of the browser's own passes no click on.
  for (const name of ['pointerup', 'click']) player.addEventListener(name, act);
  player.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === ' ') act();
  });
}
