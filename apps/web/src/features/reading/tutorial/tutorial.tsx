import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { toastStore } from '../../../ui/overlays/toast-store.ts';
import { useModal } from '../../../ui/overlays/use-modal.ts';
import { uiTexts } from '../../../ui/texts.ts';
import { useIsWide } from '../use-is-wide.ts';
import { scenes } from './scenes.tsx';
import { chrome, ink, line, paper, type Room } from './shapes.tsx';
import { slides, tutorialTexts as texts } from './texts.ts';

const phone: Room = { wide: false, w: 150, h: 264 };
const desktop: Room = { wide: true, w: 372, h: 216 };

/** The drawing of a slide on a phone's or a desktop's screen; the sentence beside it has the same information. */
function TutorialDrawing({ index, wide }: { readonly index: number; readonly wide: boolean }) {
  const clip = useId();
  const room = wide ? desktop : phone;
  const Scene = scenes[index];
  const [width, height] = wide ? [460, 262] : [190, 292];
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      data-drawing={wide ? 'desktop' : 'phone'}
      className="mx-auto block h-full max-h-full w-auto max-w-full"
    >
      <clipPath id={clip}>
        <rect width={room.w} height={room.h} rx={wide ? 4 : 16} />
      </clipPath>
      {wide && (
        <path
          d="M18 240H442L452 251Q452 256 446 256H14Q8 256 8 251Z"
          fill={chrome}
          stroke={ink}
          strokeWidth="2.500"
          strokeLinejoin="round"
        />
      )}
      <g transform={wide ? 'translate(44 18)' : 'translate(20 14)'}>
        <rect
          x={wide ? -6 : -5}
          y={wide ? -6 : -5}
          width={room.w + (wide ? 12 : 10)}
          height={room.h + (wide ? 12 : 10)}
          rx={wide ? 9 : 21}
          fill={paper}
          stroke={ink}
          strokeWidth="2.500"
        />
        <g clipPath={`url(#${clip})`}>
          <rect width={room.w} height={room.h} fill={paper} />
          {Scene && <Scene {...room} />}
        </g>
        <rect width={room.w} height={room.h} rx={wide ? 4 : 16} fill="none" stroke={line} />
      </g>
    </svg>
  );
}

/** Shortest swipe, px; it must also be longer across than along. */
const SWIPE = 50;

/** Direction of a swipe: 1 forward, -1 back, 0 for none. */
export function swipeStep(dx: number, dy: number): -1 | 0 | 1 {
  if (Math.abs(dx) <= SWIPE || Math.abs(dx) <= Math.abs(dy)) return 0;
  return dx < 0 ? 1 : -1;
}

interface TutorialProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The ten slides on reading: a card on a desktop, the whole screen of a phone. */
export function Tutorial({ open, onClose }: TutorialProps) {
  const dialog = useModal({
    open,
    onClose,
    onOpen: (element) => element.querySelector<HTMLElement>('[data-next]')?.focus(),
  });
  return (
    <dialog
      ref={dialog}
      data-tutorial=""
      aria-label={texts.title}
      className="dialog-motion m-0 size-full max-h-none max-w-none overflow-hidden bg-(--rd-chrome) p-0 text-(--rd-text) md:m-auto md:h-fit md:max-w-[560px] md:rounded-2 md:shadow-modal"
    >
      {open && <Slides onClose={onClose} />}
    </dialog>
  );
}

function Slides({ onClose }: { readonly onClose: () => void }) {
  const [index, setIndex] = useState(0);
  // Holds messages back, because the tutorial fills a phone's window and they would cover its text.
  useEffect(() => toastStore.hold(), []);
  const wide = useIsWide();
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const slide = slides[index] ?? slides[0];
  // Wraps around at both ends.
  const move = (step: number) => setIndex((now) => (now + step + slides.length) % slides.length);
  const onPointerUp = ({ clientX, clientY }: PointerEvent) => {
    const start = from.current;
    from.current = null;
    const step = start ? swipeStep(clientX - start.x, clientY - start.y) : 0;
    if (step !== 0) move(step);
  };
  return (
    // The arrow keys replace the swipe; they work wherever in the card the focus is.
    // oxlint-disable-next-line no-static-element-interactions
    <div
      className="grid h-full touch-pan-y grid-rows-[auto_minmax(0,1fr)_auto_auto] px-5 pt-2 pb-[max(20px,env(safe-area-inset-bottom))] select-none md:px-8 md:pb-7"
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(1);
        if (event.key === 'ArrowLeft') move(-1);
      }}
      onPointerDown={({ clientX, clientY }) => (from.current = { x: clientX, y: clientY })}
      onPointerUp={onPointerUp}
      onPointerCancel={() => (from.current = null)}
    >
      <div className="-mr-3 flex items-center justify-between">
        <p className="text-sm text-(--rd-muted)">{texts.title}</p>
        <IconButton label={uiTexts.close} icon={<X />} onClick={onClose} />
      </div>
      <div key={index} className="tutorial-in min-h-0 py-3 md:h-[290px]">
        <TutorialDrawing index={index} wide={wide} />
      </div>
      <div aria-live="polite" className="min-h-[124px] pt-3 text-center md:min-h-[112px]">
        <h2 className="type-1">{slide.title}</h2>
        <p className="mx-auto mt-2 max-w-[34em] text-[0.9688rem] leading-6">{wide ? slide.desktop : slide.phone}</p>
        <p className="sr-only">{texts.position(index + 1, slides.length)}</p>
      </div>
      <div>
        <Stitches index={index} onGo={setIndex} />
        <div className="mt-1 flex items-center justify-between gap-2">
          <IconButton label={texts.previous} icon={<ChevronLeft />} look="lined" onClick={() => move(-1)} />
          {index === slides.length - 1 ? (
            <Button variant="primary" onClick={onClose}>
              {texts.start}
            </Button>
          ) : (
            <p aria-hidden="true" className="figures text-[0.8125rem] text-(--rd-muted)">
              {texts.position(index + 1, slides.length)}
            </p>
          )}
          <IconButton label={texts.next} icon={<ChevronRight />} look="lined" data-next="" onClick={() => move(1)} />
        </div>
      </div>
    </div>
  );
}

function Stitches({ index, onGo }: { readonly index: number; readonly onGo: (index: number) => void }) {
  return (
    <div className="flex justify-center">
      {slides.map(({ title }, at) => (
        <button
          key={title}
          type="button"
          aria-label={texts.goTo(at + 1, title)}
          aria-current={at === index || undefined}
          onClick={() => onGo(at)}
          className="grid h-8 min-w-7 place-items-center"
        >
          <span
            aria-hidden="true"
            className={`rounded-[1px] transition-[width] duration-(--cb-dur-ui) ${at === index ? 'h-[3.5px] w-[20px] bg-(--rd-text)' : 'h-[2.5px] w-[10px] bg-(--rd-muted)'}`}
          />
        </button>
      ))}
    </div>
  );
}
