import { BACK_LINK, NOTE_LINK, NOTE_MARK } from '../../locator/note-mark.ts';

const OPS = 'http://www.idpf.org/2007/ops';

/** How certain it is that a link leads to a note. */
export type NoteLink = 'named' | 'likely' | 'no';

/**
 * Whether an internal link leads to a note: its type or role says so (EPUB 3 `noteref`, DPUB-ARIA `doc-noteref`), or
 * it looks like one (short, and raised); only the note itself can then tell, by leading back.
 */
export function footnoteLinkOf(link: Element): NoteLink {
  const kind = kindOf(link);
  if (NOTE_LINK.test(kind)) return 'named';
  if (BACK_LINK.test(kind) || !NOTE_MARK.test(link.textContent.trim())) return 'no';
  return isRaised(link) ? 'likely' : 'no';
}

/** Semantic types and role of an element, in one text. */
export function kindOf(element: Element): string {
  const type = element.getAttributeNS(OPS, 'type') ?? element.getAttribute('epub:type') ?? '';
  return `${type} ${element.getAttribute('role') ?? ''}`;
}

function isRaised(link: Element): boolean {
  if (link.closest('sup') || link.querySelector('sup')) return true;
  const view = link.ownerDocument.defaultView;
  const isSuper = (element: Element): boolean => {
    const value = view?.getComputedStyle(element).verticalAlign ?? '';
    return value === 'super' || value === 'text-top' || value === 'top' || Number.parseFloat(value) > 0;
  };
  return isSuper(link) || [...link.children].some(isSuper) || /^[([]/.test(link.textContent.trim());
}
