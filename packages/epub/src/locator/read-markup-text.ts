import { UNCOUNTED_ELEMENTS } from '../container/counted-text.ts';
import { parseXml, type XmlElement } from '../container/xml-events.ts';
import { elementStep } from './cfi-text.ts';
import { isNoteMark } from './note-mark.ts';
import { BLOCK_EDGE, INLINE, RUBY, type SectionText, type TextChunk } from './section-text.ts';

interface OpenElement {
  /** Steps from the root element; null outside the body. */
  readonly path: readonly string[] | null;
  readonly isBlock: boolean;
  /** Whether the text of the element and of its content is left out. */
  readonly isSilent: boolean;
  readonly isRaised: boolean;
  /** Whether it is a reading aid (`rt`): its place counts, its characters do not. */
  readonly isRuby: boolean;
  elements: number;
}

/** An open link, and the text before it. */
interface OpenLink {
  readonly depth: number;
  readonly chunks: number;
  readonly pieces: number;
  readonly length: number;
  readonly isEdge: boolean;
  readonly kind: string;
  readonly isAttached: boolean;
  text: string;
  isRaised: boolean;
  hasBlock: boolean;
}

/**
 * The text of a section from its markup, as `readSectionText` reads it from the document: for work where there is no
 * document. Null for what has no body.
 *
 * @throws {XmlMalformed} for what is not well-formed; cleaned editions are.
 */
export function readMarkupText(source: string): SectionText | null {
  const reader = new MarkupText();
  parseXml(source, {
    open: (element) => reader.open(element),
    close: () => reader.close(),
    text: (text) => reader.text(text),
  });
  return reader.result;
}

class MarkupText {
  readonly #chunks: TextChunk[] = [];
  readonly #links: OpenLink[] = [];
  readonly #pieces: string[] = [];
  readonly #openElements: OpenElement[] = [];
  #length = 0;
  #isEdge = false;
  #hasBody = false;
  #run = '';

  get result(): SectionText | null {
    return this.#hasBody
      ? { text: this.#pieces.join(''), chunks: this.#chunks, anchors: new Map(), ends: new Map(), notes: [] }
      : null;
  }

  open(element: XmlElement): void {
    this.#endRun();
    const parent = this.#openElements.at(-1);
    if (parent) parent.elements += 1;
    const name = element.local.toLowerCase();
    const path = this.#pathOf(element, parent);
    const isSilent = parent?.isSilent === true || isUncounted(path, name);
    const isBlock = !isSilent && path !== null && !INLINE.has(name);
    const isRaised = path !== null && name === 'sup';
    const isRuby = parent?.isRuby === true || RUBY.has(name);
    for (const link of this.#links) {
      link.isRaised ||= isRaised;
      link.hasBlock ||= !INLINE.has(name);
    }
    if (path !== null && !isSilent && name === 'a') this.#openLink(element);
    this.#isEdge ||= isBlock;
    this.#openElements.push({ path, isBlock, isSilent, isRaised, isRuby, elements: 0 });
  }

  close(): void {
    this.#endRun();
    const closed = this.#openElements.pop();
    this.#isEdge ||= closed?.isBlock ?? false;
    if (this.#links.at(-1)?.depth === this.#openElements.length) this.#leaveOut(this.#links.pop() as OpenLink);
  }

  text(text: string): void {
    if (this.#openElements.at(-1)?.path) this.#run += text;
    for (const link of this.#links) link.text += text;
  }

  #pathOf(element: XmlElement, parent: OpenElement | undefined): readonly string[] | null {
    const step = elementStep((parent?.elements ?? 0) * 2, idOf(element));
    const isBody = !this.#hasBody && this.#openElements.length === 1 && element.local.toLowerCase() === 'body';
    this.#hasBody ||= isBody;
    if (isBody) return [step];
    return parent?.path ? [...parent.path, step] : null;
  }

  #endRun(): void {
    const run = this.#run;
    const top = this.#openElements.at(-1);
    this.#run = '';
    if (run === '' || !top?.path || top.isSilent) return;
    const step = top.elements * 2 + 1;
    if (top.isRuby) {
      this.#chunks.push({ start: this.#length, length: 0, parent: top.path, step, nodes: [] });
      return;
    }
    if (this.#isEdge && this.#length > 0) {
      this.#pieces.push(BLOCK_EDGE);
      this.#length += 1;
    }
    this.#isEdge = false;
    this.#chunks.push({ start: this.#length, length: run.length, parent: top.path, step, nodes: [] });
    this.#pieces.push(run);
    this.#length += run.length;
  }

  #openLink(element: XmlElement): void {
    if (attributeOf(element, 'href') === null) return;
    this.#links.push({
      depth: this.#openElements.length,
      chunks: this.#chunks.length,
      pieces: this.#pieces.length,
      length: this.#length,
      isEdge: this.#isEdge,
      kind: kindOf(element),
      isAttached: !this.#isEdge && /\S$/.test(this.#pieces.at(-1) ?? ''),
      text: '',
      isRaised: this.#openElements.some((each) => each.isRaised),
      hasBlock: false,
    });
  }

  /** Takes the characters of a note's mark out again; its chunks stay. */
  #leaveOut(link: OpenLink): void {
    if (link.hasBlock || !isNoteMark(link)) return;
    this.#length = link.length;
    this.#isEdge = link.isEdge;
    this.#pieces.length = link.pieces;
    for (const [index, chunk] of this.#chunks.slice(link.chunks).entries())
      this.#chunks[link.chunks + index] = { ...chunk, start: link.length, length: 0 };
  }
}

/** Scripts and styles of the body. */
function isUncounted(path: readonly string[] | null, name: string): boolean {
  return path !== null && UNCOUNTED_ELEMENTS.has(name);
}

function idOf(element: XmlElement): string {
  return attributeOf(element, 'id') ?? '';
}

function attributeOf({ attributes }: XmlElement, attributeName: string): string | null {
  return attributes.find(({ name }) => name === attributeName)?.value ?? null;
}

function kindOf(element: XmlElement): string {
  return `${attributeOf(element, 'epub:type') ?? ''} ${attributeOf(element, 'role') ?? ''}`;
}
