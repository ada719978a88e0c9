import type { TextIndex } from '../locator/text-index.ts';
import { type Colour, colourOf, contrast, groundsOn, over } from '../render/pagination/colours.ts';
import { isHiddenByAuthor } from '../render/pagination/text-surroundings.ts';
import { WIDE } from '../render/pagination/theme-css.ts';
import type { WorkSlices } from './work-slices.ts';

/**
 * Fault of a word that a page should show: it is on no page or beyond the page's edge, cut off by a box, under
 * something else, too small, without contrast with its background, or on two pages.
 */
export type WordFault = 'off-page' | 'cut-off' | 'covered' | 'tiny' | 'faint' | 'repeated';

/** Least contrast of a legible letter with its background (WCAG AA for large text). */
const LEAST_CONTRAST = 3;
/** Smallest legible letters, px. */
const LEAST_SIZE = 5;
const PAPER: Colour = [255, 255, 255, 1];

/** A word of a section, and what its pages showed of it so far. */
export interface Word {
  readonly node: Text;
  readonly from: number;
  readonly to: number;
  /** Number of pages that show the word legibly. */
  pages: number;
  /** Fault of the word on the last page that should have shown it. */
  fault: WordFault;
}

/** A box of a word on the page shown, px; numbers of our own, because those of a `DOMRect` are slow to read. */
export interface WordBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A word whose middle lies inside the visible page. */
export interface StandingWord {
  readonly word: Word;
  readonly rect: WordBox;
}

/** Returns the words of a text, none of which was seen yet. An accent or a joiner alone is none: it has no box. */
export function wordsOf({ nodes }: TextIndex): Word[] {
  return nodes.flatMap((node) =>
    [...node.data.matchAll(/\S+/g)]
      .filter(([word]) => /[^\p{M}\p{Cf}]/u.test(word))
      .map(({ index: from, 0: word }): Word => ({
        ...{ node, from, to: from + word.length },
        ...{ pages: 0, fault: 'off-page' },
      })),
  );
}

/**
 * Whether the author displays a word; false for one that is moved out of sight for screen readers only.
 * @param hides what is known of the elements around the words before
 */
export function isDisplayed({ node }: Pick<Word, 'node'>, hides = new Map<Element, boolean>()): boolean {
  return !isHidden(node.parentElement, hides);
}

function isHidden(element: Element | null, hides: Map<Element, boolean>): boolean {
  if (!element || element.localName === 'body') return false;
  const known = hides.get(element);
  if (known !== undefined) return known;
  const style = getComputedStyle(element);
  const hidden =
    // A film or sound that can be played stands in place of the words inside it.
    /^(?:rp|audio|video)$/.test(element.localName) ||
    // An element without a box of its own counts as invisible for `checkVisibility`, although its words have boxes.
    (style.display === 'contents'
      ? style.visibility !== 'visible'
      : !element.checkVisibility({ visibilityProperty: true })) ||
    isHiddenByAuthor(element, style) ||
    isHidden(element.parentElement, hides);
  hides.set(element, hidden);
  return hidden;
}

/** Returns the words whose middle lies inside the visible page. */
export async function standingWords(
  words: readonly Word[],
  inner: Document,
  slices: WorkSlices,
): Promise<StandingWord[]> {
  const { innerWidth, innerHeight } = inner.defaultView as Window;
  const isOutside = ({ left, right, top, bottom }: DOMRect): boolean =>
    right < 0 || left > innerWidth || bottom < 0 || top > innerHeight;
  const range = inner.createRange();
  const standing: StandingWord[] = [];
  let node: Text | null = null;
  let isNodeOutside = false;
  for (const word of words) {
    if (word.node !== node) {
      ({ node } = word);
      range.selectNodeContents(node);
      isNodeOutside = isOutside(range.getBoundingClientRect());
      await slices.pauseIfDue();
    }
    if (isNodeOutside) continue;
    const each = standingNow(word, range);
    if (each) standing.push(each);
  }
  return standing;
}

/** Returns where a word stands at this moment; null when its middle is not on the page shown. */
export function standingNow(word: Word, range = word.node.ownerDocument.createRange()): StandingWord | null {
  const { innerWidth, innerHeight } = word.node.ownerDocument.defaultView as Window;
  range.setStart(word.node, word.from);
  range.setEnd(word.node, word.to);
  const rect = widestOf(range);
  if (!rect) return null;
  const [x, y] = middleOf(rect);
  return x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight ? { word, rect } : null;
}

function widestOf(range: Range): WordBox | null {
  let widest: WordBox | null = null;
  for (const { left, top, width, height } of range.getClientRects()) {
    if (width <= 0.5 || height <= 0.5 || (widest && widest.width >= width)) continue;
    widest = { left, right: left + width, top, width, height };
  }
  return widest;
}

const middleOf = ({ left, top, width, height }: WordBox): readonly [x: number, y: number] => [
  left + width / 2,
  top + height / 2,
];

/** Height of the rows by which the words of a page are found, px. */
const ROW = 16;

/** The words standing on the page shown, each of which is judged beside all others. */
export class WordsOnPage {
  readonly #inner: Document;
  readonly #width: number;
  /** Words by the row of their middle. */
  readonly #rows = new Map<number, StandingWord[]>();
  readonly #contrasts = new Map<Element, number>();

  constructor(standing: readonly StandingWord[], inner: Document) {
    this.#inner = inner;
    this.#width = (inner.defaultView as Window).innerWidth;
    for (const each of standing) {
      const row = rowOf(middleOf(each.rect)[1]);
      const words = this.#rows.get(row);
      if (words) words.push(each);
      else this.#rows.set(row, [each]);
    }
  }

  /** Returns why a word is not legible; null for one that is. */
  faultOf({ word: { node }, rect }: StandingWord): WordFault | null {
    const parent = node.parentElement as Element;
    // Accepts a word cut by a box that scrolls sideways, because the reader can scroll to the rest.
    const isCut = rect.left < -1 || rect.right > this.#width + 1;
    if (isCut && parent.closest(`[${WIDE}]`) === null) return 'cut-off';
    const top = this.#inner.elementFromPoint(...middleOf(rect));
    const formula = parent.closest('math');
    // The browser lays accents and brackets of a formula over its letters.
    const isInFormula = top !== null && formula?.contains(top) === true;
    return (isInFormula ? null : this.#coverFault(node, rect, top)) ?? this.#paintFault(parent, rect);
  }

  /** @param top what stands in the word's middle */
  #coverFault(node: Text, rect: WordBox, top: Element | null): WordFault | null {
    const parent = node.parentElement as Element;
    const isOnTop = top !== null && (top === parent || top.contains(parent) || parent.contains(top));
    if (!isOnTop || (top !== parent && top === this.#inner.documentElement)) return 'covered';
    if (top !== parent && top.contains(parent) && !isPassedThrough(parent, top)) return 'cut-off';
    return this.#isPrintedOver(node, rect) ? 'covered' : null;
  }

  #paintFault(parent: Element, { height }: WordBox): WordFault | null {
    if (height < LEAST_SIZE) return 'tiny';
    return this.#contrastOf(parent) < LEAST_CONTRAST ? 'faint' : null;
  }

  /** Whether the middle of a word lies in another word's line. */
  #isPrintedOver(node: Text, rect: WordBox): boolean {
    const [x, y] = middleOf(rect);
    const last = rowOf(y + rect.height / 4);
    for (let row = rowOf(y - rect.height / 4); row <= last; row += 1) {
      for (const { word: other, rect: over } of this.#rows.get(row) ?? []) {
        if (x <= over.left || x >= over.right) continue;
        if (other.node === node && Math.abs(over.left - rect.left) <= 1 && Math.abs(over.top - rect.top) <= 1) continue;
        if (Math.abs(middleOf(over)[1] - y) < Math.min(rect.height, over.height) / 4) return true;
      }
    }
    return false;
  }

  #contrastOf(element: Element): number {
    const known = this.#contrasts.get(element) ?? contrastOf(element);
    this.#contrasts.set(element, known);
    return known;
  }
}

const rowOf = (y: number): number => Math.floor(y / ROW);

/**
 * Whether a point on an element hits the element around it, as with `pointer-events: none`, although the element is
 * neither covered nor clipped.
 */
function isPassedThrough(parent: Element, top: Element): boolean {
  for (let at: Element | null = parent; at && at !== top; at = at.parentElement) {
    const { pointerEvents, display } = getComputedStyle(at);
    if (pointerEvents !== 'none' && display !== 'contents' && !display.startsWith('ruby')) return false;
  }
  return true;
}

/** Least contrast of an element's letters with what is painted behind them. */
function contrastOf(element: Element): number {
  const isDrawn = element.namespaceURI === 'http://www.w3.org/2000/svg';
  const { fill, webkitTextFillColor } = getComputedStyle(element);
  const [red, green, blue, alpha] = colourOf(isDrawn ? fill : webkitTextFillColor);
  const path: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) path.unshift(at);
  let grounds: readonly Colour[] = [PAPER];
  let opacity = 1;
  for (const at of path) {
    const style = getComputedStyle(at);
    opacity = isPaintedAnew(style) ? 0 : opacity * Number(style.opacity);
    // Treats a picture behind words as white paper: dark words on it count as legible, light ones do not. A box that
    // scrolls has its shadows there.
    grounds = at.matches(`[${WIDE}]`)
      ? grounds.map((ground) => over(colourOf(style.backgroundColor), ground))
      : (groundsOn(style, grounds) ?? [PAPER]);
  }
  const letter: Colour = [red, green, blue, alpha * opacity];
  return Math.min(...grounds.map((ground) => contrast(over(letter, ground), ground)));
}

/** Width of an outline or of a line through words, and distance of a shadow, that hide no letters, px. */
const THIN = 6;
/** Width of a shadow inside a box that is more than its edge, px. */
const THICK = 12;

const hasLength = (value: string, most: number): boolean =>
  (value.match(/-?[\d.]+px/g) ?? []).some((length) => Math.abs(Number.parseFloat(length)) > most);

/** Whether a style paints the letters anew, or over what is beside them: only a picture would show what is left. */
function isPaintedAnew(style: CSSStyleDeclaration): boolean {
  const { filter, mixBlendMode, outlineStyle, outlineWidth, textDecorationThickness, textShadow, boxShadow } = style;
  return (
    filter !== 'none' ||
    mixBlendMode !== 'normal' ||
    (outlineStyle !== 'none' && hasLength(outlineWidth, THIN)) ||
    hasLength(textDecorationThickness, THIN) ||
    hasLength(textShadow, THIN) ||
    (boxShadow.includes('inset') && hasLength(boxShadow, THICK)) ||
    /^(?:above|below|left|right)/.test(style.getPropertyValue('-webkit-box-reflect'))
  );
}
