import { UNCOUNTED_ELEMENTS } from '../container/counted-text.ts';
import { parseXml, type XmlElement } from '../container/xml-events.ts';
import { elementStep } from './cfi-text.ts';
import { BLOCK_EDGE, INLINE, type SectionText, type TextChunk } from './section-text.ts';

interface Open {
  /** Steps from the root element; null outside the body. */
  readonly path: readonly string[] | null;
  readonly isBlock: boolean;
  /** Its text counts for nothing, nor does that of what is inside. */
  readonly isSilent: boolean;
  elements: number;
}

/**
 * The text of a section from its markup, as `readSectionText` reads it from the document: for work where there is no
 * document. Null for what has no body.
 *
 * @throws {XmlMalformed} for what is not well-formed; cleaned editions are.
 */
export function readMarkupText(source: string): SectionText | null {
  const chunks: TextChunk[] = [];
  const pieces: string[] = [];
  const open: Open[] = [];
  let length = 0;
  let isEdge = false;
  let hasBody = false;
  let run = '';

  const endRun = (): void => {
    const top = open.at(-1);
    if (run !== '' && top?.path && !top.isSilent) {
      if (isEdge && length > 0) {
        pieces.push(BLOCK_EDGE);
        length += 1;
      }
      isEdge = false;
      chunks.push({ start: length, length: run.length, parent: top.path, step: top.elements * 2 + 1, nodes: [] });
      pieces.push(run);
      length += run.length;
    }
    run = '';
  };

  const enter = (element: XmlElement): void => {
    const parent = open.at(-1);
    if (parent) parent.elements += 1;
    const name = element.local.toLowerCase();
    const step = elementStep((parent?.elements ?? 0) * 2, idOf(element));
    const isBody = !hasBody && open.length === 1 && name === 'body';
    hasBody ||= isBody;
    const path = isBody ? [step] : parent?.path ? [...parent.path, step] : null;
    const isSilent = parent?.isSilent === true || isUncounted(path, name);
    const isBlock = !isSilent && path !== null && !INLINE.has(name);
    isEdge ||= isBlock;
    open.push({ path, isBlock, isSilent, elements: 0 });
  };

  parseXml(source, {
    open(element) {
      endRun();
      enter(element);
    },
    close() {
      endRun();
      const closed = open.pop();
      isEdge ||= closed?.isBlock ?? false;
    },
    text(text) {
      if (open.at(-1)?.path) run += text;
    },
  });
  return hasBody ? { text: pieces.join(''), chunks, anchors: new Map() } : null;
}

/** Scripts and styles of the body. */
function isUncounted(path: readonly string[] | null, name: string): boolean {
  return path !== null && UNCOUNTED_ELEMENTS.has(name);
}

function idOf({ attributes }: XmlElement): string {
  return attributes.find(({ name }) => name === 'id')?.value ?? '';
}
