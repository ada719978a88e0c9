/** Content that cannot be broken and may be wider than the page. */
const WIDE = 'math,table';
/** Nobody can read less than this part of the text's size, nor letters smaller than so many px. */
const SMALLEST_PART = 0.45;
const SMALLEST_TEXT = 9;
/** Lines that are hard to read are better than lines that are nowhere. */
const SMALLEST_WHOLE = 0.3;
const PASSES = 3;

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

/** Room that a page has for text, px; the height is that of what cannot be divided. */
interface Room {
  readonly column: number;
  readonly height: number;
}

/**
 * Makes formulas and tables that are wider than the column smaller until they fit; the page clips what stands out,
 * so that it does not cover the next one. A formula is never divided between pages: one that is higher than the page
 * gets smaller too, since its last lines would be nowhere. Undoes what it did before, for another size or font.
 *
 * @param fontSize size of the text, px
 */
export function fitWide(document: Document, room: Room, fontSize: number): void {
  const smallest = Math.min(SMALLEST_PART, SMALLEST_TEXT / fontSize);
  const elements = [...document.body.querySelectorAll<HTMLElement>(WIDE)].filter(
    (element) => !element.parentElement?.closest(WIDE),
  );
  for (const { style } of elements) if (style.zoom) style.zoom = '';
  // A smaller one has more room for its rows, and may set them out wider than before.
  let left = elements;
  for (let pass = 0; pass < PASSES && left.length > 0; pass += 1) left = shrink(left, room, smallest);
}

/** @returns those that became smaller */
function shrink(elements: readonly HTMLElement[], room: Room, smallest: number): HTMLElement[] {
  // All are measured before any is changed: one layout, not one for each.
  const zooms = elements.map((element) => zoomOf(element, room, smallest));
  return elements.filter((element, index) => {
    const zoom = zooms[index] as number;
    const isSmaller = zoom < Number(element.style.zoom || '1');
    if (isSmaller) element.style.zoom = String(zoom);
    return isSmaller;
  });
}

function zoomOf(element: HTMLElement, { column, height }: Room, smallest: number): number {
  const now = Number(element.style.zoom || '1');
  const rect = element.getBoundingClientRect();
  const width = Math.max((element.scrollWidth || 0) * now, rect.width);
  const across = width > 0 ? Math.min(column, roomOf(element)) / width : 1;
  const isHigh = element.localName === 'math' && rect.height > height;
  const down = isHigh ? Math.max(SMALLEST_WHOLE, (now * height) / rect.height) : 1;
  const fitting = across < 1 ? Math.floor(across * now * 100) / 100 : now;
  return Math.min(down, Math.max(Math.min(smallest, now), fitting));
}
