/**
 * Runs work when the page has been painted and nothing presses; returns the function that calls it off.
 * Safari has no `requestIdleCallback`.
 */
export function whenIdle(work: () => void, timeout = 400): () => void {
  let idle = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // The first frame paints the page that was just made; only the one after it comes when that is done.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      if (typeof requestIdleCallback === 'function') idle = requestIdleCallback(work, { timeout });
      else timer = setTimeout(work, 30);
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    if (idle) cancelIdleCallback(idle);
    clearTimeout(timer);
  };
}
