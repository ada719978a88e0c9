import type { ReaderTheme } from '@cuentos/epub/render/reader-types';
import { fontFamilies, highlightColours, type SavedTheme, WIDE_PAGE } from './themes.ts';

/** Widest text of a single column and of one of two, by the chosen margin, px. */
const columnWidths = {
  '10px': { one: 640, two: 560 },
  '24px': { one: 560, two: 500 },
  '40px': { one: 480, two: 440 },
} as const;
/** Gap of two columns, px: at a phone's margins their lines would run into each other. */
const BETWEEN = 14;

/**
 * The theme in the engine's terms, for a page of this width. The page is as wide as the screen, so that edges, taps and
 * swipes work everywhere; the margins make the column.
 */
export function engineTheme(theme: SavedTheme, pageWidth: number): ReaderTheme {
  const margin = marginOf(theme, pageWidth);
  return {
    background: theme.background,
    color: theme.color,
    fontSize: Number(theme.fontSize),
    fontFamily: fontFamilies[theme.fontFamily],
    lineHeight: Number(theme.lineHeight),
    marginLeft: margin,
    marginRight: margin,
    flow: theme.flow,
    spread: theme.spread,
    highlightColors: highlightColours(theme.name),
    // If unset the book decides; hyphens are the engine's own default where the book says nothing.
    ...(theme.alignment === 'auto' ? {} : { justify: theme.alignment === 'justify' }),
    softPictures: theme.softPictures === 'on',
    ...(theme.hyphens === 'on' ? {} : { hyphenate: false }),
    ...(theme.letterSpacing === '0' ? {} : { letterSpacing: Number(theme.letterSpacing) }),
    ...(theme.wordSpacing === '0' ? {} : { wordSpacing: Number(theme.wordSpacing) }),
  };
}

function marginOf({ marginLeft, spread, flow }: SavedTheme, pageWidth: number): number {
  const least = Number.parseInt(marginLeft, 10);
  if (pageWidth < WIDE_PAGE) return least;
  const widths = columnWidths[marginLeft];
  if (spread === 'none' || flow !== 'paginated') return Math.max(least, Math.floor((pageWidth - widths.one) / 2));
  return Math.max(least + BETWEEN, Math.floor((pageWidth / 2 - widths.two) / 2));
}
