import type { PageFlow } from './page-flow.ts';
import { KEPT } from './theme-css.ts';

/** Most layouts after the first: a chapter needs one or two, and a book that is made to need more shall not hold a turn up. */
const MOST = 5;

/**
 * Keeps paragraphs of three lines on one page. The browser gives `orphans` precedence over `widows`: it divides three
 * lines after the second where two have room, and the next page begins with the last one alone. Leaves a layout without
 * such a page as it is; otherwise marks the first paragraph that is divided so, and all after it that are as high, and
 * looks again.
 */
export function keepLines(document: Document, { isContinuous, isVertical }: PageFlow): void {
  if (isContinuous || isVertical) return;
  let rest = [...document.querySelectorAll<HTMLElement>('p,li,dd')];
  for (const paragraph of rest) paragraph.removeAttribute(KEPT);
  for (let left = MOST; left > 0; left -= 1) {
    let line = 0;
    const at = rest.findIndex((paragraph) => (line = lineOfDivided(paragraph)) > 0);
    if (at < 0) return;
    rest = rest.slice(at);
    const kept = rest.filter(({ offsetHeight }, index) => index === 0 || Math.round(offsetHeight / line) === 3);
    for (const paragraph of kept) paragraph.setAttribute(KEPT, '');
  }
}

/** Height of a line of a paragraph whose third and last line stands on another page, px; 0 for any other. */
function lineOfDivided(paragraph: Element): number {
  const [first, last, further] = paragraph.getClientRects();
  if (!first || !last || further) return 0;
  const line = Number.parseFloat(getComputedStyle(paragraph).lineHeight);
  // The first part reaches down to the page's end, which may be more than two lines.
  return Math.floor(first.height / line + 0.1) === 2 && Math.round(last.height / line) === 1 ? line : 0;
}
