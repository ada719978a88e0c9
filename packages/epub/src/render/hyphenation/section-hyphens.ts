// Names the hand-written types: other workspaces compile this file from its source and would not find them by themselves.
// oxlint-disable-next-line typescript/triple-slash-reference -- an ambient declaration cannot be imported.
/// <reference path="./hyphen.d.ts" />
import type { Patterns } from 'hyphen';
import { hyphenatedTexts } from '../../locator/own-text.ts';
import { AWAY } from '../pagination/theme-css.ts';
import { divideWord } from './divide-word.ts';

/** Patterns by language, and the number of letters that stay together at the beginning and at the end of a word. */
const LANGUAGES: Readonly<
  Record<string, { readonly bring: () => Promise<{ default: Patterns }>; readonly least: readonly [number, number] }>
> = {
  en: { bring: () => import('hyphen/patterns/en-us.js'), least: [2, 3] },
  es: { bring: () => import('hyphen/patterns/es.js'), least: [2, 2] },
  fr: { bring: () => import('hyphen/patterns/fr.js'), least: [2, 3] },
  it: { bring: () => import('hyphen/patterns/it.js'), least: [2, 2] },
  pt: { bring: () => import('hyphen/patterns/pt.js'), least: [2, 3] },
};

/** Words that may be divided: of five letters or more. */
const WORD = /[\p{L}\p{M}]{5,}/gu;
/** Fewest letters of a divided word that may stand alone on the last line of a block. */
const LAST_LINE = 5;
/** The last word of a block, with the marks after it. */
const LAST_WORD = /[\p{L}\p{M}]+[^\p{L}\p{M}]*$/u;
/** Elements to which the engine's style sheet gives `hyphens: auto`. */
const BLOCKS = 'p,li,dd';
/** Elements inside blocks whose text is not divided. */
const WHOLE = 'code,pre,kbd,samp,tt,math,svg,ruby,script,style,h1,h2,h3,h4,h5,h6';
/** Style of an author who divides words by hand; the engine then divides none. */
const BY_HAND = /hyphens\s*:\s*manual/i;

/**
 * Returns a function that divides the words of a section; null for a language without patterns. German has none here,
 * because its patterns are larger than the whole reader.
 */
export async function hyphenatorOf(language: string): Promise<((document: Document) => SectionHyphens | null) | null> {
  const primary = primaryOf(language);
  const known = LANGUAGES[primary];
  if (!known) return null;
  const { default: patterns } = await known.bring();
  const places = new Map<string, readonly number[]>();
  const divide = (word: string): readonly number[] => {
    let found = places.get(word);
    if (!found) places.set(word, (found = divideWord(word, patterns, known.least)));
    return found;
  };
  return (document) => (isDivided(document) ? new SectionHyphens(document.body, primary, divide) : null);
}

const primaryOf = (language: string): string => (language.split('-')[0] ?? '').toLowerCase();

/**
 * Whether most of a section's text stands in blocks that are divided. Otherwise the rest would be justified with whole
 * words, which leaves wide gaps.
 */
function isDivided({ body, head }: Document): boolean {
  if (BY_HAND.test(head?.textContent ?? '')) return false;
  const blocks = [...body.querySelectorAll(BLOCKS)].filter((block) => !block.parentElement?.closest(BLOCKS));
  const divided = blocks.reduce((sum, { textContent }) => sum + textContent.length, 0);
  return divided * 2 > body.textContent.length;
}

/** Writes soft hyphens into the text of one section that is laid out, before each layout. */
export class SectionHyphens {
  readonly #language: string;
  readonly #divide: (word: string) => readonly number[];
  #blocks: readonly Element[];

  constructor(body: Element, language: string, divide: (word: string) => readonly number[]) {
    this.#language = language;
    this.#divide = divide;
    this.#blocks = [...body.querySelectorAll(BLOCKS)];
  }

  /** Divides the blocks that entered the layout since the last call. */
  write(): void {
    if (this.#blocks.length === 0) return;
    const away: Element[] = [];
    for (const block of this.#blocks) {
      if (block.closest(`[${AWAY}]`)) away.push(block);
      else this.#writeInto(block);
    }
    this.#blocks = away;
  }

  #writeInto(block: Element): void {
    const walker = block.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let text = walker.nextNode() as Text | null; text; text = walker.nextNode() as Text | null) texts.push(text);
    const last = texts.findLast(({ data }) => LAST_WORD.test(data));
    for (const text of texts) {
      if (this.#mayDivide(text, block)) this.#divideText(text, text === last);
    }
  }

  #mayDivide(text: Text, block: Element): boolean {
    const parent = text.parentElement as Element;
    // Skips the text of an inner block, which has its own turn.
    if (parent.closest(BLOCKS) !== block || parent.closest(WHOLE)) return false;
    // Skips neighbouring text nodes: a CFI counts them as one text and adds their lengths.
    if (text.previousSibling?.nodeType === TEXT || text.nextSibling?.nodeType === TEXT) return false;
    const language = parent.closest('[lang]')?.getAttribute('lang') ?? this.#language;
    return primaryOf(language) === this.#language;
  }

  #divideText(text: Text, endsBlock: boolean): void {
    const offsets: number[] = [];
    const lastWord = endsBlock ? (LAST_WORD.exec(text.data)?.index ?? -1) : -1;
    for (const { 0: word, index } of text.data.matchAll(WORD)) {
      // Skips a word that the author divided.
      if (text.data[index - 1] === SOFT || text.data[index + word.length] === SOFT) continue;
      for (const place of this.#divide(word)) {
        if (index === lastWord && word.length - place < LAST_LINE) continue;
        offsets.push(index + place);
      }
    }
    if (offsets.length > 0) writeHyphens(text, offsets);
  }
}

/** Writes soft hyphens before the characters at these offsets, given in ascending order. */
export function writeHyphens(node: Text, offsets: readonly number[]): void {
  const { data } = node;
  node.data = [0, ...offsets].map((from, at) => data.slice(from, offsets[at])).join(SOFT);
  hyphenatedTexts.set(node, { data, offsets });
}

const TEXT = 3;
const SOFT = '\u00AD';
