import { scrollBehavior } from '../scroll-behavior.ts';

/** Distance between a message and a control beside it, px. */
const GAP = 8;
/** Interval at which the messages' place is checked, because the page may have moved a control under them, ms. */
const LOOK_MS = 250;
const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary';

interface Place {
  readonly left: number;
  readonly top: number;
}

/**
 * Moves the messages to the nearest place where they cover no visible control, and checks the place while they are
 * shown, because the page may scroll or show a bar. If there is no such place, the messages avoid controls that cannot
 * be scrolled, and the others get room (`--toast-room`): in a dialog its fields, otherwise the page, which is scrolled.
 * @returns function that stops it
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
  // Leaves the place on a page of a book to reader.css.
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

/** Scrolls the page, as far as possible, until the messages cover no control that scrolls (WCAG 2.4.11). */
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

/** Finds the place that covers least, and of such places the nearest to the messages' default place. */
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

/**
 * Controls that the messages would cover at a place; skips controls that are scrolled out of a box or lie under a bar.
 */
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
