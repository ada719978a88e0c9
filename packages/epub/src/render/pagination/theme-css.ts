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

/** Narrowest column, em, whose lines a book may justify: in a narrower one the words stand too far apart. */
const JUSTIFIED_WIDTH = 22;

/** Least margin even where the text is short of room, px. */
const LEAST_MARGIN = 10;

/** The layer of the engine's rules; the section's document names it before any of the book's. */
export const LAYER = 'reader';

/** Attributes the engine sets on existing elements; they change no CFI. */
export const AWAY = 'data-reader-away';
export const SLICE = 'data-reader-slice';
export const ODD = 'data-reader-odd';
/** Marks pictures that stand for a first letter. */
export const INITIAL = 'data-reader-initial';
/** Marks content that is wider than the page and scrolls by itself. */
export const WIDE = 'data-reader-wide';
/** Marks a picture whose file is still loading: the browser would show a broken picture meanwhile. */
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
 * The stylesheet of a section: the page, the reader's theme, and defaults that any rule of the book beats. It stands in
 * the first layer ({@link LAYER}): what it says with `!important` no `!important` of the book beats, however strong its
 * selector, and the rest yields to any rule. Applies to the flow of text only; pictures and fixed pages have {@link plainCss}.
 */
export function themeCss(settings: ViewSettings, vertical: boolean): string {
  const { theme, size, fallbackFont, isStrip } = settings;
  const isContinuous = theme.flow === 'scrolled-doc' && !vertical;
  const page = isContinuous ? continuousCss(theme, size) : pageCss(theme, size, vertical);
  const strip = isStrip ? stripCss(theme) : '';
  return `@layer ${LAYER}{${page}${alignmentCss(settings, vertical)}${textCss(settings, fallbackFont)}${guardCss(theme, size)}${strip}}`;
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
 * Returns the margin above and below vertical lines. The rule that keeps the lines of a wide page short would leave no
 * height for them: they may be as long as horizontal lines, and are shorter only for the margin that a phone has too.
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
max-width:none!important;max-height:none!important;min-width:0!important;
scroll-behavior:auto!important;${colours(theme)};
font-size:${theme.fontSize}px!important;line-height:${theme.lineHeight}!important;
overflow-wrap:break-word;-webkit-text-size-adjust:none;text-size-adjust:none}
html,body{display:block!important;float:none!important;position:static!important;transform:none!important;
opacity:1!important;visibility:visible!important;filter:none!important;clip-path:none!important;contain:none!important;
content-visibility:visible!important;container-type:normal!important;zoom:1!important;white-space:normal!important}
body{box-sizing:border-box!important;columns:auto!important;width:auto!important;height:auto!important;max-width:none!important;max-height:none!important;
min-width:0!important;margin:0!important;border:0!important;overflow:clip!important;background:none!important;color:inherit!important}
html::before,html::after,body::before,body::after{position:static!important}
[${AWAY}]{display:none!important}[${WAITING}]{visibility:hidden!important}`;
}

function textCss({ theme, hasOwnHyphens = false }: ViewSettings, fallbackFont: string): string {
  const face =
    theme.fontFamily === 'auto'
      ? `:where(html){font-family:${fallbackFont}}`
      : `html,body,body :not(code,pre,kbd,samp,tt,math,math *){font-family:${theme.fontFamily}!important}`;
  // The book keeps its own colours on a white page; on any other background they could become invisible.
  const ground = /^#?f{3}(f{3})?$|^white$/i.test(theme.background.replace('#', ''))
    ? ''
    : `[${INITIAL}]{${isDark(theme.background) ? 'filter:invert(1) hue-rotate(180deg)!important;mix-blend-mode:screen!important' : 'mix-blend-mode:multiply!important'}}\
body :not(svg *,:where([${WIDE}])){color:inherit!important;-webkit-text-fill-color:currentColor!important;background:none!important;\
border-color:currentColor!important}\
body ::before,body ::after,body ::marker,body ::first-letter,body ::first-line{color:inherit!important;-webkit-text-fill-color:currentColor!important;background:none!important}\
svg:has(text){background:#fff!important;color:#000!important}`;
  // A box that scrolls or hides cannot be divided between pages: a long one would lose its end.
  return `${face}${ground}${picturesCss(theme)}
body,p,li,dd,dt,blockquote,div,section,article,td,th{line-height:inherit!important}
${settingCss(theme, hasOwnHyphens)}:where(p){margin-block:0;hyphens:auto}:where(li,dd){hyphens:auto}:where(p+p){text-indent:1.25em}
:where(a:any-link){color:inherit}a:any-link{text-decoration:underline 1px!important;text-underline-offset:.18em}
sup,sub{line-height:0!important}:focus-visible{outline:2px solid currentColor!important;outline-offset:2px!important}
nobr,[nowrap]{white-space:normal!important}
pre{white-space:pre-wrap!important}
body :not(img,video,audio,canvas,svg,svg *,math,math *,[${WIDE}]){overflow:visible!important;\
max-height:none!important;content:normal!important;font-size-adjust:none!important}`;
}

/** Whether a ground of six hexadecimal digits is nearer to black than to white. */
function isDark(background: string): boolean {
  const digits = /^#([\da-f]{6})$/i.exec(background)?.[1];
  if (digits === undefined) return false;
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16));
  return red * 0.3 + green * 0.59 + blue * 0.11 < 128;
}

/**
 * Alignment as the reader chose it; unset, as the book says where the column is wide enough and words are divided. It only
 * changes text that runs from the start or is justified already (`rewrite-css.ts` leaves a variable there): centred text
 * stays centred.
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
    // Our own hyphens are like those that an author writes by hand.
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
table{max-width:100%!important}tr,figure,math[display=block]{break-inside:avoid}
[${WIDE}]{max-width:100%!important;overflow:auto hidden!important}math[${WIDE}]{display:block math!important}
h1,h2,h3,h4,h5,h6{break-after:avoid}`;
}

/** How a section is laid out; replaced as a whole when the theme or the host's size changes. */
export interface ViewSettings {
  readonly theme: ReaderTheme;
  readonly size: PageSize;
  readonly fontFaces: string;
  readonly fallbackFont: string;
  readonly language: string;
  /** The browser divides words of the book's language. */
  readonly dividesWords: boolean;
  /** Of a section in which the engine wrote hyphens. */
  readonly hasOwnHyphens?: boolean;
  readonly hyphens: NonNullable<ReaderOptions['hyphens']>;
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
/** The patterns of each of these languages divide it. */
const DIVISIBLE = 'internacionalización';

/** Languages that the browser was seen to divide. Patterns may come late: of the others it is asked again. */
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
  // The page around may break words anywhere, which is no dividing.
  probe.style.cssText = 'all:initial;position:absolute;visibility:hidden;width:6em;font:10px/10px serif;hyphens:auto';
  const isDivided = probe.offsetHeight > 10;
  probe.remove();
  if (isDivided) dividedLanguages.add(language);
  return isDivided;
}
