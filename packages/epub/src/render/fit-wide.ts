/** Content that cannot be broken and may be wider than the page. */
const WIDE = 'math,table';
/** Nobody can read less than this part of the text's size, nor letters smaller than so many px. */
const SMALLEST_PART = 0.45;
const SMALLEST_TEXT = 9;

/** Width that an element's block has for it, px: in a list or a quotation less than the column. */
function roomOf(element: Element): number {
  let block = element.parentElement;
  // What stands in a line has no width of its own to give.
  while (block && block.clientWidth === 0) block = block.parentElement;
  if (!block) return Infinity;
  const { paddingLeft, paddingRight } = getComputedStyle(block);
  return block.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) || Infinity;
}

/**
 * Makes formulas and tables that are wider than the column smaller until they fit; the page clips what stands out,
 * so that it does not cover the next one. Undoes what it did before, for another size or font.
 *
 * @param column width of the text, `fontSize` its size, px
 */
export function fitWide(document: Document, column: number, fontSize: number): void {
  const smallest = Math.min(SMALLEST_PART, SMALLEST_TEXT / fontSize);
  const elements = [...document.body.querySelectorAll<HTMLElement>(WIDE)].filter(
    (element) => !element.parentElement?.closest(WIDE),
  );
  if (elements.length === 0) return;
  for (const { style } of elements) if (style.zoom) style.zoom = '';
  // All are measured before any is changed: one layout, not one for each.
  const parts = elements.map((element) => {
    const width = Math.max(element.scrollWidth || 0, element.getBoundingClientRect().width);
    return width > 0 ? Math.min(column, roomOf(element)) / width : 1;
  });
  elements.forEach(({ style }, index) => {
    const part = parts[index] as number;
    if (part < 1) style.zoom = String(Math.max(smallest, Math.floor(part * 100) / 100));
  });
}
