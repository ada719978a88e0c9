import { openDialog } from '../overlays/run-dialogs.ts';

/** Id of the dialog that `Enlarged` draws. */
export const ENLARGED = 'enlarged';

/** `sizes` of a picture in the dialog. */
const SIZES = '(width >= 768px) 500px, 90vw';

/**
 * Attributes of a button that shows its picture or quote large.
 * @param label of the large picture
 * @param caption subject of the picture
 */
export const enlarges = (label: string, caption: string) => ({
  'data-enlarge': label,
  'data-caption': caption,
  'data-native': '',
});

let isRunning = false;

/** Shows the content of buttons with these attributes large; the only request is for the larger picture. */
export function runEnlarging(): void {
  if (isRunning) return;
  isRunning = true;
  document.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('button[data-enlarge]');
    const dialog = document.getElementById(ENLARGED);
    if (button && dialog instanceof HTMLDialogElement) enlarge(button, dialog);
  });
}

function enlarge(button: HTMLElement, dialog: HTMLDialogElement): void {
  const { enlarge: label = '', caption = '' } = button.dataset;
  const quote = button.querySelector('.quote');
  const content = document.createElement(quote ? 'p' : 'div');
  if (quote) {
    content.className = 'quote text-xl leading-[1.45]';
    content.textContent = quote.textContent;
  } else {
    content.className = 'mx-auto w-[min(100%,calc((100dvh-190px)*2/3))]';
    content.append(...Array.from(button.children, (child) => child.cloneNode(true)));
    for (const source of content.querySelectorAll('source')) source.sizes = SIZES;
    for (const picture of content.querySelectorAll('img')) {
      picture.sizes = SIZES;
      picture.alt = label;
      picture.loading = 'eager';
    }
  }
  dialog.setAttribute('aria-label', label);
  dialog.classList.toggle('md:max-w-[520px]!', quote !== null);
  const [captionPlace, place] = [dialog.querySelector('[data-caption]'), dialog.querySelector('[data-content]')];
  if (captionPlace) captionPlace.textContent = caption;
  place?.replaceChildren(content);
  openDialog(dialog);
}
