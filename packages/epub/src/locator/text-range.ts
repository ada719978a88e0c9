import { cfiOfPoint, cfiOfPoints, type CfiPoint, type CfiPosition, parseCfi } from './cfi-text.ts';
import { ownData, shownOffset } from './own-text.ts';
import { chunkAt, type SectionText, type TextChunk } from './section-text.ts';

/** A stretch of a section's text: offsets in {@link SectionText.text}, `to` excluded. */
export interface TextSpanOf {
  readonly from: number;
  readonly to: number;
}

/** CFI of a stretch of text; null for an empty one. White space at both ends is the caller's affair. */
export function cfiOfText(base: string, section: SectionText, { from, to }: TextSpanOf): string | null {
  const start = pointFrom(section, from);
  const end = pointBefore(section, to);
  return start && end && from < to ? cfiOfPoints(base, start, end) : null;
}

/** CFI of the place before a character; null past the end of the text. */
export function cfiOfOffset(base: string, section: SectionText, offset: number): string | null {
  const point = pointFrom(section, offset);
  return point && cfiOfPoint(base, point);
}

/** The stretch of a section's text that a CFI names, without its document; null when it leads nowhere here. */
export function textOfCfi(cfi: string, section: SectionText): TextSpanOf | null {
  const parsed = parseCfi(cfi);
  if (!parsed) return null;
  const from = offsetOf(section, parsed.start);
  const to = offsetOf(section, parsed.end);
  return from === null || to === null || from > to ? null : { from, to };
}

/** Trims white space at the ends of a stretch; null if nothing is left. */
export function trimSpan(text: string, { from, to }: TextSpanOf): TextSpanOf | null {
  const part = text.slice(from, to);
  const trimmed = part.trim();
  if (trimmed === '') return null;
  const start = from + part.indexOf(trimmed);
  return { from: start, to: start + trimmed.length };
}

/** The live range of a stretch of text; null for an empty one. Needs a text that kept its nodes. */
export function rangeOfText(section: SectionText, { from, to }: TextSpanOf): Range | null {
  const start = nodeAt(section, from, 'after');
  const end = nodeAt(section, to, 'before');
  if (!start || !end) return null;
  const range = start.node.ownerDocument.createRange();
  range.setStart(start.node, start.offset);
  range.setEnd(end.node, end.offset);
  return range;
}

function pointFrom(section: SectionText, offset: number): CfiPoint | null {
  const chunk = chunkFrom(section, offset);
  return chunk && { parent: chunk.parent, step: chunk.step, offset: Math.max(0, offset - chunk.start) };
}

function pointBefore(section: SectionText, offset: number): CfiPoint | null {
  const chunk = section.chunks[chunkAt(section, Math.max(0, offset - 1))];
  return chunk
    ? { parent: chunk.parent, step: chunk.step, offset: Math.min(chunk.length, offset - chunk.start) }
    : null;
}

/** The chunk with the character after an offset. */
function chunkFrom(section: SectionText, offset: number): TextChunk | null {
  const index = chunkAt(section, offset);
  const chunk = section.chunks[index];
  if (!chunk) return null;
  return offset < chunk.start + chunk.length ? chunk : (section.chunks[index + 1] ?? null);
}

function nodeAt(section: SectionText, offset: number, side: 'before' | 'after'): { node: Text; offset: number } | null {
  const chunk =
    side === 'after' ? chunkFrom(section, offset) : section.chunks[chunkAt(section, Math.max(0, offset - 1))];
  if (!chunk) return null;
  let inside = Math.max(0, Math.min(chunk.length, offset - chunk.start));
  for (const node of chunk.nodes) {
    const length = ownData(node).length;
    if (inside < length || (inside === length && side === 'before')) return { node, offset: shownOffset(node, inside) };
    inside -= length;
  }
  return null;
}

function offsetOf(section: SectionText, { steps, offset }: CfiPosition): number | null {
  // The first step leads to the package's item; the rest belongs to the section.
  const path = steps.slice(steps.indexOf('!') + 1) as number[];
  const foundChunk = section.chunks.find((chunk) => isAtOrAfter(chunk, path));
  if (!foundChunk) return null;
  const isText = (path.at(-1) as number) % 2 === 1;
  const isSame = isText && foundChunk.parent.length === path.length - 1 && foundChunk.step === path.at(-1);
  if (!isSame) return isText ? null : foundChunk.start;
  // The mark of a note has no characters of its own.
  if (foundChunk.length === 0) return foundChunk.start;
  return offset > foundChunk.length ? null : foundChunk.start + offset;
}

function isAtOrAfter(chunk: TextChunk, path: readonly number[]): boolean {
  for (const [depth, wantedStep] of path.entries()) {
    const step = depth < chunk.parent.length ? numberOf(chunk.parent[depth] as string) : chunk.step;
    if (step !== wantedStep) return step > wantedStep;
    if (depth === chunk.parent.length) return true;
  }
  return true;
}

function numberOf(step: string): number {
  return Number.parseInt(step.slice(1), 10);
}
