import { fitWide } from './fit-wide.ts';
import type { SectionContent } from './load-section.ts';
import { axisOf, PageFlow } from './page-flow.ts';
import type { SectionFrame } from './section-frame.ts';
import { columnsOf, highlightCss, ODD, plainCss, textHeightOf, themeCss } from './theme-css.ts';
import type { ViewSettings } from './view-settings.ts';

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
