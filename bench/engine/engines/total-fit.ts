/** A place where a line may end: at a space, at a soft hyphen, or at the paragraph's end. */
interface Break {
  readonly kind: 'space' | 'hyphen' | 'end';
  /** Width of the paragraph up to this place, px, and the number of its spaces. */
  readonly width: number;
  readonly spaces: number;
  /** Text node and offset of the space or hyphen. */
  readonly node: Text;
  readonly offset: number;
}

/** Stretch of a space that costs as much as 1, in widths of the space; a line of no spaces counts as one this loose. */
const STRETCH = 0.5;
const LOOSEST = 20;
/** Costs of a divided word, of two lines in a row that end so, and of a last line of one short word. */
const HYPHEN = 50;
const TWO_HYPHENS = 3000;
const SHORT_LAST = 3000;
/** Distance by which widths of single words may differ from those of the line, px. */
const HAIR = 0.75;

/**
 * Breaks the lines of paragraphs as a whole (Knuth and Plass, without shrinking, which a browser has not): chooses the
 * breaks with the least sum of costs, and writes them by making all other spaces unbreakable. Changes the text nodes,
 * so that it suits an experiment only. Reads all paragraphs before it writes any, so that the browser lays out once.
 */
export function fitParagraphs(blocks: readonly HTMLElement[], widthOf: Meter): void {
  const fitted = blocks.map((block) => {
    const { textIndent, textAlign } = getComputedStyle(block);
    const texts = textsOf(block);
    if (textAlign !== 'justify' || texts.length === 0 || block.querySelector('br,img,ruby,math,svg')) return null;
    const breaks = breaksOf(texts, Number.parseFloat(textIndent) || 0, widthOf);
    const chosen = choose(breaks, block.clientWidth - HAIR, widthOf('\u00A0', block), widthOf('-', block));
    return chosen && { texts, chosen: new Set(chosen) };
  });
  for (const each of fitted) if (each) write(each.texts, each.chosen);
}

/** Returns the width of a text in the style of an element, px. */
type Meter = (text: string, parent: Element) => number;

function textsOf(block: Element): Text[] {
  const walker = block.ownerDocument.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

function breaksOf(texts: readonly Text[], indent: number, widthOf: Meter): Break[] {
  const breaks: Break[] = [];
  let [width, spaces, hasSpace] = [indent, 0, true];
  for (const node of texts) {
    const parent = node.parentElement as Element;
    for (const { 0: token, index: offset } of node.data.matchAll(/[ \t\r\n]+|\u00AD|[^ \t\r\n\u00AD]+/g)) {
      if (token === '\u00AD') breaks.push({ kind: 'hyphen', width, spaces, node, offset });
      else if (/^[ \t\r\n]/.test(token)) {
        if (hasSpace) continue;
        breaks.push({ kind: 'space', width, spaces, node, offset });
        width += widthOf('\u00A0', parent);
        spaces += 1;
      } else width += widthOf(token, parent);
      hasSpace = /^[ \t\r\n]/.test(token);
    }
  }
  const last = texts.at(-1) as Text;
  // A space at the end of the paragraph has no width.
  if (hasSpace && breaks.at(-1)?.kind === 'space') {
    const end = breaks.pop() as Break;
    breaks.push({ ...end, kind: 'end' });
  } else breaks.push({ kind: 'end', width, spaces, node: last, offset: last.length });
  return breaks;
}

/** Returns the breaks with the least sum of costs; null where a word is wider than the column. */
function choose(breaks: readonly Break[], column: number, space: number, hyphen: number): Break[] | null {
  const least: { cost: number; before: number }[] = [];
  let from = -1;
  for (const [at, end] of breaks.entries()) {
    let best = { cost: Number.POSITIVE_INFINITY, before: -2 };
    const last = end.kind === 'hyphen' ? hyphen : 0;
    while (from < at - 1 && lineWidth(breaks[from], end, space) + last > column) from += 1;
    for (let before = from; before < at; before += 1) {
      const start = breaks[before];
      const width = lineWidth(start, end, space) + last;
      const known = before < 0 ? 0 : (least[before] as { cost: number }).cost;
      if (width > column || known === Number.POSITIVE_INFINITY) continue;
      const cost = known + costOf(start, end, column - width, space);
      if (cost < best.cost) best = { cost, before };
    }
    least.push(best);
  }
  const chosen: Break[] = [];
  for (let at = breaks.length - 1; at >= 0; at = (least[at] as { before: number }).before) {
    if ((least[at] as { before: number }).before === -2) return null;
    chosen.unshift(breaks[at] as Break);
  }
  return chosen;
}

const lineWidth = (start: Break | undefined, end: Break, space: number): number =>
  end.width - (start ? start.width + (start.kind === 'space' ? space : 0) : 0);

function costOf(start: Break | undefined, end: Break, free: number, space: number): number {
  const penalty = end.kind === 'hyphen' ? HYPHEN : 0;
  const twice = penalty > 0 && start?.kind === 'hyphen' ? TWO_HYPHENS : 0;
  if (end.kind === 'end') return start?.kind === 'hyphen' && end.spaces === start.spaces ? SHORT_LAST : 0;
  const spaces = end.spaces - (start ? start.spaces + (start.kind === 'space' ? 1 : 0) : 0);
  const ratio = spaces > 0 ? free / spaces / (space * STRETCH) : free > 0 ? LOOSEST : 0;
  return (1 + 10 * Math.min(ratio, LOOSEST) ** 3 + penalty) ** 2 + twice;
}

function write(texts: readonly Text[], chosen: ReadonlySet<Break>): void {
  const offsets = new Map<Text, Set<number>>();
  for (const { node, offset } of chosen) offsets.set(node, (offsets.get(node) ?? new Set()).add(offset));
  for (const node of texts) {
    const kept = offsets.get(node);
    const text = node.data.replaceAll(/[ \t\r\n]+|\u00AD|[-–—]/g, (token, offset: number) => {
      if (/^[-–—]/.test(token)) return `\u2060${token}\u2060`;
      if (token === '\u00AD') return kept?.has(offset) ? token : '';
      return kept?.has(offset) ? ' ' : '\u00A0';
    });
    // A space beside a chosen one, or at an edge of the block, has to collapse.
    node.data = text.replaceAll(/^\u00A0$|\u00A0(?= )|(?<= )\u00A0/g, ' ');
  }
}

/** Measures texts by a canvas, each once for each style. */
export function textMeter(): Meter {
  const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  const fonts = new WeakMap<Element, Map<string, number>>();
  const byFont = new Map<string, Map<string, number>>();
  const fontOf = new WeakMap<Element, string>();
  return (text, parent) => {
    let known = fonts.get(parent);
    if (!known) {
      const { fontStyle, fontVariantCaps, fontWeight, fontSize, fontFamily } = getComputedStyle(parent);
      const caps = fontVariantCaps === 'small-caps' ? 'small-caps' : 'normal';
      const font = `${fontStyle} ${caps} ${fontWeight} ${fontSize} ${fontFamily}`;
      known = byFont.get(font) ?? new Map<string, number>();
      byFont.set(font, known);
      fonts.set(parent, known);
      fontOf.set(parent, font);
    }
    let width = known.get(text);
    if (width === undefined) {
      const font = fontOf.get(parent) as string;
      if (context.font !== font) context.font = font;
      width = context.measureText(text).width;
      known.set(text, width);
    }
    return width;
  };
}
