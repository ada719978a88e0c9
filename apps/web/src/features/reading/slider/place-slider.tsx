import { isRightToLeft } from '@cuentos/epub/render/pagination/theme-css';
import { X } from 'lucide-react';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import { formatPercent } from '../../../lib/format-percent.ts';
import { useStore } from '../../../lib/react-store.ts';
import { IconButton } from '../../../ui/button.tsx';
import { useLayer } from '../../../ui/overlays/use-layer.ts';
import { uiTexts } from '../../../ui/texts.ts';
import type { JumpBack } from '../progress/jump-back.ts';
import type { ReadingSession } from '../reading-session.ts';
import { ReaderSheet } from '../screen/reader-sheet.tsx';
import { useEscape } from '../screen/use-reading-screen.ts';
import { progressTexts } from '../texts.ts';
import type { BookScale } from './book-scale.ts';
import { sliderTexts as t } from './texts.ts';
import { type Thumb, useScale, useThumb, useWords } from './use-slider.ts';

interface PlaceSliderProps {
  readonly open: boolean;
  readonly session: ReadingSession;
  readonly wayBack: JumpBack;
  readonly onClose: () => void;
}

/** Moves through the part: a line with chapters as stitches, the words at the thumb's place, pages by name. */
export function PlaceSlider({ open, session, wayBack, onClose }: PlaceSliderProps) {
  const scale = useScale(session);
  const thumb = useThumb(session, scale);
  const words = useWords(session.book, thumb.at, open);
  const close = () => {
    thumb.cancel();
    onClose();
  };
  useEscape(open, () => (thumb.isMoved ? thumb.cancel() : close()));
  useLayer(session.layers, open, close, { modal: false });
  const look = { session, scale, thumb };
  return (
    <ReaderSheet open={open} label={t.title} focusOn="[role=slider]" onClose={close} className="grid-rows-[auto_auto]">
      <div className="grid px-5 pb-[calc(18px+env(safe-area-inset-bottom))] short:pb-2">
        <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          <Heading {...look} />
          <IconButton label={uiTexts.close} icon={<X />} className="-me-3" onClick={close} />
        </div>
        <Bubble {...look} words={words} />
        <Track {...look} wayBack={wayBack} />
        <Ends {...look} wayBack={wayBack} />
        <Ways scale={scale} thumb={thumb} wayBack={wayBack} />
      </div>
    </ReaderSheet>
  );
}

interface LookProps {
  readonly session: ReadingSession;
  readonly scale: BookScale;
  readonly thumb: Thumb;
}

/** Rounded down, so that 100 % is shown at the end only. */
const percentAt = (at: number, end: number): string =>
  formatPercent(at >= end ? Math.floor(end * 100) : Math.min(99, Math.floor(at * 100)));

/** Chapter, page and percentage of the thumb's place; at the current page, the chapter of the reader's bars. */
function usePlaceNamed({ session, scale, thumb }: LookProps) {
  const { place } = useStore(session);
  const { contents, book } = session;
  const shown = contents.chapterAt(place?.tocHref ?? null);
  const chapter = thumb.isMoved ? (scale.chapterAt(thumb.at)?.chapter ?? null) : shown;
  const number = contents.numberOf(chapter)?.number ?? null;
  const step = t.step(scale.kind, scale.labelOf(scale.stepAt(thumb.at)), scale.lastLabel);
  const parts = [number === null ? null : t.chapter(number), step, percentAt(thumb.at, scale.end)];
  return { title: chapter?.title ?? book.partName, parts: parts.filter((part) => part !== null) };
}

function Heading(look: LookProps) {
  const { title, parts } = usePlaceNamed(look);
  return (
    <div className="min-w-0">
      <p className="truncate font-serif text-[1.125rem] leading-[1.4] font-[560]">
        <bdi>{title}</bdi>
      </p>
      <p className="figures text-sm leading-5 text-(--rd-muted)">{parts.join(' · ')}</p>
    </div>
  );
}

/** The first words of the place, over the thumb. */
function Bubble({ session, scale, thumb, words }: LookProps & { readonly words: string }) {
  return (
    <div
      dir={isRightToLeft(session.book.publication) ? 'rtl' : 'ltr'}
      style={lineStyle(thumb.at / scale.end)}
      className={`slider-bubble mx-1 mt-3.5 short:mt-1 ${words === '' ? 'invisible' : ''}`}
    >
      <output lang={session.book.publication.metadata.language} className="font-serif">
        {words === '' ? '\u00A0' : `«${words}»`}
      </output>
    </div>
  );
}

/** Position on the line, for the styles in reader.css. */
const lineStyle = (part: number): CSSProperties =>
  ({ '--at': `${Math.min(1, Math.max(0, part)) * 100}%` }) as CSSProperties;

/** Smallest distance of two stitches that a phone can show, as a share of the line. */
const NEAREST_STITCHES = 0.015;

/** Beginnings of chapters that fit on the line, always with the current one. */
function stitchesOf({ chapters, end }: BookScale, current: number | null): { part: number; isHere: boolean }[] {
  let last = Number.NEGATIVE_INFINITY;
  return chapters.flatMap(({ fraction }) => {
    const part = fraction / end;
    const isHere = fraction === current;
    if (part - last < NEAREST_STITCHES && !isHere) return [];
    last = part;
    return [{ part, isHere }];
  });
}

interface TrackProps extends LookProps {
  readonly wayBack: JumpBack;
}

function Track({ session, scale, thumb, wayBack }: TrackProps) {
  const { origin } = useStore(wayBack);
  const isBackwards = isRightToLeft(session.book.publication);
  const { parts } = usePlaceNamed({ session, scale, thumb });
  const step = scale.stepAt(thumb.at);
  const pull = usePull(scale, thumb, isBackwards);
  return (
    <div
      dir={isBackwards ? 'rtl' : 'ltr'}
      className="slider-line mx-1"
      style={lineStyle(thumb.at / scale.end)}
      {...pull}
    >
      <span aria-hidden="true" className="slider-seam" />
      <span aria-hidden="true" className="slider-seam slider-seam-read" />
      {stitchesOf(scale, scale.chapterAt(thumb.at)?.fraction ?? null).map(({ part, isHere }) => (
        <i
          key={part}
          aria-hidden="true"
          data-here={isHere || undefined}
          className="slider-stitch"
          style={lineStyle(part)}
        />
      ))}
      {origin !== null && (
        <i aria-hidden="true" className="slider-origin" style={lineStyle(origin / 100 / scale.end)} />
      )}
      <div
        // A native slider has neither the design of a pocket nor keys for chapters, and looks different in each
        // browser.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={0}
        aria-label={t.slider}
        aria-valuemin={1}
        aria-valuemax={scale.count}
        aria-valuenow={step + 1}
        aria-valuetext={parts.join(', ')}
        onKeyDown={(event) => moveByKey(event, scale, thumb, isBackwards)}
        className="slider-thumb"
      >
        <svg viewBox="0 0 30 34" aria-hidden="true">
          <path d="M1 1H29V23Q29 33 19 33H11Q1 33 1 23Z" />
          <path d="M6 8H24" />
        </svg>
      </div>
    </div>
  );
}

/** Handlers of the line: the thumb follows a finger, and the page follows when the finger is lifted. */
function usePull(scale: BookScale, thumb: Thumb, isBackwards: boolean) {
  const placeOf = ({ currentTarget, clientX }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const part = width > 0 ? Math.min(1, Math.max(0, (clientX - left) / width)) : 0;
    return (isBackwards ? 1 - part : part) * scale.end;
  };
  const isHeld = ({ currentTarget, pointerId }: PointerEvent) => currentTarget.hasPointerCapture(pointerId);
  return {
    onPointerDown(event: PointerEvent) {
      if (!event.isPrimary || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      thumb.move(placeOf(event));
    },
    onPointerMove: (event: PointerEvent) => isHeld(event) && thumb.move(placeOf(event)),
    onPointerUp: (event: PointerEvent) => isHeld(event) && thumb.release(),
    onPointerCancel: thumb.cancel,
  };
}

function moveByKey(event: KeyboardEvent, scale: BookScale, thumb: Thumb, isBackwards: boolean): void {
  const { at } = thumb;
  const step = scale.stepAt(at);
  const right = isBackwards ? -1 : 1;
  const places: Readonly<Record<string, () => number>> = {
    ArrowRight: () => scale.fractionOf(step + right),
    ArrowLeft: () => scale.fractionOf(step - right),
    ArrowUp: () => scale.fractionOf(step + 1),
    ArrowDown: () => scale.fractionOf(step - 1),
    PageUp: () => scale.chapterBeside(at, 1),
    PageDown: () => scale.chapterBeside(at, -1),
    Home: () => 0,
    End: () => scale.end,
  };
  if (event.key === 'Enter' && thumb.isMoved) thumb.release();
  const place = places[event.key];
  if (!place) return;
  event.preventDefault();
  thumb.step(place());
}

function Ends({ session, scale, wayBack }: TrackProps) {
  const { origin } = useStore(wayBack);
  const { publication } = session.book;
  return (
    <p
      dir={isRightToLeft(publication) ? 'rtl' : 'ltr'}
      className="figures mb-3.5 flex flex-wrap justify-between gap-x-4 text-[0.75rem] leading-4 text-(--rd-muted) short:hidden"
    >
      <span>{t.start}</span>
      {origin !== null && <span>{t.was(scale.kind, scale.labelOf(scale.stepAt(origin / 100)))}</span>}
      <span>{t.end(scale.end < 1)}</span>
    </p>
  );
}

const button =
  'min-h-[46px] flex-auto rounded-2 border border-(--rd-muted) px-3.5 text-[0.9375rem] font-semibold transition-colors duration-(--cb-dur-tap) hover:bg-[color-mix(in_srgb,var(--rd-text)_10%,transparent)] short:min-h-11';

interface WaysProps {
  readonly scale: BookScale;
  readonly thumb: Thumb;
  readonly wayBack: JumpBack;
}

/** The button back, and the field that opens a page by its name. */
function Ways({ scale, thumb, wayBack }: WaysProps) {
  const { offered } = useStore(wayBack);
  const [isNaming, setNaming] = useState(false);
  if (isNaming) return <PageForm scale={scale} onGo={thumb.release} onEnd={() => setNaming(false)} />;
  return (
    <div className="flex flex-wrap gap-2">
      {offered && (
        <button type="button" className={button} onClick={() => void wayBack.back()}>
          {progressTexts.wayBack}
        </button>
      )}
      <button type="button" className={button} onClick={() => setNaming(true)}>
        {t.goTo(scale.kind)}
      </button>
    </div>
  );
}

interface PageFormProps {
  readonly scale: BookScale;
  readonly onGo: (to: number) => void;
  readonly onEnd: () => void;
}

function PageForm({ scale, onGo, onEnd }: PageFormProps) {
  const [name, setName] = useState('');
  const [isUnknown, setUnknown] = useState(false);
  const [field, hint] = [useId(), useId()];
  const { kind } = scale;
  const [first, last] = [scale.labelOf(0), scale.labelOf(scale.count - 1)];
  const go = () => {
    const step = scale.stepNamed(name);
    setUnknown(step === null);
    if (step === null) return;
    onGo(scale.fractionOf(step));
    onEnd();
  };
  return (
    <form
      noValidate
      className="flex flex-wrap items-center gap-x-2 gap-y-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <label htmlFor={field} className="text-sm font-semibold">
        {t.field(kind)}
      </label>
      <input
        id={field}
        // The reader has just opened this field.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        inputMode={kind === 'printed' ? 'text' : 'numeric'}
        enterKeyHint="go"
        autoComplete="off"
        value={name}
        aria-invalid={isUnknown}
        aria-describedby={hint}
        onChange={(event) => {
          setName(event.target.value);
          setUnknown(false);
        }}
        className="figures min-h-[46px] min-w-0 flex-1 basis-20 rounded-2 border border-(--rd-muted) bg-(--rd-bg) px-3 text-base short:min-h-11"
      />
      <button type="submit" className={`${button} grow-0 bg-(--rd-text) text-(--rd-chrome) hover:text-(--rd-text)`}>
        {t.go}
      </button>
      <button type="button" className={`${button} grow-0`} onClick={onEnd}>
        {uiTexts.cancel}
      </button>
      <p
        id={hint}
        role={isUnknown ? 'alert' : undefined}
        className="figures basis-full text-[0.8125rem] text-(--rd-muted)"
      >
        {isUnknown ? t.unknown(kind, first, last) : t.range(first, last)}
      </p>
    </form>
  );
}
