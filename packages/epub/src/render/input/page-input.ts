import { hostPoint } from '../overlays/geometry.ts';
import { WIDE } from '../pagination/theme-css.ts';
import type { ReaderTap, TapRegion, TurnDirection, TurnSource } from '../reader-types.ts';
import type { SectionView } from '../sections/section-view.ts';
import type { ScrollInput } from './scroll-input.ts';

/** A swipe is at least 10 px across and under 100 px along the other way. */
const ACROSS = 10;
const ALONG = 100;

/** Part of its way by which a finger must go back to cancel the turn. */
const PULLED_BACK = 1 / 4;

/** How long a released page takes to come to rest, ms. */
const SETTLE = 200;

/** Direction of a swipe on the screen; null when the movement is no swipe. */
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
 * Returns the region of a tap: `top` in the band that shows the bars again, otherwise the half that turns the page. The
 * outer tenths turn pages up to the upper edge, so that the band leaves the corners to turning.
 *
 * @param x distance from the left edge, `y` from the top, px
 */
export function tapRegion(x: number, y: number, width: number, topBand: number): TapRegion {
  const isEdge = x < width * EDGE || x >= width * (1 - EDGE);
  if (y < topBand && !isEdge) return 'top';
  return x < width / 2 ? 'left' : 'right';
}

/** Actions that a gesture or a key asks for. */
export interface InputActions {
  readonly topBand: number;
  readonly isRightToLeft: () => boolean;
  /** Whether a turn may happen now (the screen's interceptor); asked once for each gesture or key. */
  readonly mayTurn: (direction: TurnDirection, source: TurnSource) => boolean;
  readonly turn: (direction: TurnDirection) => void;
  /** Moves the page with the finger, by px in reading direction. */
  readonly drag: (distance: number) => void;
  readonly onTap: (tap: ReaderTap) => void;
  readonly follow: (view: SectionView, link: Element) => void;
  /** Handles a press on a highlight or a picture; false if there is none at that place. */
  readonly press: (view: SectionView, event: MouseEvent) => boolean;
  /** Whether the mouse is on words, not beside them. */
  readonly isOnWords: (document: Document, event: MouseEvent) => boolean;
  /** Shows the chapter's beginning or end. */
  readonly toEdge: (edge: 'start' | 'end') => void;
  /** Scrolls the continuous flow by px; null in pages, false at the flow's end. */
  readonly scroll: (distance: number) => boolean | null;
}

interface Touch {
  readonly x: number;
  readonly y: number;
  dx: number;
  dy: number;
  /** Greatest distance across that the finger reached on its side of the start, px. */
  far: number;
  isDragging: boolean;
}

/** Time that a click on words waits before it turns the page, ms: a double click selects a word instead. */
const DOUBLE = 250;

/** Time after which a touch counts as a selection of a word and turns no page, ms. */
const LONG_PRESS = 500;

/** Distance that an arrow key scrolls, px: the same as in browsers. */
const KEY_SCROLL = 40;
const TYPING = 'input,textarea,select,[contenteditable]:not([contenteditable=false])';

/** Turns taps, keys and swipes into actions. Selecting text never turns a page. */
export class PageInput {
  readonly #host: HTMLElement;
  readonly #actions: InputActions;
  readonly #ending = new AbortController();
  /** The code loads with the first section, because the first page does not need it. */
  #scroll: Promise<ScrollInput> | null = null;
  #settling = 0;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement, actions: InputActions) {
    this.#host = host;
    this.#actions = actions;
    const { signal } = this.#ending;
    host.ownerDocument.addEventListener('keydown', (event) => this.#onHostKey(event), { signal });
    host.addEventListener('click', (event) => this.#onTap(event, host, null), { signal });
  }

  /** Listens inside a section's document; its listeners go with the document. */
  listen(view: SectionView): void {
    const { document } = view;
    const { signal } = this.#ending;
    let hadSelection = false;
    let isMouse = false;
    /** Time at which a finger touched the page; null for a click of the mouse. */
    let touchedAt: number | null = null;
    document.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    const onDown = ({ pointerType, timeStamp }: PointerEvent): void => {
      hadSelection = isSelecting(document);
      isMouse = pointerType === 'mouse';
      touchedAt = isMouse ? null : timeStamp;
      clearTimeout(this.#waiting);
    };
    document.addEventListener('pointerdown', onDown, { signal, passive: true });
    // A double click beside the words means two turns; the browser would select the nearest word.
    const onSecond = (event: MouseEvent): void => {
      if (event.detail > 1 && !this.#actions.isOnWords(document, event)) event.preventDefault();
    };
    document.addEventListener('mousedown', onSecond, { signal });
    document.addEventListener(
      'click',
      (event) => {
        const isLong = touchedAt !== null && event.timeStamp - touchedAt > LONG_PRESS;
        touchedAt = null;
        const link = linkOf(event.target);
        if (link) {
          event.preventDefault();
          this.#actions.onTap({
            ...this.#pointOf(event, view.frame.element),
            link: view.linkTarget(link)?.href ?? null,
          });
          this.#actions.follow(view, link);
        } else if (!isLong && !hadSelection && !isSelecting(document)) {
          this.#onTap(event, view.frame.element, view, isMouse && this.#actions.isOnWords(document, event));
        }
      },
      { signal },
    );
    // A middle click would open the frame's own address in a tab.
    document.addEventListener('auxclick', (event) => linkOf(event.target) && event.preventDefault(), { signal });
    document.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
    document.addEventListener('submit', (event) => event.preventDefault(), { signal });
    this.#listenToTouch(document, signal);
    void this.#listenToScroll(view);
  }

  destroy(): void {
    this.#ending.abort();
    cancelAnimationFrame(this.#settling);
    clearTimeout(this.#waiting);
  }

  /** Loads the scroll code; after a failed download the next section tries again. */
  async #listenToScroll(view: SectionView): Promise<void> {
    const actions = {
      request: (direction: TurnDirection, source: TurnSource) => void this.#request(direction, source),
      isRightNext: () => this.#towards('right') === 'next',
    };
    this.#scroll ??= import('./scroll-input.ts').then(
      ({ ScrollInput: Input }) => new Input(this.#host, actions, this.#ending.signal),
    );
    const scroll = await this.#scroll.catch(() => (this.#scroll = null));
    if (!view.frame.isDestroyed) scroll?.listen(view);
  }

  #onHostKey(event: KeyboardEvent): void {
    const target = event.target as Element | null;
    const { body, documentElement } = this.#host.ownerDocument;
    // Ignores keys that are pressed inside a panel or a list of the screen, which handles its own arrow keys.
    if (target === body || target === documentElement || this.#host.contains(target)) this.#onKey(event);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = event.target as Element | null;
    // A player of sound uses the up and down keys for its volume.
    const isTheirs = /^Arrow(?:Up|Down)$/.test(event.key) ? `${TYPING},audio,video` : TYPING;
    if (target?.closest?.(isTheirs)) return;
    if (this.#scrollByKey(event) || this.#edgeByKey(event)) return;
    const direction = this.#directionOf(event);
    if (!direction) return;
    if (event.key === ' ' && target?.closest?.('a,button,summary,audio,video')) return;
    event.preventDefault();
    this.#request(direction, 'key');
  }

  /** Scrolls the continuous flow by the up and down keys, and goes on to the next chapter at its end. */
  #scrollByKey(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    if (shiftKey || (key !== 'ArrowDown' && key !== 'ArrowUp')) return false;
    const isScrolled = this.#actions.scroll(key === 'ArrowDown' ? KEY_SCROLL : -KEY_SCROLL);
    if (isScrolled === null) return false;
    event.preventDefault();
    if (!isScrolled && !event.repeat) this.#request(key === 'ArrowDown' ? 'next' : 'prev', 'key');
    return true;
  }

  #edgeByKey(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event;
    if (shiftKey || (key !== 'Home' && key !== 'End')) return false;
    event.preventDefault();
    if (this.#actions.mayTurn(key === 'End' ? 'next' : 'prev', 'key')) {
      this.#actions.toEdge(key === 'End' ? 'end' : 'start');
    }
    return true;
  }

  #directionOf({ key, shiftKey }: KeyboardEvent): TurnDirection | null {
    if (key === ' ') return shiftKey ? 'prev' : 'next';
    if (shiftKey) return null;
    if (key === 'PageDown' || key === 'ArrowDown') return 'next';
    if (key === 'PageUp' || key === 'ArrowUp') return 'prev';
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
    // An event in a frame has the frame's coordinates.
    const inFrame = (event.target as Node).ownerDocument !== host.ownerDocument;
    const box = host.getBoundingClientRect();
    const { x, y } = inFrame
      ? hostPoint(host, page, event.clientX, event.clientY)
      : { x: event.clientX - box.left, y: event.clientY - box.top };
    return { x: x / box.width, y: y / box.height, region: tapRegion(x, y, box.width, this.#actions.topBand) };
  }

  /** @param mayBeDouble whether the turn waits, because a second click would select a word on the page that was left */
  #onTap(event: MouseEvent, page: HTMLElement, view: SectionView | null, mayBeDouble = false): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (view && (event.target as Element | null)?.closest?.('audio,video,button,summary,input,textarea,select,label'))
      return;
    if (view && this.#actions.press(view, event)) return;
    const point = this.#pointOf(event, page);
    this.#actions.onTap({ ...point, link: null });
    if (point.region === 'top') return;
    const direction = this.#towards(point.region);
    if (mayBeDouble) this.#waiting = setTimeout(() => this.#request(direction, 'tap'), DOUBLE);
    else this.#request(direction, 'tap');
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
      if (!point || event.touches.length > 1 || isSelecting(document) || isWide(event.target)) return;
      touch = { x: point.screenX, y: point.screenY, dx: 0, dy: 0, far: 0, isDragging: false };
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
      if (touch.far * touch.dx <= 0 || Math.abs(touch.dx) > Math.abs(touch.far)) touch.far = touch.dx;
      if (!touch.isDragging && !isAcross(touch.dx, touch.dy)) return;
      touch.isDragging = true;
      if (event.cancelable) event.preventDefault();
      this.#actions.drag(this.#forward(touch.dx));
    };
    const onEnd = (event: TouchEvent): void => {
      if (!touch) return;
      const { dx, dy, far, isDragging } = touch;
      touch = null;
      if (!isDragging) return;
      // Drops the click that the browser sends after a short swipe: it would turn a second page.
      if (event.cancelable) event.preventDefault();
      const isTakenBack = Math.abs(far) - Math.abs(dx) > Math.abs(far) * PULLED_BACK;
      const swipe = isTakenBack ? null : swipeOf(dx, dy);
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

  /** Moves the page by the rest of its width, and then turns it. */
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

/** Whether an element scrolls by itself across, as a wide formula does. */
const isWide = (target: EventTarget | null): boolean => Boolean((target as Element | null)?.closest?.(`[${WIDE}]`));

function linkOf(target: EventTarget | null): Element | null {
  return (target as Element | null)?.closest?.('a[href],area[href],a[*|href]') ?? null;
}
