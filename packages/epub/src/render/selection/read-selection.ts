import { legible, offsetOfPoint, readSectionText, type SectionText } from '../../locator/section-text.ts';
import { cfiOfText, rangeOfText, trimSpan } from '../../locator/text-range.ts';
import type { ReaderSelection } from '../reader-types.ts';
import { boundsOf, hostRect, textRects } from '../overlays/geometry.ts';
import type { SectionView } from '../sections/section-view.ts';

/** Characters kept on either side of a quote. */
const CONTEXT = 30;

const texts = new WeakMap<Document, SectionText>();

/** The selected text with its CFI, its surroundings and where it is seen; null when it holds no text. */
export function readSelection(view: SectionView, selected: Range, host: Element): ReaderSelection | null {
  const { document, section } = view;
  const flat = texts.get(document) ?? readSectionText(document.body);
  texts.set(document, flat);
  const span = trimSpan(flat.text, {
    from: offsetOfPoint(flat, selected.startContainer, selected.startOffset),
    to: offsetOfPoint(flat, selected.endContainer, selected.endOffset),
  });
  const cfi = span && cfiOfText(section.cfi, flat, span);
  const range = span && rangeOfText(flat, span);
  if (!cfi || !range) return null;
  const rects = textRects(range, view.text)
    .map((rect) => hostRect(host, view.frame.element, rect))
    .filter((rect) => rect !== null);
  return {
    sectionIndex: section.index,
    document,
    range,
    cfi,
    text: legible(flat.text.slice(span.from, span.to)),
    ...contextOf(flat.text, span),
    rects,
    rect: boundsOf(rects),
  };
}

/** White space collapsed, as {@link legible} leaves it, then cut. */
function contextOf(text: string, { from, to }: { from: number; to: number }): { before: string; after: string } {
  const before = text.slice(Math.max(0, from - CONTEXT * 8), from).replace(/\s+/g, ' ');
  const after = text.slice(to, to + CONTEXT * 8).replace(/\s+/g, ' ');
  return { before: before.trimStart().slice(-CONTEXT), after: after.trimEnd().slice(0, CONTEXT) };
}
