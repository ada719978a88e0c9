import type { Relocation } from '@cuentos/epub/render/reader-types';
import { formatPercent } from '../../../lib/formats.ts';
import { readerTexts as t } from '../texts.ts';

interface FootBarProps {
  readonly place: Relocation | null;
  readonly chapter: { readonly number: number; readonly count: number } | null;
  readonly shown: boolean;
}

/** Rounded down, so that 100 % is the last page and nothing before it. */
function shownPercent({ percentage, atEnd }: Relocation): number {
  return atEnd ? 100 : Math.min(99, Math.floor(percentage));
}

/** Chapter, percentage, pages left; the percentage stays when the bars go (look §7). */
export function FootBar({ place, chapter, shown }: FootBarProps) {
  const side = `truncate transition-opacity duration-(--cb-dur-ui) ${shown ? '' : 'opacity-0'}`;
  return (
    <footer className="figures grid grid-cols-[1fr_auto_1fr] items-center gap-4 px-4 text-[0.75rem] leading-4 text-(--rd-muted)">
      <span className={side}>{chapter && t.chapterOf(chapter.number, chapter.count)}</span>
      <output aria-label={t.progress} aria-live="off" className="text-[0.8125rem] font-semibold text-(--rd-text)">
        {place && formatPercent(shownPercent(place))}
      </output>
      <span className={`${side} text-right`}>
        {place && chapter && t.pagesLeft(place.pagesLeftInSection, place.exact)}
      </span>
    </footer>
  );
}
