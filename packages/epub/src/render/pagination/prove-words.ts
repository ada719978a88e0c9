import type { PageFlow, Room } from './page-flow.ts';
import { boxesOverWords, boxesUnderGenerated, type Covers, type Stand } from './covering-boxes.ts';
import { itemsWithCutMarkers } from './list-markers.ts';
import { groundPictures } from './picture-ground.ts';
import { styleOf, surroundingsOf, surroundingsOfBody, type Surroundings } from './text-surroundings.ts';
import { LAYER } from './theme-css.ts';

/** Names of the changes that free hidden words from the boxes around them, and what each changes. */
const CHANGES = {
  // For a box that is too small or too wide for its text.
  size: `height:auto;max-height:none;width:auto;min-width:0;max-width:100%;white-space:normal;overflow-wrap:anywhere;\
word-break:normal;overflow:visible;box-sizing:border-box;columns:auto;contain:none;container-type:normal;\
content-visibility:visible;animation:none;transition:none;writing-mode:inherit;-webkit-line-clamp:none;flex-wrap:wrap;\
column-span:none`,
  // For a box that is moved out of its place in the flow.
  place: `position:static;transform:none;translate:none;scale:none;rotate:none;zoom:1;float:none;margin:0;text-indent:0;\
clip-path:none;clip:auto;mask-image:none;z-index:auto;offset-path:none;perspective:none;backface-visibility:visible;\
letter-spacing:normal;word-spacing:normal;line-height:inherit;vertical-align:baseline`,
  // For a box with a layout of its own, such as flex or grid.
  layout: 'padding:0;border-width:thin;min-height:0;font-size:1rem',
  block: 'display:block',
  // For an item of a list whose number stands beyond the page.
  markers: 'list-style-position:inside',
  bare: 'position:static;background:none',
  // Restores the theme's text colour where letters and background look the same.
  ink: `opacity:1;filter:none;mix-blend-mode:normal;color:inherit;background-color:transparent;background-image:none;\
background-clip:border-box;-webkit-text-fill-color:currentColor;animation:none`,
} as const;
type Change = keyof typeof CHANGES;
/** Changes to the boxes around a hidden text; a step is tried only if the steps before it did not help. */
const STEPS: readonly (readonly Change[])[] = [['size'], ['place'], ['layout', 'block']];
/** Number of passes; the last step is made again, because lines that moved may lie over others. */
const MOST_PASSES = 5;
/** Mark of the changed boxes, with the names of their changes, and of the stylesheet that makes them. */
const LOOSENED = 'data-reader-loosened';
const RULES = Object.entries(CHANGES).map(([name, style]) => {
  const box = `[${LOOSENED}~=${name}]`;
  // A generated box over the words of its element is changed instead of the element.
  const parts = name === 'bare' ? `${box}::before,${box}::after` : `${box},${box}::first-line,${box}::first-letter`;
  return `${parts}{${style.replaceAll(';', '!important;')}!important}`;
});
/** Elements that keep their `display`: a cell that is displayed as a block would break its table. */
const TABLE = /^(?:table|t(?:body|head|foot|r|d|h)|caption|col|ruby|rt|rp|rb|br)$/;
/** Attributes of old HTML that may hide words without any style, and deeply nested boxes, whose margins may use up the whole column. */
const NEST = ':is(ul,ol,dl,blockquote)';
const DOUBTFUL_MARKUP = `table[width],td[width],th[width],[nowrap],[bgcolor],font[color],body[text],${NEST} ${NEST} ${NEST} ${NEST}`;
/** Distance by which a word may stand out of its box or page, px. */
const HAIR = 2;
/** Least height of a line with readable letters, px. */
const LEAST_HEIGHT = 5;
/**
 * Two lines overlap when their middles are nearer than this part of the smaller font size: `near` for lines of one
 * block and raised numbers, which may be closer, `apart` for all others.
 */
const NEARNESS = { near: 0.45, apart: 0.85 };
/** Number of following lines with which a line is compared when overlaps are searched. */
const NEIGHBOURS = 40;

/** Longest text that may stand in a narrow block, characters. */
const LONG = 12;

/** Marks the parents of hidden texts whose boxes the proof loosened. */
export const FREED = 'data-reader-freed';

/** Longest work between two pauses, ms, so that a page turn meanwhile is painted with the next frame. */
const SLICE_MS = 12;

/** One layout of a section, and how the proof lets the reader's gestures come first. */
export interface ProvenLayout {
  readonly document: Document;
  readonly flow: PageFlow;
  readonly room: Room;
  /** Resolves when the browser is idle. */
  readonly pause: () => Promise<void>;
  /** Whether the section has a newer layout, so that earlier findings no longer hold. */
  readonly isStale: () => boolean;
  /** Changes the styles, counts the pages again and keeps the place that is read. */
  readonly change: (work: () => void) => void;
}

/**
 * Proves that each displayed text of a section stands on a page, and that no other text covers it. Loosens the boxes
 * around a hidden text, step by step, until it shows. Runs in idle time, after the page is shown.
 */
export class WordProof {
  readonly #isStyled: boolean;
  readonly #loosened = new Set<Element>();
  readonly #freed = new Set<Element>();

  /** @param styles the section's styles; without any only doubtful markup is proved */
  constructor(styles: readonly string[]) {
    this.#isStyled = styles.some((style) => style.trim() !== '');
  }

  /** Undoes the changes made for the previous layout, because the new one may have room for the author's boxes. */
  undo(): void {
    for (const box of this.#loosened) box.removeAttribute(LOOSENED);
    this.#loosened.clear();
    for (const parent of this.#freed) parent.removeAttribute(FREED);
    this.#freed.clear();
  }

  async prove(layout: ProvenLayout): Promise<void> {
    const { document, flow } = layout;
    groundPictures(document);
    // Leaves vertical text alone: the rules here cannot tell which of its lines are hidden.
    if (flow.isVertical) return;
    const isDoubtful = this.#isStyled || document.querySelector(DOUBTFUL_MARKUP) !== null;
    const bare = isDoubtful ? await boxesUnderGenerated(document) : [];
    if (layout.isStale()) return;
    const changes: Changes = new Map(bare.map((box) => [box, new Set(['bare'])]));
    for (const item of itemsWithCutMarkers(document, layout.room.width)) changes.set(item, new Set(['markers']));
    if (changes.size > 0) layout.change(() => loosen(changes, document, this.#loosened));
    if (!isDoubtful) return;
    for (let pass = 0; pass < MOST_PASSES; pass += 1) {
      const step = Math.min(pass, STEPS.length - 1);
      const found = await findHidden(layout);
      if (found === null || found.hidden.length + found.faint.length + found.covers.texts.length === 0) return;
      layout.change(() => loosen(changesFor(found, step), document, this.#loosened));
      for (const { parentElement } of [...found.hidden, ...found.faint, ...found.covers.texts]) {
        parentElement?.setAttribute(FREED, '');
        if (parentElement) this.#freed.add(parentElement);
      }
    }
  }
}

type Changes = Map<HTMLElement, Set<Change>>;

function changesFor({ hidden, faint, covers }: HiddenTexts, step: number): Changes {
  const changes: Changes = new Map();
  const add = (box: HTMLElement, names: readonly Change[]): void => {
    changes.set(box, new Set([...(changes.get(box) ?? []), ...names]));
  };
  for (const box of covers.boxes) add(box, ['place']);
  // At last all boxes, because the ground of a letter may be that of a box far around it.
  const reach = step < STEPS.length - 1 ? step + 1 : undefined;
  for (const text of faint) for (const box of boxesAround(text).slice(0, reach)) add(box, ['ink']);
  const steps = STEPS.slice(0, step + 1).flat();
  for (const text of hidden) for (const box of boxesAround(text)) add(box, steps);
  return changes;
}

/**
 * Marks boxes with the names of their changes; a stylesheet makes them, so that the functions that fit boxes to a page
 * may go on changing the boxes' own styles.
 */
function loosen(changes: Changes, document: Document, loosened: Set<Element>): void {
  if (!document.querySelector(`style[${LOOSENED}]`)) {
    const style = document.createElement('style');
    style.setAttribute(LOOSENED, '');
    style.textContent = `@layer ${LAYER}{${RULES.join('')}}`;
    document.head.append(style);
  }
  // Reads all elements before changing any, so that the browser computes the styles once and not once for each.
  const boxes = [...changes].map(([box, names]) => ({ box, names, keeps: keepsDisplay(box) }));
  for (const { box, names, keeps } of boxes) {
    if (keeps) names.delete('block');
    box.setAttribute(LOOSENED, [...names, box.getAttribute(LOOSENED)].join(' '));
    loosened.add(box);
  }
}

const keepsDisplay = (box: HTMLElement): boolean =>
  TABLE.test(box.localName) || /^(?:inline$|none|contents|ruby)/.test(styleOf(box).display);

/** The elements between a text and the body, whose boxes may hide it. */
function boxesAround(text: Text): HTMLElement[] {
  const boxes: HTMLElement[] = [];
  for (let at = text.parentElement; at && at !== text.ownerDocument.body; at = at.parentElement) boxes.push(at);
  return boxes;
}

interface HiddenTexts {
  readonly hidden: readonly Text[];
  readonly faint: readonly Text[];
  readonly covers: Covers;
}

/** Finds texts on no page, cut by a page's edge, or under other text; null when the layout changed meanwhile. */
async function findHidden(layout: ProvenLayout): Promise<HiddenTexts | null> {
  const { document, flow } = layout;
  const view = document.defaultView as Window;
  const range = document.createRange();
  const stands: Stand[] = [];
  const hidden = new Set<Text>();
  const faint: Text[] = [];
  const surroundings = new Map<Element, Surroundings>([[document.body, surroundingsOfBody(document)]]);
  const pages = flow.count();
  const pacer = new Pacer(layout);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode() as Text | null; text; text = walker.nextNode() as Text | null) {
    if (pacer.isSliceOver && (await pacer.isStale())) return null;
    if (!/\S/.test(text.data)) continue;
    const parent = text.parentElement as Element;
    const around = surroundingsOf(parent, surroundings);
    if (around.isExempt) continue;
    if (around.isFaint) faint.push(text);
    range.selectNodeContents(text);
    const all = [...range.getClientRects()];
    const rects = all.filter(({ width, height }) => width > 0.5 && height > 0.5);
    const isDisplayed = rects.length > 0 || parent.checkVisibility();
    // The first line of a block, or its first letter, may have another size.
    const isTiny = isDisplayed && (rects.length === 0 || all.some(({ height }) => height < LEAST_HEIGHT));
    const isOut = (rect: DOMRect): boolean => isBeyondEnd(rect, flow, pages) || isCut(rect, around.columns, layout);
    if (isUnreadable(text, around) || isTiny || rects.some(isOut)) hidden.add(text);
    stands.push({ text, rects: rects.map((rect) => onSheet(rect, view)) });
  }
  const covered = await coveredTexts(stands, flow, pacer);
  for (const text of covered ?? []) hidden.add(text);
  return covered && { hidden: [...hidden], faint, covers: boxesOverWords(document, stands) };
}

/** Divides the work into slices of time, so that the reader's gestures come first. */
class Pacer {
  readonly #layout: ProvenLayout;
  #end = performance.now() + SLICE_MS;

  constructor(layout: ProvenLayout) {
    this.#layout = layout;
  }

  /** Pauses and begins a new slice; returns whether the layout changed meanwhile. */
  async isStale(): Promise<boolean> {
    await this.#layout.pause();
    this.#end = performance.now() + SLICE_MS;
    return this.#layout.isStale();
  }

  get isSliceOver(): boolean {
    return performance.now() > this.#end;
  }
}

/** Converts a rectangle to coordinates of the whole sheet, because the reader may turn the page between two slices. */
function onSheet({ left, top, width, height }: DOMRect, { scrollX, scrollY }: Window): DOMRect {
  return new DOMRect(left + scrollX, top + scrollY, width, height);
}

/** Whether the boxes around a text cut, turn or squeeze it. */
function isUnreadable({ data }: Text, { isCutOut, isNarrow }: Surroundings): boolean {
  return isCutOut || (isNarrow && data.trim().length > LONG);
}

function isBeyondEnd(rect: DOMRect, flow: PageFlow, pages: number): boolean {
  return !flow.isContinuous && flow.pageOf(rect) >= pages;
}

/** Whether the edge of a page, of the screen or of a box with columns cuts off a line. */
function isCut(rect: DOMRect, columns: Element | null, { document, flow, room }: ProvenLayout): boolean {
  const { left, right, top, bottom } = rect;
  if (columns && ![...columns.getClientRects()].some((box) => left >= box.left - HAIR && right <= box.right + HAIR))
    return true;
  if (flow.isContinuous) {
    const isBeyond = bottom + flow.position < HAIR || top + flow.position > flow.end + flow.size - HAIR;
    return isBeyond || left < -HAIR || right > room.width + HAIR;
  }
  const { scrollX, innerWidth } = document.defaultView as Window;
  const [from, to] = [left + scrollX, right + scrollX];
  const start = Math.floor((from + to) / 2 / room.width) * room.width;
  const isBeside = from < start - HAIR || to > start + room.width + HAIR;
  // Counts text before the first page as cut: pages follow each other to the right or to the left only.
  const isBefore = flow.isRightToLeft ? start >= innerWidth : start < 0;
  const half = (bottom - top) / 2;
  return isBeside || isBefore || top < -half || bottom > room.height + half;
}

/** Whether a text is raised or lowered, as the number of a note is, and therefore stands a little out of its line. */
function isRaised(text: Text): boolean {
  const parent = text.parentElement as Element;
  return parent.closest('sup,sub') !== null || /^(?:super|sub)$/.test(styleOf(parent).verticalAlign);
}

/** Finds texts with a line that overlaps another text's line; null when the layout changed meanwhile. */
async function coveredTexts(stands: readonly Stand[], flow: PageFlow, pacer: Pacer): Promise<Set<Text> | null> {
  const covered = new Set<Text>();
  const blocks = new Map<Element, Element>();
  const letters = new Map<Element, number>();
  const letterOf = ({ parentElement }: Text): number => {
    const parent = parentElement as Element;
    const letter = letters.get(parent) ?? Number.parseFloat(styleOf(parent).fontSize);
    letters.set(parent, letter);
    return letter;
  };
  const blockOf = (text: Text): Element => {
    const parent = text.parentElement as Element;
    let block = blocks.get(parent) ?? parent;
    while (!blocks.has(parent) && block.parentElement && styleOf(block).display.startsWith('inline'))
      block = block.parentElement;
    blocks.set(parent, block);
    return block;
  };
  const lines = stands.flatMap(({ text, rects }) => rects.map((rect) => ({ text, rect })));
  // Sorts the lines from left to right, then from top to bottom: only neighbours can lie over each other.
  const size = flow.isContinuous ? Number.POSITIVE_INFINITY : flow.size;
  const pageOf = ({ left, right }: DOMRect): number =>
    size === Number.POSITIVE_INFINITY ? 0 : Math.floor((left + right) / 2 / size);
  const sorted = lines
    .map((line) => ({ ...line, page: pageOf(line.rect) }))
    .toSorted((one, other) => one.page - other.page || one.rect.top - other.rect.top);
  for (let at = 0; at < sorted.length; at += 1) {
    if (pacer.isSliceOver && (await pacer.isStale())) return null;
    const one = sorted[at] as (typeof sorted)[number];
    for (let next = at + 1; next < sorted.length && next < at + NEIGHBOURS; next += 1) {
      const other = sorted[next] as (typeof sorted)[number];
      if (other.page !== one.page || other.rect.top >= one.rect.bottom) break;
      const isNear = blockOf(one.text) === blockOf(other.text) || isRaised(one.text) || isRaised(other.text);
      const least = (isNear ? NEARNESS.near : NEARNESS.apart) * Math.min(letterOf(one.text), letterOf(other.text));
      if (!isOver(one.rect, other.rect, least)) continue;
      covered.add(one.text);
      covered.add(other.text);
    }
  }
  return covered;
}

/** @param least smallest distance between the middles of two lines that do not overlap, px */
function isOver(one: DOMRect, other: DOMRect, least: number): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  return across > HAIR && Math.abs(one.top + one.bottom - other.top - other.bottom) / 2 < least;
}
