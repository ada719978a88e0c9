import { hearStepsFirst } from './back-closes.ts';
import { layOverPage } from './over-page.ts';

let isRunning = false;

/**
 * Opens and closes the dialogs that are part of the page (`PageDialog`), and lets a step back close them. A dialog that
 * the browser opened before stays open.
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
  // Prevents the browser's own opening, so that all browsers behave alike.
  event.preventDefault();
  // Closes the dialog also on a press outside it.
  if (!button || button.getAttribute('command') === 'close') return dialog.close();
  return openDialog(dialog);
}

/** Opens a dialog that is part of the page. */
export function openDialog(dialog: HTMLDialogElement): void {
  if (dialog.open) return;
  dialog.showModal();
  lay(dialog);
}

function lay(dialog: HTMLDialogElement): void {
  const lift = layOverPage(dialog, { backCloses: true });
  // Listens to `cancel` too: the `close` event comes late, and a key pressed before it would find the dialog open.
  const ending = new AbortController();
  const closed = (event: Event) => {
    if (event.target !== dialog || event.defaultPrevented) return;
    ending.abort();
    lift();
  };
  for (const name of ['close', 'cancel']) dialog.addEventListener(name, closed, { signal: ending.signal });
}
