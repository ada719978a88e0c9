import type { Relocation } from '@cuentos/epub/render/reader-types';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formatPercent } from '../../../lib/format-percent.ts';
import { type FootMode, loadFootMode, nextFootMode } from '../progress/foot-mode.ts';
import { progressTexts } from '../progress/texts.ts';
import { readerTexts as t } from '../texts.ts';

interface FootBarProps {
  readonly place: Relocation | null;
  readonly chapter: { readonly number: number; readonly count: number } | null;
  readonly shown: boolean;
  /** To the end of the chapter; null when nothing sensible can be said. */
  readonly minutesLeft: number | null;
  /** Takes the last jump back; null when there is none to take back. */
  readonly onBack: (() => void) | null;
}

/** Rounded down, so that 100 % is the last page and nothing before it. */
function shownPercent({ percentage, atEnd }: Relocation): number {
  return atEnd ? 100 : Math.min(99, Math.floor(percentage));
}

/** What is left of the chapter, or where in it one is. */
function restOf(mode: FootMode, place: Relocation, minutesLeft: number | null): string {
  if (mode === 'page') return progressTexts.page(place.page + 1, place.pages, place.exact);
  if (mode === 'time' && minutesLeft !== null) return progressTexts.minutesLeft(minutesLeft);
  const { count, exact } = place.pagesLeftInChapter;
  return t.pagesLeft(count, exact);
}

/** Chapter, percentage, what is left; the percentage stays when the bars go. */
export function FootBar({ place, chapter, shown, minutesLeft, onBack }: FootBarProps) {
  const [mode, setMode] = useState(loadFootMode);
  const side = `truncate transition-opacity duration-(--cb-dur-ui) ${shown ? '' : 'pointer-events-none opacity-0'}`;
  return (
    <footer
      className={`figures grid items-center gap-4 px-4 text-[0.75rem] leading-4 text-(--rd-muted) ${onBack ? 'grid-cols-[auto_1fr] md:grid-cols-[1fr_auto_1fr]' : 'grid-cols-[1fr_auto_1fr]'}`}
    >
      {onBack ? (
        <button
          type="button"
          onClick={onBack}
          className="-mx-2 -my-0.5 inline-flex min-h-11 items-center gap-2 justify-self-start rounded-2 px-2 text-[0.8125rem] font-semibold whitespace-nowrap text-(--rd-text) underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          <Undo2 aria-hidden="true" className="size-4" />
          {progressTexts.wayBack}
        </button>
      ) : (
        <span className={side}>{chapter && t.chapterOf(chapter.number, chapter.count)}</span>
      )}
      <output
        aria-label={t.progress}
        aria-live="off"
        className={`text-[0.8125rem] font-semibold text-(--rd-text) ${onBack ? 'max-md:text-right' : ''}`}
      >
        {place && formatPercent(shownPercent(place))}
      </output>
      {place && chapter ? (
        <button
          type="button"
          title={progressTexts.change}
          onClick={() => setMode(nextFootMode(mode))}
          className={`${side} -mx-2 -my-0.5 min-h-11 justify-self-end rounded-2 px-2 text-right ${onBack ? 'max-md:hidden' : ''}`}
        >
          {restOf(mode, place, minutesLeft)}
        </button>
      ) : (
        <span className={onBack ? 'max-md:hidden' : ''} />
      )}
    </footer>
  );
}
