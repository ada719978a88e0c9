/** Lines of justified paragraphs but the last of each, and how many of them have a wide gap or a divided word. */
export interface LineGaps {
  readonly lines: number;
  /** Lines with a gap of more than three, and of five, spaces. */
  readonly above3: number;
  readonly above5: number;
  readonly hyphens: number;
  readonly pages: number;
}

declare global {
  interface Window {
    countGaps: (url: string, variant: string, column: number, fontSize: number) => Promise<LineGaps>;
    /** Opens a book at a fraction of it; resolves when the first page is painted. */
    openFirst: (url: string, variant: string, fraction: number) => Promise<void>;
    /** Fits the paragraphs that a first page lays out; returns their characters. */
    fitFirst: () => number;
  }
}

export const NO_LINES: LineGaps = { lines: 0, above3: 0, above5: 0, hyphens: 0, pages: 0 };

export const addGaps = (one: LineGaps, other: LineGaps): LineGaps => ({
  lines: one.lines + other.lines,
  above3: one.above3 + other.above3,
  above5: one.above5 + other.above5,
  hyphens: one.hyphens + other.hyphens,
  pages: one.pages + other.pages,
});

/** Counts the lines of a section that is laid out. */
export function gapsOf(inner: Document, pages: number): LineGaps {
  const sum = { lines: 0, above3: 0, above5: 0, hyphens: 0, pages };
  for (const block of inner.querySelectorAll('p')) {
    if (getComputedStyle(block).textAlign !== 'justify') continue;
    const space = spaceOf(block);
    const words = wordsOf(block);
    let largest = 0;
    for (const [at, { rect, isWordStart }] of words.entries()) {
      const next = words[at + 1];
      if (!next) break;
      const isSameLine = Math.abs(next.rect.top - rect.top) < rect.height / 2 && next.rect.left >= rect.right - 1;
      if (isSameLine) {
        if (next.isWordStart) largest = Math.max(largest, next.rect.left - rect.right);
        continue;
      }
      sum.lines += 1;
      if (largest > space * 3) sum.above3 += 1;
      if (largest > space * 5) sum.above5 += 1;
      if (!next.isWordStart && isWordStart !== undefined) sum.hyphens += 1;
      largest = 0;
    }
  }
  return sum;
}

function spaceOf(block: Element): number {
  const probe = block.appendChild(block.ownerDocument.createElement('span'));
  probe.style.cssText = 'position:absolute;white-space:pre;text-indent:0';
  probe.textContent = ' ';
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return width;
}

/** Returns the boxes of the words; soft hyphens, nodes and line ends may cut a word into several. */
function wordsOf(block: Element): { rect: DOMRect; isWordStart: boolean }[] {
  const range = block.ownerDocument.createRange();
  const walker = block.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const words: { rect: DOMRect; isWordStart: boolean }[] = [];
  let endsInSpace = true;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    for (const { index, 0: word } of node.data.matchAll(/\S+/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0.5);
      const isStart = index > 0 || endsInSpace;
      words.push(...rects.map((rect, at) => ({ rect, isWordStart: at === 0 && isStart })));
    }
    if (node.data !== '') endsInSpace = /\s$/.test(node.data);
  }
  return words;
}
