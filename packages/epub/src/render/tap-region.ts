import type { TapRegion } from './reader-types.ts';

/** Part of the page's width that turns at each side. */
const EDGE = 0.1;

/**
 * What a tap at a point of the page means: `top` in the band that brings the bars back, else the half that turns.
 * The outer tenths turn all the way up, so that the band does not eat them.
 *
 * @param x distance from the left edge, `y` from the top, px
 */
export function tapRegion(x: number, y: number, width: number, topBand: number): TapRegion {
  const isEdge = x < width * EDGE || x >= width * (1 - EDGE);
  if (y < topBand && !isEdge) return 'top';
  return x < width / 2 ? 'left' : 'right';
}
