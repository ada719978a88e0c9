import type { BookResources } from './book-resources.ts';
import type { SectionContent } from './load-section.ts';
import type { PendingAttribute } from './sanitise-document.ts';
import { WAITING } from '../pagination/theme-css.ts';

/** Whether a pending address belongs to sound or film; a film's poster counts as a picture. */
function isMedia({ element, name }: PendingAttribute): boolean {
  return name === 'src' && element.closest('audio,video') !== null;
}

/** Longest time that a page waits for its pictures and fonts, ms; then it shows without them. */
const PATIENCE = 150;
/** Waits for `work`, but no longer than `patience` ms. */
export const inTime = (work: Promise<unknown>, patience = PATIENCE): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, patience))]);
const XLINK = 'http://www.w3.org/1999/xlink';
const XHTML = 'http://www.w3.org/1999/xhtml';

/**
 * Loads pictures, inline backgrounds and fonts of a section that is already in its frame, and sound when its place is
 * visible.
 */
export class SectionAssets {
  readonly #document: Document;
  readonly #resources: BookResources;
  readonly #paths: string[] = [];
  readonly #pictures: { element: Element; filling: Promise<void>; isDone: boolean }[] = [];
  readonly #rest: Promise<unknown>[] = [];
  #stopMedia = (): void => {};
  #isReleased = false;
  #pending = 0;
  #onReflow: (() => void) | null = null;

  constructor(content: SectionContent, document: Document, path: string, resources: BookResources) {
    this.#document = document;
    this.#resources = resources;
    const { pictures } = content.safe;
    for (const picture of pictures) if (!isMedia(picture)) this.#bringPicture(picture);
    const media = pictures.filter(isMedia);
    if (media.length > 0) void this.#bringMedia(media);
    for (const { element, pieces } of content.safe.styles) {
      this.#track(resources.fill(pieces, path).then((style) => element.setAttribute('style', style)));
    }
    for (const late of content.late) this.#track(late);
    for (const fonts of content.fonts) this.#track(fonts.then((css) => this.#addFonts(css)));
  }

  /**
   * Waits a moment for the files that the shown page needs. `isNeeded` tells whether a picture stands on or before the
   * page. `isUntouched` means that no file has arrived since the layout.
   */
  async settle(isNeeded: (picture: Element) => boolean): Promise<{ isUntouched: boolean }> {
    const needed = this.#pictures
      .filter(({ element, isDone }) => !isDone && isNeeded(element))
      .map(({ filling }) => filling);
    if (needed.length === 0 && this.#rest.length === 0) return { isUntouched: true };
    const all = Promise.all([...needed, ...this.#rest]).then(() => this.#fontsReady());
    await inTime(all);
    return { isUntouched: false };
  }

  /** Calls the listener whenever a late file may have moved the text, and at once if one already has. */
  onLate(listener: () => void): void {
    this.#onReflow = listener;
    if (this.#pending > 0) return;
    if (this.#document.fonts.status === 'loading') void this.#document.fonts.ready.then(listener);
  }

  release(): void {
    this.#onReflow = null;
    this.#isReleased = true;
    this.#stopMedia();
    for (const path of this.#paths) this.#resources.release(path);
    this.#paths.length = 0;
  }

  async #bringMedia(media: readonly PendingAttribute[]): Promise<void> {
    const code = await import('./bring-media.ts').catch(() => null);
    if (!code || this.#isReleased) return;
    const onSized = () => this.#onReflow?.();
    this.#stopMedia = code.bringWhenSeen(media, async (file) => this.#fill(file), onSized);
  }

  #bringPicture(file: PendingAttribute): void {
    const { element } = file;
    const picture = { element, isDone: false, filling: Promise.resolve() };
    element.toggleAttribute(WAITING, true);
    picture.filling = this.#fill(file)
      .then(async (isHere) => {
        if (isHere && element.localName === 'img') await (element as HTMLImageElement).decode().catch(() => undefined);
      })
      .then(() => {
        picture.isDone = true;
        element.removeAttribute(WAITING);
        this.#onReflow?.();
      });
    this.#pictures.push(picture);
  }

  /** Gives an element the blob URL of its file; false when the file does not load. */
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
    const finishedWork = work
      .catch(() => undefined)
      .then(() => {
        this.#pending -= 1;
        this.#onReflow?.();
      });
    this.#rest.push(finishedWork);
  }

  #addFonts(css: string): void {
    if (css === '') return;
    const style = this.#document.createElementNS(XHTML, 'style');
    style.textContent = css;
    this.#document.head.append(style);
    void this.#fontsReady().then(() => this.#onReflow?.());
  }

  /** A font starts to load when the layout first uses it, and only then does `ready` wait for it. */
  #fontsReady(): Promise<unknown> {
    void this.#document.documentElement.scrollWidth;
    return this.#document.fonts.ready;
  }
}
