import type { Publication, Section } from '../container/publication.ts';
import { isCfi, rangeOfCfi, sectionFinder } from '../locator/cfi.ts';
import { placeAtFraction } from '../locator/locations.ts';
import type { TextIndex } from '../locator/text-index.ts';
import { splitHref } from './contents-index.ts';
import type { PageFlow } from './pagination/page-flow.ts';
import type { Place } from './pagination/visible-place.ts';
import type { ReaderTarget } from './reader-types.ts';

/** Place at which a section opens: an end, a number of characters, a CFI, or an element's id. */
export type Opening =
  | 'start'
  | 'end'
  | { readonly characters: number }
  | { readonly cfi: string }
  | { readonly fragment: string };

/** The place that an opening names in a document; null for its beginning and for a place that does not exist. */
export function placeAt(opening: Exclude<Opening, 'end'>, document: Document, text: () => TextIndex): Place | null {
  if (opening === 'start') return null;
  if ('characters' in opening) {
    const position = text().positionAt(opening.characters);
    return position && { ...position, characters: opening.characters };
  }
  if ('fragment' in opening) {
    const element = document.getElementById(opening.fragment) ?? document.getElementsByName(opening.fragment)[0];
    return element ? { node: element, offset: 0, characters: 0 } : null;
  }
  const range = rangeOfCfi(opening.cfi, document);
  if (!range) return null;
  const { startContainer, startOffset } = range;
  const child = startContainer.nodeType === Node.ELEMENT_NODE ? startContainer.childNodes[startOffset] : undefined;
  if (child) return { node: child as Text | Element, offset: 0, characters: 0 };
  return { node: startContainer as Text | Element, offset: startOffset, characters: 0 };
}

/** Rectangle of a place; null when neither it nor any text after it is displayed. */
export function rectOfPlace({ node, offset }: Place, flow: PageFlow, text: TextIndex): DOMRect | null {
  const rect = node.nodeType === Node.ELEMENT_NODE ? flow.rectOf(node) : rectFrom(node as Text, offset, flow);
  if (rect) return rect;
  // Uses the first displayed text after a target that displays nothing, such as an empty anchor or a hidden box.
  const next = text.nodes.slice(text.firstAtOrAfter(node)).find((each) => each !== node && flow.rectOf(each));
  return next ? rectFrom(next, 0, flow) : null;
}

/** Box of the first displayed character at or after an offset. */
function rectFrom(node: Text, offset: number, flow: PageFlow): DOMRect | null {
  for (let at = Math.max(0, Math.min(offset, node.data.length - 1)); at < node.data.length; at += 1) {
    const rect = flow.rectOf(node, at);
    if (rect) return rect;
  }
  return null;
}

/** A section and the place at which it opens. */
export interface ResolvedTarget {
  readonly section: Section;
  readonly opening: Opening;
}

/** Returns a function that resolves targets; it returns null for a target that the book does not have. */
export function targetResolver(
  publication: Publication,
  sectionOfPath: ReadonlyMap<string, Section>,
): (target: ReaderTarget) => ResolvedTarget | null {
  const sectionOf = sectionFinder(publication.sections);
  return (target) => {
    if (typeof target !== 'string') {
      const place = placeAtFraction(target.fraction, publication);
      return place && { section: place.section, opening: { characters: place.characters } };
    }
    if (isCfi(target)) {
      const section = sectionOf(target);
      return section && { section, opening: { cfi: target } };
    }
    const [path, fragment] = splitHref(target);
    const section = sectionOfPath.get(path);
    return section ? { section, opening: fragment ? { fragment } : 'start' } : null;
  };
}
