import { type Colour, colourOf, contrast, groundsOn, over } from './colours.ts';
import { AWAY, WIDE } from './theme-css.ts';

/** Computed style of an element, or of the box that a style generates in it. @param generated `::before` or `::after` */
export const styleOf = (element: Element, generated?: string): CSSStyleDeclaration =>
  (element.ownerDocument.defaultView as Window).getComputedStyle(element, generated);

/** Visibility that a text gets from the elements around it. */
export interface Surroundings {
  /**
   * Whether the text need not be visible, because its box scrolls, the engine hid it, or its author hid it from all but
   * screen readers.
   */
  readonly isExempt: boolean;
  /** The innermost box with columns of its own; if it has a fixed height, columns that do not fit stand beside it. */
  readonly columns: Element | null;
  /** Colours painted behind the text, several behind a gradient; null behind a picture, whose colours are unknown. */
  readonly grounds: readonly Colour[] | null;
  /** Opacity of the text, 0 to 1. */
  readonly opacity: number;
  /** Whether the letters have too little contrast with their background. */
  readonly isFaint: boolean;
  /** Whether a shape or a mask cuts off parts of the text, or its lines are turned or lie behind a box. */
  readonly isCutOut: boolean;
  /** Whether margins leave so little of the column that words are broken letter by letter. */
  readonly isNarrow: boolean;
}

/** Least contrast of visible letters (WCAG 2.2 asks for 3 of large text, 4.5 of all other). */
const LEAST_CONTRAST = 2;
/** The same on a gradient, whose colours lie nearer together than they are written. */
const LEAST_ON_GRADIENT = 3;
/** Narrowest block for words, em. */
const NARROWEST = 3;
const BLOCK = /^(?:block|list-item|flow-root)$/;
/** Least opacity of letters before a picture. */
const LEAST_INK = 0.4;

/** Surroundings of a text that stands in the body itself. */
export function surroundingsOfBody({ documentElement }: Document): Surroundings {
  const grounds = [over(colourOf(styleOf(documentElement).backgroundColor), [255, 255, 255, 1])];
  return { isExempt: false, columns: null, grounds, opacity: 1, isFaint: false, isCutOut: false, isNarrow: false };
}

const EXEMPT = `[${AWAY}],[${WIDE}],math,svg,rp,style,script,audio,video,[hidden]`;

/** @param all surroundings of the elements seen before */
export function surroundingsOf(element: Element, all: Map<Element, Surroundings>): Surroundings {
  const cached = all.get(element);
  if (cached) return cached;
  const outer = surroundingsOf(element.parentElement as Element, all);
  if (outer.isExempt || element.matches(EXEMPT)) {
    const exempt = { ...outer, isExempt: true };
    all.set(element, exempt);
    return exempt;
  }
  const style = styleOf(element);
  const isOfColumns = style.columnCount !== 'auto' || style.columnWidth !== 'auto';
  const opacity = outer.opacity * Number(style.opacity);
  const grounds = outer.grounds && groundsOn(style, outer.grounds);
  const surroundings = {
    isExempt: style.visibility !== 'visible' || isHiddenByAuthor(element, style),
    columns: isOfColumns ? element : outer.columns,
    grounds,
    opacity,
    isCutOut: outer.isCutOut || style.clipPath !== 'none' || style.maskImage !== 'none' || isTurned(style),
    isNarrow: BLOCK.test(style.display) ? isNarrow(element, style) : outer.isNarrow,
    isFaint: isFaint(style, opacity, grounds),
  };
  all.set(element, surroundings);
  return surroundings;
}

function isFaint(
  { webkitTextFillColor }: CSSStyleDeclaration,
  opacity: number,
  grounds: readonly Colour[] | null,
): boolean {
  const [red, green, blue, alpha] = colourOf(webkitTextFillColor);
  const ink = alpha * opacity;
  if (grounds === null) return ink < LEAST_INK;
  const least = grounds.length > 1 ? LEAST_ON_GRADIENT : LEAST_CONTRAST;
  return grounds.some((ground) => contrast(over([red, green, blue, ink], ground), ground) < least);
}

/** Whether an author hid a box from all but screen readers, by a position far away or a clip. */
export function isHiddenByAuthor(element: Element, { position, clip }: CSSStyleDeclaration): boolean {
  return (position === 'absolute' || position === 'fixed') && (isOutOfSight(element) || clip !== 'auto');
}

function isNarrow(element: Element, { paddingLeft, paddingRight, fontSize }: CSSStyleDeclaration): boolean {
  const [left, right, letter] = [paddingLeft, paddingRight, fontSize].map(Number.parseFloat) as [
    number,
    number,
    number,
  ];
  return element.clientWidth - left - right < NARROWEST * letter && !element.closest('table');
}

/** Sine of the greatest angle of lines that can still be read, about 20 degrees. */
const LEANING = 0.35;

/** Whether a box is painted behind others, or its lines are turned, mirrored or made small. */
function isTurned({ zIndex, position, transform, rotate, scale, offsetPath }: CSSStyleDeclaration): boolean {
  if ((zIndex.startsWith('-') && position !== 'static') || (offsetPath || 'none') !== 'none') return true;
  if (transform === 'none' && rotate === 'none' && scale === 'none') return false;
  const { a, b, d, is2D } = new DOMMatrix(transform);
  const isPlain =
    is2D && Math.abs(b) < LEANING && [a, d, ...numbersOf(scale)].every((size) => size > 0.6 && size < 1.5);
  return !isPlain || (rotate !== 'none' && Math.abs(Number.parseFloat(rotate)) > 20);
}

const numbersOf = (text: string): number[] => (text === 'none' ? [1] : (text.match(/-?[\d.]+/g) ?? []).map(Number));

function isOutOfSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { scrollX, scrollY } = element.ownerDocument.defaultView as Window;
  return (width <= 1 && height <= 1) || left + Math.abs(scrollX) < -500 || top + scrollY < -500;
}
