import type { Room, PageFlow } from './page-flow.ts';
import { LAYER, WIDE } from './theme-css.ts';

/** Content that cannot be broken and may be wider than the page. */
export const WIDE_CONTENT = 'math,table';
/** Smallest size to which letters of a table or a formula shrink before it scrolls instead, px. */
const SMALLEST_TEXT = 12;
/** Marks tables that are wider and higher than the page; their cells are displayed one below the other. */
const STACKED = 'data-reader-stacked';
/** Marks cells with a word too long for a narrow column, which may be broken anywhere. */
const BROKEN = 'data-reader-broken';
/** A run of letters longer than any language's words: an address, an identifier, a line of signs. */
const UNBROKEN = /[^\s\u00AD\u200B]{24,}/;
/** Marks the style element for these tables. */
const STYLE = 'data-reader-tables';
/** Marks the style element for the lines of formulas and cells. */
const LINES = 'data-reader-lines';
/** Number of cells whose font size is read. */
const CELLS_ASKED = 40;
/** Smallest scale for content that would otherwise lose lines: tiny letters are better than missing ones. */
const SMALLEST_WHOLE = 0.3;
const PASSES = 6;

/** Width that an element's block leaves for it, px: in a list or a quotation less than the column. */
function roomOf(element: Element): number {
  let block = element.parentElement;
  // An inline element has no width of its own.
  while (block && block.clientWidth === 0) block = block.parentElement;
  if (!block) return Infinity;
  const { paddingLeft, paddingRight, textIndent } = getComputedStyle(block);
  // A formula in the first line of a paragraph begins after its indent, which may have a limit (`rewrite-css.ts`).
  const indent = Number(/^(?:min\()?([\d.]+)px/.exec(textIndent)?.[1] ?? '0');
  return block.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - indent || Infinity;
}

/**
 * Shrinks formulas and tables that are wider than the column until they fit; the page clips overflowing content, so
 * that it does not cover the next page. A box that would be too small to read scrolls sideways instead, and is not
 * divided between pages: a formula that is higher than the page shrinks too, and a table displays its cells one below
 * the other.
 */
export function fitWide(document: Document, _flow: PageFlow, room: Room): void {
  styleLines(document);
  const elements = [...document.body.querySelectorAll<HTMLElement>(WIDE_CONTENT)].filter(
    (element) => !element.parentElement?.closest(WIDE_CONTENT),
  );
  for (const element of elements) {
    if (element.style.zoom) element.style.zoom = '';
    // Removes the stop of the Tab key only from elements that the engine made scrollable.
    if (element.getAttribute(WIDE) === OWN_STOP) element.removeAttribute('tabindex');
    element.removeAttribute(WIDE);
    element.removeAttribute(STACKED);
    for (const cell of element.querySelectorAll(`[${BROKEN}]`)) cell.removeAttribute(BROKEN);
  }
  const tables = elements.filter((each) => each.localName === 'table' && isTooWide(each, room));
  const hasBroken = tables.map(breakLongWords).includes(true);
  if (hasBroken) styleTables(document);
  // Repeats, because a smaller formula has more room for its rows and may become wider again.
  let wideElements = elements;
  for (let pass = 0; pass < PASSES && wideElements.length > 0; pass += 1) wideElements = shrink(wideElements, room);
  const tooWide = elements
    .filter((each) => isTooWide(each, room))
    // A box that scrolls is not divided between pages, so that a table higher than the page would lose its last rows.
    .map((element) => ({ element, isHigh: element.localName === 'table' && heightOf(element) > room.height }));
  for (const { element, isHigh } of tooWide) {
    if (isHigh) element.setAttribute(STACKED, '');
    else scrollSideways(element);
  }
  if (tooWide.length > 0) styleTables(document);
}

/** Whether an element is wider than its block. */
const isTooWide = (element: HTMLElement, { column }: Room): boolean =>
  widthOf(element) > Math.min(column, roomOf(element)) + 1;

/** Keeps the words of a formula in one line, which may scroll, and gives cells the writing mode of the text around. */
function styleLines(document: Document): void {
  if (document.querySelector(`style[${LINES}]`)) return;
  const style = document.createElement('style');
  style.setAttribute(LINES, '');
  style.textContent = `@layer ${LAYER}{mtext{white-space:nowrap!important}table,tr,td,th{writing-mode:inherit!important}}`;
  document.head.append(style);
}

/**
 * Lets long addresses in cells break, because such a cell would make its table as wide as the address.
 * @returns whether there is one
 */
function breakLongWords(table: HTMLElement): boolean {
  const cells = [...table.querySelectorAll('td,th')].filter((cell) => UNBROKEN.test(cell.textContent));
  for (const cell of cells) cell.setAttribute(BROKEN, '');
  return cells.length > 0;
}

/**
 * Draws shadows at the edges behind which a table has more content: the box has the shadows, and covers that scroll
 * with the content hide them at either end.
 */
function styleTables(document: Document): void {
  const { backgroundColor, color } = getComputedStyle(document.documentElement);
  const shadow = `color-mix(in srgb,${color} 40%,transparent)`;
  const edges = [
    { ink: `${backgroundColor} 50%`, width: 24, moves: 'local' },
    { ink: shadow, width: 12, moves: 'scroll' },
  ].flatMap(({ ink, width, moves }) =>
    ['left', 'right'].map(
      (side) =>
        `linear-gradient(to ${side === 'left' ? 'right' : 'left'},${ink},transparent) ${side}/${width}px 100% no-repeat ${moves}`,
    ),
  );
  const style = document.querySelector(`[${STYLE}]`) ?? document.createElement('style');
  style.setAttribute(STYLE, '');
  style.textContent = `table[${WIDE}]{display:block!important;width:auto!important;color:inherit!important;background:${edges.join()}!important}
[${BROKEN}]{overflow-wrap:anywhere!important}
[${STACKED}],[${STACKED}] :is(tbody,thead,tfoot,tr,td,th,caption){display:block!important;width:auto!important}
[${STACKED}] tr{border-top:1px solid!important}`;
  document.head.append(style);
}

/** Value of the mark on an element that the engine made focusable, so that arrow keys can scroll it. */
const OWN_STOP = 'stop';

function scrollSideways(element: HTMLElement): void {
  const hasStop = element.hasAttribute('tabindex');
  element.setAttribute(WIDE, hasStop ? '' : OWN_STOP);
  if (!hasStop) element.setAttribute('tabindex', '0');
  element.addEventListener('keydown', keepArrow);
}

/** Keeps an arrow key from turning the page while the focused box can scroll in the key's direction. */
function keepArrow(event: KeyboardEvent): void {
  const box = event.currentTarget as Element;
  if (!box.hasAttribute(WIDE) || !/^Arrow(?:Left|Right)$/.test(event.key)) return;
  const most = box.scrollWidth - box.clientWidth;
  const at = Math.abs(box.scrollLeft);
  const isOnward = (event.key === 'ArrowRight') === box.scrollLeft >= 0;
  if (isOnward ? at < most - 1 : at > 1) event.stopPropagation();
}

/** @returns the elements that became smaller */
function shrink(elements: readonly HTMLElement[], room: Room): HTMLElement[] {
  // Measures all elements before changing any, so that the browser computes one layout and not one for each.
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
  // An element that crosses pages has several pieces; the widest one counts.
  const width = Math.max(0, ...[...element.getClientRects()].map((rect) => rect.width));
  return Math.max((element.scrollWidth || 0) * Number(element.style.zoom || '1'), width);
}

/** Height of all pieces of an element, px. */
function heightOf(element: HTMLElement): number {
  return [...element.getClientRects()].reduce((sum, { height }) => sum + height, 0);
}

/** Part of its size to which an element may shrink. */
function smallestZoom(element: HTMLElement, fontSize: number): number {
  if (element.localName === 'math') return Math.min(1, SMALLEST_TEXT / fontSize);
  const cells = [...element.querySelectorAll('td,th')].slice(0, CELLS_ASKED);
  const sizes = cells.map((cell) => Number.parseFloat(getComputedStyle(cell).fontSize));
  return Math.min(1, SMALLEST_TEXT / Math.min(fontSize, ...sizes));
}

function zoomOf(element: HTMLElement, { column, height, fontSize }: Room): number {
  const now = Number(element.style.zoom || '1');
  const isFormula = element.localName === 'math';
  const smallest = smallestZoom(element, fontSize);
  const rect = element.getBoundingClientRect();
  const width = widthOf(element);
  const across = width > 0 ? Math.min(column, roomOf(element)) / width : 1;
  const isHigh = isFormula && rect.height > height;
  const down = isHigh ? Math.max(SMALLEST_WHOLE, (now * height) / rect.height) : 1;
  const fitting = across < 1 ? Math.floor(across * now * 100) / 100 : now;
  return Math.min(down, Math.max(Math.min(smallest, now), fitting));
}
