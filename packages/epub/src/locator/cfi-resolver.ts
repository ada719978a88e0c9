// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration cannot be imported.
/// <reference path="./foliate-js.d.ts" />
import * as epubcfi from 'foliate-js/epubcfi.js';
import { ownData, shownOffset } from './own-text.ts';

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
    const points = this.pointsOf(cfi);
    if (!points) return null;
    const { start, end } = points;
    // A document that is only parsed has no window of its own.
    const { StaticRange } = this.#document.defaultView ?? globalThis;
    return new StaticRange({
      startContainer: start.container,
      startOffset: start.offset,
      endContainer: end.container,
      endOffset: end.offset,
    });
  }

  /** Both ends of the range of a CFI, equal for a point; null when the CFI is invalid here. */
  pointsOf(cfi: string): { readonly start: Point; readonly end: Point } | null {
    try {
      const parsed = epubcfi.parse(cfi);
      const start = this.#pointOf(epubcfi.collapse(parsed));
      const end = this.#pointOf(epubcfi.collapse(parsed, true));
      return start && end && { start, end };
    } catch {
      return null;
    }
  }

  #pointOf(path: epubcfi.CfiPath): Point | null {
    const parts = path.at(-1) ?? [];
    let node: Element = this.#document.documentElement;
    for (const { index, id, offset } of path.length > 1 ? parts : []) {
      const { elements, texts } = this.#childrenOf(node);
      if (index % 2 === 1) {
        const at = (index - 1) / 2;
        return pointIn(texts[at] ?? [], offset ?? 0) ?? betweenElements(node, elements, at, offset ?? 0);
      }
      // Step numbers take precedence, because the CFI was made for this document and an id may occur twice. The id is
      // used when the number has no element.
      const child = elements[index / 2 - 1] ?? (id === undefined ? null : this.#document.getElementById(id));
      if (!child) return null;
      node = child;
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

/** The place between two elements that no text stands between. */
function betweenElements(parent: Element, elements: readonly Element[], at: number, offset: number): Point | null {
  if (offset > 0 || at > elements.length) return null;
  const next = elements[at];
  return { container: parent, offset: next ? [...parent.childNodes].indexOf(next) : parent.childNodes.length };
}

/** The place of a character in neighbouring text nodes, which are one text to a CFI. */
function pointIn(texts: readonly Text[], offset: number): Point | null {
  let rest = offset;
  for (const node of texts) {
    const length = ownData(node).length;
    if (rest <= length) return { container: node, offset: shownOffset(node, rest) };
    rest -= length;
  }
  return null;
}
