import type { Fit, PageFlow } from './page-flow.ts';

/** Values that make a box which pages cannot hold: placed on the sheet, or indivisible in its line. */
const PLACED = /^(?:absolute|fixed)$/;
const BOX_IN_LINE = /^inline-/;
const WRITTEN = '[style*="absolute"],[style*="fixed"],[style*="inline-"]';

/**
 * Lets two kinds of boxes into the flow of pages. A box placed on the sheet stands on the chapter's first page,
 * whatever page its words are on, and is cut by the edge when they are large: a note's or a page's number goes back
 * into its line. And a box in a line cannot be divided: one that is taller than the page would lose its end. The sheets
 * must be in the document; later ones only bring fonts.
 */
export function boxLoosener(): Fit {
  let boxes: readonly HTMLElement[] | null = null;
  const inLine = new Set<HTMLElement>();
  /** The elements' own style before the change. */
  const divided = new Map<HTMLElement, string>();
  return (document, flow, { height }) => {
    if (flow.isContinuous) return;
    boxes ??= findStyled(document, WRITTEN, isStiff);
    // Another page size may have room for the box as its author wrote it.
    for (const [box, style] of divided) box.style.cssText = style;
    divided.clear();
    // Reads all elements before changing any, so that the browser computes one layout and not one for each.
    const kinds = boxes.map((box) => (inLine.has(box) ? null : kindOf(box, flow, height)));
    boxes.forEach((box, index) => {
      if (kinds[index] === 'line') {
        inLine.add(box);
        box.style.setProperty('position', 'static', 'important');
      } else if (kinds[index] === 'block') {
        divided.set(box, box.style.cssText);
        box.style.setProperty('display', 'block', 'important');
      }
    });
  };
}

function kindOf(box: HTMLElement, flow: PageFlow, height: number): 'line' | 'block' | null {
  const rect = flow.rectOf(box);
  if (!rect) return null;
  const { position, display, clip, clipPath } = styleOf(box);
  if (BOX_IN_LINE.test(display)) return rect.height > height ? 'block' : null;
  if (!PLACED.test(position) || isHidden(box, rect) || clip !== 'auto' || clipPath !== 'none') return null;
  // An element that is placed inside a box of the book moves with that box.
  if (box.offsetParent && box.offsetParent !== box.ownerDocument.body) return null;
  return standsInLine(box) || isThrown(box, rect, flow) || isCut(box, flow) ? 'line' : null;
}

const styleOf = (element: Element): CSSStyleDeclaration =>
  (element.ownerDocument.defaultView as Window).getComputedStyle(element);

/** Whether the author hid the element from sight and left it for screen readers. */
function isHidden({ ownerDocument }: Element, { left, right, bottom, width, height }: DOMRect): boolean {
  const { scrollX, innerWidth } = ownerDocument.defaultView as Window;
  const isBeside = scrollX < 0 ? left + scrollX >= innerWidth : right + scrollX <= 0;
  return isBeside || bottom <= 0 || (width <= 1 && height <= 1);
}

/** Whether there is text beside an element in the same line. */
function standsInLine(element: Element): boolean {
  for (let at = element; at.parentElement; at = at.parentElement) {
    for (const node of at.parentElement.childNodes) {
      if (node === at || !node.textContent?.trim()) continue;
      if (node.nodeType === Node.TEXT_NODE) return true;
      if (node.nodeType === Node.ELEMENT_NODE && styleOf(node as Element).display === 'inline') return true;
    }
    if (styleOf(at.parentElement).display !== 'inline') return false;
  }
  return false;
}

/** Whether an element stands on the first page, and what it follows on a later one. */
function isThrown(element: Element, rect: DOMRect, flow: PageFlow): boolean {
  const before = element.previousElementSibling?.getClientRects() ?? element.parentElement?.getClientRects();
  const last = before?.[before.length - 1];
  return last !== undefined && flow.pageOf(rect) === 0 && flow.pageOf(last) > 0;
}

/** Whether words that were put into a margin are too large for it: a page's edge goes through them. */
function isCut(element: Element, flow: PageFlow): boolean {
  if (!element.textContent?.trim()) return false;
  return [...element.getClientRects()].some((rect) => flow.cuts(rect));
}

const isStiff = ({ position, display }: CSSStyleDeclaration): boolean =>
  PLACED.test(position) || BOX_IN_LINE.test(display);

/** Elements that a rule of the book's sheets may give a style that is looked for, themselves or a generated box, and those that `written` finds. */
export function findStyled(
  document: Document,
  writtenSelector: string,
  isWanted: (style: CSSStyleDeclaration) => boolean,
): HTMLElement[] {
  const selectors = new Set([writtenSelector]);
  for (const sheet of document.styleSheets) gather(sheet.cssRules, selectors, isWanted);
  const boxes = new Set<HTMLElement>();
  for (const selector of selectors) {
    for (const element of matching(document.body, selector))
      if ('offsetParent' in element) boxes.add(element as HTMLElement);
  }
  return [...boxes];
}

function gather(rules: CSSRuleList, selectors: Set<string>, isWanted: (style: CSSStyleDeclaration) => boolean): void {
  for (const rule of rules) {
    const { selectorText, style, cssRules } = rule as Partial<CSSStyleRule>;
    if (selectorText && style && isWanted(style)) selectors.add(selectorText);
    if (cssRules) gather(cssRules, selectors, isWanted);
  }
}

function matching(body: Element, selector: string): Iterable<Element> {
  try {
    // A selector of `querySelectorAll` has no namespaces, so that `epub|type` matches in any of them.
    const plain = selector.replaceAll(/[\w-]+\|(?!=)/g, '*|').replaceAll(/::?(?:before|after)\b/gi, '');
    return body.querySelectorAll(plain || '*');
  } catch {
    return [];
  }
}
