import { scrollBehavior } from '../scroll-behavior.ts';

/** Room between a message and a control beside it, px. */
const GAP = 8;
/** How often it is looked whether the page has moved a control under them, ms. */
const LOOK_MS = 250;
const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary';

interface Place {
  readonly left: number;
  readonly top: number;
}

/**
 * Moves the messages to where they lie on no control that a person sees, as near to their own place as there is room,
 * and looks again while they stand: a page scrolls, a bar appears. Where a screen has no such place they stay above what
 * cannot be scrolled, and what can be gives way (`--toast-room`): a dialog's fields, or the page, which is scrolled.
 * @returns ends it
 */
export function placeToasts(region: HTMLElement): () => void {
  let scrolled = scrollY;
  const look = () => {
    const isScrolling = scrolled !== scrollY;
    scrolled = scrollY;
    if (!isScrolling && !region.matches(':hover, :focus-within')) place(region);
  };
  place(region);
  scrollAway(region);
  const timer = setInterval(look, LOOK_MS);
  return () => {
    clearInterval(timer);
    region.style.translate = '';
    document.documentElement.style.removeProperty('--toast-room');
  };
}

function place(region: HTMLElement): void {
  const dialog = region.closest('dialog');
  // On a page of a book they have a place of their own (reader.css).
  if (!dialog && document.querySelector('[data-reader-theme]')) return;
  const controls = controlsOf(region);
  if (coveredBy(region, region.getBoundingClientRect(), controls).length === 0) return;
  const { offsetLeft: left, offsetTop: top } = region;
  const best = nearest(region, controls);
  if (best.covered.length > 0) {
    document.documentElement.style.setProperty('--toast-room', `${region.offsetHeight + 3 * GAP}px`);
  }
  region.style.translate = best.covered.length > 0 && dialog ? '' : `${best.left - left}px ${best.top - top}px`;
}

/** Scrolls the page until the messages lie on nothing that scrolls, as far as it goes (WCAG 2.4.11). */
function scrollAway(region: HTMLElement): void {
  if (region.closest('dialog')) return;
  const controls = controlsOf(region).filter(scrolls);
  const { top, bottom } = region.getBoundingClientRect();
  const covered = coveredBy(region, region.getBoundingClientRect(), controls);
  if (covered.length === 0) return;
  const lowest = Math.max(...covered.map((control) => control.getBoundingClientRect().bottom));
  scrollBy({ top: Math.min(lowest - top + GAP, bottom), behavior: scrollBehavior() });
}

const controlsOf = (region: HTMLElement): HTMLElement[] =>
  [...(region.closest('dialog') ?? document.body).querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (control) => !region.contains(control),
  );

/** The place that covers least, and of such places the one nearest to where messages stand by themselves. */
function nearest(region: HTMLElement, controls: readonly HTMLElement[]) {
  const { offsetLeft: left, offsetTop: top, offsetHeight: height } = region;
  const lefts = new Set([left, innerWidth - left - region.offsetWidth]);
  const beside = controls.flatMap((control) => {
    const box = control.getBoundingClientRect();
    return [Math.floor(box.top) - GAP - height, Math.ceil(box.bottom) + GAP];
  });
  const tops = [top, ...beside].filter((each) => each >= GAP && each + height <= innerHeight - GAP);
  const places = [...lefts].flatMap((each) =>
    (tops.length > 0 ? tops : [top]).map((at) => {
      const covered = coveredBy(region, { left: each, top: at }, controls);
      const cost = covered.reduce((sum, control) => sum + (scrolls(control) ? 1 : 100), 0);
      return { left: each, top: at, covered, cost, way: Math.abs(each - left) + Math.abs(at - top) };
    }),
  );
  return places.reduce((best, each) =>
    each.cost < best.cost || (each.cost === best.cost && each.way < best.way) ? each : best,
  );
}

/** Controls on which the messages would lie at a place: what is scrolled out of a box, or lies under a bar, is not there. */
function coveredBy(region: HTMLElement, { left, top }: Place, controls: readonly HTMLElement[]): HTMLElement[] {
  const [right, bottom] = [left + region.offsetWidth, top + region.offsetHeight];
  return controls.filter((control) => {
    const box = control.getBoundingClientRect();
    if (box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom) return false;
    const x = (Math.max(left, box.left) + Math.min(right, box.right)) / 2;
    const y = (Math.max(top, box.top) + Math.min(bottom, box.bottom)) / 2;
    return control.contains(document.elementsFromPoint(x, y).find((element) => !region.contains(element)) ?? null);
  });
}

/** Whether a control can be scrolled out from under a message. */
function scrolls(control: HTMLElement): boolean {
  for (let element: HTMLElement | null = control; element; element = element.parentElement) {
    const { position, overflowY } = getComputedStyle(element);
    if (position === 'fixed' || position === 'sticky' || element.matches('dialog')) return false;
    if (overflowY === 'auto' && element.scrollHeight > element.clientHeight) return true;
  }
  return true;
}
