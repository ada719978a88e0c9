import type { Fit, PageFlow } from './page-flow.ts';

/** Values of boxes that pages cannot divide: positioned on the sheet, or a block within a line. */
const PLACED = /^(?:absolute|fixed)$/;
const BOX_IN_LINE = /^inline-/;
const WRITTEN = '[style*="absolute"],[style*="fixed"],[style*="inline"]';

/**
 * Returns a function that puts two kinds of boxes into the flow of pages. First, a box positioned on the sheet stands
 * on the chapter's first page, whatever page its words are on, and the page's edge cuts it when its words are large:
 * the number of a note or of a page goes back into its line. Second, a box within a line cannot be divided, and would
 * lose its end when it is taller than the page. The style sheets must be in the document; later ones only add fonts.
 */
export function boxLoosener(): Fit {
  let boxes: readonly HTMLElement[] | null = null;
  const inLine = new Set<HTMLElement>();
  /** Style attributes of the divided boxes before the change. */
  const divided = new Map<HTMLElement, string>();
  return (document, flow, { height }) => {
    if (flow.isContinuous) return;
    boxes ??= findStyled(document, WRITTEN, isStiff);
    // Restores the author's style first, because another page size may have room for the box.
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
  // Leaves an element that is positioned inside a box of the book, because it moves with that box.
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

/** Whether an element stands on the first page although it follows an element on a later page. */
function isThrown(element: Element, rect: DOMRect, flow: PageFlow): boolean {
  const before = element.previousElementSibling?.getClientRects() ?? element.parentElement?.getClientRects();
  const last = before?.[before.length - 1];
  return last !== undefined && flow.pageOf(rect) === 0 && flow.pageOf(last) > 0;
}

/** Whether words in a margin are too large for it, so that a page's edge cuts them. */
function isCut(element: Element, flow: PageFlow): boolean {
  if (!element.textContent?.trim()) return false;
  return [...element.getClientRects()].some((rect) => flow.cuts(rect));
}

const isStiff = ({ position, display }: CSSStyleDeclaration): boolean =>
  PLACED.test(position) || BOX_IN_LINE.test(display);

/**
 * Finds the elements to which a rule of the book's style sheets gives a wanted style, also through a generated box, and
 * the elements that `writtenSelector` matches.
 */
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
