/** Milliseconds; the class `duration-300` below is as long. */
const FADE_MS = 300;

/**
 * Covers the landing page while its script loads; semi-transparent when the page was painted already. Only script puts it
 * there, so that the page shows without it.
 * @returns a function that fades the overlay out and removes it
 */
export function showPageLoad(pathname: string): () => void {
  if (pathname !== '/') return () => {};
  const isPainted = performance.getEntriesByType('paint').length > 0;
  const overlay = document.createElement('div');
  overlay.dataset['pageLoad'] = '';
  overlay.setAttribute('aria-hidden', 'true');
  overlay.className = 'pointer-events-none fixed inset-0 z-70 bg-paper transition-opacity duration-300';
  overlay.style.opacity = isPainted ? '0.4' : '1';
  document.body.append(overlay);
  return () => {
    overlay.style.opacity = '0';
    setTimeout(() => overlay.remove(), FADE_MS);
  };
}
