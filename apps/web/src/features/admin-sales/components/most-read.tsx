import type { Stats } from '@cuentos/contract/admin/reports';
import { formatNumber } from '../../../lib/formats.ts';
import { salesTexts as t } from '../texts.ts';

/** Parts by readers; fewer than five people are never shown. */
export function MostRead({ definition, parts }: Stats['most_read']) {
  const most = parts[0]?.readers ?? 1;
  return (
    <section>
      <h2 className="type-1">{t.mostRead}</h2>
      <p className="mt-1 mb-3 text-xs text-ink-3">{definition}</p>
      {parts.length === 0 && <p className="text-sm text-ink-2">{t.noReaders}</p>}
      <ol>
        {parts.map((part) => (
          <li key={part.book_part_id} className="border-b border-line py-3">
            <div className="flex items-baseline justify-between gap-3">
              <span className="min-w-0">
                <span className="block text-sm font-medium">{part.book_part_name}</span>
                <span className="block text-xs text-ink-3">{part.book_name}</span>
              </span>
              <span className="figures text-sm font-semibold">{formatNumber(part.readers)}</span>
            </div>
            <svg aria-hidden="true" width="100%" height="10" className="mt-1.5 block">
              <rect width={`${(100 * part.readers) / most}%`} height="10" rx="2" fill="var(--cb-chart-1)" />
            </svg>
          </li>
        ))}
      </ol>
    </section>
  );
}
