/**
 * Rule for a book's style in a page of text: it names properties, its exception, the new value of a declaration, and
 * the reason. Properties without a rule stay as the author wrote them. Books of drawn pages are not judged.
 *
 * The reader handles faults that only the layout shows (a box lower than its text, a position under other words) by
 * proving the words of each page: `render/pagination/prove-words.ts`.
 */
export interface StyleRule {
  /** Full names of the properties, in lower case. */
  readonly properties: RegExp;
  /** Subject to which the rule does not apply if a selector names nothing else. */
  readonly except?: Subject;
  /** Returns the value that replaces the declared one; null removes the declaration. */
  readonly becomes: (value: string) => string | null;
  readonly why: string;
}

/**
 * Subject of a selector: pictures, text whose line breaks are the author's, text that a style generates, or anything
 * else.
 */
export type Subject = 'picture' | 'preformatted' | 'generated' | 'text';

const PICTURE = /^(?:img|svg|image|video|canvas|hr|object|picture)(?![\w-])/i;
const GENERATED = /::?(?:before|after|marker)$/i;
const PREFORMATTED = /^(?:pre|code|samp|kbd|tt)(?![\w-])/i;

/**
 * Finds the subject of a selector list, or of an element by its name; called once for each rule, because selectors may
 * be long.
 */
export function subjectOf(selectors: string): Subject {
  const last = selectors.split(',').map(
    (selector) =>
      selector
        .trimEnd()
        .split(/[\s>+~]/)
        .at(-1) ?? '',
  );
  if (last.every((compound) => PICTURE.test(compound))) return 'picture';
  if (last.every((compound) => GENERATED.test(compound))) return 'generated';
  return last.every((compound) => PREFORMATTED.test(compound)) ? 'preformatted' : 'text';
}

const VIEWPORT = /\d(?:[sld]?v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max))\b/i;
const INDIRECT = /\b(?:var|env|attr)\(/i;
const NUMBER = String.raw`(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?`;

const out = (): null => null;

/** Px of each absolute unit that no other part of the reader converts. */
const ABSOLUTE: Readonly<Record<string, number>> = { in: 96, cm: 96 / 2.54, mm: 96 / 25.4, pc: 16, q: 96 / 101.6 };
const ABSOLUTE_LENGTH = new RegExp(String.raw`(?<![\w.#-])(-?${NUMBER})(in|cm|mm|pc|q)\b`, 'gi');

/** Largest widths that fit every column; boxes with larger ones are made flexible. */
const NARROW: Readonly<Record<string, number>> = { px: 200, pt: 150, em: 6, rem: 6, ex: 12, ch: 12, '%': 100 };
const LENGTH = new RegExp(String.raw`^\+?(${NUMBER})(px|pt|em|rem|ex|ch|%)?$`, 'i');

function withinColumn(value: string): string {
  if (/^min\([^()]*(?:\([^()]*\))?[^()]*,100%\)$/i.test(value)) return value;
  if (/^(?:auto|inherit|initial|unset|revert(?:-layer)?|(?:min|max|fit)-content|none|0)$/i.test(value)) return value;
  const [, size = '', unit = ''] = LENGTH.exec(value) ?? [];
  if (unit !== '' && Number(size) <= (NARROW[unit.toLowerCase()] ?? 0)) return value;
  // Replaces intrinsic sizes, which `min()` does not allow.
  if (/(?:fit-content|minmax)\(/i.test(value) || /\b(?:min|max)-content\b|\bstretch\b|-available/i.test(value))
    return 'auto';
  return `min(${value},100%)`;
}

/** Largest negative margins that only adjust a letter or a line; larger ones move words out of the page. */
const PULL: Readonly<Record<string, number>> = { px: 48, pt: 36, em: 3, rem: 3, ex: 6, ch: 6, '%': 10 };

function pulledLittle(value: string): string | null {
  if (INDIRECT.test(value)) return null;
  if (/calc\(/i.test(value) && (VIEWPORT.test(value) || value.includes('-'))) return '0';
  const pulled = new RegExp(String.raw`(?<![\w.)-])-(${NUMBER})([a-z%]*)`, 'gi');
  const bounded = value.replace(pulled, (whole, size: string, unit: string) =>
    Number(size) > (PULL[unit.toLowerCase()] ?? 0) ? '0' : whole,
  );
  const seen = new RegExp(String.raw`(?<![\w.-])(${NUMBER})[sld]?v(?:w|h|i|b|min|max)\b(?!,25%\))`, 'gi');
  return bounded.replace(seen, (whole, size: string) => (Number(size) > 10 ? `min(${whole},25%)` : whole));
}

/** Removes a font size too small to read; `readableLine` removes a line height at which lines would overlap. */
function readableSize(value: string): string | null {
  if (VIEWPORT.test(value) || INDIRECT.test(value)) return null;
  const [, size = '', unit = ''] = LENGTH.exec(value) ?? [];
  if (size === '') return value;
  const least: Readonly<Record<string, number>> = {
    '': 1,
    px: 5,
    pt: 4,
    em: 0.35,
    rem: 0.35,
    ex: 0.7,
    ch: 0.7,
    '%': 35,
  };
  return Number(size) < (least[unit.toLowerCase()] ?? 0) ? null : value;
}

function readableLine(value: string): string | null {
  if (VIEWPORT.test(value) || INDIRECT.test(value)) return null;
  const [, size = '', unit = ''] = LENGTH.exec(value) ?? [];
  if (size === '') return /^calc/i.test(value) ? null : value;
  // Allows no px, which do not follow the reader's font size.
  const least: Readonly<Record<string, number>> = { '': 0.9, em: 0.9, '%': 90 };
  return Number(size) < (least[unit.toLowerCase()] ?? Number.POSITIVE_INFINITY) ? null : value;
}

/** Keeps a small space between letters or words, and removes a large one, which hides words. */
function littleSpace(value: string): string | null {
  if (VIEWPORT.test(value) || INDIRECT.test(value)) return null;
  const [, sign, size = '', unit = ''] = new RegExp(`^([+-]?)(${NUMBER})(px|pt|r?em)$`, 'i').exec(value) ?? [];
  if (size === '') return value;
  const ems = Number(size) / (/em$/i.test(unit) ? 1 : 16);
  return ems > (sign === '-' ? 0.15 : 1) ? null : value;
}

/** Lines into which an initial letter may be sunk. */
const MOST_SUNK = 4;

/** Keeps an initial letter that is sunk into a few lines; a raised one loses its height above the first line. */
function sunkLetter(value: string): string | null {
  const lines = /^\d+(?:\.\d+)?(?=\s|$)/.exec(value)?.[0];
  return lines !== undefined && Number(lines) >= 1 && Number(lines) <= MOST_SUNK ? lines : null;
}

/** Largest lengths of what is painted around letters: beyond them it hides the letters or what is beside them. */
const FINE: Readonly<Record<string, number>> = { px: 6, pt: 4.5, em: 0.35, rem: 0.35, ex: 0.7, ch: 0.7, '%': 35 };
const EACH_LENGTH = new RegExp(String.raw`(?<![\w.#(,-])-?(${NUMBER})(px|pt|r?em|ex|ch|%)`, 'gi');

const isFine = (value: string): boolean =>
  !INDIRECT.test(value) &&
  !/calc\(/i.test(value) &&
  [...value.matchAll(EACH_LENGTH)].every(([, size, unit = '']) => Number(size) <= (FINE[unit.toLowerCase()] ?? 0));

/** Alpha of a colour that the value writes, 0 to 1. */
function alphaOf(colour: string): number {
  if (/^transparent$/i.test(colour)) return 0;
  const hex = /^#(?:[\da-f]{3}([\da-f])|[\da-f]{6}([\da-f]{2}))$/i.exec(colour);
  if (hex) return Number.parseInt(hex[1] ?? hex[2] ?? '', 16) / (hex[1] === undefined ? 255 : 15);
  const [, size, percent] = /^[a-z]+\([^()]*(?:,[^(),]*,[^(),]*,|\/)\s*([\d.]+)(%?)\s*\)$/i.exec(colour) ?? [];
  return size === undefined ? 1 : Number(size) / (percent === '%' ? 100 : 1);
}

/** Matches rotations at which a line can still be read. */
const LEANING = /^(?:(?:rotate|skew[xy]?)\(-?1?\d(?:\.\d+)?deg\)\s*)+$/i;

/** The policy. Rules are applied in this order, and a declaration passes through every rule that names its property. */
export const STYLE_POLICY: readonly StyleRule[] = [
  {
    properties: /^(?!--)(?!content$|font-family$|src$|quotes$)/,
    becomes: (value) =>
      value.replace(ABSOLUTE_LENGTH, (_, size: string, unit: string) => {
        return `${Math.round(Number(size) * (ABSOLUTE[unit.toLowerCase()] ?? 1) * 100) / 100}px`;
      }),
    why: 'Inches and centimetres become px, for which the rules below and the reader have limits.',
  },
  {
    properties: /^(?:min-)?(?:width|inline-size)$/,
    except: 'picture',
    becomes: withinColumn,
    why: 'A box wider than the column loses the ends of its lines: Word writes 468pt.',
  },
  {
    properties: /^(?:min-|max-)?(?:height|block-size)$/,
    except: 'picture',
    becomes: (value) => (VIEWPORT.test(value) || INDIRECT.test(value) ? null : value),
    why: 'A page of text is not the screen: a box of 100vh leaves a blank page, or pushes its first words above it.',
  },
  {
    properties: /^max-(?:height|block-size)$/,
    except: 'picture',
    becomes: out,
    why: 'Text that is longer is printed over what follows.',
  },
  {
    properties: /^(?:overflow(?:-[xy]|-block|-inline|-clip-margin)?|text-overflow|resize|scrollbar-gutter)$/,
    except: 'picture',
    becomes: out,
    why: 'A box that scrolls or hides is not divided between pages, and a long one loses its end.',
  },
  {
    properties: /^(?:white-space|white-space-collapse|text-wrap|text-wrap-mode)$/,
    except: 'preformatted',
    becomes: (value) => {
      if (INDIRECT.test(value) || /^nowrap$/i.test(value)) return 'inherit';
      return /^pre$/i.test(value) ? 'pre-wrap' : value.replace(/\bnowrap\b/gi, 'wrap');
    },
    why: 'A line that may not break ends out of the page.',
  },
  {
    properties: /^(?:word-break|overflow-wrap|word-wrap|line-break)$/,
    becomes: (value) => (/^(?:keep-all|normal)$/i.test(value) ? null : value),
    why: 'A word that may not break anywhere is cut by the edge; where nothing else is said, it breaks as a last resort.',
  },
  {
    properties: /^display$/,
    becomes: (value) => {
      if (/^-(?:webkit|moz|ms)-(?:inline-)?(?:box|flex|flexbox|grid)$/i.test(value)) return 'block';
      return INDIRECT.test(value) || /^(?:table-column|ruby-|run-in$|math$)/i.test(value) ? null : value;
    },
    why: 'Old boxes are laid out whole, as one line of a page, and are never divided; columns of a table show no words, and parts of a formula or of ruby stand in no line alone.',
  },
  {
    properties:
      /^(?:-(?:webkit|moz|ms)-)?(?:box|line-clamp|max-lines|block-ellipsis|box-(?:orient|flex|pack|align|lines|direction)|box-ordinal-group)$/,
    becomes: out,
    why: 'Belongs to the old boxes, and cuts the text after some lines.',
  },
  {
    properties: /^(?:-(?:webkit|moz)-)?column-(?:span|fill)$/,
    becomes: out,
    why: 'The page is a column itself: what spans all columns would span all pages.',
  },
  {
    properties: /^margin(?:-(?:top|right|bottom|left|(?:block|inline)(?:-start|-end)?))?$/,
    becomes: pulledLittle,
    why: 'What is pulled far out of its place stands beyond the page or over other words.',
  },
  {
    properties: /^padding(?:-(?:top|right|bottom|left|(?:block|inline)(?:-start|-end)?))?$/,
    becomes: pulledLittle,
    why: 'Space by the size of the screen leaves no room for words in a narrow column.',
  },
  {
    properties: /^text-indent$/,
    becomes: pulledLittle,
    why: 'A line pulled far to the left begins before the page.',
  },
  {
    properties: /^font-size$/,
    becomes: readableSize,
    why: 'Letters by the screen ignore the reader; those of 0 are gone.',
  },
  {
    properties: /^(?:-webkit-)?initial-letter$/,
    becomes: sunkLetter,
    why: 'A letter higher than the page is cut, and Chromium divides a raised one between pages without end.',
  },
  {
    properties: /^line-height$/,
    becomes: readableLine,
    why: 'Lines nearer than their letters are printed over each other.',
  },
  {
    properties: /^(?:letter|word)-spacing$/,
    becomes: littleSpace,
    why: 'Letters lie over each other, or a word is wider than the page.',
  },
  {
    properties: /^opacity$/,
    becomes: (value) => (Number.parseFloat(value) / (value.endsWith('%') ? 100 : 1) >= 0.6 ? value : null),
    why: 'Faint words cannot be read, and what a script was to show nothing shows here.',
  },
  {
    properties:
      /^(?:-webkit-)?filter$|^backdrop-filter$|^mix-blend-mode$|^(?:-webkit-)?background-clip$|^-webkit-text-(?:fill-color|stroke(?:-\w+)?|security)$/,
    except: 'picture',
    becomes: out,
    why: 'Paints letters in other colours than the reader’s theme knows of.',
  },
  {
    properties: /^(?:-(?:webkit|moz|o)-)?(?:animation|transition)(?:-[\w-]+)?$/,
    becomes: out,
    why: 'Hides words until something happens that does not happen in a page, and wins over the reader’s theme.',
  },
  {
    properties:
      /^(?:contain|content-visibility|contain-intrinsic-[\w-]+|container(?:-type|-name)?|will-change|zoom|all)$/,
    becomes: out,
    why: 'Boxes that are laid out apart have no size of their own and are not divided between pages.',
  },
  {
    properties:
      /^(?:pointer-events|touch-action|(?:-(?:webkit|moz|ms)-)?user-select|overscroll-[\w-]+|scroll-[\w-]+|color-scheme|forced-color-adjust|(?:-(?:webkit|moz|ms)-)?text-size-adjust)$/,
    becomes: out,
    why: 'Selecting, turning and the size of the text belong to the reader.',
  },
  {
    properties: /^(?:transform|rotate|scale|translate)$/,
    except: 'picture',
    becomes: (value) => (value === 'none' || LEANING.test(value) ? value : null),
    why: 'Words that are turned, mirrored, moved or made small stand beyond the page, over others or unreadable.',
  },
  {
    properties: /^(?:perspective|backface-visibility|offset(?:-[\w-]+)?|font-size-adjust)$/,
    except: 'picture',
    becomes: out,
    why: 'The same as for transform.',
  },
  {
    properties: /^content$/,
    except: 'generated',
    becomes: out,
    why: 'On an element a picture or nothing takes the place of its words.',
  },
  {
    properties: /^(?:color|-webkit-text-fill-color)$/,
    becomes: (value) => (alphaOf(value) < 0.5 ? null : value),
    why: 'Letters that let their ground through cannot be read, and a ground that should fill them is not cut by them here.',
  },
  {
    properties: /^border(?:-(?:top|right|bottom|left|(?:block|inline)(?:-start|-end)?))?(?:-width)?$/,
    except: 'picture',
    becomes: (value) =>
      value.replace(/(?<![\w.#-])(\d+(?:\.\d+)?)(px|pt|r?em)\b/gi, (whole, size: string, unit: string) =>
        Number(size) > (PULL[unit.toLowerCase()] ?? 0) ? 'medium' : whole,
      ),
    why: 'A border as wide as the column leaves no room for words.',
  },
  {
    properties: /^(?:outline(?:-width|-offset)?|text-(?:decoration(?:-thickness)?|underline-offset|shadow))$/,
    becomes: (value) => (isFine(value) ? value : null),
    why: 'An outline takes no room and covers what is beside it; a thick line through words and a far shadow cover the words.',
  },
  {
    properties: /^(?:-webkit-)?box-shadow$/,
    except: 'picture',
    becomes: (value) => (/\binset\b/i.test(value) && !isFine(value) ? null : value),
    why: 'A shadow that fills its box is a ground of which the reader’s theme knows nothing.',
  },
  {
    properties: /^-webkit-box-reflect$/,
    becomes: out,
    why: 'A reflection is printed over the lines that follow.',
  },
  {
    properties: /^(?:size-adjust|ascent-override)$/,
    becomes: (value) => (/^(?:[5-9]\d|1\d\d)(?:\.\d+)?%$/.test(value) ? value : null),
    why: 'A face may adjust its letters; at a twentieth of their size nobody reads them, and without height they stand nowhere.',
  },
  {
    properties: /^visibility$/,
    becomes: (value) => (/^collapse$/i.test(value) ? null : value),
    why: 'A collapsed column keeps the words of its cells, in no width; nothing here unfolds it.',
  },
  {
    properties: /^position$/,
    becomes: (value) => (/sticky/i.test(value) ? 'static' : value),
    why: 'A sticky box covers the text that passes under it.',
  },
  {
    properties: /^font$/,
    becomes: (value) => {
      const size = value.split(/[\s/]+/).find((part) => part === '0' || /^[\d.]+(?:px|pt|r?em|ex|ch|%)$/i.test(part));
      if (VIEWPORT.test(value) || (size !== undefined && readableSize(size) === null)) return null;
      return value.replace(/\s*\/\s*(?:[\d.]+(?:px|pt|r?em)|0|\.\d+|0\.\d+|\d{1,2}(?:\.\d+)?%)(?=\s)/i, '');
    },
    why: 'The same as for font-size and line-height.',
  },
];

/**
 * Applies {@link STYLE_POLICY} to a declaration.
 * @param declared its value, without comments
 * @param isAttribute whether it stands in a `style` attribute
 * @returns the value with its priority; null when the declaration is removed
 */
export function judgeDeclaration(
  property: string,
  declared: string,
  subject: Subject,
  isAttribute: boolean,
): string | null {
  const mark = declared.lastIndexOf('!');
  const isImportant = mark >= 0 && /^!\s*important$/i.test(declared.slice(mark).trimEnd());
  const plain = isImportant ? declared.slice(0, mark).trim() : declared;
  let value = plain;
  for (const { properties, except, becomes } of STYLE_POLICY) {
    if (!properties.test(property) || except === subject) continue;
    const judged = becomes(value);
    if (judged === null) return null;
    value = judged;
  }
  // Removes the priority in a `style` attribute, which needs none over the book's rules and may have none over the
  // reader's.
  if (isImportant && isAttribute) return value;
  return value === plain ? declared : value + declared.slice(plain.length);
}
