import type { Room, PageFlow } from './page-flow.ts';
import { WIDE } from './theme-css.ts';

/** Content that cannot be broken and may be wider than the page. */
export const WIDE_CONTENT = 'math,table';
/** Least size at which a fitted table is legible: this part of the text's size, and so many px. */
const SMALLEST_PART = 0.45;
const SMALLEST_TEXT = 9;
/** A formula scrolls before its letters get smaller than this, px: its signs are smaller still. */
const SMALLEST_FORMULA = 12;
/** Lines that are hard to read are better than lines that are nowhere. */
const SMALLEST_WHOLE = 0.3;
const PASSES = 6;

/** Width that an element's block has for it, px: in a list or a quotation less than the column. */
function roomOf(element: Element): number {
  let block = element.parentElement;
  // What stands in a line has no width of its own to give.
  while (block && block.clientWidth === 0) block = block.parentElement;
  if (!block) return Infinity;
  const { paddingLeft, paddingRight, textIndent } = getComputedStyle(block);
  // A formula in the first line of a paragraph begins after its indent, which may have a limit (`rewrite-css.ts`).
  const indent = Number(/^(?:min\()?([\d.]+)px/.exec(textIndent)?.[1] ?? '0');
  return block.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - indent || Infinity;
}

/**
 * Makes formulas and tables that are wider than the column smaller until they fit; the page clips what stands out,
 * so that it does not cover the next one. A formula that would be hard to read then scrolls by itself. It is never
 * divided between pages: one that is higher than the page gets smaller too, since its last lines would be nowhere.
 */
export function fitWide(document: Document, _flow: PageFlow, room: Room): void {
  const elements = [...document.body.querySelectorAll<HTMLElement>(WIDE_CONTENT)].filter(
    (element) => !element.parentElement?.closest(WIDE_CONTENT),
  );
  for (const element of elements) {
    if (element.style.zoom) element.style.zoom = '';
    element.removeAttribute(WIDE);
  }
  // A smaller one has more room for its rows, and may set them out wider than before.
  let wideElements = elements;
  for (let pass = 0; pass < PASSES && wideElements.length > 0; pass += 1) wideElements = shrink(wideElements, room);
  const formulas = elements.filter(({ localName }) => localName === 'math');
  const tooWide = formulas.filter((each) => widthOf(each) > Math.min(room.column, roomOf(each)) + 1);
  for (const element of tooWide) element.setAttribute(WIDE, '');
}

/** @returns those that became smaller */
function shrink(elements: readonly HTMLElement[], room: Room): HTMLElement[] {
  // All are measured before any is changed: one layout, not one for each.
  const zooms = elements.map((element) => zoomOf(element, room));
  return elements.filter((element, index) => {
    const zoom = zooms[index] as number;
    const isSmaller = zoom < Number(element.style.zoom || '1');
    if (isSmaller) element.style.zoom = String(zoom);
    return isSmaller;
  });
}

/** Width that an element needs as it is now, px. */
function widthOf(element: HTMLElement): number {
  const { width } = element.getBoundingClientRect();
  return Math.max((element.scrollWidth || 0) * Number(element.style.zoom || '1'), width);
}

function zoomOf(element: HTMLElement, { column, height, fontSize }: Room): number {
  const now = Number(element.style.zoom || '1');
  const isFormula = element.localName === 'math';
  const smallest = isFormula
    ? Math.min(1, SMALLEST_FORMULA / fontSize)
    : Math.min(SMALLEST_PART, SMALLEST_TEXT / fontSize);
  const rect = element.getBoundingClientRect();
  const width = widthOf(element);
  const across = width > 0 ? Math.min(column, roomOf(element)) / width : 1;
  const isHigh = isFormula && rect.height > height;
  const down = isHigh ? Math.max(SMALLEST_WHOLE, (now * height) / rect.height) : 1;
  const fitting = across < 1 ? Math.floor(across * now * 100) / 100 : now;
  return Math.min(down, Math.max(Math.min(smallest, now), fitting));
}
