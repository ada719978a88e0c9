import type { Reader } from '@cuentos/epub/render/reader';
import type { TextIndex } from '@cuentos/epub/locator/text-index';

/** What a walk through one section showed. */
export interface SectionWalk {
  readonly path: string;
  readonly characters: number;
  readonly pages: number;
  /** Displayed characters that no page showed whole, with their surroundings; ten at most. */
  readonly lost: readonly string[];
  /** The same in formulas wider than the page, and in text that the author placed over the page's edge. */
  readonly clipped: number;
  /** Text that came before text it follows in the file, tables, formulas and floats aside; ten at most. */
  readonly disordered: readonly string[];
  readonly pictures: number;
  readonly unseenPictures: number;
  /** Pages of the way back that do not mirror the way there. */
  readonly backward: {
    readonly pages: number;
    readonly lost: readonly string[];
    readonly disordered: readonly string[];
  };
}

/** Page on which each character of a text node was first shown, 0 for never. */
type Seen = Uint16Array;

const ASIDE = 'table,math,svg,rt,rp,audio,video,dl';
/** Nodes looked at beyond the last one that a page shows: floats and notes stand out of order. */
const REACH = 2000;

/** Walks the section on show to its end and back, page by page. Runs in the page. */
export async function walkSection(reader: Reader, Index: typeof TextIndex, path: string): Promise<SectionWalk> {
  await reader.goTo(path, { remember: false });
  const { inner } = shown();
  // Pictures and fonts that come late move the text; a reader waits for them, a test must.
  await inner.fonts.ready;
  const isComing = [...inner.images].some(({ complete, src }) => !complete && src !== '');
  await new Promise((resolve) => setTimeout(resolve, isComing ? 300 : 40));
  const index = new Index(inner.body);
  const pictures = [...inner.querySelectorAll('img,svg')].filter(
    // An initial in a float may hang over the page's edge: the author's wish.
    (each) => !each.parentElement?.closest('svg') && !isApart(each, inner),
  );
  const unseen = new Set(pictures);
  const forward = await walk(reader, index, inner, 'next', unseen);
  const isBeyond = shown().inner !== inner;
  if (isBeyond) await reader.prev();
  const backward = await walk(reader, index, inner, 'prev', new Set());
  const missed = [...unseen].filter((each) => each.getClientRects().length > 0);
  return {
    path,
    characters: index.total,
    ...forward,
    pictures: pictures.length,
    unseenPictures: missed.length,
    backward,
  };
}

function shown(): { frame: HTMLIFrameElement; inner: Document } {
  const frame = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe') as HTMLIFrameElement;
  return { frame, inner: frame.contentDocument as Document };
}

async function walk(
  reader: Reader,
  index: TextIndex,
  inner: Document,
  turn: 'next' | 'prev',
  unseen: Set<Element>,
): Promise<{ pages: number; lost: string[]; clipped: number; disordered: string[] }> {
  const seen: Seen[] = index.nodes.map((node) => new Uint16Array(node.data.length));
  const look = new Look(index, inner, seen, turn === 'next' ? 1 : -1);
  let page = 0;
  for (let isThere = true; isThere;) {
    page += 1;
    look.at(page, unseen);
    isThere = (await reader[turn]()) && shown().inner === inner;
  }
  return { pages: page, ...look.report() };
}

class Look {
  readonly #index: TextIndex;
  readonly #inner: Document;
  readonly #seen: readonly Seen[];
  readonly #direction: 1 | -1;
  readonly #range: Range;
  readonly #width: number;
  readonly #height: number;
  /** Node from which on text may be unseen, in the direction of the walk. */
  #next: number;

  constructor(index: TextIndex, inner: Document, seen: readonly Seen[], direction: 1 | -1) {
    this.#index = index;
    this.#inner = inner;
    this.#seen = seen;
    this.#direction = direction;
    this.#range = inner.createRange();
    this.#next = direction > 0 ? 0 : index.nodes.length - 1;
    const view = inner.defaultView as Window;
    this.#width = view.innerWidth;
    this.#height = view.innerHeight;
  }

  at(page: number, unseen: Set<Element>): void {
    const { nodes } = this.#index;
    let beyond = 0;
    let last = this.#next;
    const from = Math.max(0, Math.min(nodes.length - 1, this.#next - this.#direction * REACH));
    for (let at = from; at >= 0 && at < nodes.length && beyond < REACH; at += this.#direction) {
      const node = nodes[at] as Text;
      this.#range.selectNodeContents(node);
      const box = this.#range.getBoundingClientRect();
      if (box.width === 0 && box.height === 0) continue;
      if (box.right < 0 || box.left > this.#width || box.bottom < 0 || box.top > this.#height) {
        if ((at - this.#next) * this.#direction > 0) beyond += 1;
        continue;
      }
      beyond = 0;
      last = at;
      this.#mark(node, this.#seen[at] as Seen, page);
    }
    this.#next = last;
    for (const picture of unseen) {
      const { left, right, top, bottom, width, height } = picture.getBoundingClientRect();
      const across = Math.min(right, this.#width) - Math.max(left, 0);
      const down = Math.min(bottom, this.#height) - Math.max(top, 0);
      // An initial that the author pushed into the margin is seen all the same.
      if (across > 0 && down > 0 && across * down >= (width * height) / 2) unseen.delete(picture);
    }
  }

  #mark(node: Text, seen: Seen, page: number): void {
    const set = (from: number, to: number): void => {
      for (let at = from; at < to; at += 1) if (seen[at] === 0) seen[at] = page;
    };
    if (this.#isWhole(node, 0, node.data.length)) {
      set(0, node.data.length);
      return;
    }
    const words = [...node.data.matchAll(/\S+/g)];
    let isFound = false;
    for (const { index, 0: word } of this.#direction > 0 ? words : words.toReversed()) {
      const end = index + word.length;
      if (seen[index] !== 0 && seen[end - 1] !== 0) continue;
      if (this.#isWhole(node, index, end)) set(index, end);
      else for (let at = index; at < end; at += 1) if (this.#isShown(node, at)) set(at, at + 1);
      isFound ||= seen.subarray(index, end).includes(page);
      // Past the end of the page: the words after this one are further still.
      if (isFound && this.#isBeyond(node, index, end)) return;
    }
  }

  #rects(node: Text, from: number, to: number): DOMRect[] {
    this.#range.setStart(node, from);
    this.#range.setEnd(node, to);
    return [...this.#range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5);
  }

  /** Whether all displayed parts of a text are inside the page; false when none is displayed. */
  #isWhole(node: Text, from: number, to: number): boolean {
    const rects = this.#rects(node, from, to);
    return rects.length > 0 && rects.every((rect) => this.#holds(rect));
  }

  /** A letter after a break between pages may have an empty box at the end of the page before. */
  #isShown(node: Text, at: number): boolean {
    return this.#rects(node, at, at + 1).some((rect) => this.#holds(rect));
  }

  /** A letter may stand out of its line by a hair; a page's edge is never nearer to the text than its margin. */
  #holds({ left, right, top, bottom, height }: DOMRect): boolean {
    const hair = 1 + height / 4;
    return left >= -1 && right <= this.#width + 1 && top >= -hair && bottom <= this.#height + hair;
  }

  #isBeyond(node: Text, from: number, to: number): boolean {
    const rects = this.#rects(node, from, to);
    return rects.length > 0 && rects.every(({ left, right }) => left > this.#width || right < 0);
  }

  report(): { lost: string[]; clipped: number; disordered: string[] } {
    const lost: string[] = [];
    let clipped = 0;
    const disordered: string[] = [];
    let reached = this.#direction > 0 ? 0 : Number.POSITIVE_INFINITY;
    this.#index.nodes.forEach((node, number) => {
      const seen = this.#seen[number] as Seen;
      const isAside = isApart(node, this.#inner);
      for (let at = 0; at < node.data.length; at += 1) {
        if (/\s/.test(node.data[at] as string)) continue;
        const page = seen[at] as number;
        const around = `${node.data.slice(Math.max(0, at - 8), at)}[${node.data[at]}]${node.data.slice(at + 1, at + 8)}`;
        if (page === 0) {
          if (!this.#isDisplayed(node, at)) continue;
          if (isAside) clipped += 1;
          else if (lost.length < 10) lost.push(around);
        } else if (!isAside) {
          const isBack = this.#direction > 0 ? page < reached : page > reached;
          if (isBack && disordered.length < 10) disordered.push(`${around}@${page}<${reached}`);
          reached = this.#direction > 0 ? Math.max(reached, page) : Math.min(reached, page);
        }
      }
    });
    return { lost, clipped, disordered };
  }

  #isDisplayed(node: Text, at: number): boolean {
    if (node.parentElement?.closest('[data-reader-away]')) return true;
    this.#range.setStart(node, at);
    this.#range.setEnd(node, at + 1);
    const hasBox = [...this.#range.getClientRects()].some(({ width, height }) => width > 0.5 && height > 0.5);
    return hasBox && (node.parentElement as Element).checkVisibility({ visibilityProperty: true });
  }
}

/** Whether a text stands beside the flow: in a table, a formula, a float, or where the author placed it. */
function isApart(node: Node, inner: Document): boolean {
  if (node.parentElement?.closest(ASIDE)) return true;
  for (let element = node.parentElement; element && element !== inner.body; element = element.parentElement) {
    const { float, position, display, textIndent, marginLeft } = getComputedStyle(element);
    if (Number.parseFloat(textIndent) < 0 || Number.parseFloat(marginLeft) < 0) return true;
    if (float !== 'none' || position === 'absolute' || position === 'fixed') return true;
    if (/flex|grid|inline-block|table/.test(display)) return true;
  }
  return false;
}
