import './ui/styles/styles.css';

/**
 * All script that a public page runs by itself. The page is drawn by the server: links are links, its menu, dialogs and
 * details are the browser's own. At idle time comes what moves sliders and counts the visit (app/asleep-page.ts); React
 * takes over a part of the page when that is touched (app/public-app.tsx), and a page that is one form when there is
 * time. A press or a sent form that comes earlier is held until then.
 */
const root = document.getElementById('root');
const MARK = 'aria-busy';
/** Events by which the visitor starts to use the page. */
const TOUCHES = ['pointerdown', 'keydown', 'focusin'] as const;
/** Time limit of the wait for an idle moment, ms. */
const IDLE_MS = 3000;

/** Scripts that the server lists for this page (entry-server.tsx); empty in the bare shell. */
const filesOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content.split(' ');
/** A page of islands; other pages are taken over whole. */
const isAsleep = filesOf('page-scripts') !== undefined;

/** Piece that React has taken over or is taking over: an island, the whole page, or the script without React. */
type Part = HTMLElement | 'page';
const awakeParts = new Set<Part>();
const waking = new Set<Part>();

const isAwake = (part: Part): boolean => awakeParts.has(part) || (part !== 'page' && part.hasAttribute('data-awake'));

/** Returns the island that must be taken over for an element to work; null where the browser handles it. */
function partOf(element: Element): Part | null {
  if (!isAsleep) return root;
  return element.closest('[data-native]') ? 'page' : element.closest<HTMLElement>('[data-island]');
}

/** Presses that wait for their island; a later press of the same island replaces the first. */
const held = new Map<Part, { readonly element: Element; readonly action: () => void }>();

function hold(part: Part, element: Element, action: () => void): void {
  held.get(part)?.element.removeAttribute(MARK);
  held.set(part, { element, action });
  element.setAttribute(MARK, 'true');
  wake(part);
}

/** Shows that a press was not carried out. */
function tellMissed(isMissed: boolean): void {
  document.getElementById('missed-press')?.toggleAttribute('hidden', !isMissed);
  // Both stand in one place, and this text tells of the connection too (app/asleep-page.ts).
  if (isMissed) document.getElementById('connection')?.remove();
}

/** Drops the press that waited for an island. */
function release(part: Part, isDone: boolean): void {
  const press = held.get(part);
  if (!press) return;
  held.delete(part);
  press.element.removeAttribute(MARK);
  tellMissed(!isDone);
  if (isDone) press.action();
}

/** Whether the browser handles it by itself: a menu, and a dialog where it supports invoker commands. */
const isNative = (button: HTMLButtonElement): boolean =>
  Boolean(button.popoverTargetElement) || ('commandForElement' in button && Boolean(button.commandForElement));

function holdClick(event: MouseEvent): void {
  const target = event.target as Element;
  const link = target.closest('a');
  // A link to a place of the same page leaves the menu open over it.
  link?.closest<HTMLElement>('[popover]')?.hidePopover();
  // A price leads to the login with the address of lib/login-address.ts; a signed-in reader goes to the part itself.
  if (link && isKnown) link.href = link.href.replace('/register/', '/user-library/');
  const button = target.closest('button');
  const part = button && partOf(button);
  // The submit event handles the sending of a form.
  if (!part || isAwake(part) || isNative(button) || button.type === 'submit') return;
  // React may already handle it, a moment before it counts as taken over: a held press is carried out once.
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
 * Values that the fields had before React. Recorded as they are typed: once React has taken over, any change elsewhere
 * in the form resets them to React's empty values.
 */
const typed = new Map<HTMLInputElement, string>();

function note(field: unknown): void {
  if (!(field instanceof HTMLInputElement) || field.type === 'checkbox' || field.type === 'radio') return;
  const part = partOf(field);
  if (part && !isAwake(part)) typed.set(field, field.value);
}

/** A file failed to load, which the browser remembers for the lifetime of the document. */
let hasFailed = false;

/** Requests files at once, instead of one after the other. @throws when one fails to load */
async function bring(files: readonly string[] = []): Promise<void> {
  // A page of one form would lose its typed values by a reload. A file that failed in `fetch` can be requested again;
  // its second request is answered from the browser's cache.
  const ask = isAsleep ? load('modulepreload') : async (href: string) => (await fetch(href)).blob();
  await Promise.all([...files.map(ask), bringStyles()]);
}

let styles: Promise<unknown> | undefined;

/** Loads the whole style sheet: a drawn document has only the rules that it uses (page-styles.ts). */
function bringStyles(): Promise<unknown> {
  styles ??= Promise.all((filesOf('styles') ?? []).map(load('stylesheet'))).catch((error: unknown) => {
    styles = undefined;
    throw error;
  });
  return styles;
}

const load = (rel: string) => (href: string) =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link');
    Object.assign(link, { rel, href, onload: resolve, onerror: reject });
    document.head.append(link);
  });

/** Session storage key: the press for which the page was reloaded. */
const AGAIN = 'press-again';

const allButtons = () => [...document.querySelectorAll('button')];

/** Reloads the page once the connection returns, to carry out a press whose script had not loaded. */
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
    // The browser's settings refuse storage, or the entry is not ours.
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
    // The connection is lost: the next touch tries again.
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

/** Stores the discount code of a link, `?codigo=`, until the tab reaches the payment. */
function keepCode(): void {
  const code = new URLSearchParams(location.search).get('codigo')?.trim().slice(0, 60);
  try {
    // Key that the checkout's field reads.
    if (code) sessionStorage.setItem('discount-code', code);
  } catch {
    // The browser's settings refuse storage: the code can be typed.
  }
}

/** Stops fetching after a press on a link, so that the next document has the connection for itself. */
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
// A press before this script ran (bundle/documents.ts).
const { pressed } = globalThis as { readonly pressed?: HTMLButtonElement };
const pressedPart = pressed && !isNative(pressed) && partOf(pressed);
if (pressedPart) hold(pressedPart, pressed, () => pressed.click());
pressAgain();
// The bare shell has no contents yet.
if (!root?.firstElementChild) wake(root);
else if (document.readyState === 'complete') wakeAtIdle();
else addEventListener('load', wakeAtIdle, { once: true });
