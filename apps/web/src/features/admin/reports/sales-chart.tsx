import type { Stats } from '@cuentos/contract/admin/reports';
import { useMemo } from 'react';
import { formatNumber, formatPrice } from '../../../lib/formats.ts';
import { BarChart } from '../../../ui/pictures/bar-chart.tsx';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';
import { EmptyPocketDrawing } from '../../../ui/pictures/drawings.tsx';
import { EmptyState } from '../../../ui/lists/empty-state.tsx';
import { type Bucket, bucketsOf, type Step, stepOf } from './period.ts';
import { reportTexts as t } from './texts.ts';

const MONTHS = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

const dayOf = (day: string) => `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;
const monthOf = (day: string) => MONTHS[Number(day.slice(5, 7)) - 1] ?? '';

function labelOf({ from }: Bucket, step: Step): string {
  return step === 'month' ? `${monthOf(from)} ${from.slice(0, 4)}` : `${Number(from.slice(8))} ${monthOf(from)}`;
}

function nameOf({ from, to }: Bucket, step: Step): string {
  if (step === 'month') return `${monthOf(from)} ${from.slice(0, 4)}`;
  return from === to ? dayOf(from) : t.week(dayOf(from), dayOf(to));
}

const salesOf = (count: number) => t.sales(count, formatNumber(count));

/** `30000` → `$30 mil`: short enough for an axis; below the line the same. */
function shortPrice(value: number): string {
  const size = Math.abs(value);
  const decimal = (number: number) => String(Math.round(number * 10) / 10).replace('.', ',');
  if (size >= 1_000_000) return t.millions(decimal(size / 1_000_000));
  return size >= 10_000 ? t.thousands(decimal(size / 1000)) : formatPrice(size);
}

/** Sales and refunds over time, as a picture, a sentence and a table. */
export function SalesChart({ days }: Pick<Stats, 'days'>) {
  const step = stepOf(days.length);
  const drawn = useMemo(() => {
    const buckets = bucketsOf(days, step);
    return {
      buckets,
      labels: buckets.map((bucket) => labelOf(bucket, step)),
      details: buckets.map((bucket) =>
        t.point(nameOf(bucket, step), formatPrice(bucket.amount), salesOf(bucket.sales)),
      ),
      series: [
        { name: t.sold, paint: '--cb-chart-1', values: buckets.map(({ amount }) => amount) },
        { name: t.refunded, paint: '--cb-chart-2', values: buckets.map(({ refunds }) => -refunds) },
      ] as const,
    };
  }, [days, step]);
  const moving = drawn.buckets.filter(({ sales, refunds }) => sales > 0 || refunds > 0);
  const best = moving.toSorted((a, b) => b.amount - a.amount)[0];
  return (
    <section>
      <h2 className="type-1 mb-3">{t.chartTitle[step]}</h2>
      {best ? (
        <>
          <BarChart
            labels={drawn.labels}
            details={drawn.details}
            series={drawn.series}
            format={shortPrice}
            summary={t.summary(
              formatPrice(days.reduce((sum, { amount }) => sum + amount, 0)),
              salesOf(days.reduce((sum, { sales }) => sum + sales, 0)),
              nameOf(best, step),
              formatPrice(best.amount),
            )}
          />
          <details className="mt-3">
            <summary className="link inline-flex min-h-11 items-center text-sm">{t.asTable}</summary>
            <DataTable
              caption={t.tableCaption}
              columns={columns(step)}
              rows={moving.toReversed()}
              keyOf={({ from }) => from}
            />
          </details>
        </>
      ) : (
        <EmptyState drawing={<EmptyPocketDrawing />} title={t.noSalesTitle} text={t.noSalesText} />
      )}
    </section>
  );
}

function columns(step: Step): Column<Bucket>[] {
  return [
    { id: 'when', label: t.columns.when, place: 'title', cell: (bucket) => nameOf(bucket, step) },
    { id: 'sales', label: t.columns.sales, end: true, cell: ({ sales }) => formatNumber(sales) },
    { id: 'amount', label: t.columns.amount, end: true, cell: ({ amount }) => formatPrice(amount) },
    { id: 'refunds', label: t.columns.refunds, end: true, cell: ({ refunds }) => formatPrice(refunds) },
  ];
}
