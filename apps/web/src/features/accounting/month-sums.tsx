import type { AccountingMonth } from '@cuentos/contract/accounting';
import { formatPrice } from '../../lib/formats.ts';
import { monthTexts as t } from './texts.ts';

/** Shows the sums of a month in a ruled strip, each with its definition; the shop's remainder is larger. */
export function MonthSums({ sums }: Pick<AccountingMonth, 'sums'>) {
  const visibleSums = (Object.keys(t.sums) as (keyof typeof t.sums)[]).filter(
    (key) => key !== 'owed' || sums.owed !== 0,
  );
  return (
    <section aria-label={t.figures}>
      {/* Two columns on a phone, and one where its letters are large. */}
      <dl className="border-t border-line as-blocks:flex as-blocks:flex-wrap as-table:grid as-table:grid-cols-3">
        {visibleSums.map((key) => (
          <div
            key={key}
            className={`flex flex-col border-b border-line py-4 pr-4 as-blocks:flex-[1_1_40%] as-blocks:odd:pl-4 as-table:border-l as-table:pl-4 as-table:nth-[3n+1]:border-l-0 as-table:nth-[3n+1]:pl-0 as-table:last:nth-[3n+1]:col-span-3 ${key === 'left' ? 'as-blocks:basis-full as-blocks:pl-0!' : ''}`}
          >
            <dt className="text-xs font-semibold text-ink-2">{t.sums[key][0]}</dt>
            <dd
              className={`figures mt-1 font-serif font-semibold whitespace-nowrap ${key === 'left' ? 'text-3xl leading-tight' : 'text-2xl leading-9'}`}
            >
              {formatPrice(sums[key])}
            </dd>
            <dd className="mt-1 text-xs text-ink-3">{t.sums[key][1]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
