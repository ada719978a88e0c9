import { LINE_MARKS } from '../../locator/line-marks.ts';
import { NOTE_MARK } from '../../locator/note-mark.ts';
import { kindOf } from './footnote-link.ts';
import { linkTo } from '../sections/resolve-href.ts';

/** A note that is shown beside the text, so that the reader stays on the page. */
export interface Footnote {
  /** Container path and fragment of the note; `Reader.goTo` leads there ('Ir a la nota'). */
  readonly href: string;
  /** Text of the link, usually the note's number. */
  readonly label: string;
  /** The note in blocks of plain runs, never markup, so that a screen can format it. */
  readonly blocks: readonly NoteBlock[];
  /** Address to which the note links back, null without such a link; `Reader.back` returns to the page as it was. */
  readonly backHref: string | null;
}

export interface NoteBlock {
  readonly kind: 'paragraph' | 'quote' | 'item' | 'heading';
  readonly runs: readonly NoteRun[];
}

export interface NoteRun {
  readonly text: string;
  readonly emphasis: boolean;
  readonly strong: boolean;
  /** Container address or external one of a link in the note, null for plain text. */
  readonly href: string | null;
}

/** Longest text of a note, characters; a card has no room for a chapter. */
const LONGEST = 6000;
const NOTE = /\b(foot|end|rear)?notes?\b|\bdoc-(foot|end)notes?\b/;
const INLINE =
  /^(a|b|i|em|strong|span|sup|sub|small|cite|q|mark|abbr|bdo|bdi|u|s|code|var|time|wbr|br|img|ruby|rt|rp|font|tt)$/;
const LEFT_OVER = /\s|↩|↑|⏎|\uFE0E|\uFE0F/;
const HOLDERS = 'li,p,dd,aside,td,blockquote,div,section';

interface LinkSource {
  /** Address of a link as the book wrote it. */
  readonly hrefOf: (link: Element) => string | null;
}

/**
 * Reads the note to which a link leads. Null when the target cannot be a note: if the link only looks like a reference
 * (`isNamed` false), the target must link back, or be marked as a note.
 *
 * @param from container path of the document with the link, `to` of the one with the note
 */
export function readFootnote(
  target: {
    readonly document: Document;
    readonly path: string;
    readonly fragment: string;
    readonly href: string;
  } & LinkSource,
  source: { readonly link: Element; readonly path: string; readonly isNamed: boolean },
): Footnote | null {
  const element = target.document.getElementById(target.fragment);
  const note = element && noteAround(element);
  if (!element || !note) return null;
  const ids = idsAround(source.link);
  const back = [...note.querySelectorAll('a[href]'), ...(element.localName === 'a' ? [element] : [])].find((link) => {
    const internal = hrefIn(link, target);
    const [path, fragment = ''] = internal?.split('#') ?? [];
    return path === source.path && ids.has(fragment);
  });
  const isNote = NOTE.test(kindOf(note)) || NOTE.test(kindOf(element));
  if (!source.isNamed && !isNote && !back) return null;
  const own = blocksOf(note, back ?? null, target);
  const next = isNumberOnly(own) ? blockAfter(note) : null;
  const blocks = next ? blocksOf(next, back ?? null, target) : own;
  if (blocks.length === 0) return null;
  const label = source.link.textContent.replace(LINE_MARKS, '').replace(/\s+/g, ' ').trim();
  return { href: target.href, label, blocks, backHref: back ? hrefIn(back, target) : null };
}

/** Returns the whole note around the element with the note's id. */
function noteAround(element: Element): Element | null {
  if (!INLINE.test(element.localName)) return element;
  const { body } = element.ownerDocument;
  const holder = element.closest(HOLDERS);
  return holder && holder !== body ? holder : null;
}

/** Whether the element with the note's id contains only the note's number. */
function isNumberOnly(blocks: readonly NoteBlock[]): boolean {
  const words = blocks.flatMap(({ runs }) => runs.map(({ text }) => text));
  return words.length === 0 || NOTE_MARK.test(words.join('').trim());
}

/**
 * Returns the block right after a number: the next cell, the next paragraph, or the element after the box around it.
 */
function blockAfter(number: Element): Element | null {
  const { body } = number.ownerDocument;
  for (let at: Element | null = number; at && at !== body; at = at.parentElement) {
    const next = at.nextElementSibling;
    if (next) return /\S/.test(next.textContent) ? next : blockAfter(next);
  }
  return null;
}

/** Ids to which a note may link back: the link's own, and those next to it. */
function idsAround(link: Element): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const element of [
    link,
    ...link.querySelectorAll('[id]'),
    ...(link.previousElementSibling ? [link.previousElementSibling] : []),
  ]) {
    if (element.id) ids.add(element.id);
  }
  for (let element = link.parentElement, depth = 0; element && depth < 3; element = element.parentElement, depth += 1) {
    if (element.id) ids.add(element.id);
  }
  return ids;
}

function blocksOf(note: Element, back: Element | null, source: LinkSource & { path: string }): NoteBlock[] {
  const blocks: { kind: NoteBlock['kind']; runs: NoteRun[] }[] = [];
  let current: { kind: NoteBlock['kind']; runs: NoteRun[] } | null = null;
  let length = 0;
  const visit = (node: Node, style: Omit<NoteRun, 'text'>, kind: NoteBlock['kind']): void => {
    for (const child of node.childNodes) {
      if (child === back || length > LONGEST) continue;
      if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE) {
        const text = (child as Text).data.replace(/\s+/g, ' ');
        if (text.trim() === '' && !current?.runs.length) continue;
        if (!current) blocks.push((current = { kind, runs: [] }));
        current.runs.push({ ...style, text });
        length += text.length;
      } else if (child.nodeType === Node.ELEMENT_NODE) enter(child as Element, style, kind);
    }
  };
  const enter = (element: Element, style: Omit<NoteRun, 'text'>, kind: NoteBlock['kind']): void => {
    const name = element.localName.toLowerCase();
    if (name === 'script' || name === 'style' || /backlink/.test(kindOf(element))) return;
    const inner = {
      emphasis: style.emphasis || name === 'em' || name === 'i' || name === 'cite',
      strong: style.strong || name === 'strong' || name === 'b',
      href: name === 'a' ? (hrefIn(element, source) ?? style.href) : style.href,
    };
    const isBlock = !INLINE.test(name) || name === 'br';
    if (isBlock) current = null;
    visit(element, inner, blockKind(name) ?? kind);
    if (isBlock) current = null;
  };
  visit(note, { emphasis: false, strong: false, href: null }, blockKind(note.localName) ?? 'paragraph');
  return blocks.map(tidy).filter(({ runs }) => runs.length > 0);
}

function blockKind(name: string): NoteBlock['kind'] | null {
  if (/^h[1-6]$/.test(name)) return 'heading';
  if (name === 'blockquote') return 'quote';
  return name === 'li' ? 'item' : name === 'p' ? 'paragraph' : null;
}

/** Removes white space at the block's ends, and the arrow or brackets of a link that leads back. */
function tidy(block: { kind: NoteBlock['kind']; runs: NoteRun[] }): NoteBlock {
  const runs = block.runs.map((run, index) => {
    const text = index === 0 ? run.text.replace(/^[\s\][).:–—-]+/, '') : run.text;
    let end = text.length;
    // Cuts letter by letter: a single expression would take seconds on a text with many arrows.
    if (index === block.runs.length - 1) while (LEFT_OVER.test(text.charAt(end - 1))) end -= 1;
    return { ...run, text: text.slice(0, end) };
  });
  return { kind: block.kind, runs: runs.filter(({ text }) => text !== '') };
}

function hrefIn(link: Element, { hrefOf, path }: LinkSource & { path: string }): string | null {
  const href = hrefOf(link);
  return href === null ? null : (linkTo(href, path)?.href ?? null);
}
