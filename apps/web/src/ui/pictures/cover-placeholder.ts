/** 400 × 600 picture that says the image is not available for now. */
export const COVER_PLACEHOLDER = '/placeholder-400x600.svg';

let isRunning = false;

/** Shows the placeholder in place of covers that do not come, on a page where no `Cover` runs that would. */
export function runCoverPlaceholders(): void {
  if (isRunning) return;
  isRunning = true;
  // The `error` event of a picture does not bubble.
  document.addEventListener('error', ({ target }) => showPlaceholder(target as Element), { capture: true });
  for (const image of document.querySelectorAll<HTMLImageElement>('picture img')) {
    if (image.complete && image.naturalWidth === 0) showPlaceholder(image);
  }
}

function showPlaceholder(image: Element): void {
  const isCover = image instanceof HTMLImageElement && image.parentElement?.localName === 'picture';
  if (!isCover || image.getAttribute('src') === COVER_PLACEHOLDER) return;
  // The element stays: React would miss it in a part that it takes over later.
  image.parentElement?.querySelector('source')?.removeAttribute('srcset');
  image.removeAttribute('srcset');
  image.src = COVER_PLACEHOLDER;
}
