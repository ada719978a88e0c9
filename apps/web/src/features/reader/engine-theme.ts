import type { ReaderTheme } from '@cuentos/epub/render/reader-types';
import { fontFamilies, type SavedTheme } from './themes.ts';

/** From here on the text stands in a centred column (spec §9 mobile breakpoint, look §7), px. */
const WIDE = 768;
const COLUMN = 640;

/**
 * The theme in the engine's terms, for a page of this width. The page stays as wide as the screen, so that edges, taps
 * and swipes reach everywhere; the column is made by its margins.
 */
export function engineTheme(theme: SavedTheme, pageWidth: number): ReaderTheme {
  const column = pageWidth >= WIDE && theme.spread === 'none' ? (pageWidth - COLUMN) / 2 : 0;
  const margin = (saved: string) => Math.max(Number.parseInt(saved, 10) || 0, Math.floor(column));
  return {
    background: theme.background,
    color: theme.color,
    fontSize: Number(theme.fontSize),
    fontFamily: fontFamilies[theme.fontFamily],
    lineHeight: Number(theme.lineHeight),
    marginLeft: margin(theme.marginLeft),
    marginRight: margin(theme.marginRight),
    flow: theme.flow,
    spread: theme.spread,
  };
}
