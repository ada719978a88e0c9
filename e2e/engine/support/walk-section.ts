import type { Reader } from '@cuentos/epub/render/reader';
import type { TextIndex } from '@cuentos/epub/locator/text-index';
import { isDisplayed } from '@cuentos/epub/page-review/words-on-page';
import { idle } from './engine-rest.ts';
import { SectionGeometry } from './section-geometry.ts';

/** Findings of a walk through one section. */
export interface SectionWalk {
  readonly path: string;
  readonly characters: number;
  readonly pages: number;
  /**
   * Displayed characters that no page showed whole, with their surroundings; ten at most. Where the walk did not wait,
   * those that the walk back does not show either.
   */
  readonly lost: readonly string[];
  /** Number of characters that the author of a drawn page placed over its edge; none in a page of text. */
  readonly clipped: number;
  /** Texts shown before text that they follow in the file, without tables, formulas and floats; ten at most. */
  readonly disordered: readonly string[];
  readonly pictures: number;
  readonly unseenPictures: number;
  /** Pages of the walk back, and texts that it loses or shows in another order than the walk there. */
  readonly backward: {
    readonly pages: number;
    readonly lost: readonly string[];
    readonly disordered: readonly string[];
  };
}

export interface WalkOptions {
  /** Begins when the engine has laid out the rest of the chapter and its neighbours. */
  readonly isPatient: boolean;
  /** Whether the section is a drawn page, which shows what its author's boxes leave of its text. */
  readonly isDrawn?: boolean;
}

const ASIDE = 'table,math,svg,rt,rp,audio,video,dl';

/** Walks the visible section to its end and back, page by page. Runs in the page. */
export async function walkSection(
  reader: Reader,
  Index: typeof TextIndex,
  path: string,
  { isPatient, isDrawn = false }: WalkOptions,
): Promise<SectionWalk> {
  await reader.goTo(path, { remember: false });
  const { inner } = shown();
  // Late pictures and fonts move the text, so the walk waits for them.
  await inner.fonts.ready;
  const coming = [...inner.images].filter(({ complete, src }) => !complete && src !== '');
  await Promise.all(coming.map((picture) => picture.decode().catch(() => undefined)));
  // The engine lays the text out anew after late pictures.
  if (coming.length > 0 || isPatient) await idle();
  const index = new Index(inner.body);
  const isApart = apartness(inner);
  const pictures = [...inner.querySelectorAll('img,svg')].filter(
    // An author may place an initial in a float over the page's edge.
    (each) => !each.parentElement?.closest('svg') && !isApart(each),
  );
  const unseen = new Set(pictures);
  const look = (direction: 1 | -1): Look => new Look(index, inner, { direction, isApart, isDrawn });
  const forward = await walk(reader, look(1), inner, unseen);
  const isBeyond = shown().inner !== inner;
  if (isBeyond) await reader.prev();
  // The engine fits tables when nobody turns pages: a walk that does not wait outruns it, the walk back finds them fitted.
  if (!isPatient) await idle();
  const backward = await walk(reader, look(-1), inner, new Set());
  const missed = [...unseen].filter((each) => each.getClientRects().length > 0);
  return {
    path,
    characters: index.total,
    ...forward,
    lost: isPatient ? forward.lost : forward.lost.filter((text) => backward.lost.includes(text)),
    pictures: pictures.length,
    unseenPictures: missed.length,
    backward,
  };
}

function shown(): { frame: HTMLIFrameElement; inner: Document } {
  const frame = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe') as HTMLIFrameElement;
  return { frame, inner: frame.contentDocument as Document };
}

type Apart = (node: Node) => boolean;

async function walk(
  reader: Reader,
  look: Look,
  inner: Document,
  unseen: Set<Element>,
): Promise<Pick<SectionWalk, 'pages' | 'lost' | 'clipped' | 'disordered'>> {
  let page = 0;
  for (let isThere = true; isThere;) {
    page += 1;
    look.at(page, unseen);
    isThere = (await reader[look.direction > 0 ? 'next' : 'prev']()) && shown().inner === inner;
  }
  return { pages: page, ...look.report() };
}

interface LookOptions {
  readonly direction: 1 | -1;
  readonly isApart: Apart;
  readonly isDrawn: boolean;
}

class Look {
  readonly #index: TextIndex;
  readonly #inner: Document;
  readonly #geometry: SectionGeometry;
  /** Page on which each character of each text node was first shown; 0: not yet. */
  readonly #seen: readonly Uint16Array[];
  readonly #options: LookOptions;
  /** Whether the author hid an element, by element. */
  readonly #hides = new Map<Element, boolean>();

  constructor(index: TextIndex, inner: Document, options: LookOptions) {
    this.#index = index;
    this.#inner = inner;
    this.#geometry = new SectionGeometry(index.nodes, inner);
    this.#seen = index.nodes.map((node) => new Uint16Array(node.data.length));
    this.#options = options;
  }

  get direction(): 1 | -1 {
    return this.#options.direction;
  }

  at(page: number, unseen: Set<Element>): void {
    for (const { node, from, to } of this.#geometry.shown((at) => this.#seen[at]?.includes(0) ?? false)) {
      const seenPages = this.#seen[node] as Uint16Array;
      for (let at = from; at < to; at += 1) if (seenPages[at] === 0) seenPages[at] = page;
    }
    for (const picture of unseen) {
      const { width, height } = picture.getBoundingClientRect();
      // A picture counts as seen when half of it is on the page, as an initial that hangs into the margin.
      if (this.#geometry.shownArea(picture) >= (width * height) / 2) unseen.delete(picture);
    }
  }

  report(): Pick<SectionWalk, 'lost' | 'clipped' | 'disordered'> {
    const lost: string[] = [];
    let clipped = 0;
    const disordered: string[] = [];
    const { direction, isApart, isDrawn } = this.#options;
    let reached = direction > 0 ? 0 : Number.POSITIVE_INFINITY;
    this.#index.nodes.forEach((node, number) => {
      const seenPages = this.#seen[number] as Uint16Array;
      const isAside = isApart(node);
      for (let at = 0; at < node.data.length; at += 1) {
        const page = seenPages[at] as number;
        if ((page === reached && !isAside) || /\s/.test(node.data[at] as string)) continue;
        if (page === 0) {
          if (!this.#isDisplayed(node, at)) continue;
          if (isDrawn) clipped += 1;
          else if (lost.length < 10) lost.push(around(node, at));
        } else if (!isAside) {
          const isBack = direction > 0 ? page < reached : page > reached;
          if (isBack && disordered.length < 10) disordered.push(`${around(node, at)}@${page}<${reached}`);
          reached = direction > 0 ? Math.max(reached, page) : Math.min(reached, page);
        }
      }
    });
    return { lost, clipped, disordered };
  }

  #isDisplayed(node: Text, at: number): boolean {
    if (node.parentElement?.closest('[data-reader-away]')) return true;
    const range = this.#inner.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    const hasBox = [...range.getClientRects()].some(({ width, height }) => width > 0.5 && height > 0.5);
    return hasBox && isDisplayed({ node }, this.#hides);
  }
}

function around({ data }: Text, at: number): string {
  return `${data.slice(Math.max(0, at - 8), at)}[${data[at]}]${data.slice(at + 1, at + 8)}`;
}

/** Returns a test for elements beside the flow: in a table, a formula or a float, or positioned by the author. */
function apartness(inner: Document): Apart {
  const apartElements = new Map<Element, boolean>([[inner.body, false]]);
  const isApart = (element: Element | null): boolean => {
    if (!element) return false;
    const before = apartElements.get(element);
    if (before !== undefined) return before;
    const { float, position, display, textIndent, marginLeft } = getComputedStyle(element);
    const isPlaced = Number.parseFloat(textIndent) < 0 || Number.parseFloat(marginLeft) < 0;
    const isOut = float !== 'none' || position === 'absolute' || position === 'fixed';
    const isBox = /flex|grid|inline-block|table/.test(display);
    const isAsideHere = element.matches(ASIDE) || isPlaced || isOut || isBox || isApart(element.parentElement);
    apartElements.set(element, isAsideHere);
    return isAsideHere;
  };
  return (node) => isApart(node.parentElement);
}
