import type { SectionContent } from '../sections/load-section.ts';
import type { SectionFrame } from '../sections/section-frame.ts';
import { axisOf, PageFlow } from './page-flow.ts';
import {
  AWAY,
  columnsOf,
  highlightCss,
  ODD,
  plainCss,
  textHeightOf,
  themeCss,
  type ViewSettings,
} from './theme-css.ts';

/** Content that cannot be broken and may be wider than the page. */
const WIDE = 'math,table';
/** Nobody can read less than this part of the text's size, nor letters smaller than so many px. */
const SMALLEST_PART = 0.45;
const SMALLEST_TEXT = 9;
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
function fitWide(document: Document, room: Room, fontSize: number): void {
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

/** Text laid out after the place a section opens at, characters: a few pages of the smallest size. */
const ENOUGH = 8000;
/** Content whose beginning looks different when its end is missing. */
const WHOLE = new Set(['table', 'p', 'svg', 'math', 'pre', 'figure', 'h1', 'h2', 'h3']);

/**
 * Takes what follows the first pages out of the layout, so that the page asked for shows without waiting for the
 * rest of its chapter. Nothing before the place is touched: its page stays the same when the rest comes back.
 *
 * @param place where the section opens; null for its beginning
 * @returns the hidden elements, for {@link showTail}
 */
export function hideTail(body: Element, place: Node | null): readonly Element[] {
  const hidden: Element[] = [];
  let isPast = place === null;
  let length = 0;
  const visit = (parent: Element): void => {
    for (const element of parent.children) {
      if (length > ENOUGH) {
        hidden.push(element);
        continue;
      }
      const holdsPlace = !isPast && element.contains(place);
      const size = element.textContent.length;
      if (size > ENOUGH && element.children.length > 0 && !WHOLE.has(element.localName)) visit(element);
      else if (isPast || holdsPlace) length += size;
      isPast ||= holdsPlace;
    }
  };
  visit(body);
  for (const element of hidden) element.setAttribute(AWAY, '');
  return hidden;
}

/** Brings everything back. */
export function showTail(hidden: readonly Element[]): void {
  for (const element of hidden) element.removeAttribute(AWAY);
}

/** A drawn page fills its viewport; the browser's own margin would push its edge out of sight. */
const FIXED = 'html{overflow:hidden!important}:where(body){margin:0}';

/** Gives a frame its size and styles, and says how its pages follow each other. Vertical writing is always paged. */
export function layOutFrame(frame: SectionFrame, content: SectionContent, settings: ViewSettings): PageFlow {
  const { theme, size, fontFaces, fallbackFont } = settings;
  const { kind, viewport } = content;
  frame.fit(size, kind === 'fixed' ? viewport : null);
  if (kind !== 'flow') {
    frame.style(highlightCss(theme) + (kind === 'fixed' ? FIXED : plainCss(theme)));
    return new PageFlow(frame.document, 'ltr', size.width);
  }
  const css = (vertical: boolean): string =>
    fontFaces + themeCss(theme, size, vertical, fallbackFont) + highlightCss(theme);
  // Nearly every book is written in lines: asking after the guess spares the styles one whole computation.
  frame.style(css(false));
  const axis = axisOf(frame.document);
  if (axis === 'vertical') frame.style(css(true));
  const isContinuous = axis !== 'vertical' && theme.flow === 'scrolled-doc';
  const length = axis === 'vertical' || isContinuous ? size.height : size.width;
  return new PageFlow(frame.document, isContinuous ? 'continuous' : axis, length);
}

/** Fits what is too wide, loosens what is too stiff, and counts the pages; forces layout. */
export function countPages(
  { kind, loosen }: SectionContent,
  document: Document,
  flow: PageFlow,
  { theme, size }: ViewSettings,
): number {
  if (kind !== 'flow') return 1;
  const columns = columnsOf(theme, size);
  const height = flow.isContinuous ? Number.POSITIVE_INFINITY : textHeightOf(theme, size);
  if (!flow.isContinuous) loosen?.(document, flow, height);
  const column = size.width / columns - theme.marginLeft - theme.marginRight;
  fitWide(document, { column, height }, theme.fontSize);
  if (columns === 2) {
    document.documentElement.removeAttribute(ODD);
    const isOdd = flow.count(flow.size / 2) % 2 === 1;
    document.documentElement.toggleAttribute(ODD, isOdd);
  }
  return flow.count();
}
