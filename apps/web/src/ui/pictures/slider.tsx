import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { uiTexts } from '../texts.ts';

/** Slide animation. */
const SLIDE_MS = 500;

/** `--cb-ease`, near enough: fast out, soft in. */
const ease = (t: number) => 1 - (1 - t) ** 3;

const running = new WeakMap<Element, number>();

/** Moves a scroll-snap track to a position in 500 ms; at once when motion is not wanted. */
export function slideTo(track: HTMLElement, targetLeft: number): void {
  cancelAnimationFrame(running.get(track) ?? 0);
  const start = track.scrollLeft;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || start === targetLeft) {
    track.scrollLeft = targetLeft;
    track.style.scrollSnapType = '';
    return;
  }
  // Snapping fights a scripted scroll on its way.
  track.style.scrollSnapType = 'none';
  const began = performance.now();
  const step = (time: number) => {
    const progress = Math.min(1, Math.max(0, (time - began) / SLIDE_MS));
    track.scrollLeft = start + (targetLeft - start) * ease(progress);
    if (progress < 1) running.set(track, requestAnimationFrame(step));
    else {
      running.delete(track);
      track.style.scrollSnapType = '';
    }
  };
  running.set(track, requestAnimationFrame(step));
}

/** A new slide every 5 s; a swipe of more than 50 px changes it. */
const SLIDE_EVERY_MS = 5000;
const SWIPE_PX = 50;
/** Narrower than this a shelf has no room for a pause button, so that its sliders move by hand alone (WCAG 2.2.2). */
const PHONE = '(width < 768px)';

// False on the server and while its markup wakes up.
const never = () => () => {};
const yes = () => true;
const no = () => false;

/** Sliders side by side do not turn together: each begins its rhythm so many seconds later. */
const phaseOf = (label: string): number => ((label.length + label.charCodeAt(0)) % 5) * 1000;

interface SliderBehaviour {
  readonly count: number;
  /** Milliseconds after which the rhythm begins. */
  readonly phase: number;
  /** Has no pause on a phone, so nothing moves there by itself. */
  readonly quiet: boolean;
}

/** Rhythm, position and drag of a slider with `count` slides. */
function useSlider({ count, phase, quiet }: SliderBehaviour) {
  const root = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  const [paused, setPaused] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const live = useSyncExternalStore(never, yes, no);

  const show = useCallback(
    (next: number) => {
      const wrapped = (next + count) % count;
      setIndex(wrapped);
      if (track.current) slideTo(track.current, wrapped * track.current.clientWidth);
    },
    [count],
  );
  // The first manual move ends the rhythm.
  const go = useCallback(
    (next: number) => {
      setPaused(true);
      show(next);
    },
    [show],
  );

  /** Shows as current the slide to which a finger or a wheel has scrolled the track without this script. */
  const follow = () => {
    const element = track.current;
    if (!element || running.has(element) || element.clientWidth === 0) return;
    const reached = Math.round(element.scrollLeft / element.clientWidth);
    if (reached === index) return;
    setPaused(true);
    setIndex(reached);
  };
  useStillness(setPaused);
  const advance = () => {
    if (!(quiet && matchMedia(PHONE).matches)) show(index + 1);
  };
  useRhythm({ active: count > 1 && !paused && !isHeld, phase, root, advance, index });

  return {
    root,
    track,
    index,
    live,
    paused,
    go,
    follow,
    togglePause: () => setPaused((value) => !value),
    holdHandlers: {
      onMouseEnter: () => setIsHeld(true),
      onMouseLeave: () => setIsHeld(false),
      onFocus: () => setIsHeld(true),
      onBlur: () => setIsHeld(false),
      onTouchStart: () => setIsHeld(true),
      onTouchEnd: () => setIsHeld(false),
    },
    ...useDrag({ index, go, count }),
  };
}

/** No rhythm at all for readers who asked for less motion. */
function useStillness(setPaused: (paused: boolean) => void): void {
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setPaused(true);
  }, [setPaused]);
}

interface Rhythm {
  readonly active: boolean;
  readonly phase: number;
  readonly root: { readonly current: Element | null };
  readonly advance: () => void;
  readonly index: number;
}

function useRhythm({ active, phase, root, advance, index }: Rhythm): void {
  const isVisible = useRef(true);
  useEffect(() => {
    if (!root.current || typeof IntersectionObserver === 'undefined') return undefined;
    // A busy page hears of several moments at once: the last one holds.
    const observer = new IntersectionObserver((moments) => {
      isVisible.current = moments.at(-1)?.isIntersecting ?? true;
    });
    observer.observe(root.current);
    return () => observer.disconnect();
  }, [root]);
  const latest = useRef(advance);
  useEffect(() => {
    latest.current = advance;
  });
  const begun = useRef(false);
  useEffect(() => {
    if (!active) return undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    const begin = setTimeout(
      () => {
        begun.current = true;
        timer = setInterval(() => {
          if (document.visibilityState !== 'hidden' && isVisible.current) latest.current();
        }, SLIDE_EVERY_MS);
      },
      begun.current ? 0 : phase,
    );
    return () => {
      clearTimeout(begin);
      clearInterval(timer);
    };
    // oxlint-disable-next-line exhaustive-effect-dependencies -- each slide gets its full time, also after a move by hand
  }, [active, index, phase]);
}

interface Drag {
  readonly index: number;
  readonly count: number;
  readonly go: (index: number) => void;
}

function useDrag({ index, count, go }: Drag) {
  const start = useRef<{ x: number; left: number } | null>(null);
  const moved = useRef(false);
  const end = (event: PointerEvent<HTMLElement>) => {
    if (!start.current) return;
    const distance = event.clientX - start.current.x;
    start.current = null;
    if (Math.abs(distance) > SWIPE_PX) go(index + (distance < 0 ? 1 : -1));
    else slideTo(event.currentTarget, index * event.currentTarget.clientWidth);
  };
  return {
    /** A drag must not count as a click on the slide. */
    wasDragged: () => moved.current,
    dragHandlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        moved.current = false;
        if (count < 2 || event.button !== 0) return;
        start.current = { x: event.clientX, left: event.currentTarget.scrollLeft };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!start.current) return;
        const distance = event.clientX - start.current.x;
        if (!moved.current && Math.abs(distance) < 6) return;
        if (!moved.current) event.currentTarget.setPointerCapture(event.pointerId);
        moved.current = true;
        event.currentTarget.style.scrollSnapType = 'none';
        event.currentTarget.scrollLeft = start.current.left - distance;
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

export interface Slide {
  readonly key: string;
  /** What the enlarging button says. */
  readonly label: string;
  readonly content: ReactNode;
}

interface SliderProps {
  readonly slides: readonly Slide[];
  /** Accessible name of the whole. */
  readonly label: string;
  readonly onEnlarge: (index: number) => void;
  /** `quiet`: arrows on hover and focus from 768 px, none below. */
  readonly look?: 'full' | 'quiet';
  readonly children?: ReactNode;
}

const arrowClass =
  'absolute top-1/2 z-1 grid size-11 -translate-y-1/2 place-items-center rounded-2 bg-sheet text-ink shadow-sheet ' +
  'transition-opacity duration-(--cb-dur-tap) hover:bg-sunken [&>svg]:size-5';
// On a phone the slide leaves room beside it; inside, the arrows would lie on a quote's words.
const besideArrow = 'max-md:-mx-[60px] max-md:size-[44px] max-md:bg-transparent max-md:shadow-none';
const quietArrow = 'max-md:hidden md:opacity-0 md:group-hover:opacity-100 md:group-focus-within:opacity-100';

/**
 * Cover, back cover and quotes side by side. A scroll-snap track, so that it works before the script
 * and without it; the script adds arrows, dots, the 5 s rhythm and the 500 ms slide.
 */
export function Slider({ slides, label, onEnlarge, look = 'full', children }: SliderProps) {
  const quiet = look === 'quiet';
  const { root, track, ...slider } = useSlider({
    count: slides.length,
    phase: quiet ? phaseOf(label) : 0,
    quiet,
  });
  const many = slides.length > 1;
  return (
    <div
      // oxlint-disable-next-line prefer-tag-over-role -- no element is a carousel
      role="group"
      aria-roledescription="carrusel"
      aria-label={label}
      className="group relative"
      ref={root}
      {...slider.holdHandlers}
    >
      <div className="relative flow-root">
        <div
          ref={track}
          {...slider.dragHandlers}
          onScrollEnd={slider.follow}
          className={`-mx-3 -mt-1.5 -mb-6 flex snap-x snap-mandatory overflow-x-auto overflow-y-hidden [scrollbar-width:none] ${slider.live ? 'touch-pan-y' : ''}`}
        >
          {slides.map((slide, index) => (
            <div
              key={slide.key}
              className="w-full shrink-0 snap-start px-3 pt-1.5 pb-6"
              inert={many && index !== slider.index}
            >
              <button
                type="button"
                data-printed=""
                aria-label={`${uiTexts.enlarge}: ${slide.label}`}
                className="block w-full text-start"
                onClick={() => !slider.wasDragged() && onEnlarge(index)}
              >
                {slide.content}
              </button>
            </div>
          ))}
        </div>
        {many && <Arrows quiet={quiet} onMove={(step) => slider.go(slider.index + step)} />}
        {children}
      </div>
      {/* On a shelf the books stand in line, with dots or without. */}
      {!many && quiet && <div aria-hidden="true" className="mt-1 h-6" />}
      {many && <SliderDots count={slides.length} slider={slider} quiet={quiet} />}
    </div>
  );
}

/** For the pointer: the keyboard has the dots, whose arrow keys do the same, and a slider three stops in all. */
function Arrows({ quiet, onMove }: { readonly quiet: boolean; readonly onMove: (step: number) => void }) {
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        aria-label={uiTexts.previous}
        className={`${arrowClass} left-2 ${quiet ? quietArrow : besideArrow}`}
        onClick={() => onMove(-1)}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label={uiTexts.next}
        className={`${arrowClass} right-2 ${quiet ? quietArrow : besideArrow}`}
        onClick={() => onMove(1)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </>
  );
}

const keySteps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Arrow keys on a dot: the slide changes, and its dot takes the focus. */
function moveByKey(event: KeyboardEvent<HTMLButtonElement>, move: (step: number) => void): void {
  const step = keySteps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const dots = event.currentTarget.parentElement;
  move(step);
  requestAnimationFrame(() => dots?.querySelector<HTMLElement>('[aria-current]')?.focus());
}

interface SliderDotsProps {
  readonly count: number;
  readonly slider: Pick<ReturnType<typeof useSlider>, 'index' | 'go' | 'paused' | 'togglePause'>;
  /** Without the pause on a phone. */
  readonly quiet: boolean;
}

/** The dots are stitches; the pause button ends their row (WCAG 2.2.2). */
function SliderDots({ count, slider, quiet }: SliderDotsProps) {
  return (
    <div className="relative z-1 mt-1 flex min-h-6 items-center justify-center">
      {/* oxlint-disable-next-line prefer-tag-over-role -- a fieldset is for form controls */}
      <div role="group" aria-label={uiTexts.images} className="flex flex-wrap justify-center">
        {Array.from({ length: count }, (_, dot) => (
          <button
            key={dot}
            type="button"
            aria-label={uiTexts.slide(dot + 1, count)}
            aria-current={dot === slider.index || undefined}
            tabIndex={dot === slider.index ? 0 : -1}
            onClick={() => slider.go(dot)}
            onKeyDown={(event) => moveByKey(event, (step) => slider.go(slider.index + step))}
            className="grid size-6 place-items-center"
          >
            <span
              className={`rounded-1 transition-[width] duration-(--cb-dur-ui) ease-cb ${dot === slider.index ? 'h-[3.5px] w-[18px] bg-accent forced-colors:bg-[Highlight]' : 'h-[2.5px] w-2 bg-line-strong forced-colors:bg-[CanvasText]'} forced-color-adjust-none`}
            />
          </button>
        ))}
      </div>
      <button
        type="button"
        aria-label={slider.paused ? uiTexts.play : uiTexts.pause}
        onClick={slider.togglePause}
        className={`grid size-6 place-items-center text-ink-3 hover:text-ink [&>svg]:size-3.5 [&>svg]:fill-current ${quiet ? 'max-md:hidden' : ''}`}
      >
        {slider.paused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
      </button>
    </div>
  );
}
