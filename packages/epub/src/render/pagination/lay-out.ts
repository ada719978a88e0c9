import type { SectionContent } from '../sections/load-section.ts';
import type { SectionFrame } from '../sections/section-frame.ts';
import { keepLines } from './keep-lines.ts';
import { axisOf, PageFlow, type Room } from './page-flow.ts';
import type { PairedPage } from './page-pairs.ts';
import {
  AWAY,
  columnsOf,
  highlightCss,
  stripCss,
  ODD,
  plainCss,
  textHeightOf,
  themeCss,
  type ViewSettings,
} from './theme-css.ts';

/** Number of characters laid out after the place where a section opens: a few pages of the smallest size. */
const ENOUGH = 8000;
/** Content whose beginning looks different when its end is missing. */
const WHOLE = new Set(['table', 'p', 'svg', 'math', 'pre', 'figure', 'h1', 'h2', 'h3']);

/**
 * Hides what follows the first pages, so that the requested page appears without waiting for the rest of its chapter.
 * Elements before the place stay, so that its page is the same when the rest is shown again.
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

/** Shows the hidden elements again. */
export function showTail(hidden: readonly Element[]): void {
  for (const element of hidden) element.removeAttribute(AWAY);
}

/** Style of a drawn page, which fills its viewport; the browser's default margin would push its edge out of sight. */
const FIXED = 'html{overflow:hidden!important}:where(body){margin:0}';

/** Gives a frame its size and styles, and says how its pages follow each other. Vertical writing is always paged. */
export function layOutFrame(
  frame: SectionFrame,
  content: SectionContent,
  settings: ViewSettings,
  side: PairedPage['side'] | null,
): PageFlow {
  const { theme, size, fontFaces } = settings;
  const { kind, viewport } = content;
  frame.stand(side);
  frame.fit(size, kind === 'fixed' ? viewport : null, settings.isStrip, side);
  if (kind !== 'flow' && kind !== 'missing' && settings.isStrip) {
    frame.style(highlightCss(theme) + stripCss(theme));
    return new PageFlow(frame.document, 'continuous', frame.height);
  }
  if (kind !== 'flow') {
    frame.style(highlightCss(theme) + (kind === 'fixed' ? FIXED : plainCss(theme)));
    return new PageFlow(frame.document, 'ltr', size.width);
  }
  const css = (vertical: boolean): string => fontFaces + themeCss(settings, vertical) + highlightCss(theme);
  // Assumes horizontal lines and checks afterwards, because nearly every book has them: this saves one computation of
  // all styles.
  frame.style(css(false));
  const axis = axisOf(frame.document);
  if (axis === 'vertical') frame.style(css(true));
  const isContinuous = axis !== 'vertical' && theme.flow === 'scrolled-doc';
  const length = axis === 'vertical' || isContinuous ? size.height : size.width;
  return new PageFlow(frame.document, isContinuous ? 'continuous' : axis, length);
}

/** Fits wide content, divides boxes that are too high, and counts the pages; forces layout. */
export function countPages(
  { kind, fits }: SectionContent,
  document: Document,
  flow: PageFlow,
  settings: ViewSettings,
): number {
  if (kind !== 'flow') return flow.isContinuous ? flow.count() : 1;
  for (const fit of fits) fit(document, flow, roomOf(flow, settings));
  keepLines(document, flow);
  if (columnsOf(settings.theme, settings.size) === 2) {
    document.documentElement.removeAttribute(ODD);
    const isOdd = flow.count(flow.size / 2) % 2 === 1;
    document.documentElement.toggleAttribute(ODD, isOdd);
  }
  return flow.count();
}

/** Returns the room that a page has for text. */
export function roomOf(flow: PageFlow, { theme, size }: ViewSettings): Room {
  const height = flow.isContinuous ? Number.POSITIVE_INFINITY : textHeightOf(theme, size);
  const width = size.width / columnsOf(theme, size);
  return { column: width - theme.marginLeft - theme.marginRight, width, height, fontSize: theme.fontSize };
}
