import type { TextIndex } from '../locator/text-index.ts';
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

/** Returns the words of a text, none of which was seen yet. */
export function wordsOf({ nodes }: TextIndex): Word[] {
  return nodes.flatMap((node) =>
    [...node.data.matchAll(/\S+/g)].map(({ index: from, 0: word }): Word => ({
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
  const hidden =
    element.localName === 'rp' ||
    !element.checkVisibility({ visibilityProperty: true }) ||
    isHiddenByAuthor(element, getComputedStyle(element)) ||
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
    range.setStart(word.node, word.from);
    range.setEnd(word.node, word.to);
    const rect = widestOf(range);
    if (!rect) continue;
    const [x, y] = middleOf(rect);
    if (x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight) standing.push({ word, rect });
  }
  return standing;
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
    const isOnTop = top !== null && (top === parent || top.contains(parent) || parent.contains(top));
    if (!isOnTop || (top !== parent && top === this.#inner.documentElement)) return 'covered';
    if (top !== parent && top.contains(parent) && !isPassedThrough(parent, top)) return 'cut-off';
    if (this.#isPrintedOver(node, rect)) return 'covered';
    if (rect.height < LEAST_SIZE) return 'tiny';
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

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

function contrastOf(element: Element): number {
  const isDrawn = element.namespaceURI === 'http://www.w3.org/2000/svg';
  const style = getComputedStyle(element);
  const ink = colourOf(isDrawn ? style.fill : style.webkitTextFillColor || style.color);
  let ground: Colour = [0, 0, 0, 0];
  let opacity = 1;
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor, backgroundImage, opacity: part } = getComputedStyle(at);
    opacity *= Number(part);
    if (ground[3] >= 1) continue;
    // Treats a picture behind words as white paper: dark words on it count as legible, light ones do not.
    ground = over(
      ground,
      backgroundImage === 'none' || at.matches(`[${WIDE}]`) ? colourOf(backgroundColor) : [255, 255, 255, 1],
    );
  }
  const paper = over(ground, [255, 255, 255, 1]);
  const letter = over([ink[0], ink[1], ink[2], ink[3] * opacity], paper);
  const [one, other] = [luminance(letter), luminance(paper)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

function colourOf(text: string): Colour {
  const parts = [...text.matchAll(/-?[\d.]+/g)].map(Number);
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts;
  const scale = text.startsWith('color(') ? 255 : 1;
  return [red * scale, green * scale, blue * scale, alpha];
}

function over(top: Colour, below: Colour): Colour {
  const alpha = top[3] + below[3] * (1 - top[3]);
  if (alpha === 0) return [0, 0, 0, 0];
  const mix = (one: number, other: number): number => (one * top[3] + other * below[3] * (1 - top[3])) / alpha;
  return [mix(top[0], below[0]), mix(top[1], below[1]), mix(top[2], below[2]), alpha];
}

function luminance([red, green, blue]: Colour): number {
  const [r, g, b] = [red, green, blue].map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
