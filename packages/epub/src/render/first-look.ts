import { AWAY } from './theme-css.ts';

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
