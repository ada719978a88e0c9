import type { BookResources } from './book-resources.ts';
import type { SectionContent } from './load-section.ts';
import type { PendingAttribute } from './sanitise-document.ts';

const PLAYERS = 'audio,video';

/** Whether a waiting address is one of sound or film; a film's still picture is a picture like any other. */
function isMedia({ element, name }: PendingAttribute): boolean {
  return name === 'src' && element.closest(PLAYERS) !== null;
}

/**
 * Brings sound and film when their place comes on screen: most readers pass by, and the files are large.
 * @param bring gives an element its address
 * @param onSized told when one that has come may have changed its size
 * @returns ends it
 */
function bringWhenSeen(
  waiting: readonly PendingAttribute[],
  bring: (file: PendingAttribute) => Promise<unknown>,
  onSized: () => void,
): () => void {
  const files = new Map<Element, PendingAttribute[]>();
  for (const file of waiting) {
    const player = file.element.closest(PLAYERS) as Element;
    files.set(player, [...(files.get(player) ?? []), file]);
  }
  if (files.size === 0) return () => {};
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      target.addEventListener('loadedmetadata', onSized, { once: true });
      // A player that found no source looks no further until it is told to.
      void Promise.all((files.get(target) ?? []).map(bring)).then(() => (target as HTMLMediaElement).load());
    }
  });
  for (const player of files.keys()) observer.observe(player);
  return () => observer.disconnect();
}

/** How long a page waits for its own pictures and fonts before it shows without them, ms. */
const PATIENCE = 150;
const XLINK = 'http://www.w3.org/1999/xlink';
const XHTML = 'http://www.w3.org/1999/xhtml';

/** Brings pictures, inline backgrounds and fonts into a section that is already in its frame; sound when it is seen. */
export class SectionAssets {
  readonly #document: Document;
  readonly #resources: BookResources;
  readonly #paths: string[] = [];
  readonly #pictures: { element: Element; done: Promise<void>; isDone: boolean }[] = [];
  readonly #rest: Promise<unknown>[] = [];
  readonly #stopMedia: () => void;
  #pending = 0;
  #onReflow: (() => void) | null = null;

  constructor(content: SectionContent, document: Document, path: string, resources: BookResources) {
    this.#document = document;
    this.#resources = resources;
    const { pictures } = content.safe;
    for (const picture of pictures) if (!isMedia(picture)) this.#bringPicture(picture);
    const onSized = () => this.#onReflow?.();
    this.#stopMedia = bringWhenSeen(pictures.filter(isMedia), async (file) => this.#fill(file), onSized);
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
    this.#stopMedia();
    for (const path of this.#paths) this.#resources.release(path);
    this.#paths.length = 0;
  }

  #bringPicture(file: PendingAttribute): void {
    const { element } = file;
    const picture = { element, isDone: false, done: Promise.resolve() };
    picture.done = this.#fill(file)
      .then(async (isHere) => {
        if (isHere && element.localName === 'img') await (element as HTMLImageElement).decode().catch(() => undefined);
      })
      .then(() => {
        picture.isDone = true;
        this.#onReflow?.();
      });
    this.#pictures.push(picture);
  }

  /** Gives an element the address of its file; false when that does not arrive. */
  async #fill({ element, name, path }: PendingAttribute): Promise<boolean> {
    this.#paths.push(path);
    const url = await this.#resources.acquire(path);
    if (url === null) return false;
    if (name === 'xlink:href') element.setAttributeNS(XLINK, name, url);
    else element.setAttribute(name, url);
    return true;
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
