import { monthAfter, monthSpan } from '@cuentos/domain/accounting/month';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatLongDate } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { monthTexts as t } from './texts.ts';

interface MonthChooserProps {
  readonly month: string;
  /** No later month than the current one. */
  readonly latest: string;
  readonly onChange: (month: string) => void;
}

/** `2026-11` → `noviembre de 2026`. */
function monthName(month: string): string {
  const noon = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1, 15, 15);
  return formatLongDate(noon).replace(/^\d+ de /, '');
}

/** In pixels: at twice the text size an arrow that grew would leave no room for 'noviembre'. */
const arrow = 'w-[44px] shrink-0 px-0 disabled:bg-transparent print:hidden';

/** Moves from month to month. */
export function MonthChooser({ month, latest, onChange }: MonthChooserProps) {
  const [before, after] = [monthAfter(month, -1), monthAfter(month, 1)];
  const isFirst = monthSpan(before) === null;
  return (
    <fieldset aria-label={t.month} className="-mx-3 flex min-w-0 items-center print:ml-0">
      <Button
        variant="quiet"
        className={arrow}
        aria-label={t.of(t.previous, monthName(before))}
        disabled={isFirst}
        icon={<ChevronLeft aria-hidden="true" />}
        onClick={() => onChange(before)}
      />
      <h2
        aria-live="polite"
        className="type-1 min-w-[min(13rem,50vw)] text-center hyphens-auto first-letter:uppercase print:text-left"
      >
        {monthName(month)}
      </h2>
      <Button
        variant="quiet"
        className={arrow}
        aria-label={t.of(t.next, monthName(after))}
        disabled={month >= latest}
        icon={<ChevronRight aria-hidden="true" />}
        onClick={() => onChange(after)}
      />
    </fieldset>
  );
}
