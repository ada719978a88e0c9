/** The engine lays out again after the same rest, and then the margins follow, ms. */
const RESIZE_REST_MS = 120;

/** Calls when the host's width has changed and rests. @returns ends it. */
export function watchWidth(host: HTMLElement, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let width = host.clientWidth;
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (host.clientWidth === width || host.clientWidth === 0) return;
      width = host.clientWidth;
      onChange();
    }, RESIZE_REST_MS);
  });
  observer.observe(host);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}

/** Calls when the page is closed or put out of sight; there may be no later moment. @returns ends it. */
export function watchLeaving(onLeave: () => void): () => void {
  const hide = () => document.visibilityState === 'hidden' && onLeave();
  addEventListener('pagehide', onLeave);
  document.addEventListener('visibilitychange', hide);
  return () => {
    removeEventListener('pagehide', onLeave);
    document.removeEventListener('visibilitychange', hide);
  };
}

/** Fades an element out, does something unseen, and fades it in again; without movement where none is wanted. */
export async function fading(element: HTMLElement, duration: number, work: () => Promise<void>): Promise<void> {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const timing = { duration: still ? 0 : duration };
  const out = element.animate({ opacity: [1, 0] }, { ...timing, fill: 'forwards' });
  await out.finished.catch(() => {});
  await work();
  out.cancel();
  element.animate({ opacity: [0, 1] }, timing);
}
