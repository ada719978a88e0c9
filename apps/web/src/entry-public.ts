import './ui/styles/styles.css';

/**
 * All script that a public page runs by itself. The page is drawn by the server, its links are links, its menus and
 * details are the browser's own: what takes it over is asked for when everything that it shows is here, or at the first
 * touch. A press or a sending that comes before is held, and done then.
 */
const root = document.getElementById('root');
const MARK = 'aria-busy';
/** Events with which the visitor begins to use the page. */
const TOUCHES = ['pointerdown', 'keydown', 'focusin'] as const;

let pendingAction: (() => void) | null = null;
let marked: Element | null = null;
let isAwake = false;
let waking: Promise<void> | null = null;

function hold(element: Element, action: () => void): void {
  marked?.removeAttribute(MARK);
  marked = element;
  pendingAction = action;
  element.setAttribute(MARK, 'true');
  wake();
}

/** Shows the page's words for a press that was not done. */
function tellMissed(isMissed: boolean): void {
  document.getElementById('missed-press')?.toggleAttribute('hidden', !isMissed);
}

function release(): void {
  marked?.removeAttribute(MARK);
  pendingAction?.();
  marked = pendingAction = null;
}

function holdClick(event: MouseEvent): void {
  const target = event.target as Element;
  const link = target.closest('a');
  // A link to a place of the same page leaves the menu open over it.
  link?.closest<HTMLElement>('[popover]')?.hidePopover();
  // A price leads to an account, as lib/login-address.ts has it; a signed-in reader goes to the part itself.
  if (link && isKnown && !isAwake) link.href = link.href.replace('/register/', '/user-library/');
  const button = target.closest('button');
  // A popover opens by itself; sending a form comes as an event of its own.
  if (isAwake || !button || button.popoverTargetElement || button.type === 'submit') return;
  // React may have the page already, a moment before it counts as taken over: what is held is done once.
  event.stopPropagation();
  hold(button, () => button.click());
}

function holdSubmit(event: SubmitEvent): void {
  if (isAwake || !(event.target instanceof HTMLFormElement)) return;
  event.preventDefault();
  event.stopPropagation();
  const { target: form, submitter } = event;
  hold(submitter ?? form, () => form.requestSubmit(submitter));
}

/**
 * What the fields held before React knew them. Noted as it is typed: as soon as React has them, any change elsewhere in
 * the form puts them back to what it knows, which is nothing.
 */
const typed = new Map<HTMLInputElement, string>();

function note(field: unknown): void {
  if (isAwake || !(field instanceof HTMLInputElement) || field.type === 'checkbox' || field.type === 'radio') return;
  typed.set(field, field.value);
}

/**
 * Brings all files of the page at once, instead of one after the other as they name each other, and before the first is
 * asked for as a module: a browser remembers a module that did not come as one that never will.
 */
async function bringScripts(): Promise<void> {
  const files = document.querySelector<HTMLMetaElement>('meta[name=scripts]')?.content.split(' ') ?? [];
  const answers = await Promise.all(files.map(async (file) => fetch(file)));
  await Promise.all(answers.map(async (answer) => answer.blob()));
}

async function takeOver(page: HTMLElement): Promise<void> {
  await bringScripts();
  const { startPublicPage } = await import('./app/public-app.tsx');
  tellMissed(false);
  await startPublicPage(page, typed);
  isAwake = true;
}

function wake(): void {
  if (!root) return;
  waking ??= takeOver(root)
    .catch((error: unknown) => {
      // A broken connection: the next touch tries again.
      waking = null;
      if (pendingAction) tellMissed(true);
      pendingAction = null;
      reportError(error);
    })
    .finally(release);
}

/** Whether this browser has a session. */
let isKnown = false;

/** A link may bring a discount code, as `?codigo=`: it is there when the tab comes to paying, by whatever way. */
function readStorage(): void {
  const code = new URLSearchParams(location.search).get('codigo')?.trim().slice(0, 60);
  try {
    // As lib/api/session.ts keeps it.
    isKnown = localStorage.getItem('refresh_token') !== null;
    // The key is one that the checkout's field reads.
    if (code) sessionStorage.setItem('discount-code', code);
  } catch {
    // Storage refused by the browser's settings: the code can be typed.
  }
}

/** A press on a link leaves the line to the document that it asks for. */
const touched = ({ target }: Event): void => {
  if (!(target as Partial<Element>).closest?.('a')) wake();
};

readStorage();
document.addEventListener('input', ({ target }) => note(target), true);
document.addEventListener('click', holdClick, true);
document.addEventListener('submit', holdSubmit, true);
for (const touch of TOUCHES) addEventListener(touch, touched, { capture: true, passive: true });
// Pressed while this was still on its way (bundle/documents.ts).
const { pressed } = globalThis as { readonly pressed?: HTMLButtonElement };
if (pressed && !pressed.popoverTargetElement) hold(pressed, () => pressed.click());
// The bare shell shows nothing yet.
if (!root?.firstElementChild || document.readyState === 'complete') wake();
else addEventListener('load', () => requestAnimationFrame(() => setTimeout(wake)), { once: true });
