import { LAYER, type PageSize } from '../pagination/theme-css.ts';
import { startDocument } from './parse-document.ts';

/**
 * The iframe of one section inside a slot that the viewport moves.
 *
 * The document is written into `about:blank` in the same task: no load event, no second parse, no URL to revoke. It
 * inherits the page's content security policy. `allow-scripts` is set because Safari gives a frame without it no events
 * at all; the policy's `script-src 'self'` keeps a book's scripts from running.
 */
export class SectionFrame {
  readonly slot: HTMLElement;
  readonly element: HTMLIFrameElement;
  #sheet: CSSStyleSheet | null = null;
  #css = '';
  isDestroyed = false;
  /** Height of the visible part, px of the frame. */
  height = 0;

  constructor(container: HTMLElement, title: string, size: PageSize) {
    const { ownerDocument } = container;
    this.slot = ownerDocument.createElement('div');
    this.slot.style.cssText = 'position:absolute;inset:0;overflow:hidden;transform:translateX(-200%)';
    this.slot.inert = true;
    // oxlint-disable-next-line react/iframe-missing-sandbox -- the next line sets it; the rule only knows JSX.
    this.element = ownerDocument.createElement('iframe');
    this.element.setAttribute('sandbox', 'allow-same-origin allow-scripts');
    this.element.title = title;
    this.element.style.cssText = 'position:absolute;top:0;left:0;border:0;transform-origin:0 0';
    this.fit(size, null);
    this.slot.append(this.element);
    container.append(this.slot);
    startDocument(this.document);
  }

  get document(): Document {
    return this.element.contentDocument as Document;
  }

  get window(): Window & typeof globalThis {
    return this.element.contentWindow as Window & typeof globalThis;
  }

  /** Replaces the empty root element by a section's. */
  fill(root: Element, language: string): void {
    const { document } = this;
    const adopted = document.adoptNode(root) as HTMLElement;
    // Sets `lang`, which hyphenation and screen readers need; CSS ignores `xml:lang` in this document.
    adopted.lang ||= adopted.getAttributeNS('http://www.w3.org/XML/1998/namespace', 'lang') ?? language;
    document.replaceChild(adopted, document.documentElement);
    // Puts the engine's layer first, because the `!important` rules of the first layer win over those of the book's own
    // layers.
    const layer = document.createElement('style');
    layer.textContent = `@layer ${LAYER};`;
    document.head?.prepend(layer);
  }

  /** The engine's stylesheet, after those of the book. Setting the same text again costs nothing. */
  style(css: string): void {
    if (css === this.#css) return;
    this.#css = css;
    if (!this.#sheet) {
      this.#sheet = new this.window.CSSStyleSheet();
      this.#sheet.replaceSync(css);
      this.document.adoptedStyleSheets = [this.#sheet];
    } else this.#sheet.replaceSync(css);
  }

  /**
   * Gives the frame the page's size, or scales it so that a page drawn for `viewport` fits; in a strip only its width.
   * Of two pages side by side each touches the other.
   */
  fit(size: PageSize, viewport: PageSize | null, isStrip = false, side: 'left' | 'right' | null = null): void {
    const { width } = viewport ?? size;
    const across = size.width / width;
    const scale = viewport && !isStrip ? Math.min(across, size.height / viewport.height) : across;
    const height = viewport && !isStrip ? viewport.height : size.height / scale;
    this.height = height;
    const { style } = this.element;
    style.width = `${width}px`;
    style.height = `${height}px`;
    const freeWidth = size.width - width * scale;
    style.left = viewport ? `${side === 'left' ? freeWidth : side === 'right' ? 0 : freeWidth / 2}px` : '0';
    style.top = viewport ? `${(size.height - height * scale) / 2}px` : '0';
    style.transform = viewport ? `scale(${scale})` : '';
  }

  /** Gives the slot the whole page, or the half beside another section. */
  stand(side: 'left' | 'right' | null): void {
    const { style } = this.slot;
    style.left = side === 'right' ? '50%' : '0';
    style.right = side === 'left' ? '50%' : '0';
  }

  /** Moves the slot by px across and down; slots that are not current are inert. */
  place(across: number, down: number, isCurrent: boolean): void {
    this.slot.style.transform = across === 0 && down === 0 ? 'none' : `translate(${across}px,${down}px)`;
    this.slot.inert = !isCurrent;
  }

  destroy(): void {
    this.isDestroyed = true;
    this.slot.remove();
  }
}
