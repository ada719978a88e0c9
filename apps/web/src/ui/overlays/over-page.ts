import { closeOnBack } from './back-closes.ts';

/** Age up to which a screen reader may not yet have spoken a message, ms. */
const FRESH_MS = 1000;

/** Open modal dialogs, the topmost last. */
const open: HTMLDialogElement[] = [];
/** Parent of the messages' region while no dialog is open. */
let home: Element | null = null;

/**
 * Keeps the messages usable over a modal dialog. Everything outside the dialog is inert, the top layer too, so that the
 * messages' region moves into the topmost open dialog. The region has a parent of its own, so that React finds it
 * missing nowhere.
 * @returns function that moves the region to the dialog below, or back to the page; a second call does nothing.
 */
function keepToastsAbove(dialog: HTMLDialogElement): () => void {
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  if (!region) return () => {};
  if (open.length === 0) home = region.parentElement;
  open.push(dialog);
  // Messages that stay belong to what is below, and would lie on the dialog's fields and their errors until they are
  // closed: they come back with their place.
  const hiddenCards = [...region.querySelectorAll<HTMLElement>('[data-stays]')].filter((card) => !card.hidden);
  for (const card of hiddenCards) card.hidden = true;
  move(region, dialog);
  return () => {
    const at = open.indexOf(dialog);
    if (at === -1) return;
    const wasTop = at === open.length - 1;
    open.splice(at, 1);
    for (const card of hiddenCards) card.hidden = false;
    if (wasTop) move(region, open.at(-1) ?? home);
  };
}

function move(region: HTMLElement, to: Element | null): void {
  // Removes the role of older messages, because a live region that is inserted again is spoken again.
  for (const card of region.children) {
    if (Date.now() - Number(card.getAttribute('data-since')) > FRESH_MS) card.removeAttribute('role');
  }
  to?.append(region);
  if (region.childElementCount > 0 && typeof region.showPopover === 'function') region.showPopover();
}

/**
 * Does for an open modal dialog what the browser does not: keeps messages above it, and closes it on a step back.
 * @param options.backCloses false if the dialog's layers add themselves to the history in another way
 * @returns function to call when it has closed; a second call does nothing.
 */
export function layOverPage(dialog: HTMLDialogElement, { backCloses }: { readonly backCloses: boolean }): () => void {
  const lowerToasts = keepToastsAbove(dialog);
  let forgetStep = backCloses ? closeOnBack(stepBack) : () => {};
  // Cancels the dialog as Escape does; if the dialog stays open to ask about unsaved changes, the next step back asks
  // again.
  function stepBack(): void {
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
    else forgetStep = closeOnBack(stepBack);
  }
  return () => {
    forgetStep();
    lowerToasts();
  };
}
