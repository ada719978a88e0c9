/** Address of the 400 × 600 picture that says the image is not available now. */
export const COVER_PLACEHOLDER = '/placeholder-400x600.svg';

let isRunning = false;

/**
 * Shows the placeholder in place of covers that fail to load, on a page without a running `Cover`, which would do so.
 */
export function runCoverPlaceholders(): void {
  if (isRunning) return;
  isRunning = true;
  // Captures the `error` event, because a picture's does not bubble.
  document.addEventListener('error', ({ target }) => showPlaceholder(target as Element), { capture: true });
  for (const image of document.querySelectorAll<HTMLImageElement>('picture img')) {
    if (image.complete && image.naturalWidth === 0) showPlaceholder(image);
  }
}

function showPlaceholder(image: Element): void {
  const isCover = image instanceof HTMLImageElement && image.parentElement?.localName === 'picture';
  if (!isCover || image.getAttribute('src') === COVER_PLACEHOLDER) return;
  // Keeps the element, which React may take over later and would miss.
  image.parentElement?.querySelector('source')?.removeAttribute('srcset');
  image.removeAttribute('srcset');
  image.src = COVER_PLACEHOLDER;
}
