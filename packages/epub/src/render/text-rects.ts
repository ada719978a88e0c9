import type { TextIndex } from '../locator/text-index.ts';

/**
 * Boxes of the text between two points of the document, one or more for each line and inline element. Asks text nodes
 * only: a range would also give the boxes of the blocks that it holds whole.
 *
 * @param limit stop after so many text nodes
 */
export function textRects(range: AbstractRange, text: TextIndex, limit = 2000): DOMRect[] {
  const { startContainer, startOffset, endContainer, endOffset } = range;
  const first = text.firstAtOrAfter(startContainer, startOffset);
  const last = Math.min(lastBefore(endContainer, endOffset, text), first + limit);
  const asked = (startContainer.ownerDocument as Document).createRange();
  const rects: DOMRect[] = [];
  for (let index = first; index <= last; index += 1) {
    const node = text.nodes[index] as Text;
    asked.setStart(node, node === startContainer ? Math.min(startOffset, node.data.length) : 0);
    asked.setEnd(node, node === endContainer ? Math.min(endOffset, node.data.length) : node.data.length);
    for (const rect of asked.getClientRects()) if (rect.width > 0 && rect.height > 0) rects.push(rect);
  }
  return rects;
}

function lastBefore(container: Node, offset: number, text: TextIndex): number {
  const next = text.firstAtOrAfter(container, offset);
  return text.nodes[next] === container ? next : next - 1;
}
