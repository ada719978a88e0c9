/** A swipe is at least 10 px across and under 100 px along the other way. */
const ACROSS = 10;
const ALONG = 100;

/** How long a released page takes to come to rest, ms. */
export const SETTLE = 200;

/** What a finger's way means: `turn` its direction on the screen, or nothing. */
export function swipeOf(dx: number, dy: number): 'left' | 'right' | null {
  if (Math.abs(dx) < ACROSS || Math.abs(dy) >= ALONG) return null;
  return dx < 0 ? 'left' : 'right';
}

/** Whether a moving finger is turning the page rather than selecting or scrolling. */
export function isAcross(dx: number, dy: number): boolean {
  return Math.abs(dx) >= ACROSS && Math.abs(dx) > Math.abs(dy);
}
