import type { Section } from '../container/publication.ts';
import { LINE_MARKS } from '../locator/line-marks.ts';
import { TextIndex } from '../locator/text-index.ts';
import { FREED } from '../render/pagination/prove-words.ts';
import { WIDE } from '../render/pagination/theme-css.ts';
import type { Reader } from '../render/reader.ts';
import { TextPlaces } from './text-places.ts';
import {
  isDisplayed,
  standingNow,
  standingWords,
  type Word,
  type WordFault,
  WordsOnPage,
  wordsOf,
} from './words-on-page.ts';
import type { WorkSlices } from './work-slices.ts';

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

/** Largest number of runs that a section reports. */
const MOST_RUNS = 25;
const EXCERPT_WORDS = 12;
const EXCERPT_LETTERS = 120;

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
  const places = new TextPlaces([...new Set(words.map(({ node }) => node))], inner);
  let pages = 0;
  for (let isThere = true; isThere && shownDocument(walked) === inner;) {
    pages += 1;
    await lookAt(words, places, inner, slices);
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

function sumOf(walked: WalkedSection, inner: Document, words: readonly Word[], pages: number): SectionWords {
  const hides = new Map<Element, boolean>();
  const displayed = words.filter((word) => isDisplayed(word, hides));
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
async function lookAt(words: readonly Word[], places: TextPlaces, inner: Document, slices: WorkSlices): Promise<void> {
  const seen = new Set<Word>();
  const look = async (among: readonly Word[]): Promise<void> => {
    const standing = await standingWords(among, inner, slices);
    const page = new WordsOnPage(standing, inner);
    for (const each of standing) {
      let fault = page.faultOf(each);
      // Looks again where the word stands now, because the engine may have moved it in a pause.
      if (fault !== null) fault = page.faultOf(standingNow(each.word) ?? each);
      if (fault === null) seen.add(each.word);
      else if (each.word.pages === 0) each.word.fault = fault;
      await slices.pauseIfDue();
    }
  };
  const near = await places.onPage(slices);
  await look(words.filter(({ node }) => near.has(node)));
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
