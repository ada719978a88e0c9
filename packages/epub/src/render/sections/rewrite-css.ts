/** A piece of a stylesheet: plain text, or the place of an address of the book. */
export type CssPiece = string | CssReference;

export interface CssReference {
  readonly kind: 'url' | 'import';
  /** The address as written. */
  readonly href: string;
  /** Media query list of an import, `''` when it has none. */
  readonly media: string;
}

export interface SplitCss {
  readonly main: readonly CssPiece[];
  /** The `@font-face` rules, separate because a page need not wait for its fonts. */
  readonly fonts: readonly CssPiece[];
}

// Lets an unclosed comment or string reach to the end of the file, as in browsers; searching for its end from each
// beginning would take quadratic time.
const FONT_FACE = /@font-face\s*\{[^}]*\}?/gi;
const TOKEN = new RegExp(
  [
    String.raw`\/\*[\s\S]*?(?:\*\/|$)`,
    String.raw`@charset[^;]*;?`,
    String.raw`@namespace[^;]*;?`,
    String.raw`@import\s+(?:url\(\s*)?(?:"(?<dq>[^"]*)"|'(?<sq>[^']*)'|(?<bare>[^\s"');]+))\s*\)?(?<media>[^;]*)(?:;|$)`,
    String.raw`(?:url|src)\((?:\s*(?:"(?<udq>[^"]*)"|'(?<usq>[^']*)')\s*\)|(?<ubare>[^)]*)\)?)`,
    String.raw`"(?:[^"\\\n]|\\[\s\S])*"?`,
    String.raw`'(?:[^'\\\n]|\\[\s\S])*'?`,
  ].join('|'),
  'gi',
);
const OUTWARD = /^\s*(?:[a-z][a-z0-9+.-]*:)?[/\\]{2}/i;

/**
 * Prepares a book's stylesheet for a paged view: finds its addresses, turns page breaks into column breaks and
 * absolute font sizes into ones that follow the reader's size.
 */
export function splitCss(source: string): SplitCss {
  const css = plainLetters(source);
  const fonts = css.match(FONT_FACE)?.join('\n') ?? '';
  return { main: pieces(pageRules(css.replace(FONT_FACE, ''))), fonts: pieces(fonts) };
}

/**
 * Priority that is removed from `style` attributes, where it would win over every rule of the page; without it the
 * attribute still wins over the book's rules.
 */
const IMPORTANT = /!(?:\s|\/\*[^*]*\*\/)*important/gi;

/** Prepares the value of a `style` attribute in the same way; removes remote addresses, imports and `!important`. */
export function splitDeclarations(style: string): readonly CssPiece[] {
  return pieces(pageRules(plainLetters(style).replace(IMPORTANT, '')));
}

/**
 * Replaces letters that are written as escapes, because a browser reads `\75rl(` as `url(`, and no address may hide.
 */
function plainLetters(css: string): string {
  if (!css.includes('\\')) return css;
  return css.replace(
    /\\(?:0{0,4}([46][1-9a-f]|[57][0-9a])(?![0-9a-f])\s?|([g-z]))/gi,
    (_, hex?: string, letter?: string) =>
      hex === undefined ? (letter as string) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function pieces(css: string): CssPiece[] {
  const result: CssPiece[] = [];
  let at = 0;
  for (const match of css.matchAll(TOKEN)) {
    result.push(css.slice(at, match.index), piece(match[0], match.groups ?? {}));
    at = match.index + match[0].length;
  }
  result.push(css.slice(at));
  return result.filter((each) => each !== '');
}

function piece(token: string, groups: Record<string, string | undefined>): CssPiece {
  const start = token.slice(0, 5).toLowerCase();
  if (start.startsWith('/*') || start.startsWith('@char')) return '';
  if (start === '@name') return token;
  if (start === '@impo') {
    const href = groups['dq'] ?? groups['sq'] ?? groups['bare'] ?? '';
    return { kind: 'import', href, media: (groups['media'] ?? '').trim() };
  }
  if (start.startsWith('"') || start.startsWith("'")) return OUTWARD.test(token.slice(1)) ? '""' : token;
  return { kind: 'url', href: (groups['udq'] ?? groups['usq'] ?? groups['ubare'] ?? '').trim(), media: '' };
}

function pageRules(css: string): string {
  return (
    css
      .replace(/(?<=^|[\s;{])-epub-/gi, '')
      .replace(/(?:page-)?break-(before|after)\s*:\s*(?:always|page|left|right|recto|verso)\b/gi, 'break-$1:column')
      .replace(/text-align\s*:\s*(justify|left|start)\b/gi, 'text-align:var(--reader-align,$1)')
      // Keeps raised and lowered text from making its line higher than the grid.
      .replace(/(vertical-align\s*:\s*(?:super|sub)\b\s*(?:!important)?)/gi, '$1;line-height:0!important')
      .replace(/(?:page-break|break)-inside\s*:\s*avoid(?:-page)?\b/gi, 'break-inside:avoid')
      // A raised letter that is higher than the page is divided without end by Chromium, and a sunk one is cut.
      .replace(
        /(initial-letter\s*:)\s*([\d.]+)?[^;{})]*/gi,
        (_, name: string, lines?: string) => name + (Number(lines) <= MOST_SUNK ? lines : 'normal'),
      )
      .replace(
        INDENT,
        (_, before: string, value: string) =>
          before + value.replace(/(?<![\w.(-])(?:\d+(?:\.\d+)?|\.\d+)(?:em|rem|px|pt)\b/gi, narrow),
      )
      .replace(
        /(^|[\s;{])(font-size|line-height|font)\s*:([^;}]*)/gi,
        (_, before: string, name: string, value: string) =>
          `${before}${name}:${value
            .replace(/(?<![\d.])(\d+(?:\.\d+)?|\.\d+)(px|pt)\b/gi, (__, size: string, unit: string) => rem(size, unit))
            .replace(KEYWORD, (word) => (name === 'line-height' ? word : `${SIZES[word.toLowerCase()] ?? 1}rem`))}`,
      )
  );
}

/** Lines into which an initial letter may be sunk. */
const MOST_SUNK = 4;

/** Properties that set the space beside a text. */
const INDENT =
  /((?:^|[\s;{])(?:margin|padding|text-indent|(?:margin|padding)-(?:left|right|inline(?:-start|-end)?))\s*:)([^;}]*)/gi;
/**
 * Lengths from which a space is limited: at the largest text size it may be wider than a phone's column and push its
 * text off the page.
 */
const WIDE_SPACE = { em: 2, rem: 2, px: 60, pt: 45 };

/** Limits a wide space to 40 % of a phone's column, 9em at the usual size, so that hardly any book looks different. */
function narrow(length: string): string {
  const unit = (/[a-z]+$/i.exec(length)?.[0] ?? '').toLowerCase() as keyof typeof WIDE_SPACE;
  return Number.parseFloat(length) > WIDE_SPACE[unit] ? `min(${length},40%)` : length;
}

/**
 * Factors of the usual 16 px for size keywords. A keyword is an absolute size, which would not follow the reader's
 * size.
 */
const SIZES: Readonly<Record<string, number>> = {
  'xx-small': 0.5625,
  'x-small': 0.625,
  small: 0.8125,
  medium: 1,
  large: 1.125,
  'x-large': 1.5,
  'xx-large': 2,
  'xxx-large': 3,
};
const KEYWORD = /(?<![\w-])(?:x{1,2}-small|small|medium|large|x{1,3}-large)(?![\w-])/gi;

function rem(size: string, unit: string): string {
  const px = Number(size) * (unit.toLowerCase() === 'pt' ? 96 / 72 : 1);
  return `${Math.round((px / 16) * 10_000) / 10_000}rem`;
}
