import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { uiTexts } from '../texts.ts';
import { pictureTexts } from './texts.ts';
import { enlarges } from './run-enlarging.ts';
import { runSlider } from './run-slider.ts';

export interface Slide {
  readonly key: string;
  /** Label of the enlarging button. */
  readonly label: string;
  readonly content: ReactNode;
}

interface SliderProps {
  readonly slides: readonly Slide[];
  /** Accessible name of the slider. */
  readonly label: string;
  /** Subject of the slides. */
  readonly caption: string;
  /** `quiet`: arrows on hover and focus from 768 px, none below. */
  readonly look?: 'full' | 'quiet';
  readonly children?: ReactNode;
}

const arrowClass =
  'absolute top-1/2 z-1 grid size-11 -translate-y-1/2 place-items-center rounded-2 bg-sheet text-ink shadow-sheet ' +
  'transition-opacity duration-(--cb-dur-tap) hover:bg-sunken [&>svg]:size-5';

// Moves the arrows beside the slide on a phone, where they would cover a quote's words.
const besideArrow = 'max-md:-mx-[60px] max-md:size-[44px] max-md:bg-transparent max-md:shadow-none';

const quietArrow = 'max-md:hidden md:opacity-0 md:group-hover:opacity-100 md:group-focus-within:opacity-100';

const run = (root: HTMLElement | null) => (root ? runSlider(root) : undefined);

/**
 * Cover, back cover and quotes side by side. The track scrolls with CSS snap points, so that it works without a script;
 * run-slider adds arrows, dots and the interval of 5 s, and updates the marks of the current slide.
 */
export function Slider({ slides, label, caption, look = 'full', children }: SliderProps) {
  const quiet = look === 'quiet';
  const count = slides.length;
  const many = count > 1;
  return (
    <div
      // oxlint-disable-next-line prefer-tag-over-role -- no element is a carousel
      role="group"
      aria-roledescription="carrusel"
      aria-label={label}
      data-slider={look}
      className="group relative"
      key={count}
      ref={run}
    >
      <div className="relative flow-root">
        <div
          data-track=""
          className="-mx-3 -mt-1.5 -mb-6 flex snap-x snap-mandatory overflow-x-auto overflow-y-hidden [scrollbar-width:none]"
        >
          {slides.map((slide, index) => (
            <div key={slide.key} className="w-full shrink-0 snap-start px-3 pt-1.5 pb-6" inert={many && index > 0}>
              <button
                type="button"
                data-printed=""
                aria-label={`${pictureTexts.enlarge}: ${slide.label}`}
                className="block w-full text-start"
                {...enlarges(slide.label, caption)}
              >
                {slide.content}
              </button>
            </div>
          ))}
        </div>
        {many && <Arrows quiet={quiet} />}
        {children}
      </div>
      {/* Reserves the height of the dots, so that the books of a shelf stay aligned. */}
      {!many && quiet && <div aria-hidden="true" className="mt-1 h-6" />}
      {many && <SliderDots count={count} quiet={quiet} />}
    </div>
  );
}

/**
 * Arrows for the pointer only: arrow keys on the dots do the same, so that a slider has just three stops of the Tab
 * key.
 */
function Arrows({ quiet }: { readonly quiet: boolean }) {
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        data-step="-1"
        data-native=""
        aria-label={uiTexts.previous}
        className={`${arrowClass} left-2 ${quiet ? quietArrow : besideArrow}`}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      <button
        type="button"
        tabIndex={-1}
        data-step="1"
        data-native=""
        aria-label={uiTexts.next}
        className={`${arrowClass} right-2 ${quiet ? quietArrow : besideArrow}`}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </>
  );
}

interface SliderDotsProps {
  readonly count: number;
  /** Whether the pause button is missing on a phone. */
  readonly quiet: boolean;
}

/** Dots, drawn as stitches, with the pause button at the end of their row (WCAG 2.2.2). */
function SliderDots({ count, quiet }: SliderDotsProps) {
  return (
    <div className="relative z-1 mt-1 flex min-h-6 items-center justify-center">
      {/* oxlint-disable-next-line prefer-tag-over-role -- a fieldset is for form controls */}
      <div role="group" aria-label={pictureTexts.images} className="flex flex-wrap justify-center">
        {Array.from({ length: count }, (_, dot) => (
          <button
            key={dot}
            type="button"
            data-dot={dot}
            data-native=""
            aria-label={pictureTexts.slide(dot + 1, count)}
            aria-current={dot === 0 || undefined}
            tabIndex={dot === 0 ? 0 : -1}
            className="group/dot grid size-6 place-items-center"
          >
            <span className="h-[2.5px] w-2 rounded-1 bg-line-strong transition-[width] duration-(--cb-dur-ui) ease-cb forced-color-adjust-none group-aria-[current]/dot:h-[3.5px] group-aria-[current]/dot:w-[18px] group-aria-[current]/dot:bg-accent forced-colors:bg-[CanvasText] forced-colors:group-aria-[current]/dot:bg-[Highlight]" />
          </button>
        ))}
      </div>
      <button
        type="button"
        aria-label={pictureTexts.pause}
        data-pause={pictureTexts.pause}
        data-play={pictureTexts.play}
        data-native=""
        className={`group/pause grid size-6 place-items-center text-ink-3 hover:text-ink [&>svg]:size-3.5 [&>svg]:fill-current ${quiet ? 'max-md:hidden' : ''}`}
      >
        <Pause aria-hidden="true" className="group-data-paused/pause:hidden" />
        <Play aria-hidden="true" className="hidden group-data-paused/pause:block" />
      </button>
    </div>
  );
}
