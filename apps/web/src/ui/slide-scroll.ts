/** Slide animation. */
const SLIDE_MS = 500;

/** `--cb-ease`, near enough: fast out, soft in. */
const ease = (t: number) => 1 - (1 - t) ** 3;

const running = new WeakMap<Element, number>();

/** Moves a scroll-snap track to a position in 500 ms; at once when motion is not wanted. */
export function slideTo(track: HTMLElement, left: number): void {
  cancelAnimationFrame(running.get(track) ?? 0);
  const start = track.scrollLeft;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || start === left) {
    track.scrollLeft = left;
    track.style.scrollSnapType = '';
    return;
  }
  // Snapping fights a scripted scroll on its way.
  track.style.scrollSnapType = 'none';
  const began = performance.now();
  const step = (time: number) => {
    const progress = Math.min(1, Math.max(0, (time - began) / SLIDE_MS));
    track.scrollLeft = start + (left - start) * ease(progress);
    if (progress < 1) running.set(track, requestAnimationFrame(step));
    else track.style.scrollSnapType = '';
  };
  running.set(track, requestAnimationFrame(step));
}
