import { styleOf } from './text-surroundings.ts';

/** A text and its lines, in coordinates of the whole sheet. */
export interface Stand {
  readonly text: Text;
  readonly rects: readonly DOMRect[];
}

const POSITIONED = /^(?:absolute|fixed|relative)$/;
const PICTURES = 'img,svg,video,hr,div:empty,p:empty,span:empty';
/** Greatest number of elements between a picture and the box that also contains words. */
const DEEPEST = 8;

/** Finds the elements whose generated boxes lie over words. */
export async function boxesUnderGenerated(document: Document): Promise<HTMLElement[]> {
  // Imports on demand: a static import would be one more file for each page that preloads the reader.
  const { findStyled } = await import('./loosen-boxes.ts');
  const isOver = ({ position, background, backgroundColor, backgroundImage }: CSSStyleDeclaration): boolean =>
    POSITIONED.test(position) || `${background}${backgroundColor}${backgroundImage}` !== '';
  return findStyled(document, ':not(*)', isOver).filter((element) =>
    ['::before', '::after'].some((generated) => {
      const { content, position, zIndex, backgroundColor, backgroundImage } = styleOf(element, generated);
      const isPainted = backgroundImage !== 'none' || !/^(?:transparent|rgba\(.*, 0\))$/.test(backgroundColor);
      return content !== 'none' && POSITIONED.test(position) && isPainted && !zIndex.startsWith('-');
    }),
  );
}

/** Boxes that lie over words, and those words. */
export interface Covers {
  readonly boxes: readonly HTMLElement[];
  readonly texts: readonly Text[];
}

/** Finds boxes around pictures and empty boxes that a style moved over words, and that cover none in the flow. */
export function boxesOverWords(document: Document, stands: readonly Stand[]): Covers {
  const { scrollX, scrollY } = document.defaultView as Window;
  const boxes: HTMLElement[] = [];
  const texts: Text[] = [];
  for (const picture of document.body.querySelectorAll<HTMLElement>(PICTURES)) {
    const path = pathOf(picture);
    if (!path.some(isOutOfFlow)) continue;
    const { left, right, top, bottom } = picture.getBoundingClientRect();
    const isUnder = ({ x, y, width, height }: DOMRect): boolean => {
      const [across, down] = [x + width / 2 - scrollX, y + height / 2 - scrollY];
      return across > left && across < right && down > top && down < bottom;
    };
    const covered = stands.filter(({ text, rects }) => rects.some(isUnder) && isPaintedOver(picture, text));
    if (covered.length === 0) continue;
    texts.push(...covered.map(({ text }) => text));
    boxes.push(...path.filter((box) => !covered.some(({ text }) => box.contains(text))));
  }
  return { boxes, texts };
}

/** Returns a picture and the boxes around it that contain no other words. */
function pathOf(picture: HTMLElement): HTMLElement[] {
  const path = [picture];
  for (let at = picture.parentElement; at && path.length < DEEPEST && !at.textContent.trim(); at = at.parentElement)
    path.push(at);
  return path;
}

function isOutOfFlow(box: Element): boolean {
  const { position, marginTop, marginBottom, marginLeft, marginRight } = styleOf(box);
  return (
    POSITIONED.test(position) || [marginTop, marginBottom, marginLeft, marginRight].some((each) => each.startsWith('-'))
  );
}

/** Whether a browser paints a picture after a text. */
function isPaintedOver(picture: Element, text: Text): boolean {
  const [above, below] = [layerOf(picture, text), layerOf(text, picture)];
  const isLater = (picture.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  if (above === null) return below === null && isLater && styleOf(picture).float === 'none';
  return below === null ? above >= 0 : above > below || (above === below && isLater);
}

/** Level of the outermost positioned box around a node that does not hold the other one; null if there is none. */
function layerOf(node: Node, other: Node): number | null {
  let layer: number | null = null;
  const isElement = node.nodeType === Node.ELEMENT_NODE;
  for (let at = isElement ? (node as Element) : node.parentElement; at && !at.contains(other); at = at.parentElement) {
    const { position, zIndex } = styleOf(at);
    if (POSITIONED.test(position)) layer = Number(zIndex) || 0;
  }
  return layer;
}
