import './ui/styles/styles.css';

/**
 * All script that a public page runs by itself. The page is drawn by the server: links are links, its menu, dialogs and
 * details are the browser's own. At idle time comes what moves sliders and counts the visit (app/asleep-page.ts); React
 * takes over a part of the page when that is touched (app/public-app.tsx), and a page that is one form when there is
 * time. A press or a sent form that comes earlier is held until then.
 */
const root = document.getElementById('root');
const MARK = 'aria-busy';
/** Events with which the visitor begins to use the page. */
const TOUCHES = ['pointerdown', 'keydown', 'focusin'] as const;
/** An idle moment may never come. */
const IDLE_MS = 3000;

/** Scripts that the server names for this page (entry-server.tsx); none in the bare shell. */
const filesOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content.split(' ');
/** A page of islands; any other is taken over whole. */
const isAsleep = filesOf('page-scripts') !== undefined;

/** Piece that has been taken over, or is about to be: a part of the page, all of it, or its script without React. */
type Part = HTMLElement | 'page';
const awakeParts = new Set<Part>();
const waking = new Set<Part>();

const isAwake = (part: Part): boolean => awakeParts.has(part) || (part !== 'page' && part.hasAttribute('data-awake'));

/** Returns the part that has to be awake for an element to answer; null where the browser does all. */
function partOf(element: Element): Part | null {
  if (!isAsleep) return root;
  return element.closest('[data-native]') ? 'page' : element.closest<HTMLElement>('[data-island]');
}

/** Presses that wait for their part to be awake; a later press of the same part takes the place of the first. */
const held = new Map<Part, { readonly element: Element; readonly action: () => void }>();

function hold(part: Part, element: Element, action: () => void): void {
  held.get(part)?.element.removeAttribute(MARK);
  held.set(part, { element, action });
  element.setAttribute(MARK, 'true');
  wake(part);
}

/** Shows the page's words for a press that was not done. */
function tellMissed(isMissed: boolean): void {
  document.getElementById('missed-press')?.toggleAttribute('hidden', !isMissed);
}

/** Lets go of the press that waited for a part. */
function release(part: Part, isDone: boolean): void {
  const press = held.get(part);
  if (!press) return;
  held.delete(part);
  press.element.removeAttribute(MARK);
  tellMissed(!isDone);
  if (isDone) press.action();
}

/** The browser opens it by itself: a menu, and a dialog where it knows invoker commands. */
const isNative = (button: HTMLButtonElement): boolean =>
  Boolean(button.popoverTargetElement) || ('commandForElement' in button && Boolean(button.commandForElement));

function holdClick(event: MouseEvent): void {
  const target = event.target as Element;
  const link = target.closest('a');
  // A link to a place of the same page leaves the menu open over it.
  link?.closest<HTMLElement>('[popover]')?.hidePopover();
  // A price leads to an account, as lib/login-address.ts has it; a signed-in reader goes to the part itself.
  if (link && isKnown) link.href = link.href.replace('/register/', '/user-library/');
  const button = target.closest('button');
  const part = button && partOf(button);
  // Sending a form comes as an event of its own.
  if (!part || isAwake(part) || isNative(button) || button.type === 'submit') return;
  // React may have it already, a moment before it counts as taken over: what is held is done once.
  event.stopPropagation();
  hold(part, button, () => button.click());
}

function holdSubmit(event: SubmitEvent): void {
  const { target: form, submitter } = event;
  const part = form instanceof HTMLFormElement && partOf(form);
  if (!part || isAwake(part)) return;
  event.preventDefault();
  event.stopPropagation();
  hold(part, submitter ?? form, () => form.requestSubmit(submitter));
}

/**
 * Values that the fields held before React knew them. Noted as they are typed: as soon as React has them, any change
 * elsewhere in the form puts them back to what it knows, which is nothing.
 */
const typed = new Map<HTMLInputElement, string>();

function note(field: unknown): void {
  if (!(field instanceof HTMLInputElement) || field.type === 'checkbox' || field.type === 'radio') return;
  const part = partOf(field);
  if (part && !isAwake(part)) typed.set(field, field.value);
}

/** A file did not come, which the browser remembers for as long as this document stands. */
let hasFailed = false;

/** Asks for files at once, instead of one after the other as they name each other. @throws when one does not come. */
async function bring(files: readonly string[] = []): Promise<void> {
  // A page that is one form would lose its typed values if it were loaded anew. Fetched first, a file that did not come
  // can be asked for again. Its second request is answered by the browser's cache.
  const ask = isAsleep ? preload : async (href: string) => (await fetch(href)).blob();
  await Promise.all(files.map(ask));
}

const preload = (href: string) =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', href, onload: resolve, onerror: reject });
    document.head.append(link);
  });

/** Key of session storage: the press that a page was loaded anew for. */
const AGAIN = 'press-again';

const allButtons = () => [...document.querySelectorAll('button')];

/** Loads the page anew, once the line is back, to do a press whose script had not come. */
async function reloadFor(press: Element): Promise<never> {
  await fetch(location.href);
  const values = Array.from(typed, ([{ id }, value]) => [id, value]);
  sessionStorage.setItem(AGAIN, JSON.stringify([allButtons().findIndex((button) => button === press), values]));
  location.reload();
  // Never resolves, so that nothing changes on the page before it is left.
  return new Promise(() => {});
}

function pressAgain(): void {
  try {
    const noted = sessionStorage.getItem(AGAIN);
    if (noted === null) return;
    sessionStorage.removeItem(AGAIN);
    const [at, values] = JSON.parse(noted) as [number, [string, string][]];
    for (const [id, value] of values)
      (document.getElementById(id) as HTMLInputElement | null)?.setAttribute('value', value);
    allButtons()[at]?.click();
  } catch {
    // Storage refused by the browser's settings, or not ours.
  }
}

async function takeOver(part: Part): Promise<void> {
  const press = held.get(part);
  if (hasFailed && isAsleep) await (press ? reloadFor(press.element) : Promise.reject(new TypeError('no script')));
  if (part === 'page') {
    await bring(filesOf('page-scripts'));
    (await import('./app/asleep-page.ts')).startPage();
  } else {
    await bring(filesOf('scripts'));
    const app = await import('./app/public-app.tsx');
    await (part === root ? app.startPublicPage(part, typed) : app.wakeIsland(part, typed));
  }
  awakeParts.add(part);
}

async function tryToTakeOver(part: Part): Promise<void> {
  waking.add(part);
  let isDone = true;
  try {
    await takeOver(part);
  } catch (error) {
    // A broken connection: the next touch tries again.
    isDone = false;
    if (!hasFailed || held.has(part)) reportError(error);
    hasFailed = true;
  }
  waking.delete(part);
  release(part, isDone);
}

function wake(part: Part | null): void {
  if (part && !isAwake(part) && !waking.has(part)) void tryToTakeOver(part);
}

/** Whether this browser has a session. */
const isKnown = 'known' in document.documentElement.dataset;

/** A link may bring a discount code, as `?codigo=`: it is there when the tab comes to paying, by whatever way. */
function keepCode(): void {
  const code = new URLSearchParams(location.search).get('codigo')?.trim().slice(0, 60);
  try {
    // The key is one that the checkout's field reads.
    if (code) sessionStorage.setItem('discount-code', code);
  } catch {
    // Storage refused by the browser's settings: the code can be typed.
  }
}

/** A press on a link leaves the line to the document that it asks for. */
const touched = ({ target }: Event): void => {
  if (target instanceof Element && !target.closest('a')) wake(partOf(target));
};

function wakeAtIdle(): void {
  const start = () => wake(isAsleep ? 'page' : root);
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: IDLE_MS });
  else setTimeout(start, 200);
}

keepCode();
document.addEventListener('input', ({ target }) => note(target), true);
document.addEventListener('click', holdClick, true);
document.addEventListener('submit', holdSubmit, true);
for (const touch of TOUCHES) addEventListener(touch, touched, { capture: true, passive: true });
// Pressed while this was still on its way (bundle/documents.ts).
const { pressed } = globalThis as { readonly pressed?: HTMLButtonElement };
const pressedPart = pressed && !isNative(pressed) && partOf(pressed);
if (pressedPart) hold(pressedPart, pressed, () => pressed.click());
pressAgain();
// The bare shell shows nothing yet.
if (!root?.firstElementChild) wake(root);
else if (document.readyState === 'complete') wakeAtIdle();
else addEventListener('load', wakeAtIdle, { once: true });
