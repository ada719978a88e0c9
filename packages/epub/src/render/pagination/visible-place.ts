import type { TextIndex } from '../../locator/text-index.ts';
import type { PageFlow } from './page-flow.ts';

/** A place in a section that stays valid in any layout: a character, or an element on a page without text. */
export interface Place {
  readonly node: Text | Element;
  /** UTF-16 offset in the displayed text node; 0 on an element. */
  readonly offset: number;
  /** Characters of the section before the place. */
  readonly characters: number;
}

/** Range of the text nodes that are laid out: all of them, except in a giant chapter. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

const PICTURES = 'img,svg,video,audio,canvas,math,table,hr';
const SPACE = /\s/;

/**
 * First visible place of a page. Uses a binary search over the text nodes and then inside one, which reads the layout
 * about 25 times whatever the length of the chapter, where visiting every node takes a frame or more.
 */
export function firstPlaceOn(
  page: number,
  flow: PageFlow,
  text: TextIndex,
  span: TextSpan,
  body: Element,
): Place | null {
  const index = firstNodeReaching(page, flow, text, span);
  const node = index < span.to ? (text.nodes[index] as Text) : null;
  const offset = node ? firstOffsetReaching(page, flow, node) : -1;
  if (node && offset >= 0 && pageOfCharacter(flow, node, offset) === page) {
    return { node, offset, characters: text.charactersBefore(node, offset) };
  }
  const picture = [...body.querySelectorAll(PICTURES)].find((element) => {
    const rect = flow.rectOf(element);
    return rect !== null && flow.pageOf(rect) <= page && flow.pageOf(rect, 'end') >= page;
  });
  if (picture) return { node: picture, offset: 0, characters: text.startOf(text.firstAtOrAfter(picture)) };
  if (!node) return null;
  const shown = Math.max(0, offset);
  return { node, offset: shown, characters: text.charactersBefore(node, shown) };
}

/** Characters before the first one of a page, or the section's total when the rest of the span lies before it. */
export function charactersBeforePage(page: number, flow: PageFlow, text: TextIndex, span: TextSpan): number {
  const index = firstNodeReaching(page, flow, text, span);
  const node = text.nodes[index];
  if (!node || index >= span.to) return text.startOf(span.to);
  return text.charactersBefore(node, Math.max(0, firstOffsetReaching(page, flow, node)));
}

function firstNodeReaching(page: number, flow: PageFlow, text: TextIndex, span: TextSpan): number {
  let low = span.from;
  let high = span.to;
  while (low < high) {
    const middle = (low + high) >> 1;
    // Uses the page of the next displayed text for text that is not displayed.
    let nodeIndex = middle;
    let rect: DOMRect | null = null;
    while (nodeIndex < high && !rect) rect = flow.rectOf(text.nodes[nodeIndex++] as Text);
    if (rect && flow.pageOf(rect, 'end') < page) low = nodeIndex;
    else high = middle;
  }
  while (low < span.to && !flow.rectOf(text.nodes[low] as Text)) low += 1;
  return low;
}

function firstOffsetReaching(page: number, flow: PageFlow, node: Text): number {
  const { length } = node.data;
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    // Uses the next character with a box: a space that collapsed at the end of a line has none.
    let offset = middle;
    let at = -1;
    while (offset < high && at < 0) at = pageOfCharacter(flow, node, offset++);
    if (at >= 0 && at < page) low = offset;
    else high = middle;
  }
  while (low < length && (SPACE.test(node.data[low] as string) || pageOfCharacter(flow, node, low) < 0)) low += 1;
  return low < length ? low : -1;
}

function pageOfCharacter(flow: PageFlow, node: Text, offset: number): number {
  const rect = flow.rectOf(node, offset);
  return rect ? flow.pageOf(rect) : -1;
}
