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

/** Narrowest column whose lines a book may justify, em: in a narrower one the gaps between words are too wide. */
const JUSTIFIED_WIDTH = 22;

/** Smallest margin, also where the text has little room, px. */
const LEAST_MARGIN = 10;

/** Name of the layer of the engine's rules; the section's document declares it before any layer of the book. */
export const LAYER = 'reader';

/** Marks elements that are hidden from the layout; the engine's attributes change no CFI. */
export const AWAY = 'data-reader-away';
export const SLICE = 'data-reader-slice';
export const ODD = 'data-reader-odd';
/** Marks paragraphs of three lines that one page has to hold. */
export const KEPT = 'data-reader-kept';
/** Marks pictures that are initial letters. */
export const INITIAL = 'data-reader-initial';
/** Marks content that is wider than the page and scrolls by itself. */
export const WIDE = 'data-reader-wide';
/** Marks a picture whose file is still loading: the browser would show a broken picture meanwhile. */
export const WAITING = 'data-reader-waiting';

/** Columns of one page. */
export function columnsOf(theme: ReaderTheme, size: PageSize): 1 | 2 {
  return theme.spread === 'both' && theme.flow === 'paginated' && size.width >= SPREAD_WIDTH ? 2 : 1;
}

/** Height of the text, px: a whole number of lines, so that every page ends on the same line of the grid. */
export function textHeightOf(theme: ReaderTheme, size: PageSize): number {
  const line = theme.fontSize * theme.lineHeight;
  return Math.max(1, Math.min(size.height, Math.floor(Math.floor(size.height / line) * line) || size.height));
}

/**
 * The stylesheet of a section: the page, the reader's theme, and defaults for the book's text. It stands in the first
 * layer ({@link LAYER}): its `!important` rules win over any `!important` of the book, whatever the selectors, and its
 * other rules yield to any rule of the book. Applies to the flow of text only; pictures and fixed pages have {@link
 * plainCss}.
 */
export function themeCss(settings: ViewSettings, vertical: boolean): string {
  const { theme, size, fallbackFont, isStrip } = settings;
  const isContinuous = theme.flow === 'scrolled-doc' && !vertical;
  const page = isContinuous ? continuousCss(theme, size) : pageCss(theme, size, vertical);
  const strip = isStrip ? stripCss(theme) : '';
  return `@layer ${LAYER}{${page}${alignmentCss(settings, vertical)}${textCss(settings, fallbackFont)}${guardCss(theme, size)}${strip}}`;
}

/** Colours with which the browser paints highlights (CSS Custom Highlight API); see `HighlightPainter`. */
export function highlightCss(theme: ReaderTheme): string {
  const paints = Object.entries(paintsOf(theme));
  return paints.map(([group, colour]) => `::highlight(${PAINT}${group}){background-color:${colour}}`).join('');
}

/** Background of each group of painted ranges: the highlight colours, the search match and the spoken text. */
export function paintsOf(theme: ReaderTheme): Readonly<Record<string, string>> {
  const { highlightColors = {}, color, background } = theme;
  const mix = `color-mix(in srgb,${color} 20%,${background})`;
  return { ...highlightColors, found: theme.foundColor ?? mix, spoken: theme.spokenColor ?? mix };
}

/** Prefix of the names under which painted groups are registered. */
export const PAINT = 'reader-';

/** The stylesheet of a page that is one picture or a notice. */
export function plainCss(theme: ReaderTheme): string {
  return `html{height:100%!important;overflow:hidden!important;${colours(theme)};font:${theme.fontSize}px/1.5 serif}${picturesCss(theme)}
body{margin:0!important;height:100%;display:grid;place-items:center;overflow:hidden;text-align:center}
body>img,body>svg{display:block;width:100%;height:100%;object-fit:contain}p{max-width:24em;padding:0 16px}[${WAITING}]{visibility:hidden!important}`;
}

/** Pictures one below the other as wide as the screen, in a section of text, a drawn page or a picture alone. */
export function stripCss(theme: ReaderTheme): string {
  return `html{height:auto!important;overflow:hidden auto!important;overscroll-behavior:contain;${colours(theme)}}
body{margin:0!important;padding:0!important;min-height:0!important}body::after{display:none!important}
img,svg,video,canvas{display:block;width:100%!important;height:auto!important;max-height:none!important}`;
}

function picturesCss({ background, softPictures }: ReaderTheme): string {
  return softPictures && isDark(background) ? ':where(img,svg:not(svg *)){filter:brightness(.78)}' : '';
}

function colours(theme: ReaderTheme): string {
  return `background:${theme.background}!important;color:${theme.color}!important`;
}

/**
 * Sets the margins as padding of the body, not as column gaps: inline padding repeats in every column, so that a page
 * is exactly one page width and the last one can be scrolled to.
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
body{padding:${padding}!important;min-height:0!important${vertical ? ';overflow:clip!important' : ''}}
[${SLICE}]{break-before:column!important}
[${ODD}] body::after{content:"";display:block;break-before:column;height:1px}`;
}

/**
 * Returns the margin above and below vertical lines. The side margins that limit line length on a wide page would leave
 * vertical lines no height: these may be as long as horizontal lines, and get a margin only as large as on a phone.
 */
function downwardMargin({ marginLeft, marginRight }: ReaderTheme, { width, height }: PageSize, margin: number): number {
  const spare = Math.floor((height - (width - marginLeft - marginRight)) / 2);
  return Math.min(margin, Math.max(LEAST_MARGIN, spare));
}

/** Style of one endless column. Space at both ends and a dashed line show where a chapter begins and ends. */
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
max-width:none!important;max-height:none!important;min-width:0!important;
scroll-behavior:auto!important;${colours(theme)};
font-size:${theme.fontSize}px!important;line-height:${theme.lineHeight}!important;
overflow-wrap:break-word;-webkit-text-size-adjust:none;text-size-adjust:none}
html,body{display:block!important;float:none!important;position:static!important;transform:none!important;
opacity:1!important;visibility:visible!important;filter:none!important;clip-path:none!important;contain:none!important;
content-visibility:visible!important;container-type:normal!important;zoom:1!important;white-space:normal!important}
body{box-sizing:border-box!important;columns:auto!important;width:auto!important;height:auto!important;max-width:none!important;max-height:none!important;
min-width:0!important;margin:0!important;border:0!important;overflow:clip visible!important;background:none!important;color:inherit!important}
html::before,html::after,body::before,body::after{position:static!important}
[${AWAY}]{display:none!important}[${WAITING}]{visibility:hidden!important}`;
}

function textCss({ theme, hasOwnHyphens = false }: ViewSettings, fallbackFont: string): string {
  const face =
    theme.fontFamily === 'auto'
      ? `:where(html){font-family:${fallbackFont}}`
      : `html,body,body :not(code,pre,kbd,samp,tt,math,math *){font-family:${theme.fontFamily}!important}`;
  // Keeps the book's colours on a white page only; on any other background they could become invisible.
  const ground = /^#?f{3}(f{3})?$|^white$/i.test(theme.background.replace('#', ''))
    ? ''
    : `[${INITIAL}]{${isDark(theme.background) ? 'filter:invert(1) hue-rotate(180deg)!important;mix-blend-mode:screen!important' : 'mix-blend-mode:multiply!important'}}\
body :not(svg *,:where([${WIDE}])){color:inherit!important;-webkit-text-fill-color:currentColor!important;background:none!important;\
border-color:currentColor!important}\
body ::before,body ::after,body ::marker,body ::first-letter,body ::first-line{color:inherit!important;-webkit-text-fill-color:currentColor!important;background:none!important}\
svg:has(text,foreignObject){background:#fff!important;color:#000!important}`;
  // Removes scrolling and hiding: such a box cannot be divided between pages, and a long one would lose its end.
  return `${face}${ground}${picturesCss(theme)}
body,p,li,dd,dt,blockquote,div,section,article,td,th{line-height:inherit!important}
${settingCss(theme, hasOwnHyphens)}:where(p){margin-block:0;hyphens:auto}:where(li,dd){hyphens:auto}:where(p+p){text-indent:1.25em}
:where(a:any-link){color:inherit}a:any-link{text-decoration:underline 1px!important;text-underline-offset:.18em}
sup,sub{line-height:0!important}:focus-visible{outline:2px solid currentColor!important;outline-offset:2px!important}
nobr,[nowrap]{white-space:normal!important}
pre,xmp,listing,plaintext{white-space:pre-wrap!important}
body :not(img,video,audio,canvas,svg,svg *,math,math *,[${WIDE}]){overflow:visible!important;\
max-height:none!important;content:normal!important;font-size-adjust:none!important}`;
}

/** Whether a background colour of six hexadecimal digits is nearer to black than to white. */
function isDark(background: string): boolean {
  const digits = /^#([\da-f]{6})$/i.exec(background)?.[1];
  if (digits === undefined) return false;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
  return red * 0.3 + green * 0.59 + blue * 0.11 < 128;
}

/**
 * Alignment that the reader chose; without a choice the book decides, where the column is wide enough and words are
 * divided. Only text that is aligned to the start or justified changes (`rewrite-css.ts` writes a variable there):
 * centred text stays centred.
 */
function alignmentCss({ theme, size, dividesWords, hasOwnHyphens }: ViewSettings, vertical: boolean): string {
  const { justify, hyphenate, fontSize, marginLeft, marginRight } = theme;
  if (justify !== undefined) {
    return `html{--reader-align:${justify ? 'justify' : 'start'}}:where(body){text-align:var(--reader-align)}
:where(h1,h2,h3,h4,h5,h6,pre,td,th){text-align:start}`;
  }
  const column = (size.width / columnsOf(theme, size) - marginLeft - marginRight) / fontSize;
  const isRagged = column < JUSTIFIED_WIDTH || hyphenate === false || !(dividesWords || hasOwnHyphens);
  return isRagged && !vertical ? 'html{--reader-align:start}' : '';
}

/** Further settings of the reader; the book decides where one is unset. */
function settingCss({ hyphenate, letterSpacing, wordSpacing }: ReaderTheme, hasOwnHyphens: boolean): string {
  const parts: string[] = [];
  if (hyphenate !== undefined) {
    // Treats the engine's hyphens like those that an author writes by hand.
    const value = hyphenate ? 'auto' : hasOwnHyphens ? 'none' : 'manual';
    parts.push(`body,body *{-webkit-hyphens:${value}!important;hyphens:${value}!important}`);
  }
  if (letterSpacing !== undefined) parts.push(`body{letter-spacing:${letterSpacing}em!important}`);
  if (wordSpacing !== undefined) parts.push(`body{word-spacing:${wordSpacing}em!important}`);
  return parts.join('');
}

function guardCss(theme: ReaderTheme, size: PageSize): string {
  const height = textHeightOf(theme, size);
  return `img,svg,video,canvas{max-width:100%!important;max-height:${height}px!important;object-fit:contain!important;
break-inside:avoid!important;box-sizing:border-box!important}
table{max-width:100%!important}tr,figure,math[display=block],[${KEPT}]{break-inside:avoid}
[${WIDE}]{max-width:100%!important;overflow:auto hidden!important}math[${WIDE}]{display:block math!important}
h1,h2,h3,h4,h5,h6{break-after:avoid}`;
}

/** Settings of a section's layout; replaced as a whole when the theme or the host's size changes. */
export interface ViewSettings {
  readonly theme: ReaderTheme;
  readonly size: PageSize;
  readonly fontFaces: string;
  readonly fallbackFont: string;
  readonly language: string;
  /** Whether the browser divides words of the book's language. */
  readonly dividesWords: boolean;
  /** Whether the engine wrote hyphens into the section. */
  readonly hasOwnHyphens?: boolean;
  readonly hyphens: NonNullable<ReaderOptions['hyphens']>;
  readonly missingText: string;
  /** Whether the book is one strip of pictures, as wide as the screen, that the reader scrolls. */
  readonly isStrip: boolean;
  /** Drawn pages that are shown two by two; null where each is shown alone. */
  readonly pairs: ReadonlyMap<number, PairedPage> | null;
}

/** Combines the reader's options and a theme to settings for the host's present size. */
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
    dividesWords: dividesWords(host.ownerDocument, publication.metadata.language),
    hyphens: options.hyphens ?? 'none',
    missingText: texts.missingSection,
  };
}

/** Rounds to whole pixels: with fractions the columns and the scroll position would drift apart. */
function hostSize({ clientWidth, clientHeight }: HTMLElement): PageSize {
  return { width: Math.max(1, Math.floor(clientWidth)), height: Math.max(1, Math.floor(clientHeight)) };
}

/** Whether the page before the first line is to the right. */
export function isRightToLeft({ metadata: { direction, language } }: Publication): boolean {
  return direction === 'default' ? /^(ar|he|fa|ur|yi)\b/i.test(language) : direction === 'rtl';
}

/** Languages in which lines are justified only where words can be divided. */
const DIVIDED = /^(?:es|ca|gl|pt|fr|it|en|de)\b/i;
/** Word that the patterns of each of these languages divide. */
const DIVISIBLE = 'internacionalización';

/** Languages that the browser divides. Its patterns may load late, so that the others are tested again. */
const dividedLanguages = new Set<string>();

/**
 * Returns whether the browser divides words of a language at the end of a line; Chromium on Linux, for example, has no
 * patterns. Lays out one hidden word in the host's document, when a book opens or its look changes, until it is divided.
 * @returns true for languages that are justified without dividing words.
 */
function dividesWords({ body }: Document, language: string): boolean {
  if (!DIVIDED.test(language) || dividedLanguages.has(language)) return true;
  const probe = body.appendChild(body.ownerDocument.createElement('div'));
  probe.lang = language;
  probe.textContent = DIVISIBLE;
  // Resets all styles, because the page around may break words anywhere, which is not hyphenation.
  probe.style.cssText = 'all:initial;position:absolute;visibility:hidden;width:6em;font:10px/10px serif;hyphens:auto';
  const isDivided = probe.offsetHeight > 10;
  probe.remove();
  if (isDivided) dividedLanguages.add(language);
  return isDivided;
}
