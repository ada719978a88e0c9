import type { Reader } from '@cuentos/epub/render/reader';
import type { TextIndex } from '@cuentos/epub/locator/text-index';
import { idle } from './engine-rest.ts';

/** Words of one section and what became of them on its pages. */
export interface LegibleWords {
  readonly path: string;
  readonly pages: number;
  readonly words: number;
  /** Words that no page shows where a reader can read them, with the reason seen last; the first ones only. */
  readonly lost: readonly string[];
  readonly lostCount: number;
  /** Words that stand on two pages; always 0 in the continuous flow, which shows a line again. */
  readonly twice: number;
}

/** Least contrast of a letter with its ground (WCAG AA for large text): below it a word is not there for many. */
const LEAST_CONTRAST = 3;
/** Smallest letters that count as legible, px. */
const LEAST_SIZE = 5;
const LISTED = 6;

interface Word {
  readonly node: Text;
  readonly from: number;
  readonly to: number;
  pages: number;
  why: string;
}

/**
 * Turns every page of a section and asks for the middle of each of its words whether that word is what stands there:
 * inside the page, on top, apart from its ground. What the author does not display is not asked for. Runs in the page.
 */
export async function findLegibleWords(
  reader: Reader,
  Index: typeof TextIndex,
  path: string,
  isContinuous: boolean,
): Promise<LegibleWords> {
  await reader.goTo(path, { remember: false });
  await idle();
  const { inner } = shown();
  await inner.fonts.ready;
  const words = wordsOf(new Index(inner.body));
  let pages = 0;
  for (let isThere = true; isThere && shown().inner === inner;) {
    pages += 1;
    look(words, inner);
    isThere = await reader.next();
    // What the engine mends after the first page is mended before a reader has read it.
    if (pages === 1) await idle();
  }
  const displayed = words.filter(isDisplayed);
  const lost = displayed.filter((word) => word.pages === 0);
  return {
    path,
    pages,
    words: displayed.length,
    lost: lost.slice(0, LISTED).map(({ node, from, to, why }) => `${node.data.slice(from, to)}: ${why}`),
    lostCount: lost.length,
    twice: isContinuous ? 0 : displayed.filter((word) => word.pages > 1).length,
  };
}

function shown(): { inner: Document } {
  const frame = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe');
  return { inner: frame?.contentDocument as Document };
}

function wordsOf(index: TextIndex): Word[] {
  return index.nodes.flatMap((node) =>
    [...node.data.matchAll(/\S+/g)].map(({ index: from, 0: word }) => ({
      ...{ node, from, to: from + word.length },
      ...{ pages: 0, why: 'on no page' },
    })),
  );
}

/** Whether the author shows a word at all: what is put out of sight for those who hear the book is not. */
function isDisplayed({ node }: Word): boolean {
  const element = node.parentElement as Element;
  return element.checkVisibility({ visibilityProperty: true }) && element.closest('rp,[data-reader-hidden]') === null;
}

function look(words: readonly Word[], inner: Document): void {
  const { innerWidth, innerHeight } = inner.defaultView as Window;
  const range = inner.createRange();
  const here: { word: Word; rect: DOMRect }[] = [];
  for (const word of words) {
    range.setStart(word.node, word.from);
    range.setEnd(word.node, word.to);
    const all = [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
    const rect = all.toSorted((one, other) => other.width - one.width)[0];
    if (!rect) {
      if (word.pages === 0) word.why = 'no box';
      continue;
    }
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
    here.push({ word, rect });
  }
  for (const { word, rect } of here) {
    const why = whyIllegible(word, rect, here, inner);
    if (why === null) word.pages += 1;
    else if (word.pages === 0) word.why = why;
  }
}

function whyIllegible(
  { node }: Word,
  rect: DOMRect,
  here: readonly { word: Word; rect: DOMRect }[],
  inner: Document,
): string | null {
  const { innerWidth } = inner.defaultView as Window;
  const parent = node.parentElement as Element;
  // What a box that scrolls sideways holds can be brought on the page, which `tables.spec.ts` does.
  if (rect.left < -1 || rect.right > innerWidth + 1) return 'cut by the edge';
  const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
  const top = inner.elementFromPoint(x, y);
  const isOnTop = top !== null && (top === parent || top.contains(parent) || parent.contains(top));
  if (!isOnTop || (top !== parent && top === inner.documentElement)) return `under ${top?.localName ?? 'nothing'}`;
  if (top !== parent && top.contains(parent) && !isPassedThrough(parent, top)) return `clipped in ${top.localName}`;
  const under = here.some(
    ({ word, rect: other }) =>
      (word.node !== node || Math.abs(other.left - rect.left) > 1 || Math.abs(other.top - rect.top) > 1) &&
      x > other.left &&
      x < other.right &&
      Math.abs(other.top + other.height / 2 - y) < Math.min(rect.height, other.height) / 4,
  );
  if (under) return 'printed over';
  if (rect.height < LEAST_SIZE) return `${rect.height} px high`;
  const contrast = contrastOf(parent);
  return contrast < LEAST_CONTRAST ? `contrast ${contrast.toFixed(1)}` : null;
}

/** Whether a point goes through an element to the one that holds it, which is not being covered or clipped. */
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
    // Pictures behind words are taken for paper: what is dark on them is read, what is light is not.
    ground = over(
      ground,
      backgroundImage === 'none' || at.matches('[data-reader-wide]') ? colourOf(backgroundColor) : [255, 255, 255, 1],
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
