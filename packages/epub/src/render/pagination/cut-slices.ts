import type { Slices } from './slice-window.ts';

/** A slice ends at the first heading after `EARLY`, or at any block after `LATE`, characters. */
const EARLY = 24_000;
const LATE = 44_000;

const HEADING = /^h[1-3]$/i;
/** Elements that are never hidden in part. The rows of a giant table may have other widths in each slice. */
const WHOLE = new Set(['tr', 'p', 'svg', 'math', 'pre', 'figure']);

interface Block {
  readonly element: Element;
  readonly first: number;
  last: number;
}

/** Cuts a giant chapter into slices, each of which begins a page. Writes their numbers into the items of its lists. */
export function cutSlices(body: Element): Slices {
  const blocks: Block[] = [];
  const starts: Element[] = [body];
  let length = 0;
  const visit = (parent: Element): void => {
    for (const element of parent.children) {
      const size = element.textContent.length;
      const isEarly = length > EARLY && HEADING.test(element.localName);
      if (isEarly || (length > 0 && length + size / 2 > LATE)) {
        starts.push(element);
        keepNumber(element);
        length = 0;
      }
      const block: Block = { element, first: starts.length - 1, last: starts.length - 1 };
      blocks.push(block);
      if (size > LATE / 2 && canDescend(element)) {
        keepNumber(element);
        visit(element);
        block.last = starts.length - 1;
      } else length += size;
    }
  };
  visit(body);
  return { starts, blocks };
}

/** Writes the number of a list item into the item, because hidden items before it no longer count. */
function keepNumber(item: Element): void {
  const list = item.parentElement;
  if (item.localName !== 'li' || list?.localName !== 'ol' || list.hasAttribute('reversed')) return;
  let number = Number.parseInt(list.getAttribute('start') ?? '1', 10);
  for (const each of list.children) {
    const startNumber = Number.parseInt(each.getAttribute('value') ?? '', 10);
    if (!Number.isNaN(startNumber)) number = startNumber;
    if (each === item) break;
    if (each.localName === 'li') number += 1;
  }
  item.setAttribute('value', String(number));
}

/** Whether an element contains only blocks, so that each of them can be hidden alone. */
function canDescend(element: Element): boolean {
  return element.children.length > 0 && !WHOLE.has(element.localName.toLowerCase()) && !hasText(element);
}

function hasText(element: Element): boolean {
  for (const node of element.childNodes)
    if (node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? '')) return true;
  return false;
}
