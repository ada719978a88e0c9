/** Number of pages, and how many of them begin or end badly. */
export interface PageEnds {
  readonly pages: number;
  /** Pages that begin with the last line of a paragraph. */
  readonly widows: number;
  /** Pages that end with the first line of a paragraph. */
  readonly orphans: number;
  /** Pages that end with a heading whose text follows on the next page. */
  readonly headings: number;
}

declare global {
  interface Window {
    countPageEnds: (url: string) => Promise<PageEnds>;
  }
}

export const NO_PAGES: PageEnds = { pages: 0, widows: 0, orphans: 0, headings: 0 };

export function sumOf(one: PageEnds, other: PageEnds): PageEnds {
  return {
    pages: one.pages + other.pages,
    widows: one.widows + other.widows,
    orphans: one.orphans + other.orphans,
    headings: one.headings + other.headings,
  };
}

const BLOCKS = 'p,li,dd,dt,blockquote,h1,h2,h3,h4,h5,h6';
const HEADING = /^h[1-6]$/;

interface Line {
  readonly block: Element;
  readonly page: number;
  readonly top: number;
}

/**
 * Counts the faults of a section whose pages stand side by side.
 * @param pageWidth px
 */
export function pageEndsOf(document: Document, pageWidth: number): PageEnds {
  const lines = [...document.body.querySelectorAll(BLOCKS)]
    .filter((block) => !block.querySelector(BLOCKS))
    .map((block) => linesOf(block, pageWidth))
    .filter((found) => found.length > 0);
  let widows = 0;
  let orphans = 0;
  for (const found of lines) {
    const [first, last] = [found[0] as Line, found.at(-1) as Line];
    if (first.page === last.page || HEADING.test(first.block.localName)) continue;
    if (found.filter(({ page }) => page === first.page).length === 1) orphans += 1;
    if (found.filter(({ page }) => page === last.page).length === 1) widows += 1;
  }
  const all = lines.flat();
  const headings = all.filter(
    ({ block, page }, at) => HEADING.test(block.localName) && (all[at + 1]?.page ?? page) > page,
  ).length;
  return { pages: new Set(all.map(({ page }) => page)).size, widows, orphans, headings };
}

/** Returns the lines of a block in order; pieces of text at the same height of a page are one line. */
function linesOf(block: Element, pageWidth: number): Line[] {
  const range = block.ownerDocument.createRange();
  range.selectNodeContents(block);
  const { scrollX } = block.ownerDocument.defaultView as Window;
  const lines: Line[] = [];
  for (const { left, top, width, height } of range.getClientRects()) {
    if (width < 1 || height < 1) continue;
    const page = Math.floor((left + width / 2 + scrollX) / pageWidth);
    const middle = top + height / 2;
    const isKnown = lines.some((line) => line.page === page && Math.abs(line.top - middle) < height / 2);
    if (!isKnown) lines.push({ block, page, top: middle });
  }
  return lines;
}
