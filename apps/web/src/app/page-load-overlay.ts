/** Fades out over 0.3 s, then it is removed. */
const FADE_MS = 300;

/**
 * Covers the landing page while its script wakes up. Put there by script only, so that the page shows without it; when
 * the page has already been painted the cover is a thin veil, not a flash.
 * @returns lifts it.
 */
export function showPageLoad(pathname: string): () => void {
  if (pathname !== '/') return () => {};
  const painted = performance.getEntriesByType('paint').length > 0;
  const overlay = document.createElement('div');
  overlay.dataset['pageLoad'] = '';
  overlay.setAttribute('aria-hidden', 'true');
  overlay.className = 'pointer-events-none fixed inset-0 z-70 bg-paper transition-opacity duration-300';
  overlay.style.opacity = painted ? '0.4' : '1';
  document.body.append(overlay);
  return () => {
    overlay.style.opacity = '0';
    setTimeout(() => overlay.remove(), FADE_MS);
  };
}
