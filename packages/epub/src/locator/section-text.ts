import { LINE_MARKS } from './line-marks.ts';
import { UNCOUNTED_ELEMENTS } from '../container/counted-text.ts';
import { elementStep } from './cfi-text.ts';
import { isNoteMark, NOTE_ELEMENT } from './note-mark.ts';
import { ownData, ownOffset } from './own-text.ts';

/** Neighbouring text nodes of a section, which are one text to a CFI, with their place in {@link SectionText.text}. */
export interface TextChunk {
  /** Offset of its first character in {@link SectionText.text}. */
  readonly start: number;
  /** 0 for a note mark or a ruby reading, whose place is known and whose characters are left out. */
  readonly length: number;
  /** CFI steps of the element around it, from the root element: `/4`, `/2[a]`. Shared between chunks. */
  readonly parent: readonly string[];
  /** The odd step number of the text in its parent. */
  readonly step: number;
  /** The nodes themselves; empty in a text kept without its document. */
  readonly nodes: readonly Text[];
}

/**
 * Text of a section as searching, quoting and reading aloud see it: the characters of the file without the marks of
 * notes and the readings between the letters of ruby, with a {@link BLOCK_EDGE} where one block ends and another begins. Needs no layout and keeps its CFIs without the document.
 */
export interface SectionText {
  readonly text: string;
  readonly chunks: readonly TextChunk[];
  /** Offsets of the requested elements, by id. */
  readonly anchors: ReadonlyMap<string, number>;
  /** Offsets behind the same elements. */
  readonly ends: ReadonlyMap<string, number>;
  /** Ranges of notes that interrupt the text. */
  readonly notes: readonly { readonly from: number; readonly to: number }[];
}

/** Stands between two blocks in {@link SectionText.text} (U+2029, paragraph separator); white space like any other. */
export const BLOCK_EDGE = '\u2029';

/** Elements inside a line of text; everything else begins and ends a block. */
export const INLINE: ReadonlySet<string> = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label map mark nobr output q rb rp rt rtc ruby s samp small span strike strong sub sup time tt u var wbr img svg math mi mn mo ms mtext mrow msub msup mfrac tspan audio video button'.split(
    ' ',
  ),
);

/** Readings that stand between the letters of the words they belong to. */
export const RUBY: ReadonlySet<string> = new Set(['rt', 'rp', 'rtc']);

const ELEMENT = 1;
const TEXT = 3;
const CDATA = 4;

/**
 * Reads the text of a body. The first chunk that follows a block's edge is set off by a {@link BLOCK_EDGE}, which
 * belongs to no chunk.
 *
 * @param ids ids whose offsets are needed
 * @param keepNodes false lets go of the document, when only texts and CFIs are needed
 */
export function readSectionText(body: Element, ids: ReadonlySet<string> = new Set(), keepNodes = true): SectionText {
  const chunks: TextChunk[] = [];
  const places = new ElementPlaces(ids);
  const pieces: string[] = [];
  let length = 0;
  let isBlockEdge = false;

  const addChunk = (nodes: readonly Text[], parent: readonly string[], step: number, isSilent: boolean): void => {
    const data = nodes.length === 1 ? ownData(nodes[0] as Text) : nodes.map(ownData).join('');
    if (data === '') return;
    if (isSilent) {
      chunks.push({ start: length, length: 0, parent, step, nodes: keepNodes ? nodes : [] });
      return;
    }
    if (isBlockEdge && length > 0) {
      pieces.push(BLOCK_EDGE);
      length += 1;
    }
    isBlockEdge = false;
    chunks.push({ start: length, length: data.length, parent, step, nodes: keepNodes ? nodes : [] });
    pieces.push(data);
    length += data.length;
  };

  const visit = (element: Element, path: readonly string[], isSilent: boolean): void => {
    let elements = 0;
    let run: Text[] = [];
    const endRun = (): void => {
      if (run.length > 0) addChunk(run, path, elements * 2 + 1, isSilent);
      run = [];
    };
    for (let node = element.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === TEXT || node.nodeType === CDATA) run.push(node as Text);
      else if (node.nodeType === ELEMENT) {
        endRun();
        elements += 1;
        enter(node as Element, elements * 2, path, isSilent);
      }
    }
    endRun();
  };

  const enter = (element: Element, step: number, path: readonly string[], isIn: boolean): void => {
    const name = element.localName.toLowerCase();
    const start = length;
    places.noteStart(element, start);
    if (UNCOUNTED_ELEMENTS.has(name)) return;
    const isBlock = !INLINE.has(name);
    isBlockEdge ||= isBlock;
    const isAttached = !isBlockEdge && /\S$/.test(pieces.at(-1) ?? '');
    const isSilent = isIn || RUBY.has(name) || (name === 'a' && isMark(element, isAttached));
    visit(element, [...path, elementStep(step, element.id)], isSilent);
    isBlockEdge ||= isBlock;
    places.noteEnd(element, start, length);
  };

  enter(body, stepOf(body), [], false);
  const { anchors, ends, notes } = places;
  return { text: pieces.join(''), chunks, anchors, ends, notes };
}

/** Ranges of requested elements and of notes. */
class ElementPlaces {
  readonly anchors = new Map<string, number>();
  readonly ends = new Map<string, number>();
  readonly notes: { readonly from: number; readonly to: number }[] = [];
  readonly #ids: ReadonlySet<string>;

  constructor(ids: ReadonlySet<string>) {
    this.#ids = ids;
  }

  /** If an id occurs twice, the first element counts. */
  noteStart({ id }: Element, start: number): void {
    if (this.#ids.has(id) && !this.anchors.has(id)) this.anchors.set(id, start);
  }

  noteEnd(element: Element, from: number, to: number): void {
    if (this.anchors.get(element.id) === from && !this.ends.has(element.id)) this.ends.set(element.id, to);
    if (to > from && NOTE_ELEMENT.test(kindOf(element))) this.notes.push({ from, to });
  }
}

function isMark(link: Element, isAttached: boolean): boolean {
  if (!link.hasAttribute('href')) return false;
  // An element with a block inside, or with text that is left out, is no mark.
  const inside = [...link.querySelectorAll('*')].map(({ localName }) => localName.toLowerCase());
  if (inside.some((name) => !INLINE.has(name))) return false;
  return isNoteMark({
    text: link.textContent,
    kind: kindOf(link),
    isRaised: inside.includes('sup') || link.closest('sup') !== null,
    isAttached,
  });
}

/** Semantic types and role of an element, in one text. */
function kindOf(element: Element): string {
  const type =
    element.getAttributeNS('http://www.idpf.org/2007/ops', 'type') ?? element.getAttribute('epub:type') ?? '';
  return `${type} ${element.getAttribute('role') ?? ''}`;
}

/** Number of the chunk that holds an offset, or the nearest one before it; -1 in an empty text. */
export function chunkAt({ chunks }: SectionText, offset: number): number {
  let low = 0;
  let high = chunks.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((chunks[middle] as TextChunk).start <= offset) low = middle;
    else high = middle - 1;
  }
  return high < 0 ? -1 : low;
}

/** Offset of a point of the live document in its text: of the first character at or after it. */
export function offsetOfPoint(section: SectionText, container: Node, offset: number): number {
  const { chunks } = section;
  const isText = container.nodeType === TEXT || container.nodeType === CDATA;
  const child = isText ? container : (container.childNodes[offset] ?? null);
  let low = 0;
  let high = chunks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const nodes = (chunks[middle] as TextChunk).nodes;
    if (isBefore(nodes.at(-1) as Text, container, child)) low = middle + 1;
    else high = middle;
  }
  const chunk = chunks[low];
  if (!chunk) return section.text.length;
  let inside = 0;
  for (const node of chunk.nodes) {
    const length = ownData(node).length;
    if (node === container)
      return chunk.start + Math.min(chunk.length, inside + Math.min(ownOffset(node, offset), length));
    inside += length;
  }
  return chunk.start;
}

/** Whether a text node ends before a point, given as its container and the child after it. */
function isBefore(node: Node, container: Node, child: Node | null): boolean {
  if (node === container) return false;
  if (child) return (child.compareDocumentPosition(node) & PRECEDING) !== 0;
  // Past the last child: everything inside the container is before the point.
  return (container.compareDocumentPosition(node) & (PRECEDING | CONTAINED_BY)) !== 0;
}

const PRECEDING = 2;
const CONTAINED_BY = 16;

function stepOf(element: Element): number {
  let step = 2;
  for (let node = element.previousElementSibling; node; node = node.previousElementSibling) step += 2;
  return step;
}

/** A stretch of a section's text as a person writes it: single spaces, a line feed between blocks, no {@link LINE_MARKS}. */
export function legible(text: string): string {
  return text
    .replace(/[^\S\u2029]+/g, ' ')
    .replace(/ ?\u2029[\s\u2029]*/g, '\n')
    .replace(LINE_MARKS, '')
    .trim();
}
