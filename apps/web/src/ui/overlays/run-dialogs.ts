import { hearStepsFirst } from './back-closes.ts';
import { layOverPage } from './over-page.ts';

let isRunning = false;

/**
 * Opens and closes the dialogs that stand in the page (`PageDialog`) where the browser does not by itself, and lets a
 * step back close them. One that the browser has opened before stays open.
 */
export function runDialogs(): void {
  if (isRunning) return;
  isRunning = true;
  hearStepsFirst();
  document.addEventListener('click', onClick);
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[closedby][open]')) lay(dialog);
}

function onClick(event: MouseEvent): void {
  const target = event.target as Element;
  const button = target.closest('button[commandfor]');
  const dialog = button ? document.getElementById(button.getAttribute('commandfor') ?? '') : target;
  if (!(dialog instanceof HTMLDialogElement) || !dialog.hasAttribute('closedby')) return;
  // By hand in every browser, so that each does the same.
  event.preventDefault();
  // A press beside it closes it too.
  if (!button || button.getAttribute('command') === 'close') return dialog.close();
  return openDialog(dialog);
}

/** Opens a dialog that stands in the page. */
export function openDialog(dialog: HTMLDialogElement): void {
  if (dialog.open) return;
  dialog.showModal();
  lay(dialog);
}

function lay(dialog: HTMLDialogElement): void {
  const lift = layOverPage(dialog, { backCloses: true });
  // The browser tells of closing late: a key pressed by then would find a dialog that counts as open still.
  const ending = new AbortController();
  const closed = (event: Event) => {
    if (event.target !== dialog || event.defaultPrevented) return;
    ending.abort();
    lift();
  };
  for (const name of ['close', 'cancel']) dialog.addEventListener(name, closed, { signal: ending.signal });
}
