import { type PointerEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { slideTo } from './slide-scroll.ts';

/** A new slide every 5 s; a swipe of more than 50 px changes it. */
const SLIDE_EVERY_MS = 5000;
const SWIPE_PX = 50;

// False on the server and while its markup wakes up.
const never = () => () => {};
const yes = () => true;
const no = () => false;

/** Rhythm, position and drag of a slider with `count` slides. */
export function useSlider(count: number) {
  const root = useRef<HTMLDivElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const [index, setIndex] = useState(0);
  const [paused, setPaused] = useState(false);
  const [held, setHeld] = useState(false);
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

  useStillness(setPaused);
  useRhythm({ active: count > 1 && !paused && !held, root, advance: () => show(index + 1), index });

  return {
    root,
    track,
    index,
    live,
    paused,
    go,
    togglePause: () => setPaused((value) => !value),
    holdHandlers: {
      onMouseEnter: () => setHeld(true),
      onMouseLeave: () => setHeld(false),
      onFocus: () => setHeld(true),
      onBlur: () => setHeld(false),
      onTouchStart: () => setHeld(true),
      onTouchEnd: () => setHeld(false),
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
  readonly root: { readonly current: Element | null };
  readonly advance: () => void;
  readonly index: number;
}

function useRhythm({ active, root, advance, index }: Rhythm): void {
  const seen = useRef(true);
  useEffect(() => {
    if (!root.current || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(([entry]) => {
      seen.current = entry?.isIntersecting ?? true;
    });
    observer.observe(root.current);
    return () => observer.disconnect();
  }, [root]);
  const latest = useRef(advance);
  useEffect(() => {
    latest.current = advance;
  });
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden' && seen.current) latest.current();
    }, SLIDE_EVERY_MS);
    return () => clearInterval(timer);
    // oxlint-disable-next-line exhaustive-effect-dependencies -- each slide gets its full time, also after a move by hand
  }, [active, index]);
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
