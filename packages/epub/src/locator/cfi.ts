// Other workspaces compile this file from its source, and would not meet the hand-written types by themselves.
// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration cannot be imported.
/// <reference path="./foliate-js.d.ts" />
import * as epubcfi from 'foliate-js/epubcfi.js';
import type { Section } from '../container/publication.ts';
import { CfiResolver } from './cfi-resolver.ts';
import { ownOffset } from './own-text.ts';

/** Whether a text has the outer shape of a CFI; it may still lead nowhere. */
export function isCfi(text: string): boolean {
  return epubcfi.isCFI.test(text);
}

/** Order of two CFIs in the book: negative when `a` comes first. */
export function compareCfi(a: string, b: string): number {
  return epubcfi.compare(a, b);
}

/**
 * CFI of a range (three parts) or of a collapsed range (one point) inside a section's document.
 * Positions on elements need {@link cfiOfElement}: a range's container and child number would lose the child.
 */
export function cfiOfRange(section: Pick<Section, 'cfi'>, range: Range): string {
  const { startContainer, startOffset, endContainer, endOffset, collapsed } = range;
  const own = {
    ...{ startContainer, startOffset: ownOffset(startContainer, startOffset) },
    ...{ endContainer, endOffset: ownOffset(endContainer, endOffset), collapsed },
  };
  return epubcfi.joinIndir(section.cfi, epubcfi.fromRange(own));
}

/** CFI of an element, for pages that hold a picture and no text. */
export function cfiOfElement(section: Pick<Section, 'cfi'>, element: Element): string {
  const [local] = epubcfi.fromElements([element]);
  return local === undefined ? cfiOfSection(section) : epubcfi.joinIndir(section.cfi, local);
}

/** CFI of a section's beginning. */
export function cfiOfSection(section: Pick<Section, 'cfi'>): string {
  return `epubcfi(${section.cfi}!/4)`;
}

/**
 * The section a CFI leads to, or null. The id asserted in the itemref step wins over the step's number, so that a
 * place survives a spine that gained an item.
 */
export function sectionOfCfi(cfi: string, sections: readonly Section[]): Section | null {
  return sectionFinder(sections)(cfi);
}

/** The range a CFI names inside its section's document; null when it leads nowhere there. */
export function rangeOfCfi(cfi: string, document: Document): Range | null {
  const points = new CfiResolver(document).pointsOf(cfi);
  if (!points) return null;
  const range = document.createRange();
  range.setStart(points.start.container, points.start.offset);
  range.setEnd(points.end.container, points.end.offset);
  return range;
}

function lastPackageStep(cfi: string): epubcfi.CfiPart | null {
  try {
    const parsed = epubcfi.parse(cfi);
    const path = isRange(parsed) ? parsed.parent : parsed;
    return path[0]?.at(-1) ?? null;
  } catch {
    return null;
  }
}

function isRange(parsed: epubcfi.CfiPath | epubcfi.CfiRange): parsed is epubcfi.CfiRange {
  return !Array.isArray(parsed);
}

/** Finds the section of many CFIs: {@link sectionOfCfi} with the spine's steps read once. */
export function sectionFinder(sections: readonly Section[]): (cfi: string) => Section | null {
  const byId = new Map<string, Section>();
  const byIndex = new Map<number, Section>();
  for (const section of sections) {
    const step = lastPackageStep(`epubcfi(${section.cfi}!/4)`);
    if (!step) continue;
    if (step.id !== undefined && !byId.has(step.id)) byId.set(step.id, section);
    if (!byIndex.has(step.index)) byIndex.set(step.index, section);
  }
  return (cfi) => {
    const target = lastPackageStep(cfi);
    return (target?.id === undefined ? null : byId.get(target.id)) ?? byIndex.get(target?.index ?? -1) ?? null;
  };
}
