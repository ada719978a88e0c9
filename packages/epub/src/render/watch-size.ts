import type { ViewSettings } from './view-settings.ts';

/** iOS resizes the page many times while its toolbar moves; the text is laid out once at the end, ms. */
const REST = 100;

/** Tells when the host has come to rest in another size; returns the function that stops watching. */
export function watchSize(
  host: HTMLElement,
  laidOut: { readonly settings: ViewSettings },
  onChange: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = (): void => {
    const { clientWidth, clientHeight } = host;
    const { width, height } = laidOut.settings.size;
    const isSame = Math.floor(clientWidth) === width && Math.floor(clientHeight) === height;
    // A hidden host has no size; it keeps the layout it had.
    if (!isSame && clientWidth > 0 && clientHeight > 0) onChange();
  };
  const observer = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(check, REST);
  });
  observer.observe(host);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
  };
}
