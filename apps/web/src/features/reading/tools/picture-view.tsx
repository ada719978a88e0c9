import type { ImageTap } from '@cuentos/epub/render/reader-types';
import { Maximize, Minus, Plus, X } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../../ui/button.tsx';
import { useModal } from '../../../ui/overlays/use-modal.ts';
import { uiTexts } from '../../../ui/texts.ts';
import { pictureTexts as texts } from './texts.ts';

/** Scale of a picture and its distance from the middle, px. */
interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const wholeView: View = { scale: 1, x: 0, y: 0 };
const LARGEST = 8;
/** Zoom factor of a button or key. */
const STEP = 1.5;
/** Scale after a double tap. */
const CLOSE = 2.5;

/** Limits the movement: no gap at a side where more of the picture could be shown. */
export function within(view: View, picture: Size, frame: Size): View {
  const scale = Math.min(LARGEST, Math.max(1, view.scale));
  const limit = (length: number, room: number) => Math.max(0, (length * scale - room) / 2);
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value)) + 0;
  return {
    scale,
    x: clamp(view.x, limit(picture.width, frame.width)),
    y: clamp(view.y, limit(picture.height, frame.height)),
  };
}

/** Zooms by a factor so that the point under the finger stays there. @param at from the frame's middle, px */
export function zoomAt(view: View, factor: number, at: Point): View {
  const scale = Math.min(LARGEST, Math.max(1, view.scale * factor));
  const real = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * real, y: at.y - (at.y - view.y) * real };
}

/** Longest time between the taps of a double tap, ms. */
const DOUBLE_MS = 300;
/** Largest movement of a finger that taps, px. */
const STILL = 8;
/** Distance of an arrow key, px. */
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

/** A point of the screen, relative to the frame's middle. */
function fromMiddle(frame: Element | null, { x, y }: Point): Point {
  const box = frame?.getBoundingClientRect();
  return box ? { x: x - box.left - box.width / 2, y: y - box.top - box.height / 2 } : middle;
}

/** Pinch, drag, double tap, wheel and keys on a picture; works while the page's own zoom is locked. */
function useZoom(frame: RefObject<HTMLElement | null>, picture: RefObject<HTMLElement | null>) {
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
    // React listens to the wheel passively, so the browser would zoom or scroll the page.
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

/** One finger drags, two pinch, a double tap zooms in and out. */
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

interface PictureViewProps {
  readonly picture: ImageTap;
  readonly onClose: () => void;
}

/** A picture of the book over the whole screen, with zoom; its description is the caption. */
export function PictureView({ picture, onClose }: PictureViewProps) {
  const dialog = useModal({ onClose });
  const frame = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const { view, handlers, onKeyDown, zoomBy, reset } = useZoom(frame, image);
  const src = useSource(picture);
  return (
    // Keys move the picture, wherever in the view the focus is.
    // oxlint-disable-next-line no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      aria-label={texts.title}
      onKeyDown={onKeyDown}
      className="dialog-motion m-0 size-full max-h-none max-w-none grid-rows-[56px_minmax(0,1fr)_auto] bg-(--rd-chrome) p-0 text-(--rd-text) open:grid"
    >
      <ZoomBar scale={view.scale} zoomBy={zoomBy} reset={reset} onClose={onClose} />
      <div
        ref={frame}
        {...handlers}
        className={`grid touch-none place-items-center overflow-hidden select-none ${view.scale > 1 ? 'cursor-grab' : 'cursor-zoom-in'}`}
      >
        {src !== null && (
          <img
            ref={image}
            src={src}
            alt={picture.alt || texts.unnamed}
            draggable={false}
            // A drawing may have no size of its own.
            className={`bg-white object-contain ${picture.svg === null ? 'max-h-full max-w-full' : 'size-full'}`}
            style={{ transform: `translate(${view.x}px,${view.y}px) scale(${view.scale})` }}
          />
        )}
      </div>
      {picture.alt !== '' && (
        <p
          aria-hidden="true"
          className="max-h-[22dvh] overflow-y-auto border-t border-(--rd-line) px-5 py-3 text-center text-sm leading-5 text-(--rd-text)"
        >
          {picture.alt}
        </p>
      )}
    </dialog>
  );
}

interface ZoomBarProps {
  readonly scale: number;
  readonly zoomBy: (factor: number) => void;
  readonly reset: () => void;
  readonly onClose: () => void;
}

function ZoomBar({ scale, zoomBy, reset, onClose }: ZoomBarProps) {
  return (
    <div className="flex items-center justify-end gap-1 border-b border-(--rd-line) px-1.5">
      <IconButton label={texts.smaller} icon={<Minus />} disabled={scale <= 1} onClick={() => zoomBy(1 / STEP)} />
      <span className="figures w-12 text-center text-[0.8125rem] font-semibold">
        {Math.round(scale * 100)}
        {'\u202F%'}
      </span>
      <IconButton label={texts.larger} icon={<Plus />} disabled={scale >= LARGEST} onClick={() => zoomBy(STEP)} />
      <IconButton label={texts.whole} icon={<Maximize />} disabled={scale <= 1} onClick={reset} />
      <IconButton label={uiTexts.close} icon={<X />} className="ml-auto" onClick={onClose} />
    </div>
  );
}

/** The picture's address; a drawing becomes a picture, in which no script can run. */
function useSource({ src, svg }: ImageTap): string | null {
  const [drawing] = useState(() => svg && URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' })));
  useEffect(
    () => () => {
      if (drawing !== null) URL.revokeObjectURL(drawing);
    },
    [drawing],
  );
  return src ?? drawing;
}
