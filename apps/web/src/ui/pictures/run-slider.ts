import { isSliding, slideTo } from './slide-to.ts';

/** Interval of the slides, ms; a swipe of more than `SWIPE_PX` changes the slide too. */
const SLIDE_EVERY_MS = 5000;

const SWIPE_PX = 50;
/** Distance up to which a moving pointer counts as a press, px. */
const PRESS_PX = 6;

/** Width at which a shelf has no room for a pause button, so that its sliders move by hand only (WCAG 2.2.2). */
const PHONE = '(width < 768px)';

/** Delay of a slider's first turn, ms, so that sliders side by side do not move together. */
const phaseOf = (label: string): number => ((label.length + label.charCodeAt(0)) % 5) * 1000;

const keySteps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

const running = new WeakMap<Element, () => void>();

/**
 * Runs a slider that `Slider` rendered on the page: arrows, dots, the interval of 5 s, swipes. Works without React, so
 * that a page rendered by the server needs no other code. Returns at once for a slider that is already running.
 * @returns function that stops it
 */
export function runSlider(root: HTMLElement): () => void {
  const before = running.get(root);
  if (before) return before;
  const stopping = new AbortController();
  const slider = new RunningSlider(root, stopping.signal);
  const stop = () => {
    running.delete(root);
    stopping.abort();
    slider.stop();
  };
  running.set(root, stop);
  return stop;
}

/** Marks a track that was dragged, so that the click at the end of the drag does not press the slide. */
const DRAGGED = 'dragged';

class RunningSlider {
  readonly #root: HTMLElement;
  readonly #track: HTMLElement;
  readonly #signal: AbortSignal;
  /** Whether the slider has no pause button on a phone, and therefore does not move by itself there. */
  readonly #isQuiet: boolean;
  readonly #phase: number;
  #index = 0;
  #isPaused = false;
  #isHeld = false;
  #isVisible = true;
  #hasBegun = false;
  #rhythm: { begin?: ReturnType<typeof setTimeout>; each?: ReturnType<typeof setInterval> } = {};
  #observer: IntersectionObserver | null = null;

  constructor(root: HTMLElement, signal: AbortSignal) {
    const track = root.querySelector<HTMLElement>('[data-track]');
    if (!track) throw new Error('a slider without a track');
    this.#root = root;
    this.#track = track;
    this.#signal = signal;
    this.#isQuiet = root.dataset['slider'] === 'quiet';
    this.#phase = this.#isQuiet ? phaseOf(root.getAttribute('aria-label') ?? '') : 0;
    if (track.children.length < 2) return;
    // Reads the scroll position, which a finger may have changed before the script ran.
    if (track.clientWidth > 0) this.#mark(Math.round(track.scrollLeft / track.clientWidth));
    track.classList.add('touch-pan-y');
    this.#hearPresses();
    this.#hearHolds();
    this.#hearDrags();
    this.#watchSight();
    // Pauses for visitors who prefer reduced motion.
    this.#pause(matchMedia('(prefers-reduced-motion: reduce)').matches || this.#index > 0);
  }

  stop(): void {
    this.#stopRhythm();
    this.#observer?.disconnect();
    this.#track.classList.remove('touch-pan-y');
  }

  #hear<Name extends keyof HTMLElementEventMap>(
    element: HTMLElement,
    name: Name,
    listener: (event: HTMLElementEventMap[Name]) => void,
  ): void {
    element.addEventListener(name, listener, { signal: this.#signal });
  }

  #hearPresses(): void {
    this.#hear(this.#root, 'click', ({ target }) => {
      const button = (target as Element).closest<HTMLElement>('button');
      if (button?.dataset['step'] !== undefined) this.#go(this.#index + Number(button.dataset['step']));
      else if (button?.dataset['dot'] !== undefined) this.#go(Number(button.dataset['dot']));
      else if (button?.dataset['pause'] !== undefined) this.#pause(!this.#isPaused);
    });
    // Changes the slide on arrow keys of a dot, and focuses the dot of the new slide.
    this.#hear(this.#root, 'keydown', (event) => {
      const step = keySteps[event.key];
      if (step === undefined || !(event.target as Element).closest('[data-dot]')) return;
      event.preventDefault();
      this.#go(this.#index + step);
      this.#root.querySelector<HTMLElement>('[data-dot][aria-current]')?.focus();
    });
    this.#hear(this.#track, 'scrollend', () => this.#follow());
  }

  /** Shows a slide that the visitor chose, and stops the interval. */
  #go(next: number): void {
    this.#show(next);
    this.#pause(true);
  }

  #show(next: number): void {
    const count = this.#track.children.length;
    this.#mark((next + count) % count);
    slideTo(this.#track, this.#index * this.#track.clientWidth);
  }

  /** Marks the slide as current to which the visitor scrolled by finger or wheel. */
  #follow(): void {
    if (isSliding(this.#track) || this.#track.clientWidth === 0) return;
    const reached = Math.round(this.#track.scrollLeft / this.#track.clientWidth);
    if (reached === this.#index) return;
    this.#mark(reached);
    this.#pause(true);
  }

  #mark(index: number): void {
    this.#index = index;
    for (const [at, slide] of Array.from(this.#track.children).entries()) slide.toggleAttribute('inert', at !== index);
    for (const [at, dot] of this.#root.querySelectorAll<HTMLElement>('[data-dot]').entries()) {
      dot.tabIndex = at === index ? 0 : -1;
      if (at === index) dot.setAttribute('aria-current', 'true');
      else dot.removeAttribute('aria-current');
    }
  }

  #pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    const button = this.#root.querySelector<HTMLElement>('[data-pause]');
    button?.setAttribute('aria-label', button.dataset[isPaused ? 'play' : 'pause'] ?? '');
    button?.toggleAttribute('data-paused', isPaused);
    this.#startRhythm();
  }

  #hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#startRhythm();
  }

  #hearHolds(): void {
    for (const name of ['mouseenter', 'focusin', 'touchstart'] as const) {
      this.#root.addEventListener(name, () => this.#hold(true), { signal: this.#signal, passive: true });
    }
    for (const name of ['mouseleave', 'focusout', 'touchend'] as const) {
      this.#root.addEventListener(name, () => this.#hold(false), { signal: this.#signal, passive: true });
    }
  }

  #watchSight(): void {
    if (typeof IntersectionObserver === 'undefined') return;
    // Uses the last entry, because a busy page reports several at once.
    this.#observer = new IntersectionObserver((moments) => {
      this.#isVisible = moments.at(-1)?.isIntersecting ?? true;
    });
    this.#observer.observe(this.#root);
  }

  /** Restarts the interval, so that each slide is shown for its full time. */
  #startRhythm(): void {
    this.#stopRhythm();
    if (this.#isPaused || this.#isHeld) return;
    this.#rhythm.begin = setTimeout(
      () => {
        this.#hasBegun = true;
        this.#rhythm.each = setInterval(() => this.#advance(), SLIDE_EVERY_MS);
      },
      this.#hasBegun ? 0 : this.#phase,
    );
  }

  #stopRhythm(): void {
    clearTimeout(this.#rhythm.begin);
    clearInterval(this.#rhythm.each);
  }

  #advance(): void {
    if (document.visibilityState === 'hidden' || !this.#isVisible) return;
    if (!(this.#isQuiet && matchMedia(PHONE).matches)) this.#show(this.#index + 1);
  }

  #hearDrags(): void {
    const track = this.#track;
    let start: { readonly x: number; readonly left: number } | null = null;
    const end = ({ clientX }: PointerEvent) => {
      if (!start) return;
      const distance = clientX - start.x;
      start = null;
      if (Math.abs(distance) > SWIPE_PX) this.#go(this.#index + (distance < 0 ? 1 : -1));
      else slideTo(track, this.#index * track.clientWidth);
    };
    this.#hear(track, 'pointerdown', ({ button, clientX }) => {
      delete track.dataset[DRAGGED];
      if (button === 0) start = { x: clientX, left: track.scrollLeft };
    });
    this.#hear(track, 'pointermove', ({ clientX, pointerId }) => {
      if (!start) return;
      const distance = clientX - start.x;
      if (track.dataset[DRAGGED] === undefined) {
        if (Math.abs(distance) < PRESS_PX) return;
        track.setPointerCapture(pointerId);
        track.dataset[DRAGGED] = '';
        track.style.scrollSnapType = 'none';
      }
      track.scrollLeft = start.left - distance;
    });
    this.#hear(track, 'pointerup', end);
    this.#hear(track, 'pointercancel', end);
    // Captures the click before the slide's button receives it.
    track.addEventListener(
      'click',
      (event) => {
        if (track.dataset[DRAGGED] !== undefined) event.stopPropagation();
      },
      { signal: this.#signal, capture: true },
    );
  }
}
