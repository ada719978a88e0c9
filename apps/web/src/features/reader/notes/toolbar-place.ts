import type { HostRect } from '@cuentos/epub/render/annotation-types';

/** So far from the selection, px. */
const GAP = 12;
/** Room kept at the edges of the screen, px; the bars are 56 and 40. */
const EDGE = 10;
const TOP = 64;
const FOOT = 48;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * Where the toolbar stands on a wide screen: below the selection, else above it, else at the foot. Px from the
 * screen's top left corner.
 * @param page the page's own corner on the screen; `rect` counts from there, null when the selection is not seen.
 */
export function toolbarPlace(
  rect: HostRect | null,
  page: { readonly x: number; readonly y: number },
  own: Size,
  screen: Size,
): { readonly left: number; readonly top: number } {
  const lowest = screen.height - FOOT - own.height;
  if (!rect) return { left: (screen.width - own.width) / 2, top: lowest };
  const middle = page.x + rect.x + rect.width / 2 - own.width / 2;
  const left = Math.max(EDGE, Math.min(middle, screen.width - own.width - EDGE));
  const below = page.y + rect.y + rect.height + GAP;
  if (below <= lowest) return { left, top: below };
  const above = page.y + rect.y - GAP - own.height;
  return { left, top: above >= TOP ? above : Math.max(TOP, lowest) };
}
