import type { Publication } from '../../container/publication.ts';
import { isOfPictures } from '../../locator/locations.ts';
import type { ReaderOptions, ReaderTheme } from '../reader-types.ts';
import { type PairedPage, pairPages } from './page-pairs.ts';

/** Size of the page the text flows into, integer CSS px. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Narrowest host that shows two columns side by side, px. */
const SPREAD_WIDTH = 720;

/** Text that may be short of room has this margin all the same, px. */
const LEAST_MARGIN = 10;

/** Attributes the engine sets on existing elements; they change no CFI. */
export const AWAY = 'data-reader-away';
export const SLICE = 'data-reader-slice';
export const ODD = 'data-reader-odd';
/** On pictures that stand for a first letter. */
export const INITIAL = 'data-reader-initial';
/** On what is wider than the page and scrolls by itself. */
export const WIDE = 'data-reader-wide';
/** A picture whose file is on its way: a browser would show a broken one in its place. */
export const WAITING = 'data-reader-waiting';

/** Columns of one page. */
export function columnsOf(theme: ReaderTheme, size: PageSize): 1 | 2 {
  return theme.spread === 'both' && theme.flow === 'paginated' && size.width >= SPREAD_WIDTH ? 2 : 1;
}

/** Height of the text: whole lines only, so that every page ends on the same line of the grid. */
export function textHeightOf(theme: ReaderTheme, size: PageSize): number {
  const line = theme.fontSize * theme.lineHeight;
  return Math.max(1, Math.min(size.height, Math.floor(Math.floor(size.height / line) * line) || size.height));
}

/**
 * The stylesheet of a section: the page, the reader's theme, and defaults that any rule of the book beats
 * (`:where` has no weight). Applies to the flow of text only; pictures and fixed pages have {@link plainCss}.
 */
export function themeCss(theme: ReaderTheme, size: PageSize, vertical: boolean, fallbackFont: string): string {
  const isContinuous = theme.flow === 'scrolled-doc' && !vertical;
  const page = isContinuous ? continuousCss(theme, size) : pageCss(theme, size, vertical);
  return page + textCss(theme, fallbackFont) + guardCss(theme, size);
}

/** Paint of highlights by the browser itself (CSS Custom Highlight API); see `HighlightPainter`. */
export function highlightCss(theme: ReaderTheme): string {
  const paints = Object.entries(paintsOf(theme));
  return paints.map(([group, colour]) => `::highlight(${PAINT}${group}){background-color:${colour}}`).join('');
}

/** Background of each group of painted ranges: the highlight colours, the found and the spoken text. */
export function paintsOf(theme: ReaderTheme): Readonly<Record<string, string>> {
  const { highlightColors = {}, color, background } = theme;
  const mix = `color-mix(in srgb,${color} 20%,${background})`;
  return { ...highlightColors, found: theme.foundColor ?? mix, spoken: theme.spokenColor ?? mix };
}

/** Prefix of the registered names of painted groups. */
export const PAINT = 'reader-';

/** The stylesheet of a page that is one picture or a notice. */
export function plainCss(theme: ReaderTheme): string {
  return `html{height:100%!important;overflow:hidden!important;${colours(theme)};font:${theme.fontSize}px/1.5 serif}
body{margin:0!important;height:100%;display:grid;place-items:center;overflow:hidden;text-align:center}
body>img,body>svg{display:block;width:100%;height:100%;object-fit:contain}p{max-width:24em;padding:0 16px}[${WAITING}]{visibility:hidden!important}`;
}

/** Pictures one below the other as wide as the screen, in a section of text, a drawn page or a picture alone. */
export function stripCss(theme: ReaderTheme): string {
  return `html{height:auto!important;overflow:hidden auto!important;overscroll-behavior:contain;${colours(theme)}}
body{margin:0!important;padding:0!important;min-height:0!important}body::after{display:none!important}
img,svg,video,canvas{display:block;width:100%!important;height:auto!important;max-height:none!important}`;
}

function colours(theme: ReaderTheme): string {
  return `background:${theme.background}!important;color:${theme.color}!important`;
}

/**
 * The margins are the body's, not the gap's: inline padding repeats in every column, so that a page is exactly one
 * page width and the last one can be scrolled to.
 */
function pageCss(theme: ReaderTheme, size: PageSize, vertical: boolean): string {
  const columns = columnsOf(theme, size);
  const height = textHeightOf(theme, size);
  const box = vertical
    ? `width:${size.width}px!important;height:${size.height}px!important;columns:auto ${size.height}px!important`
    : `width:${size.width}px!important;height:${height}px!important;columns:${columns} auto!important`;
  const padding = vertical
    ? `${downwardMargin(theme, size, theme.marginLeft)}px 0 ${downwardMargin(theme, size, theme.marginRight)}px`
    : `0 ${theme.marginRight}px 0 ${theme.marginLeft}px`;
  return `html{${box};column-gap:0!important;column-fill:auto!important;column-rule:none!important;
min-height:0!important;overflow:hidden!important}${rootCss(theme)}
body{padding:${padding}!important;min-height:0!important}
[${SLICE}]{break-before:column!important}
[${ODD}] body::after{content:"";display:block;break-before:column;height:1px}`;
}

/**
 * The margin above or below lines that run downwards. What keeps the lines of a wide page short would leave nothing of
 * these: they may be as long as those would be, and shorter only for the sake of a margin that a phone has too.
 */
function downwardMargin({ marginLeft, marginRight }: ReaderTheme, { width, height }: PageSize, margin: number): number {
  const spare = Math.floor((height - (width - marginLeft - marginRight)) / 2);
  return Math.min(margin, Math.max(LEAST_MARGIN, spare));
}

/** One endless column. The space at both ends and the dashed line say where a chapter begins and ends. */
function continuousCss(theme: ReaderTheme, size: PageSize): string {
  const end = Math.round(size.height / 3);
  return `html{width:auto!important;height:auto!important;columns:auto!important;min-height:100%!important;
overflow:hidden auto!important;overflow-anchor:none;overscroll-behavior:contain}${rootCss(theme)}
body{padding:32px ${theme.marginRight}px ${end}px ${theme.marginLeft}px!important;min-height:100vh!important}
body::after{content:"";display:block;clear:both;height:3px;margin:48px 25% 0;
background:repeating-linear-gradient(90deg,currentColor 0 8px,transparent 8px 13px);opacity:.4}`;
}

function rootCss(theme: ReaderTheme): string {
  return `html{box-sizing:border-box!important;margin:0!important;padding:0!important;border:0!important;
position:static!important;max-width:none!important;max-height:none!important;min-width:0!important;
scroll-behavior:auto!important;${colours(theme)};
font-size:${theme.fontSize}px!important;line-height:${theme.lineHeight}!important;
overflow-wrap:break-word;-webkit-text-size-adjust:none;text-size-adjust:none}
body{box-sizing:border-box!important;display:block!important;columns:auto!important;float:none!important;
position:static!important;width:auto!important;height:auto!important;max-width:none!important;max-height:none!important;
margin:0!important;border:0!important;overflow:clip!important;background:none!important;color:inherit!important}
[${AWAY}]{display:none!important}[${WAITING}]{visibility:hidden!important}`;
}

function textCss(theme: ReaderTheme, fallbackFont: string): string {
  const face =
    theme.fontFamily === 'auto'
      ? `:where(html){font-family:${fallbackFont}}`
      : `html,body,body :not(code,pre,kbd,samp,tt,math,math *){font-family:${theme.fontFamily}!important}`;
  // On paper white the book may keep its own colours; on any other ground they could vanish.
  const ground = /^#?f{3}(f{3})?$|^white$/i.test(theme.background.replace('#', ''))
    ? ''
    : `[${INITIAL}]{${isDark(theme.background) ? 'filter:invert(1) hue-rotate(180deg);mix-blend-mode:screen' : 'mix-blend-mode:multiply'}}\
body :not(svg *){color:inherit!important;background-color:transparent!important;border-color:currentColor!important}`;
  // A box that scrolls or hides cannot be divided between pages: a long one would lose its end.
  return `${face}${ground}
body,p,li,dd,dt,blockquote,div,section,article,td,th{line-height:inherit!important}
${settingCss(theme)}:where(p){margin-block:0;hyphens:auto}:where(li,dd){hyphens:auto}:where(p+p){text-indent:1.25em}
:where(a:any-link){color:inherit}a:any-link{text-decoration:underline 1px!important;text-underline-offset:.18em}
sup,sub{line-height:0!important}:focus-visible{outline:2px solid currentColor;outline-offset:2px}
pre{white-space:pre-wrap!important}
pre,div,section,article,aside,main,header,footer,blockquote,ul,ol,dl,p{overflow:visible!important;max-height:none!important}`;
}

/** Whether a ground of six hexadecimal digits is nearer to black than to white. */
function isDark(background: string): boolean {
  const digits = /^#([\da-f]{6})$/i.exec(background)?.[1];
  if (digits === undefined) return false;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
  return red * 0.3 + green * 0.59 + blue * 0.11 < 128;
}

/**
 * What the reader may set further; unset, the book decides. Alignment only changes text that runs
 * from the start or is justified already (`rewrite-css.ts` leaves a variable there): what is centred stays centred.
 */
function settingCss({ justify, hyphenate, letterSpacing, wordSpacing }: ReaderTheme): string {
  const parts: string[] = [];
  if (justify !== undefined) {
    parts.push(`html{--reader-align:${justify ? 'justify' : 'start'}}:where(body){text-align:var(--reader-align)}
:where(h1,h2,h3,h4,h5,h6,pre,td,th){text-align:start}`);
  }
  if (hyphenate !== undefined) {
    const value = hyphenate ? 'auto' : 'manual';
    parts.push(`body,body *{-webkit-hyphens:${value}!important;hyphens:${value}!important}`);
  }
  if (letterSpacing !== undefined) parts.push(`body{letter-spacing:${letterSpacing}em!important}`);
  if (wordSpacing !== undefined) parts.push(`body{word-spacing:${wordSpacing}em!important}`);
  return parts.join('');
}

function guardCss(theme: ReaderTheme, size: PageSize): string {
  const height = textHeightOf(theme, size);
  return `img,svg,video,canvas{max-width:100%!important;max-height:${height}px!important;object-fit:contain;
break-inside:avoid;box-sizing:border-box}
table{max-width:100%!important}tr,figure,math[display=block]{break-inside:avoid}
[${WIDE}]{display:block math;max-width:100%;overflow:auto hidden!important}h1,h2,h3,h4,h5,h6{break-after:avoid}`;
}

/** How a section is laid out; replaced as a whole when the theme or the host's size changes. */
export interface ViewSettings {
  readonly theme: ReaderTheme;
  readonly size: PageSize;
  readonly fontFaces: string;
  readonly fallbackFont: string;
  readonly language: string;
  readonly missingText: string;
  /** The book is one strip of pictures, as wide as the screen, to be scrolled. */
  readonly isStrip: boolean;
  /** Drawn pages that are shown two by two; null where each is shown alone. */
  readonly pairs: ReadonlyMap<number, PairedPage> | null;
}

/** The settings that the reader's options and a theme make in the host's present size. */
export function settingsOf(options: ReaderOptions, theme: ReaderTheme): ViewSettings {
  const { fontFaces = '', fallbackFontFamily = 'serif', publication, texts, host } = options;
  const { flow, spread } = publication.metadata;
  const isStrip = flow?.startsWith('scrolled') === true && isOfPictures(publication);
  const strip = { flow: 'scrolled-doc', marginLeft: 0, marginRight: 0 } as const;
  const size = hostSize(host);
  const wantsTwo = spread === 'landscape' || spread === 'both' || (theme.spread === 'both' && spread !== 'none');
  return {
    theme: { ...theme, ...(isStrip ? strip : {}), ...(spread === 'none' ? { spread } : {}) },
    isStrip,
    size,
    pairs: wantsTwo && !isStrip && size.width > size.height ? pairPages(publication, isRightToLeft(publication)) : null,
    fontFaces,
    fallbackFont: fallbackFontFamily,
    language: publication.metadata.language,
    missingText: texts.missingSection,
  };
}

/** Whole pixels only: at fractions the columns and the scroll position would part by and by. */
function hostSize({ clientWidth, clientHeight }: HTMLElement): PageSize {
  return { width: Math.max(1, Math.floor(clientWidth)), height: Math.max(1, Math.floor(clientHeight)) };
}

/** Whether the page before the first line is to the right. */
export function isRightToLeft({ metadata: { direction, language } }: Publication): boolean {
  return direction === 'default' ? /^(ar|he|fa|ur|yi)\b/i.test(language) : direction === 'rtl';
}
