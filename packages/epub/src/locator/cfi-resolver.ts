// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration cannot be imported.
/// <reference path="./foliate-js.d.ts" />
import * as epubcfi from 'foliate-js/epubcfi.js';

interface Children {
  readonly elements: readonly Element[];
  /** Texts before the element with the same number; the last ones stand after all elements. */
  readonly texts: readonly (readonly Text[])[];
}

interface Point {
  readonly container: Node;
  readonly offset: number;
}

/**
 * Resolves many CFIs against one document that does not change. Remembers each parent's children, where the plain
 * function counts them anew for every CFI: five thousand highlights in a chapter of as many paragraphs.
 */
export class CfiResolver {
  readonly #document: Document;
  readonly #children = new Map<Node, Children>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** The range that a CFI names; null when it leads nowhere in this document. */
  rangeOf(cfi: string): StaticRange | null {
    try {
      const parsed = epubcfi.parse(cfi);
      const start = this.#pointOf(epubcfi.collapse(parsed));
      const end = this.#pointOf(epubcfi.collapse(parsed, true));
      if (!start || !end) return null;
      // A document that is only parsed has no window of its own.
      const { StaticRange } = this.#document.defaultView ?? globalThis;
      return new StaticRange({
        startContainer: start.container,
        startOffset: start.offset,
        endContainer: end.container,
        endOffset: end.offset,
      });
    } catch {
      return null;
    }
  }

  #pointOf(path: epubcfi.CfiPath): Point | null {
    const parts = path.at(-1) ?? [];
    let node: Element = this.#document.documentElement;
    for (const { index, id, offset } of path.length > 1 ? parts : []) {
      const { elements, texts } = this.#childrenOf(node);
      if (index % 2 === 1) return pointIn(texts[(index - 1) / 2] ?? [], offset ?? 0);
      const child = elements[index / 2 - 1];
      // An id that stands elsewhere was moved by an edition; the place went with it.
      const named = id !== undefined && child?.id !== id ? this.#document.getElementById(id) : null;
      if (!named && !child) return null;
      node = named ?? (child as Element);
    }
    return path.length > 1 ? { container: node, offset: 0 } : null;
  }

  #childrenOf(parent: Element): Children {
    const cachedChildren = this.#children.get(parent);
    if (cachedChildren) return cachedChildren;
    const elements: Element[] = [];
    const texts: Text[][] = [[]];
    for (let node = parent.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === 1) {
        elements.push(node as Element);
        texts.push([]);
      } else if (node.nodeType === 3 || node.nodeType === 4) (texts.at(-1) as Text[]).push(node as Text);
    }
    const children = { elements, texts };
    this.#children.set(parent, children);
    return children;
  }
}

/** The place of a character in neighbouring text nodes, which are one text to a CFI. */
function pointIn(texts: readonly Text[], offset: number): Point | null {
  let rest = offset;
  for (const node of texts) {
    if (rest <= node.data.length) return { container: node, offset: rest };
    rest -= node.data.length;
  }
  return null;
}
