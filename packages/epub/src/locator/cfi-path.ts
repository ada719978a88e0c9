/** A point in a section's text: the steps of the element around it, and a character in one of its texts. */
export interface CfiPoint {
  readonly parent: readonly string[];
  readonly step: number;
  readonly offset: number;
}

/** Step to a child element (EPUB CFI 1.1 §3.1.4); an id follows as an assertion, `^` before its special characters. */
export function elementStep(index: number, id: string): string {
  return id === '' ? `/${index}` : `/${index}[${id.replace(/[\^[\](),;=]/g, '^$&')}]`;
}

/**
 * CFI of a range between two points of one section, in three parts; the same string as foliate-js and epub.js make.
 *
 * @param base step path of the section in the package document, `Section.cfi`
 */
export function cfiOfPoints(base: string, start: CfiPoint, end: CfiPoint): string {
  const shortest = Math.min(start.parent.length, end.parent.length);
  let shared = 0;
  while (shared < shortest && start.parent[shared] === end.parent[shared]) shared += 1;
  const rest = ({ parent, step, offset }: CfiPoint): string => `${parent.slice(shared).join('')}/${step}:${offset}`;
  return `epubcfi(${base}!${start.parent.slice(0, shared).join('')},${rest(start)},${rest(end)})`;
}

/** CFI of one point of a section. */
export function cfiOfPoint(base: string, { parent, step, offset }: CfiPoint): string {
  return `epubcfi(${base}!${parent.join('')}/${step}:${offset})`;
}
