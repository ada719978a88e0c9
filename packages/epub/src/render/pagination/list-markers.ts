import { styleOf } from './text-surroundings.ts';

/** Width of a letter of a marker, and of the gap behind it, em. */
const LETTER = 0.6;
const GAP = 0.5;
/**
 * Finds the items of lists whose bullets or numbers stand beyond the page's edge, because a style left no room beside
 * them.
 * @param pageWidth px
 */
export function itemsWithCutMarkers(document: Document, pageWidth: number): HTMLElement[] {
  const { scrollX } = document.defaultView as Window;
  return [...document.body.querySelectorAll<HTMLElement>('li:first-of-type')].flatMap((item) => {
    const { display, direction, fontSize, listStylePosition, listStyleType } = styleOf(item);
    const rect = item.getClientRects()[0];
    if (!rect || display !== 'list-item' || listStylePosition !== 'outside' || listStyleType === 'none') return [];
    const left = (((rect.left + scrollX) % pageWidth) + pageWidth) % pageWidth;
    const room = direction === 'rtl' ? pageWidth - left - rect.width : left;
    const list = item.parentElement as Element;
    const width = (lettersOf(list, listStyleType) * LETTER + GAP) * Number.parseFloat(fontSize);
    return room < width ? [...list.querySelectorAll<HTMLElement>(':scope>li')] : [];
  });
}

/** Number of letters of the longest marker of a list, with the full stop behind a number. */
function lettersOf(list: Element, type: string): number {
  if (/^(?:disc|circle|square)$/.test(type)) return 1;
  return /roman/.test(type) ? 6 : `${Number(list.getAttribute('start')) + list.childElementCount}.`.length;
}
