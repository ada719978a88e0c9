import { hostPoint } from '../overlays/geometry.ts';
import type { ReaderTap, TapRegion, TurnDirection, TurnSource } from '../reader-types.ts';
import type { SectionView } from '../sections/section-view.ts';

/** How far the wheel must push beyond a chapter's end to leave it, px. */
const PUSH = 80;
/** Silence after which a wheel's movement is a new one, ms: the run-out of a flick crosses no boundary. */
const SILENCE = 180;
/** How far a finger pulls beyond the end, px. */
const PULL = 64;

/** Leads from one chapter to the next in the continuous flow, where wheel and finger come to a chapter's end. */
class ScrollEdges {
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

/** A swipe is at least 10 px across and under 100 px along the other way. */
const ACROSS = 10;
const ALONG = 100;

/** How long a released page takes to come to rest, ms. */
const SETTLE = 200;

/** What a finger's way means: `turn` its direction on the screen, or nothing. */
export function swipeOf(dx: number, dy: number): 'left' | 'right' | null {
  if (Math.abs(dx) < ACROSS || Math.abs(dy) >= ALONG) return null;
  return dx < 0 ? 'left' : 'right';
}

/** Whether a moving finger is turning the page rather than selecting or scrolling. */
export function isAcross(dx: number, dy: number): boolean {
  return Math.abs(dx) >= ACROSS && Math.abs(dx) > Math.abs(dy);
}

/** Part of the page's width that turns at each side. */
const EDGE = 0.1;

/**
 * What a tap at a point of the page means: `top` in the band that brings the bars back, else the half that turns.
 * The outer tenths turn all the way up, so that the band does not eat them.
 *
 * @param x distance from the left edge, `y` from the top, px
 */
export function tapRegion(x: number, y: number, width: number, topBand: number): TapRegion {
  const isEdge = x < width * EDGE || x >= width * (1 - EDGE);
  if (y < topBand && !isEdge) return 'top';
  return x < width / 2 ? 'left' : 'right';
}

/** What the reader's hands can do to the book. */
export interface InputActions {
  readonly topBand: number;
  readonly isRightToLeft: () => boolean;
  /** Whether a turn may happen now (the screen's interceptor); asked once for each gesture or key. */
  readonly mayTurn: (direction: TurnDirection, source: TurnSource) => boolean;
  readonly turn: (direction: TurnDirection) => void;
  /** Page follows the finger, px in reading direction. */
  readonly drag: (distance: number) => void;
  readonly onTap: (tap: ReaderTap) => void;
  readonly follow: (view: SectionView, link: Element) => void;
  /** A press on something of its own (highlight, picture); true when it was for that. */
  readonly press: (view: SectionView, event: MouseEvent) => boolean;
  /** Scrolls the continuous flow, px; null in pages, false at its end. */
  readonly scroll: (distance: number) => boolean | null;
}

interface Touch {
  readonly x: number;
  readonly y: number;
  dx: number;
  dy: number;
  isDragging: boolean;
}

/** How far an arrow key scrolls, px: what browsers do. */
const KEY_SCROLL = 40;
const TYPING = 'input,textarea,select,[contenteditable]:not([contenteditable=false])';

/** Turns taps, keys and swipes into actions. Selecting text never turns a page. */
export class PageInput {
  readonly #host: HTMLElement;
  readonly #actions: InputActions;
  readonly #ended = new AbortController();
  readonly #edges: ScrollEdges;
  #settling = 0;

  constructor(host: HTMLElement, actions: InputActions) {
    this.#host = host;
    this.#actions = actions;
    this.#edges = new ScrollEdges((direction, source) => this.#request(direction, source));
    const { signal } = this.#ended;
    host.ownerDocument.addEventListener('keydown', (event) => this.#onHostKey(event), { signal });
    host.addEventListener('click', (event) => this.#onTap(event, host, null), { signal });
  }

  /** Listens inside a section's document; its listeners go with the document. */
  listen(view: SectionView): void {
    const { document } = view;
    const { signal } = this.#ended;
    let hadSelection = false;
    document.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    document.addEventListener('pointerdown', () => (hadSelection = isSelecting(document)), { signal, passive: true });
    document.addEventListener(
      'click',
      (event) => {
        const link = linkOf(event.target);
        if (link) {
          event.preventDefault();
          this.#actions.onTap({
            ...this.#pointOf(event, view.frame.element),
            link: view.linkTarget(link)?.href ?? null,
          });
          this.#actions.follow(view, link);
        } else if (!hadSelection && !isSelecting(document)) this.#onTap(event, view.frame.element, view);
      },
      { signal },
    );
    // A middle click would open the frame's own address in a tab.
    document.addEventListener('auxclick', (event) => linkOf(event.target) && event.preventDefault(), { signal });
    document.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
    document.addEventListener('submit', (event) => event.preventDefault(), { signal });
    this.#listenToTouch(document, signal);
    this.#edges.listen(view, signal);
  }

  destroy(): void {
    this.#ended.abort();
    cancelAnimationFrame(this.#settling);
  }

  #onHostKey(event: KeyboardEvent): void {
    const target = event.target as Element | null;
    const { body, documentElement } = this.#host.ownerDocument;
    // Arrow keys pressed in the screen's own panels and lists belong to those.
    if (target === body || target === documentElement || this.#host.contains(target)) this.#onKey(event);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as Element | null;
    if (target?.closest?.(TYPING)) return;
    if (this.#scrollByKey(event)) return;
    const direction = this.#directionOf(event);
    if (!direction) return;
    if (event.key === ' ' && target?.closest?.('a,button,summary,audio,video')) return;
    event.preventDefault();
    this.#request(direction, 'key');
  }

  /** Up and down scroll the continuous flow, and lead on at its ends. */
  #scrollByKey(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    if (shiftKey || (key !== 'ArrowDown' && key !== 'ArrowUp')) return false;
    const isScrolled = this.#actions.scroll(key === 'ArrowDown' ? KEY_SCROLL : -KEY_SCROLL);
    if (isScrolled === null) return false;
    event.preventDefault();
    if (!isScrolled && !event.repeat) this.#request(key === 'ArrowDown' ? 'next' : 'prev', 'key');
    return true;
  }

  #directionOf({ key, shiftKey }: KeyboardEvent): TurnDirection | null {
    if (key === ' ') return shiftKey ? 'prev' : 'next';
    if (shiftKey) return null;
    if (key === 'PageDown') return 'next';
    if (key === 'PageUp') return 'prev';
    if (key === 'ArrowRight' || key === 'ArrowLeft') return this.#towards(key === 'ArrowRight' ? 'right' : 'left');
    return null;
  }

  #towards(side: 'left' | 'right'): TurnDirection {
    return (side === 'right') === !this.#actions.isRightToLeft() ? 'next' : 'prev';
  }

  #request(direction: TurnDirection, source: TurnSource): boolean {
    if (!this.#actions.mayTurn(direction, source)) return false;
    cancelAnimationFrame(this.#settling);
    this.#actions.turn(direction);
    return true;
  }

  #pointOf(event: MouseEvent, page: HTMLElement): Omit<ReaderTap, 'link'> {
    const host = this.#host;
    // Coordinates inside a frame are the frame's own.
    const inFrame = (event.target as Node).ownerDocument !== host.ownerDocument;
    const box = host.getBoundingClientRect();
    const { x, y } = inFrame
      ? hostPoint(host, page, event.clientX, event.clientY)
      : { x: event.clientX - box.left, y: event.clientY - box.top };
    return { x: x / box.width, y: y / box.height, region: tapRegion(x, y, box.width, this.#actions.topBand) };
  }

  #onTap(event: MouseEvent, page: HTMLElement, view: SectionView | null): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (view && (event.target as Element | null)?.closest?.('audio,video,button,summary,input,textarea,select,label'))
      return;
    if (view && this.#actions.press(view, event)) return;
    const point = this.#pointOf(event, page);
    this.#actions.onTap({ ...point, link: null });
    if (point.region !== 'top') this.#request(this.#towards(point.region), 'tap');
  }

  #listenToTouch(document: Document, signal: AbortSignal): void {
    let touch: Touch | null = null;
    const cancel = (): void => {
      if (touch?.isDragging) this.#settle(touch.dx);
      touch = null;
    };
    const onStart = (event: TouchEvent): void => {
      cancel();
      const point = event.touches[0];
      if (!point || event.touches.length > 1 || isSelecting(document)) return;
      touch = { x: point.screenX, y: point.screenY, dx: 0, dy: 0, isDragging: false };
    };
    const onMove = (event: TouchEvent): void => {
      const point = event.touches[0];
      if (!touch || !point) return;
      if (event.touches.length > 1 || (!touch.isDragging && isSelecting(document))) {
        cancel();
        return;
      }
      touch.dx = point.screenX - touch.x;
      touch.dy = point.screenY - touch.y;
      if (!touch.isDragging && !isAcross(touch.dx, touch.dy)) return;
      touch.isDragging = true;
      if (event.cancelable) event.preventDefault();
      this.#actions.drag(this.#forward(touch.dx));
    };
    const onEnd = (event: TouchEvent): void => {
      if (!touch) return;
      const { dx, dy, isDragging } = touch;
      touch = null;
      if (!isDragging) return;
      // The click that a short swipe would still cause must not turn a second page.
      if (event.cancelable) event.preventDefault();
      const swipe = swipeOf(dx, dy);
      const direction = swipe && this.#towards(swipe === 'left' ? 'right' : 'left');
      if (!direction || !this.#actions.mayTurn(direction, 'swipe')) this.#settle(dx);
      else this.#glide(direction, dx);
    };
    document.addEventListener('touchstart', onStart, { signal, passive: true });
    document.addEventListener('touchmove', onMove, { signal, passive: false });
    document.addEventListener('touchend', onEnd, { signal, passive: false });
    document.addEventListener('touchcancel', cancel, { signal, passive: true });
  }

  #forward(dx: number): number {
    return this.#actions.isRightToLeft() ? dx : -dx;
  }

  /** The rest of the way to the next page, then the turn itself. */
  #glide(direction: TurnDirection, dx: number): void {
    const end = direction === 'next' ? this.#host.clientWidth : -this.#host.clientWidth;
    this.#animate(this.#forward(dx), end, () => this.#actions.turn(direction));
  }

  #settle(dx: number): void {
    this.#animate(this.#forward(dx), 0, () => this.#actions.drag(0));
  }

  #animate(from: number, to: number, done: () => void): void {
    cancelAnimationFrame(this.#settling);
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      done();
      return;
    }
    const began = performance.now();
    const step = (now: number): void => {
      const part = Math.min(1, (now - began) / SETTLE);
      if (part === 1) {
        done();
        return;
      }
      this.#actions.drag(from + (to - from) * (1 - (1 - part) ** 2));
      this.#settling = requestAnimationFrame(step);
    };
    this.#settling = requestAnimationFrame(step);
  }
}

function isSelecting(document: Document): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && selection.toString().trim() !== '';
}

function linkOf(target: EventTarget | null): Element | null {
  return (target as Element | null)?.closest?.('a[href],area[href],a[*|href]') ?? null;
}
