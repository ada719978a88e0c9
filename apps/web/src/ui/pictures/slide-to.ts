/** Duration of a slide, milliseconds. */
const SLIDE_MS = 500;

/** Approximates `--cb-ease`. */
const ease = (t: number) => 1 - (1 - t) ** 3;

const running = new WeakMap<Element, number>();

/** Scrolls a scroll-snap track to a position with an animation, or at once for visitors who prefer reduced motion. */
export function slideTo(track: HTMLElement, targetLeft: number): void {
  cancelAnimationFrame(running.get(track) ?? 0);
  running.delete(track);
  const start = track.scrollLeft;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || start === targetLeft) {
    track.scrollLeft = targetLeft;
    track.style.scrollSnapType = '';
    return;
  }
  // Switches snapping off, which would undo each step.
  track.style.scrollSnapType = 'none';
  const began = performance.now();
  const step = (time: number) => {
    const progress = Math.min(1, Math.max(0, (time - began) / SLIDE_MS));
    track.scrollLeft = start + (targetLeft - start) * ease(progress);
    if (progress < 1) running.set(track, requestAnimationFrame(step));
    else {
      running.delete(track);
      track.style.scrollSnapType = '';
    }
  };
  running.set(track, requestAnimationFrame(step));
}

/** Whether an animation moves the track. */
export const isSliding = (track: HTMLElement): boolean => running.has(track);
