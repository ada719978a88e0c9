import { LINE_MARKS } from '../../locator/line-marks.ts';
import { legible, offsetOfPoint, readSectionText, type SectionText } from '../../locator/section-text.ts';
import { cfiOfText, rangeOfText, trimSpan } from '../../locator/text-range.ts';
import type { ReaderSelection } from '../reader-types.ts';
import { boundsOf, hostRect, textRects } from '../overlays/geometry.ts';
import type { SectionView } from '../sections/section-view.ts';

/** Number of characters kept on either side of a quote. */
const CONTEXT = 30;

/** Place at which the mouse was pressed, and its present place, px of the frame. */
export interface Drag {
  readonly from: number;
  readonly x: number;
  readonly y: number;
}

const texts = new WeakMap<Document, SectionText>();

/** Returns the selected text with its CFI, the text around it and its visible lines; null if it holds no text. */
export function readSelection(view: SectionView, selected: Range, host: Element): ReaderSelection | null {
  const { document, section } = view;
  const flat = textOf(document);
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

/**
 * The words of the shown page, with a line feed between blocks; on a page without words, the descriptions of its
 * pictures.
 */
export function readPageText(view: SectionView): string {
  const words = view.isFlow ? wordsOf(view) : legible(readSectionText(view.document.body).text);
  return words === '' ? descriptionsOf(view).join('\n') : words;
}

function wordsOf(view: SectionView): string {
  const flat = textOf(view.document);
  const [from, to] = [0, 1].map((ahead) => {
    const characters = view.charactersBefore(ahead);
    const place = characters < view.text.total ? view.text.positionAt(characters) : null;
    return place ? offsetOfPoint(flat, place.node, place.offset) : flat.text.length;
  });
  return legible(flat.text.slice(from, to));
}

function descriptionsOf({ document, cursor }: SectionView): string[] {
  const isHere = (element: Element): boolean => {
    const rect = cursor && cursor.flow.rectOf(element);
    return rect ? cursor.flow.pageOf(rect) === cursor.page : false;
  };
  return [...document.querySelectorAll('img[alt],svg[aria-label]')]
    .filter(isHere)
    .map((element) => (element.getAttribute('alt') ?? element.getAttribute('aria-label') ?? '').trim())
    .filter((text) => text !== '');
}

/**
 * Keeps the end of a dragged selection on the shown page. With the mouse below the last line or above the first one,
 * the browser would extend the selection to words of another page, usually at the chapter's beginning.
 */
export function holdOnPage(view: SectionView, drag: Drag): void {
  const selection = view.document.getSelection();
  const isPaged = view.isReady && view.isFlow && !view.isContinuous;
  if (!isPaged || !selection?.focusNode || selection.isCollapsed) return;
  const end = endOnPage(view, drag, { node: selection.focusNode, offset: selection.focusOffset });
  if (end && (end.node !== selection.focusNode || end.offset !== selection.focusOffset))
    selection.extend(end.node, end.offset);
}

/** Place at which a dragged selection ends, given the browser's choice `focus`; null on a page without words. */
function endOnPage(
  view: SectionView,
  { from, x, y }: Drag,
  focus: { readonly node: Node; readonly offset: number },
): { readonly node: Node; readonly offset: number } | null {
  const { document, text } = view;
  const [start, end] = [view.charactersBefore(0), view.charactersBefore(1)];
  const { top, bottom } = document.documentElement.getBoundingClientRect();
  const isOn = (node: Node, offset: number): boolean => {
    const characters = text.charactersBefore(node, offset);
    return characters >= start && characters <= end;
  };
  const isInside = y >= top && y < bottom;
  if (isInside && isOn(focus.node, focus.offset)) return focus;
  const line = view.settings.theme.fontSize * view.settings.theme.lineHeight;
  const nearest = document.caretPositionFromPoint?.(x, Math.max(top + line / 2, Math.min(y, bottom - line / 2)));
  if (nearest && isOn(nearest.offsetNode, nearest.offset)) return { node: nearest.offsetNode, offset: nearest.offset };
  const isDownwards = y >= from;
  const edge = text.positionAt(isDownwards ? Math.max(start, end - 1) : start);
  return edge && { node: edge.node, offset: edge.offset + (isDownwards ? 1 : 0) };
}

function textOf(document: Document): SectionText {
  const flat = texts.get(document) ?? readSectionText(document.body);
  texts.set(document, flat);
  return flat;
}

/** Returns the text around a selection, with white space collapsed as {@link legible} does, and then cut. */
function contextOf(text: string, { from, to }: { from: number; to: number }): { before: string; after: string } {
  const before = text.slice(Math.max(0, from - CONTEXT * 8), from).replace(/\s+/g, ' ');
  const after = text.slice(to, to + CONTEXT * 8).replace(/\s+/g, ' ');
  return { before: before.trimStart().slice(-CONTEXT), after: after.trimEnd().slice(0, CONTEXT) };
}

/** Copies the selection without the invisible marks that only control line breaks. */
export function copyAsWritten(event: ClipboardEvent): void {
  const selection = (event.currentTarget as Document).getSelection();
  const text = selection?.toString() ?? '';
  if (!selection || !event.clipboardData || text.search(LINE_MARKS) < 0) return;
  const markup = new XMLSerializer().serializeToString(selection.getRangeAt(0).cloneContents());
  event.clipboardData.setData('text/plain', text.replace(LINE_MARKS, ''));
  event.clipboardData.setData('text/html', markup.replace(LINE_MARKS, ''));
  event.preventDefault();
}
