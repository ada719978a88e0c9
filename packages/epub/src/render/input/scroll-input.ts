import { WIDE } from '../pagination/theme-css.ts';
import type { TurnDirection, TurnSource } from '../reader-types.ts';
import type { SectionView } from '../sections/section-view.ts';

/** How far the wheel must push beyond a chapter's end to leave it, px. */
const PUSH = 80;
/**
 * Pause after which an event of the wheel begins a new movement, ms, so that the last events of a flick do not cross a
 * chapter's end.
 */
const SILENCE = 180;
/** Pixels that a line of the wheel counts for. */
const LINE_PX = 40;
/** Distance that a finger must pull beyond a chapter's end to leave it, px. */
const PULL = 64;

/** Goes on to the next chapter of the continuous flow when wheel or finger push beyond a chapter's end. */
class ScrollEdges {
  readonly #leave: (direction: TurnDirection, source: TurnSource) => void;
  #pushed = 0;
  #last = 0;
  /** Whether the current movement began at a chapter's end. */
  #isFromEdge = false;

  constructor(leave: (direction: TurnDirection, source: TurnSource) => void) {
    this.#leave = leave;
  }

  /** Listens inside a section's document; its listeners go with the document. */
  listen(view: SectionView, signal: AbortSignal): void {
    const { document } = view;
    document.addEventListener('wheel', (event) => this.#onWheel(view, event), { signal, passive: true });
    let start: { readonly y: number; readonly atEnd: boolean; readonly atStart: boolean } | null = null;
    const onStart = (event: TouchEvent): void => {
      const touch = event.touches.length === 1 ? event.touches[0] : undefined;
      start = touch && view.isContinuous ? { y: touch.screenY, atEnd: isAt(view, 1), atStart: isAt(view, -1) } : null;
    };
    const onEnd = (event: TouchEvent): void => {
      const pulled = start && event.changedTouches[0] ? start.y - event.changedTouches[0].screenY : 0;
      const { atEnd = false, atStart = false } = start ?? {};
      start = null;
      if (document.getSelection()?.isCollapsed === false) return;
      if (atEnd && pulled > PULL) this.#leave('next', 'swipe');
      if (atStart && pulled < -PULL) this.#leave('prev', 'swipe');
    };
    document.addEventListener('touchstart', onStart, { signal, passive: true });
    document.addEventListener('touchend', onEnd, { signal, passive: true });
  }

  #onWheel(view: SectionView, event: WheelEvent): void {
    if (!view.isContinuous || event.ctrlKey) return;
    const { deltaY, deltaMode, timeStamp } = event;
    const direction = deltaY > 0 ? 1 : -1;
    const isAtEdge = isAt(view, direction);
    if (timeStamp - this.#last > SILENCE) {
      this.#isFromEdge = isAtEdge;
      this.#pushed = 0;
    }
    this.#last = timeStamp;
    if (!this.#isFromEdge || !isAtEdge || deltaY === 0) return;
    // Converts lines to pixels: a wheel that counts lines reports a few where another one reports a hundred pixels.
    this.#pushed += Math.abs(deltaY) * (deltaMode === 0 ? 1 : LINE_PX);
    if (this.#pushed < PUSH) return;
    this.#isFromEdge = false;
    this.#leave(direction > 0 ? 'next' : 'prev', 'wheel');
  }
}

/** Movement that turns a page, px. */
const ENOUGH = 40;
/** A notch of a wheel, px: it always begins a new movement. */
const NOTCH = 100;

/** Turns one page for each movement of wheel or trackpad; the last events of a flick turn no second page. */
class WheelTurns {
  #pushed = 0;
  #last = Number.NEGATIVE_INFINITY;
  #turned = Number.NEGATIVE_INFINITY;
  #isSpent = false;

  /**
   * Returns the direction of an event: to the `right` and `left` or `down` and `up`; null while the movement is too
   * short.
   */
  push({ deltaX, deltaY, deltaMode, timeStamp }: WheelEvent): 'right' | 'left' | 'down' | 'up' | null {
    const isAcross = Math.abs(deltaX) > Math.abs(deltaY);
    const pushed = (isAcross ? deltaX : deltaY) * (deltaMode === 0 ? 1 : LINE_PX);
    if (timeStamp - this.#last > SILENCE) {
      this.#pushed = 0;
      this.#isSpent = false;
    }
    this.#last = timeStamp;
    const isNotch = Math.abs(pushed) >= NOTCH && timeStamp - this.#turned > SILENCE;
    if (this.#isSpent && !isNotch) return null;
    this.#pushed += pushed;
    if (Math.abs(this.#pushed) < ENOUGH) return null;
    const isForward = this.#pushed > 0;
    this.#pushed = 0;
    this.#isSpent = true;
    this.#turned = timeStamp;
    if (isAcross) return isForward ? 'right' : 'left';
    return isForward ? 'down' : 'up';
  }
}

/** Whether a section shows its end (1) or its beginning (-1); a short one shows both. */
function isAt(view: SectionView, direction: 1 | -1): boolean {
  if (!view.isReady) return false;
  const { isFirst, isLast } = view.paging;
  return direction > 0 ? isLast : isFirst;
}

/** Actions that the wheel, the trackpad and a pull beyond a chapter's end ask for. */
interface ScrollActions {
  readonly request: (direction: TurnDirection, source: TurnSource) => void;
  /** Whether the page to the right comes next. */
  readonly isRightNext: () => boolean;
}

/**
 * Handles wheel, trackpad and pulls: a movement turns a page, or goes on to the next chapter at the end of a continuous
 * flow.
 */
export class ScrollInput {
  readonly #actions: ScrollActions;
  readonly #edges: ScrollEdges;
  readonly #wheel = new WheelTurns();
  readonly #signal: AbortSignal;

  /** @param host element around the page, where the wheel has the same effect */
  constructor(host: HTMLElement, actions: ScrollActions, signal: AbortSignal) {
    this.#actions = actions;
    this.#signal = signal;
    this.#edges = new ScrollEdges(actions.request);
    host.addEventListener('wheel', (event) => this.#onWheel(event), { signal, passive: true });
  }

  /** Listens inside a section's document; its listeners go with the document. */
  listen(view: SectionView): void {
    const signal = this.#signal;
    const onWheel = (event: WheelEvent): void => {
      if (!view.isContinuous) this.#onWheel(event);
    };
    view.document.addEventListener('wheel', onWheel, { signal, passive: true });
    this.#edges.listen(view, signal);
  }

  #onWheel(event: WheelEvent): void {
    if (event.ctrlKey || (event.deltaX !== 0 && (event.target as Element | null)?.closest?.(`[${WIDE}]`))) return;
    const way = this.#wheel.push(event);
    if (way === null) return;
    const isForward = way === 'down' || (way !== 'up' && (way === 'right') === this.#actions.isRightNext());
    this.#actions.request(isForward ? 'next' : 'prev', 'wheel');
  }
}
