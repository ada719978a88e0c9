import type { Section } from '../container/publication.ts';
import { LINE_MARKS } from '../locator/line-marks.ts';
import { TextIndex } from '../locator/text-index.ts';
import { FREED } from '../render/pagination/prove-words.ts';
import { WIDE } from '../render/pagination/theme-css.ts';
import type { Reader } from '../render/reader.ts';
import type { WorkSlices } from './work-slices.ts';

/**
 * Fault of a word that a page should show: it is on no page or beyond the page's edge, cut off by a box, under
 * something else, too small, without contrast with its background, or on two pages.
 */
export type WordFault = 'off-page' | 'cut-off' | 'covered' | 'tiny' | 'faint' | 'repeated';

/** Consecutive words with the same fault, or with none because the engine loosened the box that hid them. */
export interface WordRun {
  readonly fault: WordFault | null;
  /** Range CFI of the words; null if the book gives them none. */
  readonly cfi: string | null;
  readonly count: number;
  /** The first of the words as they are written. */
  readonly excerpt: string;
}

/** Numbers of one section's words: how many its pages show, lose or repeat. */
export interface SectionWords {
  readonly path: string;
  readonly pages: number;
  /** Number of words that the author's style displays. */
  readonly words: number;
  /** Number of words that no page shows legibly. */
  readonly lost: number;
  /** Number of words on two pages; always 0 in the continuous flow, which repeats a line. */
  readonly repeated: number;
  /** Number of words that are legible because the engine loosened a box of the author's. */
  readonly freed: number;
  /** Places of these words, at most {@link MOST_RUNS}. */
  readonly runs: readonly WordRun[];
}

/** Least contrast of a legible letter with its background (WCAG AA for large text). */
const LEAST_CONTRAST = 3;
/** Smallest legible letters, px. */
const LEAST_SIZE = 5;
/** Largest number of runs that a section reports. */
const MOST_RUNS = 25;
const EXCERPT_WORDS = 12;
const EXCERPT_LETTERS = 120;

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

/** A word whose middle lies inside the visible page. */
export interface StandingWord {
  readonly word: Word;
  readonly rect: DOMRect;
}

/** A section in an open reader, and the slices that let the page around it react meanwhile. */
export interface WalkedSection {
  readonly reader: Reader;
  /** The reader's host. */
  readonly host: HTMLElement;
  readonly section: Section;
  /** Whether sections are shown as one column, in which turns overlap. */
  readonly isContinuous: boolean;
  readonly slices: WorkSlices;
}

/**
 * Turns every page of a section and tests the middle of each word: it must be inside the page, on top, and distinct
 * from its background. Skips words that the author does not display.
 *
 * Walks a section with a lost word again and waits after each turn, because the engine repairs a page soon after it is
 * shown.
 */
export async function findLegibleWords(walked: WalkedSection): Promise<SectionWords> {
  const hasty = await walkWords(walked, false);
  return hasty.lost + hasty.repeated === 0 ? hasty : walkWords(walked, true);
}

async function walkWords(walked: WalkedSection, isPatient: boolean): Promise<SectionWords> {
  const { reader, section, slices } = walked;
  const open = await moveAndRest(reader, () => reader.goTo(section.path, { remember: false }), true);
  const inner = open ? shownDocument(walked) : null;
  if (!inner) return { path: section.path, pages: 0, words: 0, lost: 0, repeated: 0, freed: 0, runs: [] };
  await inner.fonts.ready;
  await Promise.all([...inner.images].map((picture) => picture.decode().catch(() => undefined)));
  await slices.pause();
  const words = wordsOf(new TextIndex(inner.body));
  let pages = 0;
  for (let isThere = true; isThere && shownDocument(walked) === inner;) {
    pages += 1;
    await lookAt(words, inner, slices);
    isThere = await moveAndRest(reader, () => reader.next(), isPatient);
    await slices.pauseIfDue();
  }
  return sumOf(walked, inner, words, pages);
}

/** Longest wait for the engine after a move, ms: a file of the book may never arrive. */
const PATIENCE_MS = 10_000;

/** Moves, and if `isPatient` waits until the engine has proved the page and laid out its neighbours. */
async function moveAndRest(reader: Reader, move: () => Promise<boolean>, isPatient: boolean): Promise<boolean> {
  if (!isPatient) return move();
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = reader.on('prepared', () => resolve());
  const timer = setTimeout(resolve, PATIENCE_MS);
  try {
    const isMoved = await move();
    if (isMoved) await promise;
    return isMoved;
  } finally {
    clearTimeout(timer);
    stop();
  }
}

function shownDocument({ host }: WalkedSection): Document | null {
  return host.querySelector<HTMLIFrameElement>('div:not([inert]) > iframe')?.contentDocument ?? null;
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

/** Whether the author displays a word; false for one that is moved out of sight for screen readers only. */
export function isDisplayed({ node }: Word): boolean {
  const element = node.parentElement as Element;
  return element.checkVisibility({ visibilityProperty: true }) && element.closest('rp,[data-reader-hidden]') === null;
}

function sumOf(walked: WalkedSection, inner: Document, words: readonly Word[], pages: number): SectionWords {
  const displayed = words.filter(isDisplayed);
  const faultOf = ({ pages: shown, fault }: Word): WordFault | null =>
    shown === 0 ? fault : shown > 1 && !walked.isContinuous ? 'repeated' : null;
  const isFreed = ({ node }: Word): boolean => node.parentElement?.closest(`[${FREED}]`) !== null;
  const lost = displayed.filter((word) => word.pages === 0).length;
  const repeated = displayed.filter((word) => faultOf(word) === 'repeated').length;
  const freed = displayed.filter((word) => faultOf(word) === null && isFreed(word)).length;
  const runs: { fault: WordFault | null; words: Word[] }[] = [];
  let isRunning = false;
  for (const word of displayed) {
    const fault = faultOf(word);
    const last = runs.at(-1);
    if (fault === null && !isFreed(word)) isRunning = false;
    else if (isRunning && last?.fault === fault) last.words.push(word);
    else isRunning = runs.push({ fault, words: [word] }) > 0;
  }
  // Lists lost and repeated words before those that the engine freed.
  const told = runs.toSorted((one, other) => Number(one.fault === null) - Number(other.fault === null));
  return {
    ...{ path: walked.section.path, pages, words: displayed.length, lost, repeated, freed },
    runs: told.slice(0, MOST_RUNS).map(({ fault, words: some }) => ({
      fault,
      count: some.length,
      cfi: cfiOf(walked, inner, some),
      excerpt: excerptOf(some),
    })),
  };
}

function cfiOf({ reader, section }: WalkedSection, inner: Document, words: readonly Word[]): string | null {
  const [first, last] = [words[0] as Word, words.at(-1) as Word];
  const range = inner.createRange();
  range.setStart(first.node, first.from);
  range.setEnd(last.node, last.to);
  return reader.cfiOf(section.index, range);
}

function excerptOf(words: readonly Word[]): string {
  const text = words.slice(0, EXCERPT_WORDS).map(({ node, from, to }) => node.data.slice(from, to));
  return text.join(' ').replaceAll(LINE_MARKS, '').slice(0, EXCERPT_LETTERS);
}

/** Looks for the words on the shown page, and in its boxes that scroll sideways. */
async function lookAt(words: readonly Word[], inner: Document, slices: WorkSlices): Promise<void> {
  const seen = new Set<Word>();
  const look = async (among: readonly Word[]): Promise<void> => {
    const standing = await standingWords(among, inner, slices);
    for (const each of standing) {
      const fault = faultOnPage(each, standing, inner);
      if (fault === null) seen.add(each.word);
      else if (each.word.pages === 0) each.word.fault = fault;
      await slices.pauseIfDue();
    }
  };
  await look(words);
  for (const box of scrollingBoxes(inner)) {
    const inBox = words.filter(({ node }) => box.contains(node));
    for (const left of scrollStops(box)) {
      box.scrollTo({ left, behavior: 'instant' });
      await look(inBox.filter((word) => !seen.has(word)));
    }
    box.scrollTo({ left: 0, behavior: 'instant' });
  }
  for (const word of seen) word.pages += 1;
}

/** Returns the boxes on the page that scroll sideways because they contain more than they show. */
function scrollingBoxes(inner: Document): Element[] {
  const { innerWidth, innerHeight } = inner.defaultView as Window;
  return [...inner.querySelectorAll(`[${WIDE}]`)].filter((box) => {
    const { left, right, top, bottom } = box.getBoundingClientRect();
    const isOnPage = right > 0 && left < innerWidth && bottom > 0 && top < innerHeight;
    return isOnPage && box.scrollWidth > box.clientWidth + 1;
  });
}

/** Returns scroll positions of a box after its first view that show the middle of each of its words, px. */
function scrollStops(box: Element): number[] {
  const most = box.scrollWidth - box.clientWidth;
  const sign = getComputedStyle(box).direction === 'rtl' ? -1 : 1;
  const count = Math.ceil(most / box.clientWidth);
  return Array.from({ length: count }, (_, at) => sign * Math.min(most, (at + 1) * box.clientWidth));
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
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
    const rect = boxes.toSorted((one, other) => other.width - one.width)[0];
    if (!rect) continue;
    const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    if (x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight) standing.push({ word, rect });
  }
  return standing;
}

/** Returns why a word on the page shown is not legible; null for one that is. */
export function faultOnPage(
  { word: { node }, rect }: StandingWord,
  standing: readonly StandingWord[],
  inner: Document,
): WordFault | null {
  const { innerWidth } = inner.defaultView as Window;
  const parent = node.parentElement as Element;
  // Accepts a word cut by a box that scrolls sideways, because the reader can scroll to the rest.
  const isCut = rect.left < -1 || rect.right > innerWidth + 1;
  if (isCut && parent.closest(`[${WIDE}]`) === null) return 'cut-off';
  const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
  const top = inner.elementFromPoint(x, y);
  const isOnTop = top !== null && (top === parent || top.contains(parent) || parent.contains(top));
  if (!isOnTop || (top !== parent && top === inner.documentElement)) return 'covered';
  if (top !== parent && top.contains(parent) && !isPassedThrough(parent, top)) return 'cut-off';
  const isPrintedOver = standing.some(
    ({ word: other, rect: over }) =>
      (other.node !== node || Math.abs(over.left - rect.left) > 1 || Math.abs(over.top - rect.top) > 1) &&
      x > over.left &&
      x < over.right &&
      Math.abs(over.top + over.height / 2 - y) < Math.min(rect.height, over.height) / 4,
  );
  if (isPrintedOver) return 'covered';
  if (rect.height < LEAST_SIZE) return 'tiny';
  return contrastOf(parent) < LEAST_CONTRAST ? 'faint' : null;
}

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
