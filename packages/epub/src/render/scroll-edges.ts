import type { TurnDirection, TurnSource } from './reader-types.ts';
import type { SectionView } from './section-view.ts';

/** How far the wheel must push beyond a chapter's end to leave it, px. */
const PUSH = 80;
/** Silence after which a wheel's movement is a new one, ms: the run-out of a flick crosses no boundary. */
const SILENCE = 180;
/** How far a finger pulls beyond the end, px. */
const PULL = 64;

/** Leads from one chapter to the next in the continuous flow, where wheel and finger come to a chapter's end. */
export class ScrollEdges {
  readonly #leave: (direction: TurnDirection, source: TurnSource) => void;
  #pushed = 0;
  #last = 0;
  /** The movement under way began at the edge. */
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
    // A wheel that counts lines gives a few where one that counts pixels gives a hundred.
    this.#pushed += Math.abs(deltaY) * (deltaMode === 0 ? 1 : 40);
    if (this.#pushed < PUSH) return;
    this.#isFromEdge = false;
    this.#leave(direction > 0 ? 'next' : 'prev', 'wheel');
  }
}

/** Whether a section shows its end (1) or its beginning (-1); a short one shows both. */
function isAt(view: SectionView, direction: 1 | -1): boolean {
  if (!view.isReady) return false;
  const { isFirst, isLast } = view.paging;
  return direction > 0 ? isLast : isFirst;
}
