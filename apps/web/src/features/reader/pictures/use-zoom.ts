import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { CLOSE, type Point, STEP, type View, wholeView, within, zoomAt } from './zoom.ts';

/** Two taps this close together are one double tap, ms. */
const DOUBLE_MS = 300;
/** A finger that moved farther did not tap, px. */
const STILL = 8;
/** What an arrow key moves, px. */
const KEY_MOVE = 60;

type Change = (make: (view: View) => View) => void;

const middle: Point = { x: 0, y: 0 };
const keySteps: Readonly<Record<string, (view: View) => View>> = {
  '+': (view) => zoomAt(view, STEP, middle),
  '=': (view) => zoomAt(view, STEP, middle),
  '-': (view) => zoomAt(view, 1 / STEP, middle),
  '0': () => wholeView,
  ArrowLeft: (view) => ({ ...view, x: view.x + KEY_MOVE }),
  ArrowRight: (view) => ({ ...view, x: view.x - KEY_MOVE }),
  ArrowUp: (view) => ({ ...view, y: view.y + KEY_MOVE }),
  ArrowDown: (view) => ({ ...view, y: view.y - KEY_MOVE }),
};

/** A point of the screen, from the frame's middle. */
function fromMiddle(frame: Element | null, { x, y }: Point): Point {
  const box = frame?.getBoundingClientRect();
  return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : middle;
}

/** Pinch, drag, double tap, wheel and keys on a picture; works while the page's own zoom is locked. */
export function useZoom(frame: RefObject<HTMLElement | null>, picture: RefObject<HTMLElement | null>) {
  const [view, setView] = useState(wholeView);
  const [change] = useState<Change>(() => (make: (view: View) => View) => {
    setView((now) => {
      const [inner, outer] = [picture.current, frame.current];
      if (!inner || !outer) return now;
      const size = { width: inner.offsetWidth, height: inner.offsetHeight };
      return within(make(now), size, { width: outer.clientWidth, height: outer.clientHeight });
    });
  });
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    // React listens to the wheel passively, and the browser would zoom or scroll the page.
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const at = fromMiddle(element, { x: event.clientX, y: event.clientY });
      change((now) => zoomAt(now, Math.exp(-event.deltaY / 300), at));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [frame, change]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    change(step);
  };
  const zoomBy = (factor: number) => change((now) => zoomAt(now, factor, middle));
  return { view, handlers: useFingers(change), onKeyDown, zoomBy, reset: () => setView(wholeView) };
}

/** One finger drags, two pinch, a double tap goes close and back. */
function useFingers(change: Change) {
  const fingers = useRef(new Map<number, Point>());
  const lastTap = useRef(0);
  const way = useRef(0);
  const pinch = (frame: Element, before: Point, now: Point, other: Point) => {
    const distance = (point: Point) => Math.hypot(point.x - other.x, point.y - other.y);
    const factor = distance(now) / Math.max(1, distance(before));
    const at = fromMiddle(frame, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
    change((view) => zoomAt(view, factor, at));
  };
  return {
    onPointerDown(event: PointerEvent) {
      event.currentTarget.setPointerCapture(event.pointerId);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      way.current = fingers.current.size > 1 ? STILL : 0;
    },
    onPointerMove(event: PointerEvent) {
      const before = fingers.current.get(event.pointerId);
      if (!before) return;
      const now = { x: event.clientX, y: event.clientY };
      const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
      fingers.current.set(event.pointerId, now);
      way.current += Math.hypot(now.x - before.x, now.y - before.y);
      if (other) pinch(event.currentTarget, before, now, other);
      else change((view) => ({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y }));
    },
    onPointerUp(event: PointerEvent) {
      fingers.current.delete(event.pointerId);
      if (way.current >= STILL) return;
      const isDouble = event.timeStamp - lastTap.current < DOUBLE_MS;
      lastTap.current = isDouble ? 0 : event.timeStamp;
      const at = fromMiddle(event.currentTarget, { x: event.clientX, y: event.clientY });
      if (isDouble) change((view) => (view.scale > 1 ? wholeView : zoomAt(view, CLOSE, at)));
    },
    onPointerCancel: (event: PointerEvent) => void fingers.current.delete(event.pointerId),
  };
}
