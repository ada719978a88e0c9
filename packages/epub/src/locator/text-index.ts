import { countedLength, UNCOUNTED_ELEMENTS } from '../container/counted-text.ts';
import { ownData, ownOffset, shownOffset } from './own-text.ts';

/** A place in a section's text: a text node and a UTF-16 offset in it as it is shown. */
export interface TextPosition {
  readonly node: Text;
  readonly offset: number;
}

/**
 * The counted text nodes of a document's body in order, with the characters before each: the measure of locations
 * and percentages (`counted-text.ts`, publication record `Section.characters`). It belongs to the document, not to its
 * layout, so that font, size and hidden parts change nothing in it.
 */
export class TextIndex {
  readonly nodes: readonly Text[];
  /** Characters of the whole body. */
  readonly total: number;
  readonly #starts: readonly number[];
  #order: Map<Text, number> | null = null;

  constructor(body: Node) {
    const nodes: Text[] = [];
    const starts: number[] = [];
    let total = 0;
    const add = (text: readonly Text[]): void => {
      // Neighbouring text and CDATA nodes are one text: blank ones count when the whole does.
      if (!text.some((node) => countedLength(node.data) > 0)) return;
      for (const node of text) {
        nodes.push(node);
        starts.push(total);
        total += ownData(node).length;
      }
    };
    let text: Text[] = [];
    const walker = (body.ownerDocument as Document).createTreeWalker(body, SHOW_TEXT_AND_CDATA);
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      if (UNCOUNTED_ELEMENTS.has(node.parentElement?.localName ?? '')) continue;
      if (text.length > 0 && node.previousSibling !== text.at(-1)) {
        add(text);
        text = [];
      }
      text.push(node);
    }
    add(text);
    this.nodes = nodes;
    this.#starts = starts;
    this.total = total;
  }

  /** Characters before the node with this number; the total when there is no such node. */
  startOf(index: number): number {
    return this.#starts[index] ?? this.total;
  }

  /** Number of a text node, or -1 for a blank or foreign one. */
  indexOf(node: Text): number {
    this.#order ??= new Map(this.nodes.map((each, index) => [each, index]));
    return this.#order.get(node) ?? -1;
  }

  /** Number of the first text node at or after a point of the document; `nodes.length` when none follows. */
  firstAtOrAfter(container: Node, offset = 0): number {
    if (container.nodeType === TEXT_NODE || container.nodeType === CDATA_NODE) {
      const index = this.indexOf(container as Text);
      if (index >= 0) return index;
    }
    const child = container.childNodes[offset];
    let low = 0;
    let high = this.nodes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const node = this.nodes[middle] as Text;
      if (child ? isBefore(node, child) : isBefore(node, container)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Characters before a point of the document. */
  charactersBefore(container: Node, offset: number): number {
    const index = this.firstAtOrAfter(container, offset);
    const node = this.nodes[index];
    return this.startOf(index) + (node === container ? Math.min(ownOffset(node, offset), ownData(node).length) : 0);
  }

  /** The place that has this many characters before it; null in a document without text. */
  positionAt(characters: number): TextPosition | null {
    let low = 0;
    let high = this.nodes.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= characters) low = middle;
      else high = middle - 1;
    }
    const node = this.nodes[low];
    if (!node) return null;
    const inside = characters - (this.#starts[low] as number);
    return { node, offset: shownOffset(node, Math.max(0, Math.min(inside, ownData(node).length - 1))) };
  }
}

const SHOW_TEXT_AND_CDATA = 0x4 | 0x8;
const TEXT_NODE = 3;
const CDATA_NODE = 4;

/** Whether a text node ends before `place` begins; a node inside `place` is not before it. */
function isBefore(node: Node, place: Node): boolean {
  return (place.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
}
