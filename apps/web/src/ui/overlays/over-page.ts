import { closeOnBack } from './back-closes.ts';

/** How long a message counts as not yet spoken by a screen reader, ms. */
const FRESH_MS = 1000;

/** Open modal dialogs, the topmost last. */
const open: HTMLDialogElement[] = [];
/** Where the region is while there is none. */
let home: Element | null = null;

/**
 * Keeps the messages operable over a modal dialog: everything outside of it is inert, the top layer too, so their
 * region moves into the topmost one while it is open. The region has a parent of its own, so that React misses nothing.
 * @returns gives them to the dialog below, or back to the page; a second call does nothing.
 */
function keepToastsAbove(dialog: HTMLDialogElement): () => void {
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  if (!region) return () => {};
  if (open.length === 0) home = region.parentElement;
  open.push(dialog);
  move(region, dialog);
  return () => {
    const at = open.indexOf(dialog);
    if (at === -1) return;
    const wasTop = at === open.length - 1;
    open.splice(at, 1);
    if (wasTop) move(region, open.at(-1) ?? home);
  };
}

function move(region: HTMLElement, to: Element | null): void {
  // A live region that is inserted anew is spoken anew: what was spoken keeps silent from here on.
  for (const card of region.children) {
    if (Date.now() - Number(card.getAttribute('data-since')) > FRESH_MS) card.removeAttribute('role');
  }
  to?.append(region);
  if (region.childElementCount > 0 && typeof region.showPopover === 'function') region.showPopover();
}

/**
 * Does for an open modal dialog what the browser does not: messages stand above it, and a step back closes it.
 * @param options.backCloses false where its layers are told of in another way
 * @returns for when it has closed; a second call does nothing.
 */
export function layOverPage(dialog: HTMLDialogElement, { backCloses }: { readonly backCloses: boolean }): () => void {
  const lowerToasts = keepToastsAbove(dialog);
  let forgetStep = backCloses ? closeOnBack(stepBack) : () => {};
  // As Escape does: what would be lost is asked about, and then it stays.
  function stepBack(): void {
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close();
    else forgetStep = closeOnBack(stepBack);
  }
  return () => {
    forgetStep();
    lowerToasts();
  };
}
